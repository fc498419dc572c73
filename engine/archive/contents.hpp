// What an Archive holds.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "archive/inflation.hpp"
#include "archive/memory_file.hpp"
#include "base/arena.hpp"
#include "base/list.hpp"
#include "model/archive.hpp"

namespace flatline::engine::archive {

/// Where the lumps of a map are.
struct MapPlace {
    std::uint64_t directory = 0;  ///< of its first lump's directory entry, in the WAD
    std::size_t first_lump = 0;   ///< its number, when lumps of all maps are counted on
    std::size_t twin = 0;         ///< the first map that has the same lumps
    bool bare = false;            ///< a file of its own, not part of a WAD
};

struct Contents {
    explicit Contents(const MemoryHooks& hooks) noexcept
        : memory(hooks), kept(hooks), maps(hooks), places(hooks), findings(hooks), charged(hooks) {}

    /// Memory for the lists is out: the archive is of no use.
    void fail() noexcept;

    MemoryHooks memory;
    Arena kept;  ///< lumps, names and paths
    Limits limits;
    std::unique_ptr<File> file;      ///< of an archive that is one file
    std::unique_ptr<Source> source;  ///< of a tree
    List<MapEntry> maps;
    List<MapPlace> places;  ///< parallel to maps
    List<ArchiveFinding> findings;
    std::uint64_t counts[3] = {0, 0, 0};  ///< of findings, by severity
    FindingList left_out{0, 0};           ///< keeps nothing, counts those that are not kept
    bool broken = false;
    bool failed = false;  ///< memory was out

    /// Which lumps, by their number, have counted towards inflated-bytes. Reading a lump again
    /// costs nothing, so a host may load a map as often as it likes. Lumps that overlap count each.
    List<bool> charged;
    std::uint64_t file_bytes = 0;     ///< of files that came out of a packed tree
    std::uint64_t lump_bytes = 0;     ///< of lumps that came out of WADs
    std::uint64_t listing_bytes = 0;  ///< of files' heads, read to find out what they are

    /// The file of the tree that was read last stays open: the maps of one packed WAD are mostly
    /// loaded one after another, and to go back in a deflated file means to inflate it from its
    /// start.
    std::string_view open_path;
    std::unique_ptr<File> open_file;
    const KeptFile* kept_file = nullptr;  ///< open_file, where all of it is in memory

    bool packed() const noexcept { return source != nullptr && source->packed(); }

    InflationBound inflation() const noexcept {
        return InflationBound(limits, packed() ? source->packed_bytes() : 0);
    }
    /// Counts `bytes` towards the limits inflated-bytes and inflation-ratio. False, and nothing
    /// changed, where they do not fit.
    bool charge(std::uint64_t& total, std::uint64_t bytes) const noexcept {
        if (!inflation().has(total, bytes)) return false;
        total += bytes;
        return true;
    }
};

}  // namespace flatline::engine::archive
