// Writes WAD files: new ones, and one that differs from another in the lumps of one map.
#pragma once

#include <cstddef>

#include "model/write_wad.hpp"

namespace flatline::engine::write {

WriteResult write_new_wad(View<LumpView> lumps, const Sink& sink) noexcept;

/// Entries first to first + count - 1 of a directory.
struct Entries {
    std::size_t first;
    std::size_t count;
};

/// Writes `wad` with `lumps` in the place of these entries. Their bytes are left out where no other
/// lump shares them; the new ones stand where the first of them stood, and all other bytes, also
/// those that no entry names, are kept in order. Refused where the directory does not lie in the
/// file, or shares bytes with the header or a lump that stays.
WriteResult write_changed_wad(Bytes wad, Entries entries, View<LumpView> lumps,
                              const Sink& sink) noexcept;

}  // namespace flatline::engine::write
