// The C functions of flatline.h: the registry of fields.
#include <cstdint>

#include "api/handle.hpp"
#include "model/fields.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

const char* flatline_dialect_name(uint8_t dialect) {
    if (dialect >= kDialectCount) return "";
    return literal(dialect_name(static_cast<Dialect>(dialect)));
}

flatline_namespace_row flatline_namespace(size_t i) {
    const auto rows = namespace_rows();
    if (i >= rows.size()) return {};
    return {literal(rows[i].name), static_cast<uint8_t>(rows[i].dialect), rows[i].zero_line_id};
}

flatline_field_row flatline_dialect_field(uint8_t dialect, size_t i) {
    if (dialect >= kDialectCount) return {};
    const auto rows = field_rows(static_cast<Dialect>(dialect));
    if (i >= rows.size()) return {};
    const FieldRow& row = rows[i];
    return {literal(row.name),
            literal(row.fallback),
            literal(row.alias_of),
            literal(row.values),
            literal(row.source),
            dialect,
            row.block,
            row.kind,
            row.required};
}

flatline_value flatline_dialect_field_default(uint8_t dialect, size_t i) {
    flatline_value none{};
    none.kind = FLATLINE_NO_VALUE;
    if (dialect >= kDialectCount) return none;
    const auto rows = field_rows(static_cast<Dialect>(dialect));
    return i < rows.size() ? default_value(rows[i]) : none;
}

flatline_standard_field_row flatline_standard_field(size_t i) {
    const auto rows = standard_fields();
    if (i >= rows.size()) return {};
    const StandardField& row = rows[i];
    return {literal(row.name), row.bit,  row.field,   row.offset,
            row.block,         row.kind, row.is_name, row.is_index};
}

uint16_t flatline_find_field(uint8_t block, const char* name) {
    return find_field(block, view(name));
}

const char* flatline_field_name(uint16_t field) { return literal(field_name(field)); }

uint8_t flatline_field_block(uint16_t field) { return field_block(field); }
