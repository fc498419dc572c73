// Working memory of the slope steps, and the tables that are built before they run.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "level/first_set.hpp"
#include "level/plane_table.hpp"
#include "level/slope_counts.hpp"
#include "level/slope_pass.hpp"
#include "level/tags.hpp"

namespace flatline::engine::level {

/// Lays out, takes and fills what a SlopePass is given, in `memory`. Lives as long as the pass.
class SlopeScratch {
public:
    SlopeScratch(const SlopeInput& input, const SlopeCounts& counts, Reservation& memory) noexcept
        : in_(input), counts_(counts), memory_(memory) {}

    /// Announces, charges and takes all of it.
    Outcome take(const MemoryHooks& hooks, Budget& budget) noexcept;
    /// Precondition of both: take() was ok.
    const SlopeWork& fill() noexcept;
    PlanePair* pairs() const noexcept { return slice<PlanePair>(at_.pairs); }

private:
    // A table of tags: the sort's two buffers, then the three arrays.
    struct TagSlices {
        std::uint64_t sort = 0, tags = 0, rows = 0, elements = 0;
    };

    const flatline_column* column(std::uint8_t block, std::string_view name) const noexcept {
        return find_column(in_.columns, find_field(block, name));
    }
    Dialect tag_dialect() const noexcept;
    template <class Element>
    TagSource tag_source(const Element* elements, std::size_t count,
                         std::uint8_t kind) const noexcept;
    void count_tags() noexcept;
    static TagSlices tag_slices(Layout& layout, const TagTable& table) noexcept;
    flatline_tags fill_tags(TagTable& table, const TagSlices& s) noexcept;
    bool has_nodes() const noexcept {
        return in_.nodes != nullptr && in_.nodes->subsector_count != 0;
    }
    // SRB2 and Eternity copy from the first sector of a tag that has a slope. Slopes come, and in
    // Eternity go, while they copy.
    bool looks_for_slopes() const noexcept {
        return counts_.copies && in_.rules != SlopeRules::zdoom;
    }
    void fill_lines() noexcept;
    void fill_things() noexcept;
    void find_places(std::size_t count) noexcept;
    void fill_vertex_tags() noexcept;
    void fill_vertex_things() noexcept;
    void fill_entries() noexcept;

    template <class T>
    T* slice(std::uint64_t at) const noexcept {
        return reinterpret_cast<T*>(memory_.data() + at);
    }

    const SlopeInput& in_;
    const SlopeCounts& counts_;
    struct {
        std::uint64_t pairs, lines, things, vertex_tags, vertex_things[2], heights[2];
        std::uint64_t sloped[2], entry_rows, entries, copies, owners, places, sweep;
        TagSlices sector_tags, line_ids;
    } at_ = {};
    TagTable sector_table_{TagSource(), TagRule()};
    TagTable line_table_{TagSource(), TagRule()};
    FirstSet sloped_[2];
    Reservation& memory_;
    SlopeWork work_;
};

}  // namespace flatline::engine::level
