// What the reader leaves: entities with indices as written, and values on their way to columns.
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "flatline/fields.hpp"
#include "flatline/types.h"

namespace flatline::udmf {

/// A value of a field that is not a member of a struct. `kUnset` undoes an earlier one (the last
/// assignment counts, and it was of a wrong kind).
struct SideValue {
    union {
        std::int32_t integer;
        double real;
        flatline_text text;  // strings and id lists
    };
    std::uint32_t element;
    FieldId field;
    std::uint8_t block;
    std::uint8_t kind;
};
inline constexpr std::uint8_t kUnset = 0xFF;
static_assert(sizeof(SideValue) == 16);

/// A boolean that goes to a column.
struct ColumnBoolean {
    FieldId field;
    bool on;
};

/// What a reader that repairs puts into an index that is required and not given: a number that no
/// map names an element by.
inline constexpr std::uint32_t kMissingIndex = 0x80000000u;

struct RawMap {
    Array<flatline_vertex> vertices;
    Array<flatline_linedef> linedefs;
    Array<flatline_sidedef> sidedefs;
    Array<flatline_sector> sectors;
    Array<flatline_thing> things;
    Array<flatline_text> names;
    Array<flatline_unknown> unknowns;
    Array<unsigned char> decoded;  // strings that had an escape; begins with "-", the name 0
    Array<SideValue> values;       // in text order

    flatline_text map_namespace{0, 0};  // lower case
    Dialect dialect = Dialect::udmf11;
    bool v0_99 = false;
};

}  // namespace flatline::udmf
