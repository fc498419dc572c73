// The reference reader's own reading of the tables of fields.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace reference {

enum class Kind { integer, real, boolean, string, ids };

/// One field of one dialect, read from fields.tsv (or, where that is absent, from the registry).
struct Field {
    std::string dialect;
    std::string block;
    std::string name;
    Kind kind = Kind::integer;
    bool required = false;
    std::string fallback;  // the default as text, "" if unset
    std::string alias_of;  // "skill1 + skill2", "NOT single", "id" or ""
    std::string values;    // "a,b,c", "0..13" or ""
};

/// All rows but the placeholders user_*, which stand for no field of their own.
const std::vector<Field>& all_fields();

/// True if the rows came from the shared fields.tsv.
bool fields_from_tsv();

/// The default that column `chosen` of fields.tsv decides on. `required` is set where it says so.
std::string chosen_default(const std::string& chosen, const std::string& fallback, bool& required);

/// (block, lower-case name) -> row, for one way of reading a text.
using FieldTable = std::map<std::pair<std::string, std::string>, Field>;

/// The rows of `dialect`, below them those of udmf11, above them those of udmf099 if asked for.
FieldTable table_for(const std::string& dialect, bool grammar_099);

/// The dialect that a lower-case namespace stands for; "" for an unknown one.
std::string dialect_of(const std::string& name);

}  // namespace reference
