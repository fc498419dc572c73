#include "table/map_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "model/level.hpp"
#include "report/doom3_info.hpp"
#include "table/text_json.hpp"
#include "unknown_json.hpp"
#include "value_at.hpp"

namespace flatline::engine::tool {
namespace {

// A batch of a wide table stays in the caches of a processor.
constexpr std::uint32_t kBatchRows = 8192;

/// Makes the value of a row null.
void set_null(ColumnValues& values, std::size_t row, std::size_t rows) {
    if (values.given.empty()) values.given.assign(rows, 1);
    values.given[row] = 0;
}

void put_finite(ColumnValues& values, std::size_t row, std::size_t rows, double value) {
    values.reals[row] = value;
    if (!std::isfinite(value)) set_null(values, row, rows);
}

template <class Value, class Use>
void gather(const unsigned char* at, std::size_t stride, std::vector<Value>& list,
            std::size_t count, const Use& use) {
    list.resize(count);
    for (Value& value : list) {
        value = use(at);
        at += stride;
    }
}

/// A child of a node as `dump` writes it.
std::int32_t child_number(std::uint32_t child) {
    const auto number = static_cast<std::int32_t>(child & ~FLATLINE_CHILD_SUBSECTOR);
    return (child & FLATLINE_CHILD_SUBSECTOR) != 0 ? -1 - number : number;
}

}  // namespace

const MapRows::Derived MapRows::kDerived[] = {
    {TableKind::linedefs, "length", &MapRows::fill_length},
    {TableKind::sectors, "area", &MapRows::fill_area},
    {TableKind::sectors, "x_min", &MapRows::fill_bound<&flatline_sector_bounds::left>},
    {TableKind::sectors, "y_min", &MapRows::fill_bound<&flatline_sector_bounds::bottom>},
    {TableKind::sectors, "x_max", &MapRows::fill_bound<&flatline_sector_bounds::right>},
    {TableKind::sectors, "y_max", &MapRows::fill_bound<&flatline_sector_bounds::top>},
    {TableKind::things, "sector", &MapRows::fill_thing_sector},
    {TableKind::things, "name", &MapRows::fill_thing_name},
    {TableKind::things, "category", &MapRows::fill_thing_category},
    {TableKind::entities, "classname", &MapRows::fill_class_name},
    {TableKind::entities, "keys", &MapRows::fill_keys},
    {TableKind::brushes, "kind", &MapRows::fill_brush_kind},
    {TableKind::brushes, "plane_space", &MapRows::fill_plane_space},
};

MapRows::MapRows(const TableShape& shape, const Session& session, const Arguments& args,
                 std::string file_sha256)
    : shape_(shape),
      session_(session),
      map_(session.result.value),
      doom3_(session.doom3.value),
      sha256_(std::move(file_sha256)),
      elements_(elements()),
      limits_(args.load.limits),
      given_(shape.columns.size()) {
    if (elements_.count == 0) return;
    for (std::size_t i = 0; i < shape.columns.size(); ++i) {
        const FieldId field = shape.columns[i].field;
        if (field != FLATLINE_NO_FIELD) given_[i].column = map_.column(field);
    }
    if (shape.kind == TableKind::things) game_ = game_of_map(map_, session.entry, args.game);
    find_unknown();
}

MapRows::Elements MapRows::elements() const {
    const auto of = [](const auto* first, std::size_t count) {
        return Elements{reinterpret_cast<const unsigned char*>(first), sizeof *first,
                        static_cast<std::uint32_t>(count)};
    };
    const auto of_view = [&](const auto& view) { return of(view.data(), view.size()); };
    const flatline_bsp& bsp = map_.nodes();
    switch (shape_.kind) {
        case TableKind::vertices:
            return of_view(map_.vertices());
        case TableKind::linedefs:
            return of_view(map_.linedefs());
        case TableKind::sidedefs:
            return of_view(map_.sidedefs());
        case TableKind::sectors:
            return of_view(map_.sectors());
        case TableKind::things:
            return of_view(map_.things());
        case TableKind::segs:
            return of(bsp.segs, bsp.seg_count);
        case TableKind::subsectors:
            return of(bsp.subsectors, bsp.subsector_count);
        case TableKind::nodes:
            return of(bsp.nodes, bsp.node_count);
        case TableKind::entities:
            return of_view(doom3_.entities());
        case TableKind::brushes:
            return of_view(doom3_.brushes());
        case TableKind::files:
        case TableKind::maps:
        case TableKind::findings:
            break;  // rows of these come of reports
    }
    return {};
}

void MapRows::find_unknown() {
    const std::uint8_t element = element_of(shape_.kind);
    if (element == FLATLINE_MAP) return;
    const View<flatline_unknown> unknowns = map_.unknowns();
    for (std::uint64_t i = 0; i < unknowns.size(); ++i) {
        if (unknowns[i].element == element && unknowns[i].depth == 0) unknown_.push_back(i);
    }
    const auto comes_before = [&](std::uint64_t a, std::uint64_t b) {
        return unknowns[a].index < unknowns[b].index;
    };
    std::stable_sort(unknown_.begin(), unknown_.end(), comes_before);
}

const Runtime* MapRows::runtime() {
    if (!runtime_) {
        RuntimeOptions options;
        options.limits = limits_;
        if (shape_.kind == TableKind::sectors) {
            options.tables = FLATLINE_RUNTIME_GAPS | FLATLINE_RUNTIME_SECTOR_BOUNDS;
        } else {
            // With nodes every point is in some sector; a sweep knows what is outside.
            static constexpr flatline_bsp kNoNodes = {};
            options.tables = FLATLINE_RUNTIME_THING_PLACES;
            options.nodes = &kNoNodes;
        }
        runtime_ = build_runtime(map_, options);
    }
    return *runtime_ ? &runtime_->value : nullptr;
}

std::vector<std::size_t> MapRows::fields() const {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        const bool is_met = given_[i].column != nullptr && given_[i].column->count != 0;
        const bool is_field = shape_.columns[i].filled_by == FilledBy::field;
        if (is_met && is_field && shape_.is_wanted[i]) columns.push_back(i);
    }
    return columns;
}

void MapRows::each(const std::function<bool(const RowBatch&)>& use) {
    for (std::uint32_t first = 0; first < elements_.count; first += kBatchRows) {
        const Range range = {first, std::min(kBatchRows, elements_.count - first)};
        batch_.clear();
        batch_.rows = range.count;
        for (std::size_t i = 0; i < shape_.columns.size(); ++i) {
            if (shape_.is_wanted[i]) fill(i, range);
        }
        if (!use(batch_)) return;
        if (elements_.count - first <= kBatchRows) return;
    }
}

void MapRows::fill(std::size_t column, Range range) {
    const TableColumn& wanted = shape_.columns[column];
    switch (wanted.filled_by) {
        case FilledBy::key:
            return fill_key(column);
        case FilledBy::index: {
            std::vector<std::int32_t>& list = batch_.add(column).integers;
            list.resize(range.count);
            return std::iota(list.begin(), list.end(), static_cast<std::int32_t>(range.first));
        }
        case FilledBy::member:
            if (wanted.form != MemberForm::name) {
                return fill_member(wanted, range, batch_.add(column));
            }
            return fill_name(elements_.first + range.first * elements_.stride + wanted.offset,
                             range, batch_.add(column));
        case FilledBy::field:
            return fill_field(column, range);
        case FilledBy::comment:
            return fill_comment(column, range);
        case FilledBy::unknown:
            return fill_unknown(column, range);
        case FilledBy::derived:
            for (const Derived& derived : kDerived) {
                if (derived.kind != shape_.kind || derived.name != wanted.name) continue;
                return (this->*derived.fill)(range, batch_.add(column));
            }
    }
}

void MapRows::fill_key(std::size_t column) {
    const std::string_view keys[] = {sha256_, session_.file, session_.entry->name};
    if (keys[column].empty() && column == 0) return;
    ColumnValues& values = batch_.add(column);
    values.is_constant = true;
    values.texts.assign(1, batch_.text(keys[column]));
}

void MapRows::fill_member(const TableColumn& column, Range range, ColumnValues& values) const {
    const unsigned char* const at =
        elements_.first + range.first * elements_.stride + column.offset;
    const std::size_t stride = elements_.stride;
    switch (column.form) {
        case MemberForm::integer:
            if (column.type == ValueType::real) {
                return gather(at, stride, values.reals, range.count, [](const unsigned char* from) {
                    return static_cast<double>(value_at<std::int32_t>(from));
                });
            }
            // FLATLINE_NONE has the bits of -1.
            return gather(at, stride, values.integers, range.count, value_at<std::int32_t>);
        case MemberForm::real:
            return gather(at, stride, values.reals, range.count, value_at<double>);
        case MemberForm::flag:
            return gather(
                at, stride, values.booleans, range.count,
                [bit = column.bit](const unsigned char* from) {
                    return static_cast<std::uint8_t>((value_at<std::uint32_t>(from) & bit) != 0);
                });
        case MemberForm::child:
            return gather(at, stride, values.integers, range.count, [](const unsigned char* from) {
                return child_number(value_at<std::uint32_t>(from));
            });
        case MemberForm::name:
            break;
    }
}

void MapRows::fill_name(const unsigned char* from, Range range, ColumnValues& values) {
    if (names_.empty()) {
        RowBatch texts;
        for (std::uint32_t i = 0; i < map_.names().size(); ++i) {
            names_.push_back(texts.text(map_.name(i)));
        }
        made_names_ = std::move(texts.made);  // elements of a deque stay where they are
    }
    gather(from, elements_.stride, values.texts, range.count,
           [this](const unsigned char* at) { return names_[value_at<std::uint32_t>(at)]; });
}

void MapRows::put_field(const flatline_column& field, std::uint32_t entry, std::size_t row,
                        ValueType type, ColumnValues& values) {
    switch (field.kind) {
        case FLATLINE_INTEGER:
            if (type == ValueType::real) {
                values.reals[row] = field.values.integers[entry];
            } else {
                values.integers[row] = field.values.integers[entry];
            }
            break;
        case FLATLINE_REAL:
            values.reals[row] = field.values.reals[entry];
            break;
        case FLATLINE_BOOLEAN:
            values.booleans[row] = field.values.booleans[entry];
            break;
        case FLATLINE_STRING:
            values.texts[row] = batch_.text(map_.text(field.values.texts[entry]));
            break;
        case FLATLINE_IDS: {
            const flatline_text ids = field.values.ids[entry];
            std::string text;
            for (std::uint32_t i = 0; i < ids.size; ++i) {
                if (i != 0) text += ' ';
                text += std::to_string(map_.ids()[ids.offset + i]);
            }
            values.texts[row] = batch_.keep(std::move(text));
            break;
        }
        default:
            break;
    }
}

void MapRows::fill_field(std::size_t column, Range range) {
    GivenField& given = given_[column];
    const std::uint32_t end = range.first + range.count;
    if (given.column == nullptr || given.next == given.column->count ||
        given.column->elements[given.next] >= end) {
        return;
    }
    const ValueType type = shape_.columns[column].type;
    ColumnValues& values = batch_.add(column);
    values.given.assign(range.count, 0);
    if (type == ValueType::int32) values.integers.assign(range.count, 0);
    if (type == ValueType::real) values.reals.assign(range.count, 0);
    if (type == ValueType::boolean) values.booleans.assign(range.count, 0);
    if (type == ValueType::text) values.texts.assign(range.count, {});
    for (; given.next < given.column->count && given.column->elements[given.next] < end;
         ++given.next) {
        const std::size_t row = given.column->elements[given.next] - range.first;
        values.given[row] = 1;
        put_field(*given.column, given.next, row, type, values);
    }
}

void MapRows::fill_comment(std::size_t column, Range range) {
    fill_field(column, range);
    if (!batch_.columns.empty() && batch_.columns.back().column == column) {
        batch_.columns.back().values.given.clear();  // who gives none has an empty one
        return;
    }
    ColumnValues& values = batch_.add(column);
    values.is_constant = true;
    values.texts.assign(1, std::string_view(""));
}

void MapRows::fill_unknown(std::size_t column, Range range) {
    const View<flatline_unknown> unknowns = map_.unknowns();
    const std::uint32_t end = range.first + range.count;
    if (next_unknown_ == unknown_.size() || unknowns[unknown_[next_unknown_]].index >= end) return;
    ColumnValues& values = batch_.add(column);
    values.given.assign(range.count, 0);
    values.texts.assign(range.count, {});
    JsonText text;
    while (next_unknown_ < unknown_.size() && unknowns[unknown_[next_unknown_]].index < end) {
        const std::uint32_t index = unknowns[unknown_[next_unknown_]].index;
        JsonWriter json = text.begin();
        json.begin_array();
        for (; next_unknown_ < unknown_.size() && unknowns[unknown_[next_unknown_]].index == index;
             ++next_unknown_) {
            json.begin_array();
            json.string(map_.text(unknowns[unknown_[next_unknown_]].name));
            write_unknown(json, map_, unknown_[next_unknown_]);
            json.end_array();
        }
        json.end_array();
        values.given[index - range.first] = 1;
        values.texts[index - range.first] = batch_.keep(text.end());
    }
}

// ---- Derived columns ----------------------------------------------------------------------------

void MapRows::fill_length(Range range, ColumnValues& values) {
    values.reals.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const flatline_linedef& line = map_.linedefs()[range.first + i];
        const flatline_vertex& from = map_.vertices()[line.v1];
        const flatline_vertex& to = map_.vertices()[line.v2];
        put_finite(values, i, range.count, std::hypot(to.x - from.x, to.y - from.y));
    }
}

bool MapRows::is_in(std::uint32_t side, std::uint32_t sector) const {
    return side != FLATLINE_NONE && map_.sidedefs()[side].sector == sector;
}

/// A sector lies to the right of its sides, so that they run clockwise around it. Of one without a
/// gap the sum is the same wherever the zero point is; at one of its vertices it is most exact.
void MapRows::fill_area(Range range, ColumnValues& values) {
    const Runtime* const tables = runtime();
    values.reals.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const std::uint32_t sector = range.first + i;
        const bool is_closed = tables != nullptr && tables->gaps(sector).empty();
        if (!is_closed || map_.sector_lines(sector).empty()) {
            values.reals[i] = 0;
            set_null(values, i, range.count);
            continue;
        }
        const View<std::uint32_t> lines = map_.sector_lines(sector);
        const flatline_vertex zero = map_.vertices()[map_.linedefs()[lines[0]].v1];
        double twice = 0;
        for (const std::uint32_t index : lines) {
            const flatline_linedef& line = map_.linedefs()[index];
            const flatline_vertex& from = map_.vertices()[line.v1];
            const flatline_vertex& to = map_.vertices()[line.v2];
            const double part =
                (to.x - zero.x) * (from.y - zero.y) - (from.x - zero.x) * (to.y - zero.y);
            if (is_in(line.sidefront, sector)) twice += part;
            if (is_in(line.sideback, sector)) twice -= part;
        }
        put_finite(values, i, range.count, std::fabs(twice) / 2);
    }
}

template <double flatline_sector_bounds::*kEdge>
void MapRows::fill_bound(Range range, ColumnValues& values) {
    const Runtime* const tables = runtime();
    values.reals.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        // Without lines it is infinite, and so null.
        const double edge = tables != nullptr ? tables->sector_bounds()[range.first + i].*kEdge
                                              : std::numeric_limits<double>::infinity();
        put_finite(values, i, range.count, edge);
    }
}

void MapRows::fill_thing_sector(Range range, ColumnValues& values) {
    const Runtime* const tables = runtime();
    values.integers.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const std::uint32_t sector =
            tables != nullptr ? tables->thing_places()[range.first + i].sector : FLATLINE_NONE;
        values.integers[i] = static_cast<std::int32_t>(sector);
        if (sector == FLATLINE_NONE) set_null(values, i, range.count);
    }
}

void MapRows::fill_thing_name(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const ThingFacts* const facts = find_thing(game_, map_.things()[range.first + i].type);
        values.texts[i] = facts != nullptr ? thing_name(*facts) : std::string_view();
        if (facts == nullptr) set_null(values, i, range.count);
    }
}

void MapRows::fill_thing_category(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const ThingFacts* const facts = find_thing(game_, map_.things()[range.first + i].type);
        values.texts[i] = facts != nullptr ? category_name(facts->category) : std::string_view();
        if (facts == nullptr) set_null(values, i, range.count);
    }
}

void MapRows::fill_class_name(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const flatline_doom3_entity& entity = doom3_.entities()[range.first + i];
        const bool has = doom3_.find(entity, "classname") != nullptr;
        values.texts[i] = batch_.text(doom3_.value(entity, "classname"));
        if (!has) set_null(values, i, range.count);
    }
}

void MapRows::fill_keys(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    JsonText text;
    for (std::uint32_t i = 0; i < range.count; ++i) {
        JsonWriter json = text.begin();
        json.begin_array();
        for (const flatline_doom3_pair& pair : doom3_.pairs(doom3_.entities()[range.first + i])) {
            json.begin_array();
            json.string(doom3_.text(pair.key));
            json.string(doom3_.text(pair.value));
            json.end_array();
        }
        json.end_array();
        values.texts[i] = batch_.keep(text.end());
    }
}

void MapRows::fill_brush_kind(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        values.texts[i] = doom3_kind_name(doom3_.brushes()[range.first + i].kind);
    }
}

void MapRows::fill_plane_space(Range range, ColumnValues& values) {
    values.texts.resize(range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const std::uint16_t flags = doom3_.brushes()[range.first + i].flags;
        values.texts[i] = (flags & FLATLINE_DOOM3_WORLD_SPACE) != 0 ? "world" : "entity";
    }
}

}  // namespace flatline::engine::tool
