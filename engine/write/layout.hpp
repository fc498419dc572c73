// Prepares the statement of each field for writing the elements of one map.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "model/fields.hpp"
#include "model/map.hpp"
#include "model/write.hpp"
#include "udmf/defaults.hpp"
#include "udmf/field_tables.hpp"
#include "write/text_stream.hpp"

namespace flatline::engine::write {

/// The words and marks of a style, and which version of UDMF the text is.
struct Language {
    TextStyle style;
    bool v0_99;
    bool line_ends_escaped;  // else they stand in strings as they are
    std::string_view assign;

    Language(const Map& map, TextStyle chosen) noexcept;
};

/// What is done with a member of an element.
enum class Form : std::uint8_t { integer, index, real, whole, name, flags };

/// The bits of the member at `at`; those of 32 are the low ones of the result.
inline std::uint64_t bits_of(Form form, const unsigned char* at) noexcept {
    if (form == Form::real || form == Form::whole) {
        std::uint64_t wide;
        std::memcpy(&wide, at, sizeof wide);
        return wide;
    }
    std::uint32_t narrow;
    std::memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

/// A standard field, or all flags of an element.
struct MemberText {
    Piece key;  // `key = `
    std::uint16_t offset;
    Form form;
    bool required;
    std::uint64_t fallback;  // the bits of the default
};

/// A column, and the entry that is to be written next.
struct ColumnText {
    Piece key;
    const flatline_column* column;
    std::uint32_t entry;
};

/// All that is known before the first element of a kind is written.
class Layout {
public:
    static constexpr std::size_t kMostMembers = 24;
    static constexpr std::size_t kMostFlags = 32;
    /// So many columns of one kind are looked through at once.
    static constexpr std::size_t kGroup = 8;
    /// No dialect has more fields in a block.
    static constexpr std::size_t kMostColumns = 256;

    void prepare(const Map& map, std::uint8_t block, const Language& language, Dialect dialect,
                 const udmf::Defaults& defaults) noexcept;

    MemberText members[kMostMembers];
    std::size_t member_count = 0;
    Piece flags[kMostFlags][2];  // by bit and value: `key = true;`
    ColumnText columns[kMostColumns];
    std::uint32_t next[kMostColumns];  // by column, the element of its next entry
    std::size_t column_count = 0;
    std::uint32_t soonest = FLATLINE_NONE;  // the least of `next`

private:
    void add_member(const StandardField& field, const Language& language, Dialect dialect,
                    const unsigned char* defaults) noexcept;
};

}  // namespace flatline::engine::write
