// flatline/runtime.hpp: what a port computes after loading, made on demand from a finished Map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/limits.hpp"
#include "flatline/load.hpp"
#include "flatline/map.hpp"
#include "flatline/memory.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct RuntimeStorage;
}

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
    /// For the cells of sector bounds; null: the map's own, where it has one.
    const flatline_blockmap* blockmap = nullptr;
    /// A verified tree of this map, for the places of things; null: the map's own, and where it
    /// has none a sweep finds the sectors.
    const flatline_bsp* nodes = nullptr;
    std::uint64_t arena_bytes = Limits{}.arena_bytes;
    MemoryHooks memory;
};

struct RuntimeResult;

/// Flat arrays made from one Map; they hold indices, no pointers into it. Never
/// changes; any number of threads may read it. A table that was not asked for is empty.
/// Views live as long as the Runtime. Move-only; a default-made one is empty.
class Runtime {
public:
    Runtime() noexcept = default;
    Runtime(Runtime&& other) noexcept;
    Runtime& operator=(Runtime&& other) noexcept;
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    /// Builds `tables` (FLATLINE_RUNTIME_*, or-ed). Linear in the map, but for things without nodes
    /// and polyobjects (n log n). Errors: refused where arena_bytes is too low, out_of_memory; no
    /// exceptions. Any thread.
    static RuntimeResult build(const Map& map, std::uint32_t tables,
                               const RuntimeOptions& options = {}) noexcept;

    /// One a line: direction, box, slope, sectors.
    View<flatline_line_data> line_data() const noexcept {
        return view(r_.line_data, r_.line_count);
    }
    /// One a side: the last line that uses it, or FLATLINE_NONE.
    View<std::uint32_t> side_lines() const noexcept { return view(r_.side_lines, r_.side_count); }
    /// Lines that begin or end at a vertex, ascending, each once. Precondition: an index.
    View<std::uint32_t> vertex_lines(std::uint32_t vertex) const noexcept {
        return row(r_.vertex_line_rows, r_.vertex_lines, vertex);
    }
    /// Sectors beyond the lines of a sector, ascending, each once, not itself.
    View<std::uint32_t> neighbours(std::uint32_t sector) const noexcept {
        return row(r_.neighbour_rows, r_.neighbours, sector);
    }
    /// One a sector: box, sound origin, cells.
    View<flatline_sector_bounds> sector_bounds() const noexcept {
        return view(r_.sector_bounds, r_.sector_count);
    }

    /// Elements by tag, moreids included, as the map's dialect means them: in ZDoom maps 0 finds
    /// the sectors without tag; in SRB2 maps 0 finds the untagged and -1 everything; dsda has no
    /// sector tag below 1; a line id of -1 is unset except in dsda. level/tags.hpp has the table.
    View<std::uint32_t> sectors_with(std::int32_t tag) const noexcept {
        return find_tag(r_.sector_tags, tag);
    }
    View<std::uint32_t> lines_with(std::int32_t id) const noexcept {
        return find_tag(r_.line_tags, id);
    }
    View<std::uint32_t> things_with(std::int32_t id) const noexcept {
        return find_tag(r_.thing_tags, id);
    }

    /// One a thing: its sector and, with nodes, its subsector.
    View<flatline_thing_place> thing_places() const noexcept {
        return view(r_.thing_places, r_.thing_count);
    }

    /// One a spot, in order of things. Lines and vertices stay where they are.
    View<flatline_polyobject> polyobjects() const noexcept {
        return {r_.polyobjects, r_.polyobject_count};
    }
    View<std::uint32_t> lines_of(const flatline_polyobject& object) const noexcept {
        return {r_.polyobject_lines + object.first_line, object.line_count};
    }

    /// Vertices at which the sides of a sector do not go on. None: the sector is closed.
    View<flatline_gap> gaps(std::uint32_t sector) const noexcept {
        return row(r_.gap_rows, r_.gaps, sector);
    }

    MemoryUse memory() const noexcept;
    const flatline_runtime& arrays() const noexcept { return r_; }

private:
    template <class T>
    static View<T> view(const T* data, std::uint32_t size) noexcept {
        return data != nullptr ? View<T>(data, size) : View<T>();
    }
    template <class T>
    static View<T> row(const std::uint32_t* rows, const T* items, std::uint32_t i) noexcept {
        return rows != nullptr ? View<T>(items + rows[i], rows[i + 1] - rows[i]) : View<T>();
    }

    flatline_runtime r_ = {};
    detail::RuntimeStorage* storage_ = nullptr;
};

/// A Runtime or the reason that there is none.
struct [[nodiscard]] RuntimeResult {
    Status status = Status::out_of_memory;
    Runtime runtime;
    MemoryUse memory;

    explicit operator bool() const noexcept { return status == Status::ok; }
};

}  // namespace flatline
