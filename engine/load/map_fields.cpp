// What a field is in elements that do not give it.
#include <optional>

#include "model/map.hpp"
#include "text/numbers.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine {
namespace {

bool is_turned_round(FieldId field) noexcept {
    const auto row = find_standard_field(field);
    return row && udmf::FieldTable::negated(*row);
}

flatline_value value_of(std::uint8_t kind, std::string_view text) noexcept {
    flatline_value value{};
    value.kind = FLATLINE_NO_VALUE;
    if (text.empty() || kind > FLATLINE_STRING) return value;
    value.kind = kind;
    if (kind == FLATLINE_STRING) {
        value.string = text.data();
        value.size = text.size();
    } else if (kind == FLATLINE_BOOLEAN) {
        value.boolean = text == "true";
        value.integer = value.boolean;
        value.real = value.boolean;
    } else {
        const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
        const text::Number number = text::read_number(bytes, bytes + text.size());
        value.real = number.real;
        if (kind == FLATLINE_INTEGER) value.integer = static_cast<std::int32_t>(value.real);
    }
    return value;
}

struct Default {
    std::uint8_t kind = FLATLINE_ANY;
    std::string_view text;
};
Default default_of(const Map& map, FieldId field) noexcept {
    if (field_block(field) > FLATLINE_THING) return {};
    const bool v0_99 = map.grammar() == Grammar::v0_99;
    const std::optional<FieldRow> row = udmf::find_row(map.dialect(), v0_99, field);
    if (!row || row->required) return {};
    // What a namespace and a grammar change of the table (udmf/defaults.hpp).
    if (v0_99 && is_turned_round(field)) return {row->kind, "true"};
    const NamespaceRow* own = udmf::find_namespace(map.map_namespace());
    const bool zero_line_id = own != nullptr && own->zero_line_id;
    if (zero_line_id && field == find_field(FLATLINE_LINEDEF, "id")) return {row->kind, "0"};
    return {row->kind, row->fallback};
}

}  // namespace

flatline_value default_value(const FieldRow& row) noexcept {
    return value_of(row.kind, row.fallback);
}

std::string_view Map::field_default(FieldId field) const noexcept {
    return default_of(*this, field).text;
}

flatline_value Map::default_value(FieldId field) const noexcept {
    const Default found = default_of(*this, field);
    return value_of(found.kind, found.text);
}

}  // namespace flatline::engine
