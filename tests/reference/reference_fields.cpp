#include "reference/reference_fields.hpp"

#include <fstream>
#include <sstream>

#include "model/fields.hpp"
#include "support/paths.hpp"

namespace reference {
namespace {

bool starts_with(const std::string& text, const std::string& head) {
    return text.compare(0, head.size(), head) == 0;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Words of column `default` that describe what an engine does rather than a value.
std::string plain_default(const std::string& text) {
    if (text == "unset" || text == "null" || text == "required" || starts_with(text, "engine ") ||
        starts_with(text, "from ")) {
        return "";
    }
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        return text.substr(1, text.size() - 2);
    }
    return text;
}

Kind kind_of(const std::string& type, const std::string& field, const std::string& chosen) {
    if (field == "moreids") {
        return Kind::ids;
    }
    if (starts_with(chosen, "read as float") || starts_with(type, "float")) {
        return Kind::real;
    }
    if (starts_with(type, "bool")) {
        return Kind::boolean;
    }
    return starts_with(type, "int") ? Kind::integer : Kind::string;
}

std::vector<std::string> split_tabs(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (char c : line) {
        if (c == '\t') {
            cells.push_back(cell);
            cell.clear();
        } else if (c != '\r') {
            cell += c;
        }
    }
    cells.push_back(cell);
    return cells;
}

// Columns: dialect block field type default alias_of namespaces source note chosen.
std::vector<Field> read_tsv(std::istream& file) {
    std::vector<Field> fields;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const std::vector<std::string> cells = split_tabs(line);
        if (cells.size() < 10 || contains(cells[2], "*")) {
            continue;
        }
        Field field;
        field.dialect = cells[0];
        field.block = cells[1];
        field.name = cells[2];
        field.kind = kind_of(cells[3], cells[2], cells[9]);
        field.fallback = chosen_default(cells[9], cells[4], field.required);
        // The document says 255, column chosen "160 unless the file is known to be 0.99": rows of
        // udmf099 are used for nothing else.
        if (field.dialect == "udmf099" && field.name == "lightlevel") {
            field.fallback = "255";
        }
        field.alias_of = cells[5];
        const std::size_t brace = cells[3].find('{');
        if (brace != std::string::npos) {
            field.values = cells[3].substr(brace + 1, cells[3].size() - brace - 2);
        }
        fields.push_back(field);
    }
    return fields;
}

std::vector<Field> read_registry() {
    const char* const blocks[] = {"vertex", "linedef", "sidedef", "sector", "thing", "global"};
    std::vector<Field> fields;
    for (std::size_t d = 0; d < flatline::engine::kDialectCount; ++d) {
        const auto dialect = static_cast<flatline::engine::Dialect>(d);
        for (const flatline::engine::FieldRow& row : flatline::engine::field_rows(dialect)) {
            if (row.name.find('*') != std::string_view::npos) {
                continue;
            }
            Field field;
            field.dialect = std::string(flatline::engine::dialect_name(dialect));
            field.block = blocks[row.block];
            field.name = std::string(row.name);
            field.kind = static_cast<Kind>(row.kind);
            field.required = row.required;
            field.fallback = std::string(row.fallback);
            field.alias_of = std::string(row.alias_of);
            field.values = std::string(row.values);
            fields.push_back(field);
        }
    }
    return fields;
}

struct Book {
    std::vector<Field> fields;
    bool from_tsv = false;
};

const Book& book() {
    static const Book the_book = [] {
        Book made;
        std::ifstream file(paths::shared() + "/reference/fields.tsv");
        if (file) {
            made.fields = read_tsv(file);
            made.from_tsv = true;
            return made;
        }
        made.fields = read_registry();
        return made;
    }();
    return the_book;
}

}  // namespace

std::string chosen_default(const std::string& chosen, const std::string& fallback, bool& required) {
    required = starts_with(chosen, "required") || contains(chosen, "required per spec") ||
               starts_with(chosen, "int, required");
    if (required) {
        return "";
    }
    // These say how to read the field; the default is that of its own column.
    for (const char* head : {"read as float", "keep (", "string (engine", "preserve", "ignore",
                             "accept", "parse whitespace", "canonical"}) {
        if (starts_with(chosen, head)) {
            required = fallback == "required";
            return plain_default(fallback);
        }
    }
    if (starts_with(chosen, "unset/-1")) {
        return "-1";
    }
    for (const char* head : {"unset", "null", "from ", "engine "}) {
        if (starts_with(chosen, head)) {
            return "";
        }
    }
    if (starts_with(chosen, "\"")) {
        return chosen.substr(1, chosen.find('"', 1) - 1);
    }
    std::size_t first = 0;
    for (const char* head : {"int ", "float ", "string enum, default "}) {
        if (starts_with(chosen, head)) {
            first = std::string(head).size();
        }
    }
    return chosen.substr(first, chosen.find_first_of(" ,;", first) - first);
}

const std::vector<Field>& all_fields() { return book().fields; }

bool fields_from_tsv() { return book().from_tsv; }

FieldTable table_for(const std::string& dialect, bool grammar_099) {
    FieldTable table;
    const auto add = [&](const std::string& name) {
        for (const Field& field : all_fields()) {
            if (field.dialect == name) {
                table[{field.block, field.name}] = field;
            }
        }
    };
    add("udmf11");
    if (dialect != "udmf11") {
        add(dialect);
    }
    if (grammar_099) {
        add("udmf099");
    }
    return table;
}

std::string dialect_of(const std::string& name) {
    static const std::map<std::string, std::string> dialects = {
        {"doom", "udmf11"},   {"heretic", "udmf11"}, {"hexen", "udmf11"},
        {"strife", "udmf11"}, {"zdoom", "zdoom"},    {"zdoomtranslated", "zdoom"},
        {"vavoom", "zdoom"},  {"srb2", "srb2"},      {"eternity", "eternity"},
        {"dsda", "dsda"},     {"woof", "woof"}};
    const auto found = dialects.find(name);
    return found == dialects.end() ? "" : found->second;
}

}  // namespace reference
