// Places where readers of UDMF differ, as texts with the answers that docs/udmf.md, "TEXTMAP",
// decides on.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "model/load.hpp"

namespace grammar_rows {

/// A text and what must come of it. A '^' in the text marks the byte that a refusal names and is
/// taken out before loading.
struct Row {
    std::string name;
    std::string text;
    /// Of an accepted text: pairs of a path into the dump and the value there, as JSON.
    std::vector<std::pair<std::string, std::string>> values = {};
    /// Of a refused text: the rule ("a|b" where either names the fault well), else "".
    std::string refused = "";
    /// A finding that must be there too, or "".
    std::string finding = "";
    flatline::engine::Grammar grammar = flatline::engine::Grammar::automatic;
};

/// How GoogleTest names a row.
inline void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

/// A zdoom map with one thing that has these fields too.
inline std::string thing(const std::string& fields) {
    return "namespace=\"zdoom\";thing{x=1;y=2;type=3;" + fields + "}";
}

std::vector<Row> lexical_rows();
std::vector<Row> number_rows();
std::vector<Row> structure_rows();
std::vector<Row> element_rows();
std::vector<Row> grammar_099_rows();

}  // namespace grammar_rows
