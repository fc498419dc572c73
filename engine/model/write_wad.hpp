// model/write_wad.hpp: makes the lumps of a map and WAD files from lumps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "model/archive.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"
#include "model/write.hpp"

namespace flatline::engine {

namespace detail {
struct MapLumpsStorage;
void destroy(MapLumpsStorage* storage) noexcept;
}  // namespace detail

/// A lump that somebody else owns. Of a name longer than 8 bytes the first 8 are written.
struct LumpView {
    std::string_view name;
    Bytes bytes;
};

/// Which nodes lumps have that are written.
enum class WrittenNodes : std::uint8_t {
    build = FLATLINE_NODES_BUILT,  ///< new ones
    /// Map::nodes(), byte for byte where the format stays; new ones where there are none or the
    /// format cannot have them.
    keep = FLATLINE_NODES_KEPT,
    none = FLATLINE_NODES_LEFT_OUT
};

/// Options of make_map_lumps.
struct MapLumpsOptions {
    /// udmf, doom or hexen.
    MapFormat format = MapFormat::udmf;
    TextStyle style = TextStyle::udb;
    WrittenNodes nodes = WrittenNodes::build;
    /// Nodes as ZGL3 or ZNOD instead of XGL3 or XNOD.
    bool compress_nodes = false;
    /// An empty BLOCKMAP in a UDMF group: Woof stops where there is none, and builds its own.
    bool with_blockmap = false;
    /// Of the text; a translated map is no binary one (map-unsupported).
    Translate translate = Translate::none;
    /// Writes although fields, lumps and numbers are lost, with a warning for each kind.
    bool lossy = false;
    /// The lumps of the old map, in order; those that the format can have are kept.
    /// Source: docs/writer.md, "Lumps of a map".
    View<LumpView> stored;
    Limits limits;
    MemoryHooks memory;
    /// Called with the share of a build of nodes that is done; may cancel it with
    /// Status::cancelled.
    ProgressHooks progress;
};

/// The lumps of one map, in the order in which they follow the label. They are valid as long as
/// this; those that were kept also need the caller's bytes. Move-only.
class MapLumps {
public:
    View<LumpView> lumps() const noexcept FLATLINE_LIFETIMEBOUND { return owned_.value(); }

private:
    friend struct detail::Access;
    detail::Owned<detail::MapLumpsStorage, View<LumpView>> owned_;
};

/// Makes all lumps of a map in a format: a text with ZNODES and ENDMAP, or binary ones with nodes,
/// BLOCKMAP and what else the format has. Built nodes are verified as stored ones are.
/// Refused where the format cannot hold something (convert-loss and convert-lump-loss for each),
/// but for `lossy`, and at a limit; out_of_memory; cancelled. Findings of status ok say why there
/// are no nodes. Memory of exactly the lumps, besides that of building nodes. Any thread. Source:
/// docs/writer.md, "Lumps of a map".
Result<MapLumps> make_map_lumps(const Map& map, const MapLumpsOptions& options = {}) noexcept;

/// Writes a PWAD of these lumps: header, lumps in order, directory. Refused where it would be
/// longer than 4 GiB; cancelled where the sink returns false. Any thread.
/// Source: docs/writer.md, "WAD files".
WriteResult write_wad(View<LumpView> lumps, const Sink& sink) noexcept;

/// Writes the WAD that holds archive.maps()[map] with `lumps` in the place of the map's own lumps,
/// which follow its label; all else is the same bytes in the same order. Of a bare TEXTMAP there is
/// no WAD: a new one is written, with the label MAP01. `sink` must not be the file that is read.
/// Refused where the file cannot be read or is damaged, and beyond 4 GiB; out_of_memory; cancelled
/// where the sink returns false. The whole file is held in memory. As Archive, one thread at a
/// time. Source: docs/writer.md, "WAD files".
WriteResult write_wad(Archive& archive, std::size_t map, View<LumpView> lumps,
                      const Sink& sink) noexcept;

/// A map of an archive with the lumps that are written after its label.
struct WrittenMap {
    std::size_t map = 0;
    View<LumpView> lumps;
    std::string_view label;  ///< the new name of the map; "" keeps the old one
};

/// True for what a map of a WAD can be called: 1 to 8 of A to Z, 0 to 9, _, -, [, ] and \.
bool is_map_label(std::string_view name) noexcept;

/// False where there are no maps, one is not in the archive, two are one, they lie in several
/// files, one of several is a bare TEXTMAP, or a label is bad.
bool can_write_wad(const Archive& archive, View<WrittenMap> maps) noexcept;

/// As write_wad of one map, of several in the same WAD, in any order. Refused, too, where
/// can_write_wad is false (map-unsupported). Each but the last takes the length of the whole file
/// once more, of memory and of time.
WriteResult write_wad(Archive& archive, View<WrittenMap> maps, const Sink& sink) noexcept;

}  // namespace flatline::engine
