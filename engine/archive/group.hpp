// Which lumps of a WAD make a map (docs/archives.md, "Which lumps make a map"). Maps are found by
// position: the lump after the label decides, the label itself may have any name, also THINGS or
// none.
#pragma once

#include <cstddef>

#include "archive/wad.hpp"

namespace flatline::engine::archive {

/// Lumps first to end - 1 of a directory are those of a map; the lump before `first` is its label.
struct MapGroup {
    MapFormat format;  ///< udmf, doom or hexen
    bool ended;        ///< the last lump is ENDMAP; true for binary maps, which have none
    std::size_t first;
    std::size_t end;
    bool supported = true;  ///< false: a binary map with lumps of Doom 64 or the PlayStation

    std::size_t label() const noexcept { return first - 1; }
};

/// Finds all maps, in directory order, and adds them to `groups`. They share no lump. False if
/// memory is out.
[[nodiscard]] bool find_groups(View<WadLump> lumps, List<MapGroup>& groups) noexcept;

/// Finds the lumps of the group whose name an earlier one has; of each name only the first repeat.
/// Empty names do not count, because nobody looks them up (DRRP's TESTMAP has two such lumps).
/// They replace what is in `repeats`. False if memory is out.
[[nodiscard]] bool find_repeats(View<WadLump> lumps, const MapGroup& group,
                                List<std::size_t>& repeats) noexcept;

}  // namespace flatline::engine::archive
