// Finds the directory of a ZIP and reads its entries. Nothing in it is trusted.
#pragma once

#include <cstdint>

#include "model/view.hpp"
#include "physfs/window.hpp"

namespace flatline::engine::physfs::zip {

struct Directory {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;      ///< where its end record begins
    std::uint64_t entries = 0;  ///< as claimed
    /// Added, modulo 2^64, to what the archive says of places: not 0 where something that unpacks
    /// the archive was put in front of it.
    std::uint64_t shift = 0;
    bool is_64 = false;      ///< the number of entries is no remainder of 65,536
    bool no_memory = false;  ///< so it was not looked for
};

/// Finds the directory by the last end record that has one. What stands after that record, up to
/// a megabyte, is passed over.
[[nodiscard]] bool find_directory(File& file, Directory& directory) noexcept;

/// One entry of the directory. `name` is good until the window moves.
struct Record {
    Bytes name;
    std::uint64_t size = 0;
    std::uint64_t packed = 0;
    std::uint64_t local = 0;  ///< of its local record, as claimed
    std::uint64_t bytes = 0;  ///< of the entry itself
    std::uint32_t crc = 0;
    std::uint16_t method = 0;
    bool is_encrypted = false;
    bool is_link = false;
    bool is_folder = false;  ///< says so beside its name
};

enum class RecordState : std::uint8_t { ok, end, bad };

/// Reads the entry at `offset`; `end` where the directory is over there.
RecordState read_record(Window& window, const Directory& directory, std::uint64_t offset,
                        Record& record) noexcept;
/// The next place after `offset` where an entry may begin; the directory's end where none is.
std::uint64_t next_record(Window& window, const Directory& directory,
                          std::uint64_t offset) noexcept;

}  // namespace flatline::engine::physfs::zip
