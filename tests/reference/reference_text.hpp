// The reference reader's view of a TEXTMAP as plain statements, one character at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace reference {

enum class Syntax { integer, real, boolean, string, word };

struct Value {
    Syntax syntax = Syntax::integer;
    std::string text;     // a number as written; a string with its escapes undone; true or false
    std::string spelled;  // of a value without quotes: as written
    bool not_finite = false;  // a word that is nan or inf, which no number field may have
    std::size_t offset = 0;
};

/// `name = value;` or, with is_block, `name { body }`.
struct Statement {
    std::string name;
    std::size_t offset = 0;
    bool is_block = false;
    bool complete = false;  // false if the text goes wrong before the semicolon
    Value value;
    std::vector<Statement> body;
};

/// Why a text is refused: the id of the rule, several with '|' where the texts leave it open.
struct Refusal {
    std::string rule;
    std::size_t offset = 0;
};

struct Statements {
    std::vector<Statement> list;  // also what came before a fault
    bool good = true;
    Refusal refusal;
};

/// With the letters A to Z made small.
std::string lower(const std::string& text);

/// Reads the whole text as UDMF 1.1 or, with `grammar_099`, as UDMF 0.99.
Statements read_statements(std::string_view text, bool grammar_099);

}  // namespace reference
