// CSV as RFC 4180 has it. A cell that is null is empty, one with the empty string is "".
#include <string>

#include "table/text_rows.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

std::string before_csv_cell(std::string_view, bool is_first) { return is_first ? "" : ","; }

void append_csv_text(std::string& out, std::string_view text) {
    if (text.empty()) {
        out += "\"\"";
    } else if (text.find_first_of(",\"\r\n") == text.npos) {
        out += text;
    } else {
        out += csv_cell(text);
    }
}

std::string csv_header(const std::vector<std::string_view>& names) {
    std::string line;
    for (const std::string_view name : names) {
        if (!line.empty()) line += ',';
        line += name;
    }
    return line + "\r\n";
}

}  // namespace

std::unique_ptr<TableWriter> make_csv_writer(const std::vector<TableColumn>& columns, Output& out) {
    constexpr TextForm kForm = {before_csv_cell, "",        "\r\n", append_csv_text,
                                append_csv_text, csv_header};
    return std::make_unique<TextRows>(columns, out, kForm);
}

}  // namespace flatline::engine::tool
