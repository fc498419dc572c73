#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "json.hpp"
#include "model/fields.hpp"
#include "model/findings.hpp"
#include "model/version.hpp"
#include "report/json_lines.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kColumns = 8;
using Cells = std::array<std::string_view, kColumns>;
constexpr Cells kColumnTitles = {"dialect", "block",    "field",  "type",
                                 "default", "alias_of", "values", "source"};

std::string_view kind_name(std::uint8_t kind) {
    switch (kind) {
        case FLATLINE_INTEGER:
            return "int";
        case FLATLINE_REAL:
            return "float";
        case FLATLINE_BOOLEAN:
            return "bool";
        case FLATLINE_STRING:
            return "string";
        case FLATLINE_IDS:
            return "ids";
        default:
            return "any";
    }
}

Cells cells_of(const FieldRow& row) {
    return {dialect_name(row.dialect),
            element_name(row.block),
            row.name,
            kind_name(row.kind),
            row.required ? std::string_view("required") : row.fallback,
            row.alias_of,
            row.values,
            row.source};
}

template <class Visit>
void for_each_row(const Arguments& args, const Visit& visit) {
    for (std::size_t i = 0; i < kDialectCount; ++i) {
        const auto dialect = static_cast<Dialect>(i);
        if (args.dialect && *args.dialect != dialect) continue;
        for (const FieldRow& row : field_rows(dialect)) visit(row);
    }
}

/// Prints aligned columns to a terminal, and values between tabs to anything else.
void print_fields_table(Console& console) {
    std::array<std::size_t, kColumns> widths = {};
    const bool aligned = console.out.is_terminal();
    const auto widen = [&](const Cells& cells) {
        for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], cells[i].size());
    };
    const auto print = [&](const Cells& cells, bool title) {
        std::string line;
        for (std::size_t i = 0; i < kColumns; ++i) {
            line += cells[i];
            if (i + 1 == kColumns) continue;
            if (aligned) {
                line.append(widths[i] - cells[i].size() + 2, ' ');
            } else {
                line += '\t';
            }
        }
        console.out.write(title ? console.out_style.bold(line) : line);
        console.out.put('\n');
    };
    if (aligned) {
        widen(kColumnTitles);
        for_each_row(console.args, [&](const FieldRow& row) { widen(cells_of(row)); });
    }
    print(kColumnTitles, true);
    for_each_row(console.args, [&](const FieldRow& row) { print(cells_of(row), false); });
}

void print_fields_json(Console& console) {
    JsonWriter json(console.out);
    std::uint64_t count = 0;
    for_each_row(console.args, [&](const FieldRow& row) {
        const Cells cells = cells_of(row);
        ++count;
        json.begin_object();
        json.member("type", "field");
        json.member("dialect", cells[0]);
        json.member("block", cells[1]);
        json.member("field", row.name);
        json.member("kind", cells[3]);
        json.member("required", row.required);
        json.member("default", row.fallback);
        json.member("alias_of", row.alias_of);
        json.member("values", row.values);
        json.member("source", row.source);
        json.end_object();
        json.end_line();
    });
    write_count_json(json, "fields", count);
}

void print_fields_csv(Console& console) {
    const auto print = [&](const Cells& cells) {
        std::string line;
        for (const std::string_view cell : cells) {
            if (!line.empty()) line += ',';
            line += csv_cell(cell);
        }
        console.out.write(line);
        console.out.put('\n');
    };
    print(kColumnTitles);
    for_each_row(console.args, [&](const FieldRow& row) { print(cells_of(row)); });
}

void print_fields_markdown(Console& console) {
    for (std::size_t i = 0; i < kDialectCount; ++i) {
        const auto dialect = static_cast<Dialect>(i);
        if (console.args.dialect && *console.args.dialect != dialect) continue;
        std::string namespaces;
        for (const NamespaceRow& row : namespace_rows()) {
            if (row.dialect == dialect) namespaces += fmt::format(" `{}`", row.name);
        }
        console.print("## {}\n\n", dialect_name(dialect));
        if (!namespaces.empty()) console.print("Namespaces:{}.\n\n", namespaces);
        console.print("| block | field | type | default | alias of | values | source |\n");
        console.print("|---|---|---|---|---|---|---|\n");
        for (const FieldRow& row : field_rows(dialect)) {
            const Cells cells = cells_of(row);
            // The first is the dialect, which the heading has.
            for (std::size_t cell = 1; cell < kColumns; ++cell) {
                console.print("| {} ", markdown_cell(cells[cell]));
            }
            console.print("|\n");
        }
        console.print("\n");
    }
}

// ---- The configuration of an editor -------------------------------------------------------------

/// The blocks of `universalfields` as UltimateDoomBuilder calls them; global fields have none.
constexpr std::uint8_t kEditorBlocks[] = {FLATLINE_VERTEX, FLATLINE_LINEDEF, FLATLINE_SIDEDEF,
                                          FLATLINE_SECTOR, FLATLINE_THING};

/// The numbers that the editor has for types of values (its UniversalType).
int editor_type(std::uint8_t kind) {
    switch (kind) {
        case FLATLINE_INTEGER:
            return 0;
        case FLATLINE_REAL:
            return 1;
        case FLATLINE_BOOLEAN:
            return 3;
        default:
            return 2;  // text: also what holds several numbers, or values of any kind
    }
}

/// True of the fields that an editor has controls for, because they are standard.
bool is_standard(const FieldRow& row) {
    return find_standard_field(find_field(row.block, row.name)).has_value();
}

std::string editor_default(const FieldRow& row) {
    switch (row.kind) {
        case FLATLINE_INTEGER:
            return std::string(row.fallback.empty() ? "0" : row.fallback);
        case FLATLINE_REAL: {
            std::string text(row.fallback.empty() ? "0" : row.fallback);
            if (text.find('.') == text.npos) text += ".0";
            return text;
        }
        case FLATLINE_BOOLEAN:
            return row.fallback == "true" ? "true" : "false";
        default:
            return fmt::format("\"{}\"", row.fallback);
    }
}

/// What stands for an alias is the canonical field; `user_*` and the like are no fields of a name.
bool is_for_editor(const FieldRow& row) {
    const bool is_word = std::all_of(row.name.begin(), row.name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    return is_word && row.alias_of.empty() && !row.required && !is_standard(row);
}

void print_editor_fields(Console& console, Dialect dialect) {
    console.print("\nuniversalfields\n{{\n");
    for (const std::uint8_t block : kEditorBlocks) {
        console.print("    {}\n    {{\n", element_name(block));
        for (const FieldRow& row : field_rows(dialect)) {
            if (row.block != block || !is_for_editor(row)) continue;
            console.print(
                "        {}\n        {{\n            type = {};\n"
                "            default = {};\n        }}\n",
                row.name, editor_type(row.kind), editor_default(row));
        }
        console.print("    }}\n");
    }
    console.print("}}\n");
}

/// Without --dialect the first of all would be as good as any other, so one is wanted.
int print_editor(Console& console) {
    if (!console.args.dialect) {
        console.complain("fields --format udb: choose a --dialect; a configuration is of one");
        return kExitUsage;
    }
    const Dialect dialect = *console.args.dialect;
    console.print(
        "// Fields of the dialect {}, by flatline {}. Standard fields stand in no list: "
        "the editor\n// has them.\n",
        dialect_name(dialect), version());
    for (const NamespaceRow& row : namespace_rows()) {
        if (row.dialect == dialect) console.print("// Namespace: {}\n", row.name);
    }
    print_editor_fields(console, dialect);
    return kExitOk;
}

}  // namespace

int run_fields(Console& console) {
    if (console.args.markdown) {
        print_fields_markdown(console);
        return kExitOk;
    }
    switch (console.args.fields_format) {
        case FieldsFormat::json:
            print_fields_json(console);
            return kExitOk;
        case FieldsFormat::csv:
            print_fields_csv(console);
            return kExitOk;
        case FieldsFormat::udb:
            return print_editor(console);
        case FieldsFormat::text:
            break;
    }
    print_fields_table(console);
    return kExitOk;
}

}  // namespace flatline::engine::tool
