// The result of the reader: entities with indices as written, and values that become columns later.
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "flatline/types.h"
#include "model/fields.hpp"
#include "model/view.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

/// The value of a field that is no member of a struct. `kUnset` takes an earlier value back: the
/// last assignment counts, and its value was of a wrong kind.
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

/// Values of a slice of a text that another thread has read, as it left them.
struct ValueSlice {
    SideValue* values;
    std::size_t count;
    std::uint32_t first[kBlockKinds];  // the number of its first element of each kind
    std::uint32_t decoded_by;          // its decoded strings lie so far behind where it says
    bool drop;                         // its pages go back to the system as they are read
};

/// A boolean that goes to a column.
struct ColumnBoolean {
    FieldId field;
    bool on;
};

/// What is put into a required index that is missing, when repairs are asked for: a number that is
/// no index of any map.
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
    View<ValueSlice> more_values;  // behind them

    flatline_text map_namespace{0, 0};  // lower case
    flatline_text own_namespace{0, 0};  // what the text says, as it is spelled
    Dialect dialect = Dialect::udmf11;
    bool v0_99 = false;
};

/// Calls visit(kind, array) for the array of each kind of element.
template <class Visit>
void each_element_array(RawMap& raw, const Visit& visit) noexcept {
    visit(FLATLINE_VERTEX, raw.vertices);
    visit(FLATLINE_LINEDEF, raw.linedefs);
    visit(FLATLINE_SIDEDEF, raw.sidedefs);
    visit(FLATLINE_SECTOR, raw.sectors);
    visit(FLATLINE_THING, raw.things);
}

}  // namespace flatline::engine::udmf
