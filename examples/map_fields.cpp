// What a map says beyond the standard fields, which fields its dialect knows, and where in the
// text a value stands.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string string_of(std::string_view text) { return std::string(text); }

// A real field of an element: from its column, or the default where the element does not give it.
double real_of(const flatline::Map& map, std::uint8_t block, const char* name, std::uint32_t i) {
    const flatline::FieldId field = flatline_find_field(block, name);
    const flatline_column* column = map.column(field);
    const std::uint32_t at = flatline_column_find(column, i);
    return at != FLATLINE_NONE ? column->values.reals[at] : map.default_value(field).real;
}

// How many sectors give a field, by a cursor, which costs nothing to move from one to the next.
unsigned count_given(const flatline::Map& map, const char* name) {
    flatline::ColumnCursor cursor(map.column(FLATLINE_SECTOR, name));
    unsigned given = 0;
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        given += cursor.find(i) != FLATLINE_NONE ? 1u : 0u;
    }
    std::printf("%s is given by %u sectors, up to entry %u\n", name, given, cursor.place());
    return given;
}

void print_dialect(std::uint8_t dialect) {
    const auto rows = flatline::field_rows(dialect);
    const bool aliases = std::any_of(rows.begin(), rows.end(),
                                     [](const auto& row) { return *row.alias_of != '\0'; });
    std::printf(
        "%s has fields of its own: %s; aliases: %s; namespaces:", flatline_dialect_name(dialect),
        rows.empty() ? "no" : "yes", aliases ? "yes" : "no");
    for (auto& row : flatline::namespace_rows()) {
        if (row.dialect == dialect) std::printf(" %s", row.name);
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto loaded = flatline::load(text);
    if (!loaded) return 1;
    const flatline::Map& map = *loaded;
    std::fprintf(stderr, "flatline %s\n", string_of(flatline::version()).c_str());
    std::printf("namespace \"%s\", grammar of UDMF %s\n", string_of(map.map_namespace()).c_str(),
                map.grammar() == FLATLINE_GRAMMAR_1_1 ? "1.1" : "0.99");
    for (std::uint8_t dialect = 0; dialect < FLATLINE_DIALECTS; ++dialect) {
        if (map.dialect() == flatline_dialect_name(dialect)) print_dialect(dialect);
    }
    const auto standard = flatline::standard_fields();
    std::printf("standard flags of things: %td\n",
                std::count_if(standard.begin(), standard.end(), [](const auto& field) {
                    return field.block == FLATLINE_THING && field.bit != 0;
                }));

    const flatline::FieldId gravity = flatline_find_field(FLATLINE_SECTOR, "gravity");
    std::printf("gravity: %g and %g\n", real_of(map, FLATLINE_SECTOR, "gravity", 0),
                real_of(map, FLATLINE_SECTOR, "gravity", 1));
    if (count_given(map, "gravity") == 0) return 1;
    std::printf("else it is %s\n", string_of(map.field_default(gravity)).c_str());
    for (auto& column : map.columns()) {
        std::printf("%s %s: given by %u\n",
                    flatline_element_name(flatline_field_block(column.field)),
                    flatline_field_name(column.field), column.count);
    }
    if (map.column(FLATLINE_SECTOR, "moreids") == nullptr) {
        std::printf("no sector has more than one tag; %zu ids in lists\n", map.ids().size());
    }
    for (auto& unknown : map.unknowns()) {
        if (unknown.kind != FLATLINE_STRING) continue;
        std::printf("%s %u says %s = \"%s\"\n", flatline_element_name(unknown.element),
                    unknown.index, string_of(map.text(unknown.name)).c_str(),
                    string_of(map.text(unknown.value.string)).c_str());
    }
    std::printf("textures and flats:");
    for (const flatline_text name : map.names()) {
        std::printf(" %s", string_of(map.text(name)).c_str());
    }
    std::printf("\n");

    // Where the text says how things fall in the second room.
    const std::uint64_t offset = map.locate(FLATLINE_SECTOR, 1, gravity);
    if (offset == FLATLINE_NO_OFFSET) return 1;
    flatline::Place place;
    flatline_place(map.raw(), offset, &place.line, &place.column);
    std::printf("line %llu, column %llu: %s\n", static_cast<unsigned long long>(place.line),
                static_cast<unsigned long long>(place.column),
                string_of(map.textmap().substr(offset, 3)).c_str());
    return 0;
}
