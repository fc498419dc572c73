// model/fields.hpp: the fields that each dialect knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine {

/// The tables of fields. The namespace of a map chooses one (namespace_rows). Every dialect knows
/// the standard fields of UDMF 1.1 too, and a text read by the grammar of 0.99 also knows the names
/// of the table udmf099. Source: docs/udmf.md, "Namespaces".
enum class Dialect : std::uint8_t {
    udmf11 = FLATLINE_DIALECT_UDMF11,
    udmf099 = FLATLINE_DIALECT_UDMF099,
    srb2 = FLATLINE_DIALECT_SRB2,
    zdoom = FLATLINE_DIALECT_ZDOOM,
    eternity = FLATLINE_DIALECT_ETERNITY,
    dsda = FLATLINE_DIALECT_DSDA,
    woof = FLATLINE_DIALECT_WOOF
};
inline constexpr std::size_t kDialectCount = FLATLINE_DIALECTS;

/// The name of a dialect, spelled as its enumerator: "udmf11", "udmf099", ... Static, any thread.
std::string_view dialect_name(Dialect dialect) noexcept;

/// One namespace that the loader knows, and the table of fields that it chooses.
struct NamespaceRow {
    std::string_view name;  ///< lower case; compared without case
    Dialect dialect;
    bool zero_line_id;  ///< true: a linedef that gives no id has id 0; false: it has -1
};
/// All namespaces that the loader knows. Static data, any thread.
View<NamespaceRow> namespace_rows() noexcept;

/// The number of a field of a block, the same in every dialect that has the field.
/// FLATLINE_NO_FIELD stands for none. Numbers may change with the version of the library; names do
/// not.
using FieldId = std::uint16_t;

/// One field of one dialect, as the dialect's document or port has it.
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

namespace detail {
FieldRow field_row(std::size_t i) noexcept;
}

/// The rows of one dialect's table; the rows of a block stand together. Static data, any thread.
using FieldRows = Rows<FieldRow, detail::field_row>;
FieldRows field_rows(Dialect dialect) noexcept;

/// The default of a row, FieldRow::fallback, as a value of the row's kind. FLATLINE_NO_VALUE where
/// it is unset, where the field is required, and for lists of ids. Static, any thread.
flatline_value default_value(const FieldRow& row) noexcept;

/// The canonical name of a field in lower case, and its block (FLATLINE_VERTEX .. FLATLINE_THING,
/// FLATLINE_GLOBAL). For FLATLINE_NO_FIELD these are "" and FLATLINE_MAP. Static, any thread.
std::string_view field_name(FieldId field) noexcept;
std::uint8_t field_block(FieldId field) noexcept;

/// The id of the field of a block whose canonical name is `name`, in any case. FLATLINE_NO_FIELD
/// where no dialect has such a field; an alias (FieldRow::alias_of) has no id. Any thread.
FieldId find_field(std::uint8_t block, std::string_view name) noexcept;

/// Where a standard field lies in the struct of its element. A flag of UDMF is one bit of the
/// struct's member `flags`; every other field is a member of its own.
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

/// The standard fields of UDMF 1.1 that lie in the structs of types.h, in the order of UDMF 1.1.
/// That is all of them but `comment`, which is a column. Static data, any thread.
namespace detail {
StandardField standard_field(std::size_t i) noexcept;
}
using StandardFields = Rows<StandardField, detail::standard_field>;
StandardFields standard_fields() noexcept;
/// The row of a field, none where it lies in no struct. Any thread.
std::optional<StandardField> find_standard_field(FieldId field) noexcept;

}  // namespace flatline::engine
