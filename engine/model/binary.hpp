// model/binary.hpp: maps of binary lumps, in the formats of Doom and Hexen.
#pragma once

#include "model/buffer.hpp"
#include "model/load.hpp"
#include "model/view.hpp"

namespace flatline::engine {

/// The lumps of a binary map, each as stored; an empty one is none. The first five are the map:
/// VERTEXES has 4 bytes a record, LINEDEFS 14 (Hexen 16), SIDEDEFS 30, SECTORS 26 and THINGS 10
/// (Hexen 20). The others are derived data; DerivedLumps of the options are not looked at, but for
/// those that were unreadable. Source: docs/binary.md, "Records".
struct BinaryLumps {
    Bytes things, linedefs, sidedefs, vertexes, sectors;
    Bytes segs, ssectors, nodes;
    Bytes reject, blockmap;
    bool hexen = false;  ///< the map has a lump BEHAVIOR: records are those of Hexen
};

/// Loads a binary map as the UDMF text that a lossless converter would write of it, read with the
/// namespace "doom" or "hexen", or with LoadOptions::namespace_override. Names lie in SIDEDEFS and
/// SECTORS, which the caller keeps, unchanged, as long as the Map lives; the other lumps are not
/// needed any more. Any bytes are safe. Findings have the offsets of records, errors are those of
/// load_borrowed. `threads` and `grammar` of the options change nothing. Any thread.
/// Source: docs/binary.md, "What a map becomes".
LoadResult<Map> load_binary_borrowed(const BinaryLumps& lumps,
                                     const LoadOptions& options = {}) noexcept;

/// The same for lumps that lie in `bytes`, or are kept by it in another way: the Map owns it from
/// then on and frees it. Without success the result gives it back (LoadResult::text).
LoadResult<Map> load_binary_owned(const BinaryLumps& lumps, Buffer bytes,
                                  const LoadOptions& options = {}) noexcept;

/// An upper bound of the memory of loading these lumps, as memory_bound of a TEXTMAP. `text` is the
/// arrays and the table of names; `total` also has columns and lines of sectors. Looks at the flags
/// of lines and things once, and allocates nothing. Any thread.
MemoryBound memory_bound(const BinaryLumps& lumps, const LoadOptions& options = {}) noexcept;

}  // namespace flatline::engine
