#include "level/slope_scratch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/take_memory.hpp"
#include "level/slope_tables.hpp"
#include "level/thing_places.hpp"

namespace flatline::engine::level {

// Tags mean what the port takes them for, whatever the map's dialect is.
Dialect SlopeScratch::tag_dialect() const noexcept {
    switch (in_.rules) {
        case SlopeRules::srb2:
            return Dialect::srb2;
        case SlopeRules::eternity:
            return Dialect::eternity;
        default:
            return Dialect::zdoom;
    }
}

template <class Element>
TagSource SlopeScratch::tag_source(const Element* elements, std::size_t count,
                                   std::uint8_t kind) const noexcept {
    TagSource source;
    source.first_id = count != 0 ? &elements[0].id : nullptr;
    source.stride = sizeof(Element);
    source.count = count;
    // Eternity has one tag an element. With more a map could make copies slow: fill_entries.
    source.more = in_.rules == SlopeRules::eternity ? nullptr : column(kind, "moreids");
    source.ids = in_.ids;
    return source;
}

void SlopeScratch::count_tags() noexcept {
    const Geometry& g = in_.geometry;
    const TagRules& rules = tag_rules(tag_dialect());
    if (counts_.copies) {
        TagSource source = tag_source(in_.sectors, g.sector_count, FLATLINE_SECTOR);
        // GZDoom takes away the tags of sectors without lines before anything is copied.
        if (in_.rules == SlopeRules::zdoom) source.bordered = &g;
        sector_table_ = TagTable(source, rules.sectors);
    }
    if (counts_.by_line_id) {
        line_table_ = TagTable(tag_source(g.linedefs.begin(), g.linedefs.size(), FLATLINE_LINEDEF),
                               rules.lines);
    }
}

Outcome SlopeScratch::take(const MemoryHooks& hooks, Budget& budget) noexcept {
    const Geometry& g = in_.geometry;
    count_tags();
    Layout layout;
    at_.pairs = layout.add(g.sector_count, sizeof(PlanePair));
    at_.lines = layout.add(counts_.lines, sizeof(SlopeLine));
    at_.things = layout.add(counts_.things, sizeof(SlopeThing));
    at_.vertex_tags = layout.add(counts_.vertex_tags, sizeof(SlopeVertexTag));
    for (int s = 0; s < 2; ++s) {
        at_.vertex_things[s] = layout.add(counts_.vertex_things[s], sizeof(VertexThing));
        at_.heights[s] = layout.add(counts_.heights[s] ? g.vertices.size() : 0, sizeof(double));
    }
    at_.sector_tags = tag_slices(layout, sector_table_);
    at_.line_ids = tag_slices(layout, line_table_);
    if (looks_for_slopes()) {
        const auto entries = static_cast<std::size_t>(sector_table_.scratch_entries());
        for (std::uint64_t& sloped : at_.sloped) sloped = layout.add(FirstSet::bytes(entries), 1);
        at_.entry_rows = layout.add(g.sector_count + 1, sizeof(std::uint32_t));
        at_.entries = layout.add(entries, sizeof(std::uint32_t));
    }
    at_.copies = layout.add(counts_.placed, sizeof(flatline_thing));
    at_.owners = layout.add(counts_.placed, sizeof(std::uint32_t));
    at_.places = layout.add(counts_.placed, sizeof(flatline_thing_place));
    const bool sweeps = counts_.placed != 0 && !has_nodes();
    at_.sweep = layout.add(
        sweeps ? sweep_scratch_bytes(g.linedefs.size(), static_cast<std::size_t>(counts_.placed))
               : 0,
        1);
    return take_memory(layout.bytes(), hooks, budget, memory_);
}

SlopeScratch::TagSlices SlopeScratch::tag_slices(Layout& layout, const TagTable& table) noexcept {
    const std::uint64_t entries = table.scratch_entries();
    TagSlices s;
    s.sort = layout.add(2 * entries, sizeof(TagTable::Entry));
    s.tags = layout.add(entries, sizeof(std::int32_t));
    s.rows = layout.add(entries + 1, sizeof(std::uint32_t));
    s.elements = layout.add(entries, sizeof(std::uint32_t));
    return s;
}

flatline_tags SlopeScratch::fill_tags(TagTable& table, const TagSlices& s) noexcept {
    table.sort(slice<TagTable::Entry>(s.sort));
    return table.fill(slice<std::int32_t>(s.tags), slice<std::uint32_t>(s.rows),
                      slice<std::uint32_t>(s.elements));
}

const SlopeWork& SlopeScratch::fill() noexcept {
    fill_lines();
    fill_things();
    fill_vertex_things();
    for (int s = 0; s < 2; ++s) {
        work_.vertex_heights[s] = counts_.heights[s] ? slice<double>(at_.heights[s]) : nullptr;
    }
    if (counts_.copies) work_.sector_tags = fill_tags(sector_table_, at_.sector_tags);
    if (counts_.by_line_id) work_.line_ids = fill_tags(line_table_, at_.line_ids);
    if (looks_for_slopes()) fill_entries();
    return work_;
}

void SlopeScratch::fill_lines() noexcept {
    const SlopeLineFinder find_line(kSlopeLines, in_.rules);
    auto* lines = slice<SlopeLine>(at_.lines);
    std::size_t count = 0;
    const View<flatline_linedef> all = in_.geometry.linedefs;
    for (std::size_t i = 0; i < all.size() && count < counts_.lines; ++i) {
        const SlopeLineRow* row = find_line.find(all[i].special);
        if (row != nullptr) lines[count++] = {static_cast<std::uint32_t>(i), row};
    }
    work_.lines = {lines, count};
}

void SlopeScratch::fill_things() noexcept {
    if (counts_.things == 0) return;
    const SlopeThingFinder find_thing(kSlopeThings, in_.rules);
    auto* things = slice<SlopeThing>(at_.things);
    auto* copies = slice<flatline_thing>(at_.copies);
    auto* owners = slice<std::uint32_t>(at_.owners);
    std::uint32_t count = 0;
    std::size_t placed = 0;
    for (std::size_t i = 0; i < in_.things.size() && count < counts_.things; ++i) {
        const flatline_thing& thing = in_.things[i];
        const SlopeThingRow* row = find_thing.find(thing.type);
        if (row == nullptr || row->step == SlopeStep::vertex_heights) continue;
        things[count] = {static_cast<std::uint32_t>(i), FLATLINE_NONE, row};
        if (needs_place(thing)) {
            copies[placed] = thing;
            if (in_.rules == SlopeRules::srb2) {  // which reads places as integers
                copies[placed].x = std::trunc(thing.x);
                copies[placed].y = std::trunc(thing.y);
            }
            owners[placed++] = count;
        }
        ++count;
    }
    work_.things = {things, count};
    find_places(placed);
    fill_vertex_tags();
}

// Mappers put slope things right on vertices, where the nodes decide in a port. Without nodes
// the places just beside the point are tried: west and south first as SRB2's nodes have it, or
// east and north first as GZDoom's. A place in the void is passed over.
void SlopeScratch::find_places(std::size_t count) noexcept {
    auto* things = slice<SlopeThing>(at_.things);
    auto* copies = slice<flatline_thing>(at_.copies);
    auto* owners = slice<std::uint32_t>(at_.owners);
    auto* places = slice<flatline_thing_place>(at_.places);
    const bool srb2 = in_.rules == SlopeRules::srb2;
    if (has_nodes()) {
        fill_places_by_nodes(*in_.nodes, {copies, count}, places,
                             srb2 ? OnPartition::srb2 : OnPartition::gzdoom);
        for (std::size_t i = 0; i < count; ++i) things[owners[i]].sector = places[i].sector;
        return;
    }
    constexpr Beside kSides[] = {{true, true}, {true, false}, {false, true}, {false, false}};
    for (int i = 0; i < 4 && count != 0; ++i) {
        fill_places_by_sweep(in_.geometry, {copies, count}, slice<unsigned char>(at_.sweep), places,
                             kSides[srb2 ? i : 3 - i]);
        std::size_t left = 0;
        for (std::size_t k = 0; k < count; ++k) {
            things[owners[k]].sector = places[k].sector;
            if (places[k].sector != FLATLINE_NONE) continue;
            copies[left] = copies[k];
            owners[left++] = owners[k];
        }
        count = left;
    }
}

void SlopeScratch::fill_vertex_tags() noexcept {
    if (counts_.vertex_tags == 0) return;
    auto* tags = slice<SlopeVertexTag>(at_.vertex_tags);
    std::size_t count = 0;
    for (const SlopeThing& at : work_.things) {
        const auto add = [&](std::int32_t tag) {  // SRB2's tags have 16 bits
            tags[count++] = {static_cast<std::int16_t>(tag), at.thing, at.sector};
        };
        add(in_.things[at.thing].id);
        const flatline_text more = more_ids(in_, at.thing);
        for (std::uint32_t i = 0; i < more.size; ++i) add(in_.ids[more.offset + i]);
    }
    std::sort(tags, tags + count, [](const SlopeVertexTag& a, const SlopeVertexTag& b) {
        return a.tag != b.tag ? a.tag < b.tag : a.thing < b.thing;
    });
    const auto same = [](const SlopeVertexTag& a, const SlopeVertexTag& b) {
        return a.tag == b.tag && a.thing == b.thing;
    };
    work_.vertex_tags = {tags,
                         static_cast<std::size_t>(std::unique(tags, tags + count, same) - tags)};
}

void SlopeScratch::fill_vertex_things() noexcept {
    const SlopeThingFinder find_thing(kSlopeThings, in_.rules);
    std::size_t count[2] = {};
    VertexThing* things[2] = {slice<VertexThing>(at_.vertex_things[0]),
                              slice<VertexThing>(at_.vertex_things[1])};
    if (counts_.vertex_things[0] + counts_.vertex_things[1] == 0) return;
    for (std::size_t i = 0; i < in_.things.size(); ++i) {
        const flatline_thing& thing = in_.things[i];
        const SlopeThingRow* row = find_thing.find(thing.type);
        if (row == nullptr || row->rule != ThingRule::vertex) continue;
        const auto s = static_cast<std::size_t>(row->surface);
        things[s][count[s]++] = {thing.x, thing.y, static_cast<std::uint32_t>(i), false};
    }
    for (int s = 0; s < 2; ++s) {
        std::sort(things[s], things[s] + count[s], [](const VertexThing& a, const VertexThing& b) {
            if (a.x != b.x) return a.x < b.x;
            return a.y != b.y ? a.y < b.y : a.thing < b.thing;
        });
        work_.vertex_things[s] = things[s];
        work_.vertex_thing_count[s] = count[s];
    }
}

// Lists the entries of each sector in the table of tags. SRB2 marks an entry at most once for a
// surface, and a sector of Eternity has at most one entry, so all marking is linear.
void SlopeScratch::fill_entries() noexcept {
    auto* rows = slice<std::uint32_t>(at_.entry_rows);
    auto* entries = slice<std::uint32_t>(at_.entries);
    const std::size_t sectors = in_.geometry.sector_count;
    const flatline_tags& tags = work_.sector_tags;
    std::memset(rows, 0, (sectors + 1) * sizeof *rows);
    for (std::uint32_t i = 0; i < tags.element_count; ++i) ++rows[tags.elements[i] + 1];
    begin_rows(rows, sectors);
    for (std::uint32_t i = 0; i < tags.element_count; ++i) entries[rows[tags.elements[i]]++] = i;
    end_rows(rows, sectors);
    for (int s = 0; s < 2; ++s) {
        sloped_[s].begin(tags.element_count, slice<unsigned char>(at_.sloped[s]));
    }
    work_.sloped_entries = sloped_;
    work_.entry_rows = rows;
    work_.entries = entries;
}

}  // namespace flatline::engine::level
