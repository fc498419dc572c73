#include "load/field_gate.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>

#include "load/stored.hpp"
#include "model/fields.hpp"
#include "text/chars.hpp"

namespace flatline::engine {
namespace {

// In which namespaces Woof reads a field; it refuses all but these two.
enum Namespaces : std::uint8_t { kNever = 0, kDoom = 1, kWoof = 2, kDoomAndWoof = 3 };

struct GateRow {
    std::uint8_t block;
    std::uint8_t namespaces;
    char field[22];  // no pointer, which would take twice its bytes beside it
};
// Woof 5aa6408b, src/p_udmf.c: UDMF_ParseNamespace and the uses of PROP. Fields that it reads
// everywhere are not here.
constexpr GateRow kWoofRows[] = {
    {FLATLINE_LINEDEF, kNever, "arg1"},
    {FLATLINE_LINEDEF, kNever, "arg2"},
    {FLATLINE_LINEDEF, kNever, "arg3"},
    {FLATLINE_LINEDEF, kNever, "arg4"},
    {FLATLINE_LINEDEF, kNever, "automapstyle"},
    {FLATLINE_LINEDEF, kNever, "midtex3d"},
    {FLATLINE_LINEDEF, kDoomAndWoof, "passuse"},
    {FLATLINE_LINEDEF, kWoof, "alpha"},
    {FLATLINE_LINEDEF, kWoof, "blocklandmonsters"},
    {FLATLINE_LINEDEF, kWoof, "blockplayers"},
    {FLATLINE_LINEDEF, kWoof, "tranmap"},
    {FLATLINE_SIDEDEF, kWoof, "light"},
    {FLATLINE_SIDEDEF, kWoof, "light_bottom"},
    {FLATLINE_SIDEDEF, kWoof, "light_mid"},
    {FLATLINE_SIDEDEF, kWoof, "light_top"},
    {FLATLINE_SIDEDEF, kWoof, "lightabsolute"},
    {FLATLINE_SIDEDEF, kWoof, "lightabsolute_bottom"},
    {FLATLINE_SIDEDEF, kWoof, "lightabsolute_mid"},
    {FLATLINE_SIDEDEF, kWoof, "lightabsolute_top"},
    {FLATLINE_SIDEDEF, kWoof, "nofakecontrast"},
    {FLATLINE_SIDEDEF, kWoof, "offsetx_bottom"},
    {FLATLINE_SIDEDEF, kWoof, "offsetx_mid"},
    {FLATLINE_SIDEDEF, kWoof, "offsetx_top"},
    {FLATLINE_SIDEDEF, kWoof, "offsety_bottom"},
    {FLATLINE_SIDEDEF, kWoof, "offsety_mid"},
    {FLATLINE_SIDEDEF, kWoof, "offsety_top"},
    {FLATLINE_SIDEDEF, kWoof, "smoothlighting"},
    {FLATLINE_SIDEDEF, kWoof, "tint"},
    {FLATLINE_SIDEDEF, kWoof, "xscroll"},
    {FLATLINE_SIDEDEF, kWoof, "xscrollbottom"},
    {FLATLINE_SIDEDEF, kWoof, "xscrollmid"},
    {FLATLINE_SIDEDEF, kWoof, "xscrolltop"},
    {FLATLINE_SIDEDEF, kWoof, "yscroll"},
    {FLATLINE_SIDEDEF, kWoof, "yscrollbottom"},
    {FLATLINE_SIDEDEF, kWoof, "yscrollmid"},
    {FLATLINE_SIDEDEF, kWoof, "yscrolltop"},
    {FLATLINE_SECTOR, kNever, "scroll_ceil_type"},
    {FLATLINE_SECTOR, kNever, "scroll_ceil_x"},
    {FLATLINE_SECTOR, kNever, "scroll_ceil_y"},
    {FLATLINE_SECTOR, kNever, "scroll_floor_type"},
    {FLATLINE_SECTOR, kNever, "scroll_floor_x"},
    {FLATLINE_SECTOR, kWoof, "colormap"},
    {FLATLINE_SECTOR, kWoof, "lightceiling"},
    {FLATLINE_SECTOR, kWoof, "lightceilingabsolute"},
    {FLATLINE_SECTOR, kWoof, "lightfloor"},
    {FLATLINE_SECTOR, kWoof, "lightfloorabsolute"},
    {FLATLINE_SECTOR, kWoof, "rotationceiling"},
    {FLATLINE_SECTOR, kWoof, "rotationfloor"},
    {FLATLINE_SECTOR, kWoof, "scrollceilingmode"},
    {FLATLINE_SECTOR, kWoof, "scrollfloormode"},
    {FLATLINE_SECTOR, kWoof, "tint"},
    {FLATLINE_SECTOR, kWoof, "tintceiling"},
    {FLATLINE_SECTOR, kWoof, "tintfloor"},
    {FLATLINE_SECTOR, kWoof, "xpanningceiling"},
    {FLATLINE_SECTOR, kWoof, "xpanningfloor"},
    {FLATLINE_SECTOR, kWoof, "xscrollceiling"},
    {FLATLINE_SECTOR, kWoof, "xscrollfloor"},
    {FLATLINE_SECTOR, kWoof, "ypanningceiling"},
    {FLATLINE_SECTOR, kWoof, "ypanningfloor"},
    {FLATLINE_SECTOR, kWoof, "yscrollceiling"},
    {FLATLINE_SECTOR, kWoof, "yscrollfloor"},
    {FLATLINE_SECTOR, kNever, "scroll_floor_y"},
    {FLATLINE_THING, kNever, "health"},
    {FLATLINE_THING, kNever, "special"},
    {FLATLINE_THING, kDoomAndWoof, "friend"},
    {FLATLINE_THING, kWoof, "alpha"},
    {FLATLINE_THING, kWoof, "arg0"},
    {FLATLINE_THING, kWoof, "arg1"},
    {FLATLINE_THING, kWoof, "arg2"},
    {FLATLINE_THING, kWoof, "arg3"},
    {FLATLINE_THING, kWoof, "arg4"},
    {FLATLINE_THING, kWoof, "id"},
    {FLATLINE_THING, kWoof, "tint"},
    {FLATLINE_THING, kWoof, "tranmap"},
};

bool is(std::string_view name, std::string_view lower) noexcept {
    return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), [](char a, char b) {
        return text::to_lower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
    });
}

std::string_view own_namespace(const detail::MapStorage& storage) noexcept {
    const flatline_text text = storage.own_namespace;
    if (text.size == 0) return {};
    return {reinterpret_cast<const char*>(bytes_of(storage, text)), text.size};
}

// A load that goes on is the only one that has the arrays.
template <class Element, class Change>
void each(const Element* elements, std::uint32_t count, const Change& change) noexcept {
    for (std::uint32_t i = 0; i < count; ++i) change(const_cast<Element&>(elements[i]));
}

// The fields of Woof's table that are members: flags and numbers, 0 by default.
void clear_member(const StandardField& field, flatline_arrays& arrays) noexcept {
    const auto clear = [&field](auto& element) {
        auto* const at = reinterpret_cast<unsigned char*>(&element) + field.offset;
        std::uint32_t value = 0;
        if (field.bit != 0) {
            std::memcpy(&value, at, sizeof value);
            value &= ~field.bit;
        }
        std::memcpy(at, &value, sizeof value);
    };
    if (field.block == FLATLINE_LINEDEF) each(arrays.linedefs, arrays.linedef_count, clear);
    if (field.block == FLATLINE_THING) each(arrays.things, arrays.thing_count, clear);
}

void drop_column(FieldId field, flatline_arrays& arrays) noexcept {
    auto* const begin = const_cast<flatline_column*>(arrays.columns);
    auto* const end = begin + arrays.column_count;
    auto* const left = std::remove_if(
        begin, end, [field](const flatline_column& column) { return column.field == field; });
    arrays.column_count = static_cast<std::uint32_t>(left - begin);
}

void close_woof(std::uint8_t open, flatline_arrays& arrays) noexcept {
    for (const GateRow& row : kWoofRows) {
        if ((row.namespaces & open) != 0) continue;
        const FieldId field = find_field(row.block, row.field);
        if (field == FLATLINE_NO_FIELD) continue;  // of a dialect that is not built in
        if (const auto member = find_standard_field(field)) {
            clear_member(*member, arrays);
        } else {
            drop_column(field, arrays);
        }
    }
}

}  // namespace

void gate_fields(const LoadOptions& options, const detail::MapStorage& storage,
                 flatline_arrays& arrays) noexcept {
    const std::string_view name = own_namespace(storage);
    if (options.field_gate == FLATLINE_GATE_WOOF) {
        close_woof(is(name, "doom") ? kDoom : is(name, "woof") ? kWoof : kNever, arrays);
    }
    const std::string_view together[] = {"doom", "heretic", "strife"};
    if (options.arg0_is_id && std::any_of(std::begin(together), std::end(together),
                                          [name](std::string_view one) { return is(name, one); })) {
        each(arrays.linedefs, arrays.linedef_count,
             [](flatline_linedef& line) { line.arg[0] = line.id; });
    }
}

}  // namespace flatline::engine
