#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "flatline/fields.hpp"
#include "flatline/findings.hpp"
#include "json.hpp"

namespace flatline::tool {
namespace {

constexpr std::size_t kColumns = 8;
using Cells = std::array<std::string_view, kColumns>;
constexpr Cells kTitles = {"dialect", "block",    "field",  "type",
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
void print_table(Console& console) {
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
        widen(kTitles);
        for_each_row(console.args, [&](const FieldRow& row) { widen(cells_of(row)); });
    }
    print(kTitles, true);
    for_each_row(console.args, [&](const FieldRow& row) { print(cells_of(row), false); });
}

void print_json(Console& console) {
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
    json.begin_object();
    json.member("type", "summary");
    json.member("fields", count);
    json.end_object();
    json.end_line();
}

}  // namespace

int run_fields(Console& console) {
    if (console.args.json) {
        print_json(console);
    } else {
        print_table(console);
    }
    return kExitOk;
}

}  // namespace flatline::tool
