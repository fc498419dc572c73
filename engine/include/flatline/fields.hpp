// flatline/fields.hpp: the fields that each dialect knows.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

/// The tables of fields. A namespace chooses one (namespace_rows); every dialect also knows the
/// standard fields of UDMF 1.1, and text read as 0.99 the names of udmf099 on top.
enum class Dialect : std::uint8_t { udmf11, udmf099, srb2, zdoom, eternity, dsda, woof };
inline constexpr std::size_t kDialectCount = 7;

/// "udmf11", "udmf099", "srb2", "zdoom", "eternity", "dsda", "woof".
std::string_view dialect_name(Dialect dialect) noexcept;

/// One namespace that the loader knows and the table that it stands for.
struct NamespaceRow {
    std::string_view name;  ///< lower case; compared without case
    Dialect dialect;
    bool zero_line_id;  ///< a linedef without id has 0 there (spec, tag/id section), not -1
};
View<NamespaceRow> namespace_rows() noexcept;

/// Names a (block, field) pair across all dialects; the same in every dialect that has it.
using FieldId = std::uint16_t;

/// One field of one dialect, as the dialect's document or engine has it.
struct FieldRow {
    Dialect dialect;
    std::uint8_t block;  ///< FLATLINE_VERTEX .. FLATLINE_THING, FLATLINE_GLOBAL
    std::uint8_t kind;   ///< FLATLINE_INTEGER .. FLATLINE_IDS
    bool required;
    std::string_view name;      ///< lower case
    std::string_view fallback;  ///< the default as text; "" also where unset
    std::string_view alias_of;  ///< canonical names ("skill1 + skill2", "NOT single") or ""
    std::string_view values;    ///< allowed values "a|b|c" or a range "0..13"; "" for any
    std::string_view source;    ///< where the row comes from
};

/// The rows of one dialect, grouped by block. Static data, any thread.
View<FieldRow> field_rows(Dialect dialect) noexcept;

/// Name and block of a field; "" and FLATLINE_MAP for FLATLINE_NO_FIELD.
std::string_view field_name(FieldId field) noexcept;
std::uint8_t field_block(FieldId field) noexcept;

/// The id of a canonical field name (any case) in a block, FLATLINE_NO_FIELD where no dialect has
/// it.
FieldId find_field(std::uint8_t block, std::string_view name) noexcept;

/// How a standard field lies in its struct; flags are bits of `flags`.
struct StandardField {
    FieldId field;
    std::uint8_t block;
    std::uint8_t kind;
    std::uint16_t offset;  ///< of the member in flatline_vertex ... flatline_thing
    std::uint32_t bit;     ///< of `flags`; 0 where the field is no flag
    bool is_name;          ///< the member is an index into names
    bool is_index;         ///< the member is an index of an element, or FLATLINE_NONE
    std::string_view name;
};

/// The standard fields that lie in the structs of types.h, in the order of UDMF 1.1 (comment,
/// the one standard field that does not, is a column). Static data, any thread.
View<StandardField> standard_fields() noexcept;

}  // namespace flatline
