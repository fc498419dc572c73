#include "udmf/defaults.hpp"

#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/real_text.hpp"

namespace flatline::engine::udmf {
namespace {

template <class T>
void set_default(T& entity, const StandardField& field, const std::optional<FieldRow>& row,
                 bool on) noexcept {
    auto* member = reinterpret_cast<unsigned char*>(&entity) + field.offset;
    const std::string_view fallback = row ? row->fallback : std::string_view();
    if (field.bit != 0) {
        if (!on && fallback != "true") return;
        std::uint32_t flags;
        std::memcpy(&flags, member, sizeof flags);
        flags |= field.bit;
        std::memcpy(member, &flags, sizeof flags);
    } else if (field.kind == FLATLINE_REAL) {
        double number = 0;
        read_real(fallback, Exponent::allowed, number);
        std::memcpy(member, &number, sizeof number);
    } else if (!field.is_name) {  // every name's default is "-", which is name 0
        std::int32_t number = 0;
        std::from_chars(fallback.data(), fallback.data() + fallback.size(), number);
        std::memcpy(member, &number, sizeof number);
    }
}

}  // namespace

Defaults make_defaults(Dialect dialect, bool v0_99, bool zero_line_id) noexcept {
    Defaults made;
    std::size_t bit[kBlockKinds] = {};
    for (const StandardField& field : standard_fields()) {
        const std::optional<FieldRow> row = find_row(dialect, v0_99, field.field);
        if (row && row->required) made.required[field.block] |= 1ull << bit[field.block];
        ++bit[field.block];
        // Flags of UDMF 0.99 say where a thing is not; so it is everywhere where none is given.
        const bool on = v0_99 && FieldTable::negated(field);
        switch (field.block) {
            case FLATLINE_VERTEX:
                set_default(made.vertex, field, row, on);
                break;
            case FLATLINE_LINEDEF:
                set_default(made.linedef, field, row, on);
                break;
            case FLATLINE_SIDEDEF:
                set_default(made.sidedef, field, row, on);
                break;
            case FLATLINE_SECTOR:
                set_default(made.sector, field, row, on);
                break;
            default:
                set_default(made.thing, field, row, on);
                break;
        }
    }
    if (zero_line_id) made.linedef.id = 0;
    return made;
}

}  // namespace flatline::engine::udmf
