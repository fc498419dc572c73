#include "write/layout.hpp"

#include <algorithm>
#include <optional>

#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

// A key that begins with a digit is one of UDMF 0.99 only.
bool has_key_of_0_99(const Map& map) noexcept {
    return std::any_of(
        map.unknowns().begin(), map.unknowns().end(), [&](const flatline_unknown& unknown) {
            const std::string_view name = map.text(unknown.name);
            return !name.empty() && text::is_digit(static_cast<unsigned char>(name.front()));
        });
}

const unsigned char* bytes_of(const udmf::Defaults& defaults, std::uint8_t block) noexcept {
    const void* const of[] = {&defaults.vertex, &defaults.linedef, &defaults.sidedef,
                              &defaults.sector, &defaults.thing};
    return static_cast<const unsigned char*>(of[block]);
}

// The key of a field. UDMF 0.99 has other names for many, and takes some of 1.1 for other fields:
// its class1 is class2.
std::string_view key_of(const StandardField& field, bool v0_99) noexcept {
    if (!v0_99) return field.name;
    for (const FieldRow& row : field_rows(Dialect::udmf099)) {
        if (row.block == field.block && row.alias_of == field.name) return row.name;
    }
    return field.name;
}

}  // namespace

Language::Language(const Map& map, TextStyle chosen) noexcept
    : style(chosen),
      v0_99(map.grammar() == Grammar::v0_99 && has_key_of_0_99(map)),
      // Eternity and SRB2 do not read \n as a line end (docs/udmf.md, "Strings and escapes").
      line_ends_escaped(map.dialect() != Dialect::eternity && map.dialect() != Dialect::srb2),
      assign(chosen == TextStyle::compact ? "=" : " = ") {}

void Layout::add_member(const StandardField& field, const Language& language, Dialect dialect,
                        const unsigned char* defaults) noexcept {
    const std::optional<FieldRow> row = udmf::find_row(dialect, language.v0_99, field.field);
    const std::string_view key = key_of(field, language.v0_99);
    if (field.bit != 0) {
        std::size_t bit = 0;
        while ((field.bit >> bit & 1) == 0) ++bit;
        for (const bool on : {false, true}) {
            Piece& line = flags[bit][on];
            line = {};
            line.add(key);
            line.add(language.assign);
            line.add(on ? "true;\n" : "false;\n");
        }
        // All flags together stand where the first of them does.
        const MemberText* last = member_count != 0 ? &members[member_count - 1] : nullptr;
        if (last != nullptr && last->form == Form::flags) return;
    }
    MemberText& member = members[member_count++];
    member = {};
    member.key.add(key);
    member.key.add(language.assign);
    member.offset = field.offset;
    member.required = row && row->required;
    if (field.bit != 0) {
        member.form = Form::flags;
    } else if (field.is_name) {
        member.form = Form::name;
    } else if (field.is_index) {
        member.form = Form::index;
    } else if (field.kind == FLATLINE_REAL) {
        // Heights are integers of UDMF 1.1. Ports that keep to it stop at a dot, also in zdoom.
        const bool height = dialect == Dialect::zdoom && field.block == FLATLINE_SECTOR &&
                            (field.name == "heightfloor" || field.name == "heightceiling");
        const bool whole = (row && row->kind == FLATLINE_INTEGER) || height;
        member.form = whole ? Form::whole : Form::real;
    } else {
        member.form = Form::integer;
    }
    member.fallback = bits_of(member.form, defaults + field.offset);
}

void Layout::prepare(const Map& map, std::uint8_t block, const Language& language, Dialect dialect,
                     const udmf::Defaults& defaults) noexcept {
    member_count = column_count = 0;
    for (const StandardField& field : standard_fields()) {
        if (field.block == block) add_member(field, language, dialect, bytes_of(defaults, block));
    }
    soonest = FLATLINE_NONE;
    for (const flatline_column& column : map.columns()) {
        if (column.element != block || column.count == 0 || column_count == kMostColumns) continue;
        ColumnText& text = columns[column_count];
        text = {};
        text.column = &column;
        text.key.add(field_name(column.field));
        text.key.add(language.assign);
        next[column_count++] = column.elements[0];
        soonest = std::min(soonest, column.elements[0]);
    }
    std::fill(next + column_count, next + (column_count + kGroup - 1) / kGroup * kGroup,
              FLATLINE_NONE);
}

}  // namespace flatline::engine::write
