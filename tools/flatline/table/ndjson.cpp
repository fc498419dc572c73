// NDJSON: one object for each row, with every column.
#include <string>

#include "json.hpp"
#include "table/text_rows.hpp"

namespace flatline::engine::tool {
namespace {

std::string before_json_value(std::string_view name, bool is_first) {
    return (is_first ? "{" : ",") + JsonWriter::prepared_key(name);
}

void append_json(std::string& out, std::string_view json) { out += json; }

}  // namespace

std::unique_ptr<TableWriter> make_ndjson_writer(const std::vector<TableColumn>& columns,
                                                Output& out) {
    constexpr TextForm kForm = {before_json_value,  "null",      "}\n",
                                append_json_string, append_json, nullptr};
    return std::make_unique<TextRows>(columns, out, kForm);
}

}  // namespace flatline::engine::tool
