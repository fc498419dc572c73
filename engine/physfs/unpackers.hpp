// Unpacks one stream of bytes of a file, piece by piece.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "physfs/container.hpp"

namespace flatline::engine::physfs {

/// The `packed` bytes at `place` as they are. Null if memory is out, as for the others; the file
/// must outlive what is returned.
std::unique_ptr<Unpacker> unpack_stored(File& file, std::uint64_t place,
                                        std::uint64_t packed) noexcept;
/// A raw stream of RFC 1951. Takes 50 KB.
std::unique_ptr<Unpacker> unpack_deflated(File& file, std::uint64_t place,
                                          std::uint64_t packed) noexcept;

/// One step of a 7z's chain of coders, as the header gives it.
struct Coder {
    static constexpr std::size_t kMostProperties = 8;

    std::uint64_t id = 0;
    std::uint8_t property_count = 0;  ///< may be more than fit: such a coder is none of ours
    unsigned char properties[kMostProperties] = {};
};

enum class ChainState : std::uint8_t { ok, unknown, encrypted, damaged, over_limit, no_memory };

/// What became of opening a chain.
struct Chain {
    ChainState state = ChainState::ok;
    std::uint64_t detail = 0;  ///< unknown: the coder's id; over_limit: the memory it would take
    std::unique_ptr<Unpacker> unpacker;
};

/// A chain of coders, the last one of which reads the file: `size` bytes come out of it. Takes at
/// most `most_memory`: a dictionary is as large as it says, but never larger than `size`.
Chain unpack_chain(File& file, std::uint64_t place, std::uint64_t packed, View<Coder> coders,
                   std::uint64_t size, std::uint64_t most_memory) noexcept;

/// The version of liblzma that is loaded.
std::string_view lzma_version() noexcept;

}  // namespace flatline::engine::physfs
