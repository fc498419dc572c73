// table/columns.hpp: which columns a table may have, and where their values come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/fields.hpp"
#include "table/kinds.hpp"

namespace flatline::engine::tool {

/// What the values of a column are. `json` is text in every format but NDJSON.
enum class ValueType : std::uint8_t { int32, int64, real, boolean, text, json };

/// What fills a column.
enum class FilledBy : std::uint8_t {
    key,      ///< file and map, the same in all rows of a map
    index,    ///< the number of the row in its map
    member,   ///< a member of the element's struct
    field,    ///< a column of the map, for elements that give the field
    comment,  ///< the same for the one standard field that is a column; it has a default
    unknown,  ///< fields that the dialect does not know
    derived   ///< whoever makes the rows
};

/// How a member of a struct becomes a value.
enum class MemberForm : std::uint8_t {
    integer,  ///< 32 bits; FLATLINE_NONE is -1
    real,
    flag,   ///< one bit of 32
    name,   ///< a name of the map, by its number
    child,  ///< of a node: -1 - k is subsector k
};

struct TableColumn {
    std::string_view name;  ///< static
    ValueType type = ValueType::text;
    bool is_nullable = true;
    FilledBy filled_by = FilledBy::derived;
    MemberForm form = MemberForm::integer;
    std::uint16_t offset = 0;  ///< of a member
    std::uint32_t bit = 0;     ///< of a flag
    FieldId field = FLATLINE_NO_FIELD;
};

/// Every column that a table of this kind can have, in order. Those of FilledBy::field are part of
/// it only where a map of the input has them.
std::vector<TableColumn> columns_of(TableKind kind);

/// The element (FLATLINE_VERTEX .. FLATLINE_THING) that a kind has rows of; FLATLINE_MAP of others.
std::uint8_t element_of(TableKind kind);

}  // namespace flatline::engine::tool
