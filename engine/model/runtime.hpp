// model/runtime.hpp: tables that ports compute after loading, made on demand from a finished Map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/jobs.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct RuntimeStorage;
void destroy(RuntimeStorage* storage) noexcept;
}  // namespace detail

/// The elements with a tag, ascending; empty where there is none. O(log tags). Tags of SRB2 maps
/// are 16-bit numbers there: -32768 to 32767, and -1 finds every element.
inline View<std::uint32_t> find_tag(const flatline_tags& table, std::int32_t tag) noexcept {
    std::uint32_t first = 0;
    std::uint32_t last = table.tag_count;
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (table.tags[middle] < tag) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    if (first == table.tag_count || table.tags[first] != tag) return {};
    return {table.elements + table.rows[first], table.rows[first + 1] - table.rows[first]};
}

/// What a build takes besides the map.
struct RuntimeOptions {
    /// What is built: FLATLINE_RUNTIME_*, or-ed. The rest stays empty.
    std::uint32_t tables = FLATLINE_RUNTIME_ALL;
    /// For the cells of sector bounds; null: the map's own, where it has one.
    const flatline_blockmap* blockmap = nullptr;
    /// A verified tree of this map, for the places of things, segs and subsectors; null: the map's
    /// own. Where it has none a sweep finds the sectors, and there are no segs.
    const flatline_bsp* nodes = nullptr;
    /// FLATLINE_TRAILS_*.
    std::int32_t trails = FLATLINE_TRAILS_MBF;
    /// arena-bytes counts.
    Limits limits = {};
    MemoryHooks memory = {};
    /// What the threads are; the default starts them.
    JobHooks jobs = {};
    /// That build the tables of a large map, up to 64. The tables do not depend on it.
    std::uint32_t threads = 1;
    /// Called after each table with the number built; may cancel the build with Status::cancelled.
    ProgressHooks progress = {};
};

/// Flat arrays made from one Map; they hold indices, no pointers into it. Never
/// changes; any number of threads may read it. A table that was not asked for is empty.
/// Views live as long as the Runtime. Move-only; a default-made one is empty.
class Runtime {
public:
    /// One a line: direction, box, slope, sectors.
    View<flatline_line_data> line_data() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().line_data, arrays().line_count);
    }
    /// One a side: the last line that uses it, or FLATLINE_NONE.
    View<std::uint32_t> side_lines() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().side_lines, arrays().side_count);
    }
    /// Lines that begin or end at a vertex, ascending, each once. Precondition: an index.
    View<std::uint32_t> vertex_lines(std::uint32_t vertex) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().vertex_line_rows, arrays().vertex_lines, vertex);
    }
    /// Sectors beyond the lines of a sector, ascending, each once, not itself.
    View<std::uint32_t> neighbours(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().neighbour_rows, arrays().neighbours, sector);
    }
    /// One a sector: box, sound origin, cells.
    View<flatline_sector_bounds> sector_bounds() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().sector_bounds, arrays().sector_count);
    }

    /// Elements by tag, moreids included, as the map's dialect means them: in ZDoom maps 0 finds
    /// the sectors without tag; in SRB2 maps 0 finds the untagged and -1 everything; dsda has no
    /// sector tag below 1; a line id of -1 is unset except in dsda. level/tags.hpp has the table.
    View<std::uint32_t> sectors_with(std::int32_t tag) const noexcept FLATLINE_LIFETIMEBOUND {
        return find_tag(arrays().sector_tags, tag);
    }
    View<std::uint32_t> lines_with(std::int32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return find_tag(arrays().line_tags, id);
    }
    View<std::uint32_t> things_with(std::int32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return find_tag(arrays().thing_tags, id);
    }

    /// One a thing: its sector and, with nodes, its subsector.
    View<flatline_thing_place> thing_places() const noexcept FLATLINE_LIFETIMEBOUND {
        return view(arrays().thing_places, arrays().thing_count);
    }

    /// One a spot, in order of things. Lines and vertices stay where they are.
    View<flatline_polyobject> polyobjects() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().polyobjects, arrays().polyobject_count};
    }
    View<std::uint32_t> lines_of(const flatline_polyobject& object) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().polyobject_lines + object.first_line, object.line_count};
    }

    /// Vertices at which the sides of a sector do not go on. None: the sector is closed.
    View<flatline_gap> gaps(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        return row(arrays().gap_rows, arrays().gaps, sector);
    }

    /// All arrays at once, as C has them.
    const flatline_runtime& arrays() const noexcept FLATLINE_LIFETIMEBOUND {
        return owned_.value();
    }

private:
    template <class T>
    static View<T> view(const T* data, std::uint32_t size) noexcept {
        return data != nullptr ? View<T>(data, size) : View<T>();
    }
    template <class T>
    static View<T> row(const std::uint32_t* rows, const T* items, std::uint32_t i) noexcept {
        return rows != nullptr ? View<T>(items + rows[i], rows[i + 1] - rows[i]) : View<T>();
    }

    friend struct detail::Access;
    detail::Owned<detail::RuntimeStorage, flatline_runtime> owned_;
};

/// Builds the tables of `options.tables`. Linear in the map, but for polyobjects and the places of
/// things in a map without nodes (n log n).
/// Errors: refused where arena-bytes is too low, out_of_memory, cancelled. Any thread. The Runtime
/// may outlive the map. Source: docs/runtime.md.
Result<Runtime> build_runtime(const Map& map, const RuntimeOptions& options = {}) noexcept;

}  // namespace flatline::engine
