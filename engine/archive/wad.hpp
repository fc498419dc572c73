// The directory of a WAD file (docs/archives.md, "WAD"). The WAD archiver of PhysFS merges lumps of
// one name and loses their order, so Flatline reads WADs itself.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/list.hpp"
#include "model/archive.hpp"

namespace flatline::engine::archive {

inline constexpr std::uint64_t kWadHeaderBytes = 12;
inline constexpr std::uint64_t kWadEntryBytes = 16;

/// One entry of the directory. Offset and size are as claimed; `readable` tells whether those bytes
/// lie in the file. A lump of size 0 is a marker: it is always readable, and its offset means
/// nothing.
struct WadLump {
    std::uint32_t offset;
    std::uint32_t size;
    char bytes[8];
    std::uint8_t name_size;
    bool readable;
    bool overlaps;  ///< shares bytes with the header, the directory or a lump that begins earlier

    std::string_view name() const noexcept { return {bytes, name_size}; }
};

struct Wad {
    explicit Wad(const MemoryHooks& memory) noexcept : hooks(memory), lumps(memory) {}

    MemoryHooks hooks;
    List<WadLump> lumps;
    std::uint64_t directory = 0;  ///< where it begins

    std::uint64_t entry_offset(std::size_t lump) const noexcept {
        return directory + lump * kWadEntryBytes;
    }
};

/// Reads the header and the directory of a file of `size` bytes; reads go forward only. False, with
/// the reason in `problem` and nothing in `wad`, also where there are more than `most_lumps`.
bool read_wad(File& file, std::uint64_t size, std::uint64_t most_lumps, Wad& wad,
              Finding& problem) noexcept;

}  // namespace flatline::engine::archive
