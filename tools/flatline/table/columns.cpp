#include "table/columns.hpp"

#include <algorithm>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::tool {
namespace {

constexpr TableColumn member_of(std::string_view name, MemberForm form, std::size_t offset) {
    const ValueType type = form == MemberForm::real ? ValueType::real : ValueType::int32;
    return {name, type, false, FilledBy::member, form, static_cast<std::uint16_t>(offset)};
}
constexpr TableColumn index_member(std::string_view name, std::size_t offset) {
    return member_of(name, MemberForm::integer, offset);
}
constexpr TableColumn real_member(std::string_view name, std::size_t offset) {
    return member_of(name, MemberForm::real, offset);
}
/// What the maker of the rows computes or looks up.
constexpr TableColumn filled_column(std::string_view name, ValueType type) {
    return {name, type, false};
}
constexpr TableColumn nullable_column(std::string_view name, ValueType type) {
    return {name, type};
}

constexpr TableColumn kKeyColumns[] = {
    {"file_sha256", ValueType::text, true, FilledBy::key},
    {"file", ValueType::text, false, FilledBy::key},
    {"map", ValueType::text, true, FilledBy::key},
    {"index", ValueType::int32, false, FilledBy::index},
};

constexpr TableColumn kFilesColumns[] = {
    nullable_column("bytes", ValueType::int64),
    filled_column("maps", ValueType::int32),
};

constexpr TableColumn kMapsColumns[] = {
    filled_column("status", ValueType::text),      filled_column("format", ValueType::text),
    nullable_column("namespace", ValueType::text), nullable_column("vertices", ValueType::int32),
    nullable_column("linedefs", ValueType::int32), nullable_column("sidedefs", ValueType::int32),
    nullable_column("sectors", ValueType::int32),  nullable_column("things", ValueType::int32),
    nullable_column("segs", ValueType::int32),     nullable_column("subsectors", ValueType::int32),
    nullable_column("nodes", ValueType::int32),    nullable_column("entities", ValueType::int32),
    nullable_column("pairs", ValueType::int32),    nullable_column("brushes", ValueType::int32),
    nullable_column("sides", ValueType::int32),    nullable_column("patches", ValueType::int32),
    nullable_column("points", ValueType::int32),   nullable_column("materials", ValueType::int32),
};

constexpr TableColumn kUnknownColumn = {"unknown", ValueType::json, true, FilledBy::unknown};

constexpr TableColumn kLinedefsDerived[] = {nullable_column("length", ValueType::real)};
constexpr TableColumn kSectorsDerived[] = {
    nullable_column("area", ValueType::real),  nullable_column("x_min", ValueType::real),
    nullable_column("y_min", ValueType::real), nullable_column("x_max", ValueType::real),
    nullable_column("y_max", ValueType::real),
};
constexpr TableColumn kThingsDerived[] = {
    nullable_column("sector", ValueType::int32),
    nullable_column("name", ValueType::text),
    nullable_column("category", ValueType::text),
};

constexpr TableColumn kSegsColumns[] = {
    index_member("v1", offsetof(flatline_seg, v1)),
    index_member("v2", offsetof(flatline_seg, v2)),
    index_member("partner", offsetof(flatline_seg, partner)),
    index_member("linedef", offsetof(flatline_seg, linedef)),
    index_member("side", offsetof(flatline_seg, side)),
};
constexpr TableColumn kSubsectorsColumns[] = {
    index_member("sector", offsetof(flatline_subsector, sector)),
    index_member("first", offsetof(flatline_subsector, first)),
    index_member("count", offsetof(flatline_subsector, count)),
};
constexpr TableColumn kNodesColumns[] = {
    real_member("x", offsetof(flatline_node, x)),
    real_member("y", offsetof(flatline_node, y)),
    real_member("dx", offsetof(flatline_node, dx)),
    real_member("dy", offsetof(flatline_node, dy)),
    member_of("right", MemberForm::child, offsetof(flatline_node, children[0])),
    member_of("left", MemberForm::child, offsetof(flatline_node, children[1])),
    real_member("right_top", offsetof(flatline_node, bbox[0][0])),
    real_member("right_bottom", offsetof(flatline_node, bbox[0][1])),
    real_member("right_left", offsetof(flatline_node, bbox[0][2])),
    real_member("right_right", offsetof(flatline_node, bbox[0][3])),
    real_member("left_top", offsetof(flatline_node, bbox[1][0])),
    real_member("left_bottom", offsetof(flatline_node, bbox[1][1])),
    real_member("left_left", offsetof(flatline_node, bbox[1][2])),
    real_member("left_right", offsetof(flatline_node, bbox[1][3])),
};

constexpr TableColumn kEntitiesColumns[] = {
    nullable_column("classname", ValueType::text),
    filled_column("keys", ValueType::json),
    index_member("brushes", offsetof(flatline_doom3_entity, brush_count)),
    index_member("patches", offsetof(flatline_doom3_entity, patch_count)),
};
constexpr TableColumn kBrushesColumns[] = {
    index_member("entity", offsetof(flatline_doom3_brush, entity)),
    filled_column("kind", ValueType::text),
    filled_column("plane_space", ValueType::text),
    index_member("sides", offsetof(flatline_doom3_brush, side_count)),
};

constexpr TableColumn kFindingsColumns[] = {
    filled_column("rule", ValueType::text),      filled_column("severity", ValueType::text),
    nullable_column("lump", ValueType::text),    nullable_column("line", ValueType::int32),
    nullable_column("column", ValueType::int32), nullable_column("offset", ValueType::int64),
    nullable_column("element", ValueType::text), nullable_column("element_index", ValueType::int32),
    nullable_column("field", ValueType::text),   nullable_column("related", ValueType::json),
    nullable_column("x", ValueType::real),       nullable_column("y", ValueType::real),
    filled_column("message", ValueType::text),   filled_column("fingerprint", ValueType::text),
};

struct KindColumns {
    TableKind kind;
    std::uint8_t element;  ///< whose fields come before `own`; FLATLINE_MAP: none
    View<TableColumn> own;
};
template <std::size_t N>
constexpr View<TableColumn> column_list(const TableColumn (&columns)[N]) {
    return {columns, N};
}
constexpr View<TableColumn> kNoColumns = {};
constexpr KindColumns kKindColumns[] = {
    {TableKind::files, FLATLINE_MAP, column_list(kFilesColumns)},
    {TableKind::maps, FLATLINE_MAP, column_list(kMapsColumns)},
    {TableKind::vertices, FLATLINE_VERTEX, kNoColumns},
    {TableKind::linedefs, FLATLINE_LINEDEF, column_list(kLinedefsDerived)},
    {TableKind::sidedefs, FLATLINE_SIDEDEF, kNoColumns},
    {TableKind::sectors, FLATLINE_SECTOR, column_list(kSectorsDerived)},
    {TableKind::things, FLATLINE_THING, column_list(kThingsDerived)},
    {TableKind::segs, FLATLINE_MAP, column_list(kSegsColumns)},
    {TableKind::subsectors, FLATLINE_MAP, column_list(kSubsectorsColumns)},
    {TableKind::nodes, FLATLINE_MAP, column_list(kNodesColumns)},
    {TableKind::entities, FLATLINE_MAP, column_list(kEntitiesColumns)},
    {TableKind::brushes, FLATLINE_MAP, column_list(kBrushesColumns)},
    {TableKind::findings, FLATLINE_MAP, column_list(kFindingsColumns)},
};

const KindColumns& kind_row(TableKind kind) {
    return *std::find_if(std::begin(kKindColumns), std::end(kKindColumns),
                         [kind](const KindColumns& row) { return row.kind == kind; });
}

ValueType type_of(std::uint8_t kind) {
    switch (kind) {
        case FLATLINE_INTEGER:
            return ValueType::int32;
        case FLATLINE_REAL:
            return ValueType::real;
        case FLATLINE_BOOLEAN:
            return ValueType::boolean;
        default:  // also lists of ids
            return ValueType::text;
    }
}

template <class Use>
void each_field_row(std::uint8_t block, const Use& use) {
    for (std::size_t i = 0; i < kDialectCount; ++i) {
        for (const FieldRow& row : field_rows(static_cast<Dialect>(i))) {
            if (row.block == block && row.alias_of.empty()) use(row);
        }
    }
}

/// A field that some dialect calls a floating-point number is one in every table, or the tables of
/// two inputs would not fit together.
ValueType type_of_field(const StandardField& field) {
    ValueType type = type_of(field.kind);
    each_field_row(field.block, [&](const FieldRow& row) {
        if (row.name == field.name && row.kind == FLATLINE_REAL) type = ValueType::real;
    });
    return type;
}

void add_standard_fields(std::uint8_t block, std::vector<TableColumn>& columns) {
    for (const StandardField& field : standard_fields()) {
        if (field.block != block) continue;
        const MemberForm form = field.bit != 0                ? MemberForm::flag
                                : field.is_name               ? MemberForm::name
                                : field.kind == FLATLINE_REAL ? MemberForm::real
                                                              : MemberForm::integer;
        columns.push_back({field.name, type_of_field(field), false, FilledBy::member, form,
                           field.offset, field.bit, field.field});
    }
    const FieldId comment = find_field(block, "comment");
    if (comment == FLATLINE_NO_FIELD) return;
    columns.push_back({field_name(comment), ValueType::text, false, FilledBy::comment,
                       MemberForm::integer, 0, 0, comment});
}

/// All fields but the standard ones, in the order of `flatline fields`.
void add_other_fields(std::uint8_t block, std::vector<TableColumn>& columns) {
    each_field_row(block, [&](const FieldRow& row) {
        const FieldId field = find_field(block, row.name);
        if (field == FLATLINE_NO_FIELD || row.kind == FLATLINE_ANY) return;
        const auto known =
            std::find_if(columns.begin(), columns.end(),
                         [&](const TableColumn& column) { return column.field == field; });
        const ValueType type = type_of(row.kind);
        if (known == columns.end()) {
            columns.push_back(
                {field_name(field), type, true, FilledBy::field, MemberForm::integer, 0, 0, field});
        } else if (known->filled_by == FilledBy::field && type == ValueType::real) {
            known->type = type;
        }
    });
}

}  // namespace

std::vector<TableColumn> columns_of(TableKind kind) {
    std::vector<TableColumn> columns(std::begin(kKeyColumns), std::end(kKeyColumns));
    const KindColumns& row = kind_row(kind);
    if (row.element != FLATLINE_MAP) {
        add_standard_fields(row.element, columns);
        add_other_fields(row.element, columns);
        columns.push_back(kUnknownColumn);
    }
    columns.insert(columns.end(), row.own.begin(), row.own.end());
    return columns;
}

std::uint8_t element_of(TableKind kind) { return kind_row(kind).element; }

}  // namespace flatline::engine::tool
