#include "reference/reference_reader.hpp"

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "reference/reference_fields.hpp"

namespace reference {
namespace {

using nlohmann::json;

const char* const kKinds[] = {"vertex", "linedef", "sidedef", "sector", "thing"};
const char* const kArrays[] = {"vertices", "linedefs", "sidedefs", "sectors", "things"};

int kind_index(const std::string& name) {
    for (int i = 0; i < 5; ++i) {
        if (lower(name) == kKinds[i]) {
            return i;
        }
    }
    return -1;
}

bool is_number(const Value& value) {
    return value.syntax == Syntax::integer || value.syntax == Syntax::real;
}

[[noreturn]] void refuse(const std::string& rule, std::size_t offset) {
    throw Refusal{rule, offset};
}

double to_real(const Value& value) {
    const double number = std::strtod(value.text.c_str(), nullptr);
    if (!std::isfinite(number)) {
        refuse("number-not-finite|number-range", value.offset);
    }
    return number;
}

// Decimal digits stay decimal whatever zeros stand in front.
std::int64_t to_integer(const Value& value) {
    const bool hex = value.text.find_first_of("xX") != std::string::npos;
    errno = 0;
    const long long number = std::strtoll(value.text.c_str(), nullptr, hex ? 16 : 10);
    if (errno != 0) {
        refuse("number-range", value.offset);
    }
    return number;
}

// A colour may have 32 bits without a sign.
std::int32_t to_int32(const Value& value, bool colour) {
    if (value.syntax == Syntax::real) {
        const double number = std::trunc(to_real(value));
        if (number < -2147483648.0 || number > 2147483647.0) {
            refuse("number-range", value.offset);
        }
        return static_cast<std::int32_t>(number);
    }
    const std::int64_t number = to_integer(value);
    if (number < INT32_MIN || number > (colour ? UINT32_MAX : INT32_MAX)) {
        refuse("number-range", value.offset);
    }
    return static_cast<std::int32_t>(number);
}

// "2 666 junk 4505 10a" -> [2, 666, 4505, 10]: dsda-doom reads the number in front of a word.
json to_ids(const std::string& text) {
    json ids = json::array();
    std::string word;
    for (char c : text + " ") {
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f') {
            word += c;
            continue;
        }
        char* end = nullptr;
        errno = 0;
        const long long id = std::strtoll(word.c_str(), &end, 10);
        if (end != word.c_str() && errno == 0 && id >= INT32_MIN && id <= INT32_MAX) {
            ids.push_back(id);
        }
        word.clear();
    }
    return ids;
}

// Null if the value is of another kind than the field.
json to_field(const Value& value, Kind kind, bool colour, bool grammar_099) {
    // unquoted_string of 0.99 matches true, 5 and every other value without quotes.
    if (grammar_099 && !value.spelled.empty() && (kind == Kind::string || kind == Kind::ids)) {
        return kind == Kind::ids ? to_ids(value.spelled) : json(printable(value.spelled));
    }
    if (value.not_finite) {
        refuse("number-not-finite", value.offset);
    }
    const bool string =
        value.syntax == Syntax::string || (value.syntax == Syntax::word && grammar_099);
    switch (kind) {
        case Kind::integer:
            return is_number(value) ? json(to_int32(value, colour)) : json();
        case Kind::real:
            return is_number(value) ? json(to_real(value)) : json();
        case Kind::boolean:
            return value.syntax == Syntax::boolean ? json(value.text == "true") : json();
        case Kind::string:
            return string ? json(printable(value.text)) : json();
        case Kind::ids:
            return string ? to_ids(value.text) : json();
    }
    return {};
}

json to_unknown(const Value& value, bool grammar_099) {
    if (value.syntax == Syntax::word && !grammar_099) {
        return {{"keyword", printable(value.text)}};
    }
    switch (value.syntax) {
        case Syntax::integer:
            return to_integer(value);
        case Syntax::real:
            return to_real(value);
        case Syntax::boolean:
            return value.text == "true";
        default:
            return printable(value.text);
    }
}

json to_unknown(const Statement& statement, bool grammar_099) {
    if (!statement.is_block) {
        return to_unknown(statement.value, grammar_099);
    }
    json entries = json::array();
    for (const Statement& inner : statement.body) {
        if (!inner.is_block && !inner.complete) {
            continue;
        }
        entries.push_back(json::array({inner.name, to_unknown(inner, grammar_099)}));
    }
    return entries;
}

json default_of(const Field& field) {
    switch (field.kind) {
        case Kind::integer:
            return std::strtol(field.fallback.c_str(), nullptr, 0);
        case Kind::real:
            return std::strtod(field.fallback.c_str(), nullptr);
        case Kind::boolean:
            return field.fallback == "true";
        default:
            return field.fallback;
    }
}

// What an alias stands for: "skill1 + skill2", "NOT single", or the field itself.
struct Target {
    std::string name;
    bool negated = false;
};

std::vector<Target> targets_of(const Field& field) {
    if (field.alias_of.empty()) {
        return {{field.name, false}};
    }
    std::vector<Target> targets;
    bool negated = false;
    std::string word;
    for (char c : field.alias_of + " ") {
        if (c != ' ') {
            word += c;
            continue;
        }
        if (word == "NOT") {
            negated = true;
        } else if (word != "+" && !word.empty()) {
            targets.push_back({word, negated});
        }
        word.clear();
    }
    return targets;
}

class Meaning {
public:
    Meaning(const Statements& statements, bool grammar_099, const Options& options)
        : statements_(statements), grammar_099_(grammar_099), options_(options) {}

    json read() {
        find_namespace();
        for (const char* kind : kArrays) {
            dump_[kind] = json::array();
        }
        for (const char* kind : kKinds) {
            dump_["unknown"][kind] = json::array();
        }
        dump_["unknown"]["global"] = json::array();
        dump_["unknown"]["block"] = json::array();
        for (const Statement& statement : statements_.list) {
            read_top(statement);
        }
        if (!statements_.good) {
            throw statements_.refusal;
        }
        resolve();
        for (const char* kind : kArrays) {
            dump_["counts"][kind] = dump_[kind].size();
        }
        for (const char* part : {"floor_planes", "ceiling_planes", "nodes", "blockmap"}) {
            dump_[part] = nullptr;
        }
        dump_["format"] = "udmf";
        return dump_;
    }

private:
    void find_namespace() {
        bool found = false;
        for (const Statement& statement : statements_.list) {
            const bool text = statement.value.syntax == Syntax::string ||
                              (statement.value.syntax == Syntax::word && grammar_099_);
            if (statement.is_block || lower(statement.name) != "namespace" || !text) {
                continue;
            }
            if (!found || grammar_099_) {
                name_ = lower(statement.value.text);
            }
            found = true;
        }
        if (!options_.namespace_override.empty()) {
            name_ = lower(options_.namespace_override);
        }
        dump_["namespace"] = printable(name_);
        const std::string dialect = dialect_of(name_);
        const std::string rows = dialect.empty() ? "udmf11" : dialect;
        table_ = table_for(rows, grammar_099_);
        standard_ = table_for("udmf11", false);
        // UDMF 1.1, "Tag / ID Behavior": 0 under these; a namespace says so in 0.99 text too.
        const bool zero = name_ == "doom" || name_ == "heretic" || name_ == "strife";
        line_id_ = zero ? json(0) : default_of(table_for(rows, false).at({"linedef", "id"}));
    }

    void read_top(const Statement& statement) {
        const int kind = kind_index(statement.name);
        if (statement.is_block && kind >= 0) {
            read_element(kind, statement);
        } else if (statement.is_block) {
            dump_["unknown"]["block"].push_back(
                json::array({statement.name, to_unknown(statement, grammar_099_)}));
        } else if (statement.complete && lower(statement.name) != "namespace") {
            dump_["unknown"]["global"].push_back(
                json::array({statement.name, to_unknown(statement, grammar_099_)}));
        }
    }

    void read_element(int kind, const Statement& block) {
        json element = json::object();
        json& array = dump_[kArrays[kind]];
        for (const Statement& statement : block.body) {
            if (!statement.is_block && !statement.complete) {
                continue;  // only the last of a text that is refused
            }
            const auto row = table_.find({kKinds[kind], lower(statement.name)});
            if (statement.is_block || row == table_.end()) {
                dump_["unknown"][kKinds[kind]].push_back(json::array(
                    {array.size(), statement.name, to_unknown(statement, grammar_099_)}));
                continue;
            }
            assign(element, kind, row->second, statement.value);
        }
        for (const auto& [key, field] : standard_) {
            if (key.first == kKinds[kind] && element.find(key.second) == element.end()) {
                fill(element, kind, key.second);
            }
        }
        array.push_back(element);
        blocks_[kind].push_back(block.offset);
    }

    void assign(json& element, int kind, const Field& row, const Value& value) {
        for (const Target& target : targets_of(row)) {
            const auto canonical = table_.find({kKinds[kind], target.name});
            // class1 of 0.99 is class2: a target is a name of 1.1 or of the dialect, never again
            // an alias, so the alias row of the same name gives its kind only.
            json result =
                to_field(value, canonical == table_.end() ? row.kind : canonical->second.kind,
                         target.name.find("color") != std::string::npos, grammar_099_);
            if (target.negated && !result.is_null()) {
                result = !result.get<bool>();
            }
            if (result.is_null()) {
                element.erase(target.name);
                continue;
            }
            const bool place =
                (kind == 0 || kind == 4) && (target.name == "x" || target.name == "y");
            if (place && std::fabs(result.get<double>()) > options_.coordinate) {
                refuse("limit-coordinate", value.offset);
            }
            element[target.name] = result;
            offsets_[kind][{dump_[kArrays[kind]].size(), target.name}] = value.offset;
        }
    }

    // The default of a standard field that the element does not give.
    void fill(json& element, int kind, const std::string& name) {
        const Field& field = table_.at({kKinds[kind], name});
        const bool flat = name == "texturefloor" || name == "textureceiling";
        const bool mode = name == "single" || name == "dm" || name == "coop";
        if (flat) {
            element[name] = "-";
        } else if (grammar_099_ && mode) {
            element[name] = true;
        } else if (kind == 1 && name == "id") {
            element[name] = line_id_;
        } else if (!field.required) {
            element[name] = default_of(field);
        }
    }

    std::size_t offset_of(int kind, std::size_t index, const std::string& field) const {
        const auto found = offsets_[kind].find({index, field});
        return found == offsets_[kind].end() ? blocks_[kind][index] : found->second;
    }

    std::int64_t required(int kind, std::size_t index, const char* field, const std::string& rule) {
        const json& element = dump_[kArrays[kind]][index];
        if (element.find(field) == element.end()) {
            refuse(rule, blocks_[kind][index]);
        }
        return element[field].is_number_integer() ? element[field].get<std::int64_t>() : 0;
    }

    void resolve_line(std::size_t i) {
        for (const char* field : {"v1", "v2"}) {
            const std::int64_t vertex = required(1, i, field, "line-missing-field");
            if (vertex < 0 || vertex >= static_cast<std::int64_t>(dump_["vertices"].size())) {
                refuse("line-vertex-range", offset_of(1, i, field));
            }
        }
        const auto sides = static_cast<std::int64_t>(dump_["sidedefs"].size());
        const std::int64_t back = required(1, i, "sideback", "line-side-range");
        const std::string no_front = back == -1 ? "line-no-sides" : "line-missing-front";
        const std::int64_t front = required(1, i, "sidefront", no_front);
        if (front < 0 || front >= sides) {
            refuse(front == -1 ? no_front + "|line-side-range" : "line-side-range",
                   offset_of(1, i, "sidefront"));
        }
        if (back < -1 || back >= sides) {
            refuse("line-side-range", offset_of(1, i, "sideback"));
        }
    }

    void resolve() {
        for (std::size_t i = 0; i < dump_["vertices"].size(); ++i) {
            required(0, i, "x", "vertex-missing-field");
            required(0, i, "y", "vertex-missing-field");
        }
        for (std::size_t i = 0; i < dump_["linedefs"].size(); ++i) {
            resolve_line(i);
        }
        for (std::size_t i = 0; i < dump_["sidedefs"].size(); ++i) {
            const std::int64_t sector = required(2, i, "sector", "side-missing-field");
            if (sector < 0 || sector >= static_cast<std::int64_t>(dump_["sectors"].size())) {
                refuse("side-sector-range", offset_of(2, i, "sector"));
            }
        }
        for (std::size_t i = 0; i < dump_["things"].size(); ++i) {
            for (const char* field : {"x", "y", "type"}) {
                required(4, i, field, "thing-missing-field");
            }
        }
        list_sector_lines();
    }

    void list_sector_lines() {
        std::vector<std::set<std::size_t>> lines(dump_["sectors"].size());
        for (std::size_t i = 0; i < dump_["linedefs"].size(); ++i) {
            for (const char* field : {"sidefront", "sideback"}) {
                const std::int64_t side = dump_["linedefs"][i][field].get<std::int64_t>();
                if (side >= 0) {
                    const json& sector =
                        dump_["sidedefs"][static_cast<std::size_t>(side)]["sector"];
                    lines[sector.get<std::size_t>()].insert(i);
                }
            }
        }
        dump_["sector_lines"] = json::array();
        for (const std::set<std::size_t>& of_sector : lines) {
            dump_["sector_lines"].push_back(json(of_sector));
        }
    }

    const Statements& statements_;
    bool grammar_099_;
    const Options& options_;
    std::string name_;
    FieldTable table_;
    FieldTable standard_;
    json line_id_;
    json dump_;
    std::vector<std::size_t> blocks_[5];
    std::map<std::pair<std::size_t, std::string>, std::size_t> offsets_[5];
};

// Only the two signs that the loader documents; later faults of the text hide nothing before them.
bool looks_like_099(std::string_view text) {
    for (const Statement& statement : read_statements(text, true).list) {
        const std::string name = lower(statement.name);
        if (!statement.is_block) {
            if (name == "namespace" && statement.value.syntax != Syntax::string) {
                return true;
            }
            continue;
        }
        for (const Statement& inner : statement.body) {
            const std::string key = lower(inner.name);
            if (!inner.is_block &&
                ((name == "linedef" && key == "frontside") ||
                 (name == "sector" && (key == "floorpic" || key == "ceilingpic")))) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

std::string printable(const std::string& bytes) {
    // The library's own check: it refuses to print what is not valid UTF-8.
    try {
        (void)json(bytes).dump();
        return bytes;
    } catch (const json::type_error&) {
        std::string result;
        for (const char c : bytes) {
            const auto code = static_cast<unsigned char>(c);
            if (code < 0x80) {
                result += c;
            } else {
                result += static_cast<char>(0xC0 | (code >> 6));
                result += static_cast<char>(0x80 | (code & 0x3F));
            }
        }
        return result;
    }
}

Result read(std::string_view text, const Options& options) {
    Result result;
    result.grammar_099 = options.grammar == Grammar::v0_99 ||
                         (options.grammar == Grammar::automatic && looks_like_099(text));
    const Statements statements = read_statements(text, result.grammar_099);
    try {
        result.dump = Meaning(statements, result.grammar_099, options).read();
    } catch (const Refusal& refusal) {
        result.refusal = refusal;
    }
    return result;
}

}  // namespace reference
