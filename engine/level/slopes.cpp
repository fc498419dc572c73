// Slopes: finds out what the map uses of them, takes the memory for that, runs the steps.
#include "level/slopes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/layout.hpp"
#include "level/slope_pass.hpp"
#include "level/thing_places.hpp"

namespace flatline::level {
namespace {

constexpr std::int32_t kSlopeVertex = 750;  // DoomEd number of what special 704 of SRB2 names

// The fields by which ports make slopes. Those of vertices are indexed by surface.
constexpr std::string_view kVertexHeightFields[2] = {"zfloor", "zceiling"};
constexpr std::string_view kPlaneFields[8] = {"floorplane_a",   "floorplane_b",   "floorplane_c",
                                              "floorplane_d",   "ceilingplane_a", "ceilingplane_b",
                                              "ceilingplane_c", "ceilingplane_d"};

bool has_step(SlopeRules rules, SlopeStep step) noexcept {
    return std::any_of(std::begin(kSlopeSteps), std::end(kSlopeSteps),
                       [&](const SlopeStepRow& r) { return r.rules == rules && r.step == step; });
}

class Deriver {
public:
    Deriver(const SlopeInput& input, const MemoryHooks& hooks, Budget& budget,
            FindingList& findings) noexcept
        : in_(input),
          hooks_(hooks),
          budget_(budget),
          findings_(findings),
          find_line_(kSlopeLines, input.rules),
          find_thing_(kSlopeThings, input.rules) {}

    Outcome run(Reservation& memory, SlopeArrays& out) noexcept {
        if (!survey()) return Outcome::ok;
        const std::uint64_t mark = budget_.used();
        if (!take_scratch()) return status_;
        PlaneTable planes(in_.sectors, in_.geometry.sector_count, pairs_);
        fill();
        SlopePass pass(in_, work_, planes, findings_);
        run_steps(pass);
        if (pass.stopped()) {
            findings_.add(slope_finding(Rule::limit_slope_steps, FLATLINE_MAP, FLATLINE_NONE,
                                        static_cast<std::int64_t>(pass.steps()),
                                        static_cast<std::int64_t>(in_.step_limit),
                                        FLATLINE_NO_FIELD));
            planes.clear();
        }
        publish(planes, memory, out);
        scratch_.reset();
        budget_.rewind(mark + (status_ == Outcome::ok ? published_bytes_ : 0));
        return status_;
    }

private:
    static constexpr SlopeStep kNoPlaces = SlopeStep::vertex_heights;  // its things need no sector

    // Counts what there is. False where nothing of the map slopes.
    bool survey() noexcept {
        if (in_.geometry.sector_count == 0) return false;
        for (const flatline_linedef& line : in_.geometry.linedefs) {
            const SlopeLineRow* row = find_line_.find(line.special);
            if (row == nullptr) continue;
            ++line_count_;
            copies_ = copies_ || row->step == SlopeStep::copy_lines;
            by_vertices_ = by_vertices_ || row->rule == LineRule::vertices_srb2;
        }
        for (std::uint32_t i = 0; i < in_.things.size(); ++i) survey_thing(in_.things[i], i);
        bool fields = false;
        if (has_step(in_.rules, SlopeStep::plane_fields)) {
            for (const std::string_view name : kPlaneFields) {
                fields = fields || column(FLATLINE_SECTOR, name) != nullptr;
            }
        }
        const bool has_heights = has_step(in_.rules, SlopeStep::vertex_heights);
        for (int s = 0; s < 2; ++s) {
            heights_[s] =
                vertex_things_[s] != 0 ||
                (has_heights && column(FLATLINE_VERTEX, kVertexHeightFields[s]) != nullptr);
        }
        return fields || heights_[0] || heights_[1] || line_count_ != 0 || thing_count_ != 0;
    }

    void survey_thing(const flatline_thing& thing, std::uint32_t index) noexcept {
        const SlopeThingRow* row = find_thing_.find(thing.type);
        if (row == nullptr) return;
        switch (row->rule) {
            case ThingRule::vertex:
                ++vertex_things_[static_cast<std::size_t>(row->surface)];
                return;
            case ThingRule::slope_vertex:
                if (!by_vertices_) return;  // they do nothing by themselves
                vertex_tag_count_ += 1 + more_ids(index).size;
                break;
            case ThingRule::line_id:
                by_line_id_ = true;
                break;
            case ThingRule::copy:
                copies_ = true;
                break;
            default:
                break;
        }
        ++thing_count_;
        placed_ += needs_place(thing);
    }

    // A slope vertex with an absolute height (arg0) may stand anywhere.
    static bool needs_place(const flatline_thing& thing) noexcept {
        return thing.type != kSlopeVertex || thing.arg[0] == 0;
    }

    const flatline_column* column(std::uint8_t block, std::string_view name) const noexcept {
        return find_column(in_.columns, find_field(block, name));
    }
    flatline_text more_ids(std::uint32_t thing) const noexcept {
        const flatline_column* more = column(FLATLINE_THING, "moreids");
        if (more == nullptr) return {0, 0};
        const std::uint32_t* end = more->elements + more->count;
        const std::uint32_t* at = std::lower_bound(more->elements, end, thing);
        return at != end && *at == thing ? more->values.ids[at - more->elements]
                                         : flatline_text{0, 0};
    }

    // Tags mean what the port takes them for, whatever the map's dialect is.
    Dialect tag_dialect() const noexcept {
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
    TagSource tag_source(const Element* elements, std::size_t count,
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

    // Where a table of tags lies in the scratch memory: two buffers for sorting, three arrays.
    struct TagSlices {
        std::uint64_t sort = 0, tags = 0, rows = 0, elements = 0;
    };
    static TagSlices tag_slices(Layout& layout, const TagTable& table) noexcept {
        const std::uint64_t entries = table.scratch_entries();
        TagSlices s;
        s.sort = layout.add(2 * entries, sizeof(TagTable::Entry));
        s.tags = layout.add(entries, sizeof(std::int32_t));
        s.rows = layout.add(entries + 1, sizeof(std::uint32_t));
        s.elements = layout.add(entries, sizeof(std::uint32_t));
        return s;
    }
    flatline_tags fill_tags(TagTable& table, const TagSlices& s) noexcept {
        table.sort(slice<TagTable::Entry>(s.sort));
        return table.fill(slice<std::int32_t>(s.tags), slice<std::uint32_t>(s.rows),
                          slice<std::uint32_t>(s.elements));
    }

    template <class T>
    T* slice(std::uint64_t at) const noexcept {
        return reinterpret_cast<T*>(scratch_.data() + at);
    }

    bool take(std::uint64_t bytes, Reservation& memory) noexcept {
        budget_.announce(bytes);
        if (!budget_.charge(bytes)) {
            status_ = Outcome::over_limit;
        } else if (!memory.ensure_whole(hooks_, bytes)) {
            status_ = Outcome::out_of_memory;
        }
        return status_ == Outcome::ok;
    }

    bool take_scratch() noexcept {
        const Geometry& g = in_.geometry;
        const TagRules& rules = tag_rules(tag_dialect());
        if (copies_) {
            TagSource source = tag_source(in_.sectors, g.sector_count, FLATLINE_SECTOR);
            // GZDoom takes away the tags of sectors without lines before anything is copied.
            if (in_.rules == SlopeRules::zdoom) source.bordered = &g;
            sector_table_ = TagTable(source, rules.sectors);
        }
        if (by_line_id_) {
            line_table_ = TagTable(
                tag_source(g.linedefs.begin(), g.linedefs.size(), FLATLINE_LINEDEF), rules.lines);
        }
        Layout layout;
        const std::uint64_t pairs_at = layout.add(g.sector_count, sizeof(PlanePair));
        at_.lines = layout.add(line_count_, sizeof(SlopeLine));
        at_.things = layout.add(thing_count_, sizeof(SlopeThing));
        at_.vertex_tags = layout.add(vertex_tag_count_, sizeof(SlopeVertexTag));
        for (int s = 0; s < 2; ++s) {
            at_.vertex_things[s] = layout.add(vertex_things_[s], sizeof(VertexThing));
            at_.heights[s] = layout.add(heights_[s] ? g.vertices.size() : 0, sizeof(double));
        }
        at_.sector_tags = tag_slices(layout, sector_table_);
        at_.line_ids = tag_slices(layout, line_table_);
        if (looks_for_slopes()) {
            const auto entries = static_cast<std::size_t>(sector_table_.scratch_entries());
            for (std::uint64_t& sloped : at_.sloped)
                sloped = layout.add(FirstSet::bytes(entries), 1);
            at_.entry_rows = layout.add(g.sector_count + 1, sizeof(std::uint32_t));
            at_.entries = layout.add(entries, sizeof(std::uint32_t));
        }
        at_.copies = layout.add(placed_, sizeof(flatline_thing));
        at_.owners = layout.add(placed_, sizeof(std::uint32_t));
        at_.places = layout.add(placed_, sizeof(flatline_thing_place));
        const bool sweeps = placed_ != 0 && !has_nodes();
        at_.sweep = layout.add(sweeps ? sweep_scratch_bytes(g.linedefs.size(), placed_) : 0, 1);
        if (!take(layout.bytes(), scratch_)) return false;
        pairs_ = slice<PlanePair>(pairs_at);
        return true;
    }

    bool has_nodes() const noexcept {
        return in_.nodes != nullptr && in_.nodes->subsector_count != 0;
    }
    // SRB2 and Eternity copy from the first sector with the tag that slopes. While they copy,
    // sectors begin to slope, and in Eternity also cease to.
    bool looks_for_slopes() const noexcept { return copies_ && in_.rules != SlopeRules::zdoom; }

    void fill() noexcept {
        fill_lines();
        fill_things();
        fill_vertex_things();
        for (int s = 0; s < 2; ++s) {
            work_.vertex_heights[s] = heights_[s] ? slice<double>(at_.heights[s]) : nullptr;
        }
        if (copies_) work_.sector_tags = fill_tags(sector_table_, at_.sector_tags);
        if (by_line_id_) work_.line_ids = fill_tags(line_table_, at_.line_ids);
        if (looks_for_slopes()) fill_entries();
    }

    void fill_lines() noexcept {
        auto* lines = slice<SlopeLine>(at_.lines);
        std::size_t count = 0;
        const View<flatline_linedef> all = in_.geometry.linedefs;
        for (std::size_t i = 0; i < all.size() && count < line_count_; ++i) {
            const SlopeLineRow* row = find_line_.find(all[i].special);
            if (row != nullptr) lines[count++] = {static_cast<std::uint32_t>(i), row};
        }
        work_.lines = {lines, count};
    }

    void fill_things() noexcept {
        if (thing_count_ == 0) return;
        auto* things = slice<SlopeThing>(at_.things);
        auto* copies = slice<flatline_thing>(at_.copies);
        auto* owners = slice<std::uint32_t>(at_.owners);
        std::uint32_t count = 0;
        std::size_t placed = 0;
        for (std::size_t i = 0; i < in_.things.size() && count < thing_count_; ++i) {
            const flatline_thing& thing = in_.things[i];
            const SlopeThingRow* row = find_thing_.find(thing.type);
            if (row == nullptr || row->step == kNoPlaces) continue;
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
    void find_places(std::size_t count) noexcept {
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
            fill_places_by_sweep(in_.geometry, {copies, count}, slice<unsigned char>(at_.sweep),
                                 places, kSides[srb2 ? i : 3 - i]);
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

    void fill_vertex_tags() noexcept {
        if (vertex_tag_count_ == 0) return;
        auto* tags = slice<SlopeVertexTag>(at_.vertex_tags);
        std::size_t count = 0;
        for (const SlopeThing& at : work_.things) {
            const auto add = [&](std::int32_t tag) {  // SRB2's tags have 16 bits
                tags[count++] = {static_cast<std::int16_t>(tag), at.thing, at.sector};
            };
            add(in_.things[at.thing].id);
            const flatline_text more = more_ids(at.thing);
            for (std::uint32_t i = 0; i < more.size; ++i) add(in_.ids[more.offset + i]);
        }
        std::sort(tags, tags + count, [](const SlopeVertexTag& a, const SlopeVertexTag& b) {
            return a.tag != b.tag ? a.tag < b.tag : a.thing < b.thing;
        });
        const auto same = [](const SlopeVertexTag& a, const SlopeVertexTag& b) {
            return a.tag == b.tag && a.thing == b.thing;
        };
        work_.vertex_tags = {
            tags, static_cast<std::size_t>(std::unique(tags, tags + count, same) - tags)};
    }

    void fill_vertex_things() noexcept {
        std::size_t count[2] = {};
        VertexThing* things[2] = {slice<VertexThing>(at_.vertex_things[0]),
                                  slice<VertexThing>(at_.vertex_things[1])};
        if (vertex_things_[0] + vertex_things_[1] == 0) return;
        for (std::size_t i = 0; i < in_.things.size(); ++i) {
            const flatline_thing& thing = in_.things[i];
            const SlopeThingRow* row = find_thing_.find(thing.type);
            if (row == nullptr || row->rule != ThingRule::vertex) continue;
            const auto s = static_cast<std::size_t>(row->surface);
            things[s][count[s]++] = {thing.x, thing.y, static_cast<std::uint32_t>(i), false};
        }
        for (int s = 0; s < 2; ++s) {
            std::sort(things[s], things[s] + count[s],
                      [](const VertexThing& a, const VertexThing& b) {
                          if (a.x != b.x) return a.x < b.x;
                          return a.y != b.y ? a.y < b.y : a.thing < b.thing;
                      });
            work_.vertex_things[s] = things[s];
            work_.vertex_thing_count[s] = count[s];
        }
    }

    // Lists the entries of each sector in the table of tags. SRB2 marks an entry at most once for a
    // surface, and a sector of Eternity has at most one entry, so all marking is linear.
    void fill_entries() noexcept {
        auto* rows = slice<std::uint32_t>(at_.entry_rows);
        auto* entries = slice<std::uint32_t>(at_.entries);
        const std::size_t sectors = in_.geometry.sector_count;
        const flatline_tags& tags = work_.sector_tags;
        std::memset(rows, 0, (sectors + 1) * sizeof *rows);
        for (std::uint32_t i = 0; i < tags.element_count; ++i) ++rows[tags.elements[i] + 1];
        begin_rows(rows, sectors);
        for (std::uint32_t i = 0; i < tags.element_count; ++i)
            entries[rows[tags.elements[i]]++] = i;
        end_rows(rows, sectors);
        for (int s = 0; s < 2; ++s) {
            sloped_[s].begin(tags.element_count, slice<unsigned char>(at_.sloped[s]));
        }
        work_.sloped_entries = sloped_;
        work_.entry_rows = rows;
        work_.entries = entries;
    }

    void run_steps(SlopePass& pass) noexcept {
        for (const SlopeStepRow& row : kSlopeSteps) {
            if (row.rules != in_.rules || pass.stopped()) continue;
            switch (row.step) {
                case SlopeStep::plane_fields:
                    pass.plane_fields();
                    break;
                case SlopeStep::vertex_heights:
                    pass.vertex_heights();
                    break;
                case SlopeStep::slope_lines:
                    pass.slope_lines();
                    break;
                case SlopeStep::slope_things:
                    pass.slope_things();
                    break;
                case SlopeStep::copy_things:
                    pass.copy_things();
                    break;
                case SlopeStep::copy_lines:
                    pass.copy_lines();
                    break;
            }
        }
    }

    void publish(PlaneTable& planes, Reservation& memory, SlopeArrays& out) noexcept {
        const std::uint32_t count = planes.count();
        Layout layout;
        layout.add(count, sizeof(flatline_plane));
        const std::uint64_t sources_at = layout.add(count, sizeof(flatline_plane_source));
        published_bytes_ = layout.bytes();
        if (count == 0) return planes.clear();
        if (!take(published_bytes_, memory)) return planes.clear();
        auto* arrays = reinterpret_cast<flatline_plane*>(memory.data());
        auto* sources = reinterpret_cast<flatline_plane_source*>(memory.data() + sources_at);
        planes.publish(arrays, sources);
        out = {arrays, sources, count};
    }

    const SlopeInput& in_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    FindingList& findings_;
    SlopeLineFinder find_line_;
    SlopeThingFinder find_thing_;
    Outcome status_ = Outcome::ok;

    std::uint64_t line_count_ = 0;
    std::uint64_t thing_count_ = 0;  // of those that act on the sector where they stand
    std::uint64_t placed_ = 0;       // of those, whose sector must be found
    std::uint64_t vertex_things_[2] = {};
    std::uint64_t vertex_tag_count_ = 0;
    bool heights_[2] = {};
    bool copies_ = false;  // by sector tag
    bool by_line_id_ = false;
    bool by_vertices_ = false;  // 704

    struct {
        std::uint64_t lines, things, vertex_tags, vertex_things[2], heights[2];
        std::uint64_t sloped[2], entry_rows, entries, copies, owners, places, sweep;
        TagSlices sector_tags, line_ids;
    } at_ = {};
    TagTable sector_table_{TagSource(), TagRule()};
    TagTable line_table_{TagSource(), TagRule()};
    FirstSet sloped_[2];
    Reservation scratch_;
    PlanePair* pairs_ = nullptr;
    SlopeWork work_;
    std::uint64_t published_bytes_ = 0;
};

}  // namespace

const flatline_column* find_column(View<flatline_column> columns, FieldId field) noexcept {
    const flatline_column* at =
        std::lower_bound(columns.begin(), columns.end(), field,
                         [](const flatline_column& c, FieldId id) { return c.field < id; });
    return at != columns.end() && at->field == field ? at : nullptr;
}

Finding slope_finding(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a,
                      std::int64_t b, FieldId field) noexcept {
    Finding f{};
    f.offset = FLATLINE_NO_OFFSET;
    f.a = a;
    f.b = b;
    f.index = index;
    f.rule = static_cast<std::uint16_t>(rule);
    f.field = field;
    // The rule plane-degenerate is an error in a Doom 3 map; here the sector just stays flat.
    const Severity severity = std::min(rule_rows()[f.rule].severity, Severity::warning);
    f.severity = static_cast<std::uint8_t>(severity);
    f.element = element;
    f.lump = static_cast<std::uint8_t>(Lump::textmap);
    return f;
}

void SlopePass::report(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a,
                       std::int64_t b, FieldId field) noexcept {
    findings_.add(slope_finding(rule, element, index, a, b, field));
}

Outcome derive_planes(const SlopeInput& input, const MemoryHooks& hooks, Budget& budget,
                      Reservation& memory, FindingList& findings, SlopeArrays& out) noexcept {
    out = {};
    if (input.rules == SlopeRules::none || input.rules == SlopeRules::automatic) {
        return Outcome::ok;
    }
    return Deriver(input, hooks, budget, findings).run(memory, out);
}

}  // namespace flatline::level
