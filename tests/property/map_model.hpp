// A random valid map: what it says and what must be read.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "property/tape.hpp"

namespace property {

/// `key = literal;` or `key { inner }`.
struct Entry {
    std::string key;
    std::string literal;
    bool known = false;  // then its case may be changed
    bool is_block = false;
    std::vector<Entry> inner;
};

/// A statement at top level. `kind`: 0..4 an element, 5 an assignment, 6 an unknown block.
struct Block {
    int kind = 0;
    Entry entry;
};

struct Model {
    bool grammar_099 = false;
    std::string name;  // the namespace, "" for none
    std::vector<Block> blocks;

    /// Values that were given, by kind, element and canonical name.
    std::map<int, std::vector<std::map<std::string, nlohmann::json>>> given;
    /// What no table knows, in the shape of the dump.
    nlohmann::json unknown;
};

Model any_model(Tape& tape);

/// How a text is laid out.
enum class Style { udb, slade, minified };

/// Writes the model. `noise` gives random case, blanks, comments and stray semicolons.
std::string write(const Model& model, Style style, Tape& noise);

}  // namespace property
