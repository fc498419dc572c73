// Runtime: computes the exact size of every table, takes the memory, fills the tables.
#include "model/runtime.hpp"

#include <algorithm>
#include <utility>

#include "base/jobs.hpp"
#include "base/progress.hpp"
#include "level/geometry.hpp"
#include "level/line_data.hpp"
#include "level/loops.hpp"
#include "level/neighbours.hpp"
#include "level/polyobjects.hpp"
#include "level/sector_bounds.hpp"
#include "level/seg_data.hpp"
#include "level/side_lines.hpp"
#include "level/slime_trails.hpp"
#include "level/sound_groups.hpp"
#include "level/tags.hpp"
#include "level/thing_places.hpp"
#include "level/vertex_lines.hpp"
#include "load/build.hpp"

namespace flatline::engine {

struct detail::RuntimeStorage {
    Reservation line_data, side_lines, vertex_lines, neighbours, sector_bounds;
    Reservation sector_tags, line_tags, thing_tags, thing_places, polyobjects, gaps;
    Reservation trails, seg_data, subsector_lines, sound_groups, sound_neighbours;
};

void detail::destroy(RuntimeStorage* storage) noexcept { delete storage; }

namespace {

using level::RowsOut;

// Where elements share working memory with others (ends of lines, lines of subsectors), each piece
// has its own. A large map has as many whatever its threads are, so that its memory is the same.
constexpr std::size_t kRuntimePieces = 2;
constexpr std::size_t kLeastSharedLines = 2048;  // of a large map

class RuntimeBuilder {
public:
    RuntimeBuilder(const Map& map, const RuntimeOptions& options, detail::RuntimeStorage& storage,
                   Budget& budget, flatline_runtime& out) noexcept
        : map_(map),
          options_(options),
          storage_(storage),
          budget_(budget),
          out_(out),
          is_large_(map.linedefs().size() >= kLeastSharedLines),
          jobs_(options.jobs, is_large_ ? options.threads : 1) {
        g_.vertices = map.vertices();
        g_.linedefs = map.linedefs();
        g_.sidedefs = map.sidedefs();
        g_.sector_count = map.sectors().size();
        g_.sector_line_rows = map.arrays().sector_line_rows;
        g_.sector_lines = map.arrays().sector_lines;
    }

    Outcome run() noexcept {
        std::uint32_t tables = options_.tables;
        using Step = bool (RuntimeBuilder::*)() noexcept;
        constexpr std::pair<std::uint32_t, Step> kSteps[] = {
            {FLATLINE_RUNTIME_LINE_DATA, &RuntimeBuilder::line_data},
            {FLATLINE_RUNTIME_SIDE_LINES, &RuntimeBuilder::side_lines},
            {FLATLINE_RUNTIME_VERTEX_LINES, &RuntimeBuilder::vertex_lines},
            {FLATLINE_RUNTIME_NEIGHBOURS, &RuntimeBuilder::neighbours},
            {FLATLINE_RUNTIME_SECTOR_BOUNDS, &RuntimeBuilder::sector_bounds},
            {FLATLINE_RUNTIME_TAGS, &RuntimeBuilder::tags},
            {FLATLINE_RUNTIME_THING_PLACES, &RuntimeBuilder::thing_places},
            {FLATLINE_RUNTIME_POLYOBJECTS, &RuntimeBuilder::polyobjects},
            {FLATLINE_RUNTIME_GAPS, &RuntimeBuilder::gaps},
            {FLATLINE_RUNTIME_TRAILS, &RuntimeBuilder::trails},
            {FLATLINE_RUNTIME_SEG_DATA, &RuntimeBuilder::seg_data},
            {FLATLINE_RUNTIME_SUBSECTOR_LINES, &RuntimeBuilder::subsector_lines},
            {FLATLINE_RUNTIME_SOUND_GROUPS, &RuntimeBuilder::sound_groups},
        };
        if (tables & FLATLINE_RUNTIME_POLYOBJECTS) tables |= FLATLINE_RUNTIME_VERTEX_LINES;
        if (tables & FLATLINE_RUNTIME_SEG_DATA) tables |= FLATLINE_RUNTIME_TRAILS;
        tables &= FLATLINE_RUNTIME_ALL;
        out_.line_count = count_of(g_.linedefs);
        out_.side_count = count_of(g_.sidedefs);
        out_.vertex_count = count_of(g_.vertices);
        out_.sector_count = static_cast<std::uint32_t>(g_.sector_count);
        out_.thing_count = count_of(map_.things());
        out_.tables = tables;
        // An empty Map has not even the first row of sector_lines.
        if (map_.empty()) return Outcome::ok;
        std::uint64_t wanted = 0;
        for (const auto& [table, step] : kSteps) wanted += (tables & table) != 0 ? 1u : 0u;
        Progress progress(options_.progress, wanted);
        for (const auto& [table, step] : kSteps) {
            if ((tables & table) == 0) continue;
            if (!(this->*step)()) break;
            if (!progress.add(1)) {
                outcome_ = Outcome::cancelled;
                break;
            }
        }
        budget_.rewind(budget_.used() - scratch_.size());
        scratch_.reset();
        return outcome_;
    }

private:
    template <class T>
    static std::uint32_t count_of(View<T> view) noexcept {
        return static_cast<std::uint32_t>(view.size());
    }

    bool take(std::uint64_t bytes, Reservation& memory) noexcept {
        outcome_ = take_memory(bytes, options_.memory, budget_, memory);
        return outcome_ == Outcome::ok;
    }
    // Working memory of one step; the next step uses the same memory.
    bool take_scratch(std::uint64_t bytes) noexcept {
        if (bytes <= scratch_.size()) return true;
        budget_.rewind(budget_.used() - scratch_.size());
        scratch_.reset();
        return take(bytes, scratch_);
    }
    template <class T>
    T* scratch() const noexcept {
        return reinterpret_cast<T*>(scratch_.data());
    }
    template <class T>
    bool array(std::uint64_t count, Reservation& memory, T*& data) noexcept {
        Layout layout;
        layout.add(count, sizeof(T));
        if (!take(layout.bytes(), memory)) return false;
        data = reinterpret_cast<T*>(memory.data());
        return true;
    }
    template <class T>
    bool rows(std::uint64_t owners, std::uint64_t items, Reservation& memory, std::uint32_t*& row,
              T*& item) noexcept {
        Layout layout;
        layout.add(owners + 1, sizeof(std::uint32_t));
        const std::uint64_t at = layout.add(items, sizeof(T));
        if (!take(layout.bytes(), memory)) return false;
        row = reinterpret_cast<std::uint32_t*>(memory.data());
        item = reinterpret_cast<T*>(memory.data() + at);
        return true;
    }

    bool line_data() noexcept {
        flatline_line_data* data = nullptr;
        if (!array(g_.linedefs.size(), storage_.line_data, data)) return false;
        in_shares(&jobs_, g_.linedefs.size(),
                  [&](Share share) { level::fill_line_data(g_, share, data); });
        out_.line_data = data;
        return true;
    }

    bool side_lines() noexcept {
        std::uint32_t* lines = nullptr;
        if (!array(g_.sidedefs.size(), storage_.side_lines, lines)) return false;
        level::fill_side_lines(g_.linedefs, g_.sidedefs.size(), lines);
        out_.side_lines = lines;
        return true;
    }

    bool vertex_lines() noexcept {
        const std::uint64_t count = level::count_vertex_lines(g_.linedefs);
        RowsOut lists;
        if (!rows(g_.vertices.size(), count, storage_.vertex_lines, lists.rows, lists.items)) {
            return false;
        }
        level::fill_vertex_lines(g_.linedefs, g_.vertices.size(), lists);
        vertex_lines_ = lists;
        out_.vertex_line_rows = lists.rows;
        out_.vertex_lines = lists.items;
        out_.vertex_line_count = static_cast<std::uint32_t>(count);
        return true;
    }

    bool neighbours() noexcept {
        if (!take_scratch(level::neighbour_scratch_bytes(g_))) return false;
        const std::uint64_t count = level::count_neighbours(g_, scratch<unsigned char>());
        RowsOut lists;
        if (!rows(g_.sector_count, count, storage_.neighbours, lists.rows, lists.items))
            return false;
        level::fill_neighbours(g_, scratch<unsigned char>(), lists);
        out_.neighbour_rows = lists.rows;
        out_.neighbours = lists.items;
        out_.neighbour_count = static_cast<std::uint32_t>(count);
        return true;
    }

    bool sector_bounds() noexcept {
        flatline_sector_bounds* bounds = nullptr;
        if (!array(g_.sector_count, storage_.sector_bounds, bounds)) return false;
        const flatline_blockmap* blockmap =
            options_.blockmap != nullptr ? options_.blockmap : &map_.blockmap();
        in_shares(&jobs_, g_.sector_count, [&](Share share) {
            level::fill_sector_bounds(g_, map_.dialect(), blockmap, share, bounds);
        });
        out_.sector_bounds = bounds;
        return true;
    }

    template <class Element>
    bool tag_table(View<Element> elements, std::uint8_t kind, const level::TagRule& rule,
                   Reservation& memory, flatline_tags& out) noexcept {
        level::TagSource source;
        source.first_id = elements.empty() ? nullptr : &elements[0].id;
        source.stride = sizeof(Element);
        source.count = elements.size();
        source.more = map_.column(kind, "moreids");
        source.ids = map_.ids().data();
        level::TagTable table(source, rule);
        const std::uint64_t entries = table.scratch_entries();
        if (!take_scratch(2 * entries * sizeof(level::TagTable::Entry))) return false;
        table.sort(scratch<level::TagTable::Entry>());
        Layout layout;
        const std::uint64_t tags_at = layout.add(table.tag_count(), sizeof(std::int32_t));
        const std::uint64_t rows_at = layout.add(table.tag_count() + 1u, sizeof(std::uint32_t));
        const std::uint64_t items_at = layout.add(table.element_count(), sizeof(std::uint32_t));
        if (!take(layout.bytes(), memory)) return false;
        unsigned char* base = memory.data();
        out = table.fill(reinterpret_cast<std::int32_t*>(base + tags_at),
                         reinterpret_cast<std::uint32_t*>(base + rows_at),
                         reinterpret_cast<std::uint32_t*>(base + items_at));
        return true;
    }
    bool tags() noexcept {
        const level::TagRules& rules = level::tag_rules(map_.dialect());
        return tag_table(map_.sectors(), FLATLINE_SECTOR, rules.sectors, storage_.sector_tags,
                         out_.sector_tags) &&
               tag_table(g_.linedefs, FLATLINE_LINEDEF, rules.lines, storage_.line_tags,
                         out_.line_tags) &&
               tag_table(map_.things(), FLATLINE_THING, rules.things, storage_.thing_tags,
                         out_.thing_tags);
    }

    bool thing_places() noexcept {
        const View<flatline_thing> things = map_.things();
        flatline_thing_place* places = nullptr;
        if (!array(things.size(), storage_.thing_places, places)) return false;
        if (nodes().subsector_count != 0) {
            in_shares(&jobs_, things.size(), [&](Share share) {
                level::fill_places_by_nodes(nodes(), {things.data() + share.begin, share.size()},
                                            places + share.begin);
            });
        } else {
            if (!take_scratch(level::sweep_scratch_bytes(g_.linedefs.size(), things.size()))) {
                return false;
            }
            level::fill_places_by_sweep(g_, things, scratch<unsigned char>(), places, {}, &jobs_);
        }
        out_.thing_places = places;
        return true;
    }

    const flatline_bsp& nodes() const noexcept {
        return options_.nodes != nullptr ? *options_.nodes : map_.nodes();
    }

    bool trails() noexcept {
        const std::uint64_t count = level::trail_vertex_count(g_, nodes());
        if (!take_scratch(count)) return false;
        flatline_trail_vertex* vertices = nullptr;
        if (!array(count, storage_.trails, vertices)) return false;
        level::fill_trail_vertices(g_, nodes(), options_.trails, scratch<unsigned char>(),
                                   vertices);
        out_.trail_vertices = vertices;
        out_.trail_vertex_count = static_cast<std::uint32_t>(count);
        return true;
    }

    bool seg_data() noexcept {
        flatline_seg_data* data = nullptr;
        if (!array(nodes().seg_count, storage_.seg_data, data)) return false;
        in_shares(&jobs_, nodes().seg_count, [&](Share share) {
            level::fill_seg_data(g_, nodes(), out_.trail_vertices, share, data);
        });
        out_.seg_data = data;
        out_.seg_count = nodes().seg_count;
        return true;
    }

    bool subsector_lines() noexcept {
        const std::size_t pieces = piece_count();
        if (!take_scratch(pieces * g_.linedefs.size() * sizeof(std::uint32_t))) return false;
        const auto marks = [this](std::size_t i) {
            return scratch<std::uint32_t>() + i * g_.linedefs.size();
        };
        const auto share = [&](std::size_t i) {
            return share_of(nodes().subsector_count, i, pieces);
        };
        std::uint32_t counts[kRuntimePieces] = {};
        in_pieces(&jobs_, pieces, [&](std::size_t i) {
            counts[i] = level::count_subsector_lines(g_, nodes(), share(i), marks(i));
        });
        const std::uint32_t count = counts[0] + counts[1];
        RowsOut lists;
        if (!rows(nodes().subsector_count, count, storage_.subsector_lines, lists.rows,
                  lists.items)) {
            return false;
        }
        in_pieces(&jobs_, pieces, [&](std::size_t i) {
            const std::uint32_t first = i == 0 ? 0 : counts[0];
            level::fill_subsector_lines(g_, nodes(), share(i), marks(i), first, lists);
        });
        lists.rows[nodes().subsector_count] = count;
        out_.subsector_line_rows = lists.rows;
        out_.subsector_lines = lists.items;
        out_.subsector_count = nodes().subsector_count;
        out_.subsector_line_count = count;
        return true;
    }

    bool sound_groups() noexcept {
        const level::SoundGroups sound(g_);
        std::uint32_t* groups = nullptr;
        if (!array(g_.sector_count, storage_.sound_groups, groups)) return false;
        out_.sound_groups = groups;
        out_.sound_group_count = sound.number(groups);
        if (!take_scratch(sound.most_pairs() * sizeof(std::uint64_t))) return false;
        auto* const pairs = scratch<std::uint64_t>();
        const std::uint64_t count = sound.pairs(groups, pairs);
        RowsOut lists;
        if (!rows(out_.sound_group_count, count, storage_.sound_neighbours, lists.rows,
                  lists.items)) {
            return false;
        }
        level::SoundGroups::fill(pairs, count, out_.sound_group_count, lists);
        out_.sound_neighbour_rows = lists.rows;
        out_.sound_neighbours = lists.items;
        out_.sound_neighbour_count = static_cast<std::uint32_t>(count);
        return true;
    }

    bool polyobjects() noexcept {
        const bool hexen = map_.map_namespace() == "hexen";
        level::Polyobjects found(g_.linedefs, map_.things(),
                                 level::polyobject_rule(map_.dialect(), hexen));
        if (!take_scratch(found.scratch_bytes(g_.vertices.size()))) return false;
        found.run(g_.vertices.size(), vertex_lines_, scratch<unsigned char>());
        Layout layout;
        layout.add(found.object_count(), sizeof(flatline_polyobject));
        const std::uint64_t at = layout.add(found.line_count(), sizeof(std::uint32_t));
        if (!take(layout.bytes(), storage_.polyobjects)) return false;
        if (found.object_count() == 0) return true;
        auto* objects = reinterpret_cast<flatline_polyobject*>(storage_.polyobjects.data());
        auto* lines = reinterpret_cast<std::uint32_t*>(storage_.polyobjects.data() + at);
        found.fill(objects, lines);
        out_.polyobjects = objects;
        out_.polyobject_lines = lines;
        out_.polyobject_count = static_cast<std::uint32_t>(found.object_count());
        out_.polyobject_line_count = static_cast<std::uint32_t>(found.line_count());
        return true;
    }

    bool gaps() noexcept {
        const std::size_t pieces = piece_count();
        const std::size_t ends = 2 * g_.vertices.size();
        const std::uint64_t entries = pieces * ends + g_.sector_count;
        if (!take_scratch(entries * sizeof(std::uint32_t))) return false;
        auto* const balances = scratch<std::uint32_t>();
        std::uint32_t* const counts = balances + pieces * ends;
        std::uint64_t found[kRuntimePieces] = {};
        const auto share = [&](std::size_t i) { return share_of(g_.sector_count, i, pieces); };
        in_pieces(&jobs_, pieces, [&](std::size_t i) {
            std::uint32_t* const balance = balances + i * ends;
            std::fill_n(balance, ends, 0u);
            found[i] = level::count_gaps(g_, share(i), balance, counts);
        });
        const std::uint64_t count = found[0] + found[1];
        std::uint32_t* gap_rows = nullptr;
        flatline_gap* items = nullptr;
        if (!rows(g_.sector_count, count, storage_.gaps, gap_rows, items)) return false;
        gap_rows[0] = 0;
        for (std::size_t i = 0; i < g_.sector_count; ++i) gap_rows[i + 1] = gap_rows[i] + counts[i];
        in_pieces(&jobs_, pieces, [&](std::size_t i) {
            level::fill_gaps(g_, share(i), balances + i * ends, gap_rows, items);
        });
        out_.gap_rows = gap_rows;
        out_.gaps = items;
        out_.gap_count = static_cast<std::uint32_t>(count);
        return true;
    }

    std::size_t piece_count() const noexcept { return is_large_ ? kRuntimePieces : 1; }

    const Map& map_;
    const RuntimeOptions& options_;
    detail::RuntimeStorage& storage_;
    Budget& budget_;
    flatline_runtime& out_;
    bool is_large_;
    Jobs jobs_;
    Reservation scratch_;
    level::Geometry g_;
    RowsOut vertex_lines_;
    Outcome outcome_ = Outcome::ok;
};

}  // namespace

Result<Runtime> build_runtime(const Map& map, const RuntimeOptions& options) noexcept {
    return build<Runtime, detail::RuntimeStorage, flatline_runtime>(
        options, Lump::none,
        [&](detail::RuntimeStorage& storage, FindingList&, Budget& budget,
            flatline_runtime& arrays) {
            return RuntimeBuilder(map, options, storage, budget, arrays).run();
        });
}

}  // namespace flatline::engine
