// 16.16 numbers in C.
#include "model/fixed.hpp"
#include "api/handle.hpp"
#include "base/element_count.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

bool is_cut(std::int32_t cut) noexcept {
    return cut >= FLATLINE_FIXED_EXACT && cut <= FLATLINE_FIXED_SINGLE;
}

}  // namespace

flatline_status flatline_fixed_of_text(const char* text, size_t size, int32_t cut, int32_t* out) {
    if (text == nullptr || out == nullptr || !is_cut(cut) ||
        !fixed_of_text({text, size}, static_cast<FixedCut>(cut), *out)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return FLATLINE_OK;
}

const char* flatline_map_value_text(const flatline_map* map, uint8_t element, uint32_t index,
                                    uint16_t field, size_t* size) {
    if (map == nullptr) return sized({}, size);
    return sized(value_text(map->value, element, index, field), size);
}

flatline_status flatline_map_fixed(const flatline_map* map, uint16_t field, int32_t cut,
                                   int32_t otherwise, int32_t* out, size_t count) {
    if (map == nullptr || (out == nullptr && count != 0) || !is_cut(cut)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const Map& value = map->value;
    if (value.format() != MapFormat::udmf || count != element_count(value, field_block(field))) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return fixed_values(value, field, static_cast<FixedCut>(cut), otherwise, out, count)
               ? FLATLINE_OK
               : FLATLINE_BAD_ARGUMENT;
}

flatline_status flatline_map_fixed_columns(const flatline_map* map,
                                           const flatline_fixed_column* columns,
                                           size_t column_count) {
    if (map == nullptr || (columns == nullptr && column_count != 0)) return FLATLINE_BAD_ARGUMENT;
    return fixed_columns(map->value, {columns, column_count}) ? FLATLINE_OK : FLATLINE_BAD_ARGUMENT;
}
