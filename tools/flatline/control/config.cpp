// toml++ is asked for results, not for exceptions; that it has only as headers.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
// toml++ 3.3 asserts for "[[["; without assertions it returns an error.
#define TOML_ASSERT(condition) static_assert(true)
#include "control/config.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "control/nearest.hpp"
#include "input_file.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr char kConfigFile[] = "flatline.toml";
constexpr std::size_t kMostBytes = 1u << 20;  // nobody writes more of it by hand
constexpr std::size_t kMostDots = 16;         // a key of ours has one

constexpr std::pair<std::string_view, RuleLevel> kLevels[] = {
    {"error", RuleLevel::error},
    {"warning", RuleLevel::warning},
    {"note", RuleLevel::note},
    {"off", RuleLevel::off},
};
constexpr std::pair<std::string_view, FailOn> kFailOns[] = {
    {"error", FailOn::error},
    {"warning", FailOn::warning},
    {"never", FailOn::never},
};

template <class Names>
auto named(const Names& names, std::string_view word)
    -> std::optional<std::decay_t<decltype(names[0].second)>> {
    for (const auto& [name, value] : names) {
        if (name == word) return value;
    }
    return std::nullopt;
}

/// Reads one file; stops at the first thing that is wrong.
class ConfigReader {
public:
    ConfigReader(const std::string& path, ConfigOrigin origin, Config& config)
        : path_(path), origin_(origin), config_(config) {}

    std::optional<std::string> read();

private:
    using Take = bool (ConfigReader::*)(const toml::node&);
    struct Key {
        std::string_view name;
        Take take;
    };
    static const Key kKeys[];
    static const Key kIgnoreKeys[];

    bool take_all(const toml::table& table, const Key* keys, std::size_t count,
                  std::string_view what);
    bool take_rules(const toml::node& node);
    bool take_limits(const toml::node& node);
    bool take_resources(const toml::node& node);
    bool take_targets(const toml::node& node);
    bool take_fail_on(const toml::node& node);
    bool take_baseline(const toml::node& node);
    bool take_ignores(const toml::node& node);
    bool take_ignored_rules(const toml::node& node);
    bool take_ignored_map(const toml::node& node);
    bool take_ignored_file(const toml::node& node);
    bool take_ignored_element(const toml::node& node);
    bool take_ignored_index(const toml::node& node);
    bool take_ignored_fingerprint(const toml::node& node);
    bool take_reason(const toml::node& node);

    bool fail(const toml::source_region& source, std::string_view what) {
        error_ = fmt::format("{}: {}", place(source), what);
        return false;
    }
    bool fail(const toml::node& node, std::string_view what) { return fail(node.source(), what); }
    bool take_rule(const toml::source_region& source, std::string_view id, Rule& rule);
    bool take_string(const toml::node& node, std::string& value);
    bool take_strings(const toml::node& node, std::vector<std::string>& values);
    std::string place(const toml::source_region& source) const {
        return fmt::format("{}:{}:{}", printable(path_), source.begin.line, source.begin.column);
    }
    bool take_path(const toml::node& node, std::string& path);

    std::string path_;
    ConfigOrigin origin_;
    Config& config_;
    Ignore ignore_;  ///< the row that is read
    std::string error_;
};

const ConfigReader::Key ConfigReader::kKeys[] = {
    {"rules", &ConfigReader::take_rules},       {"ignore", &ConfigReader::take_ignores},
    {"limits", &ConfigReader::take_limits},     {"resources", &ConfigReader::take_resources},
    {"targets", &ConfigReader::take_targets},   {"fail-on", &ConfigReader::take_fail_on},
    {"baseline", &ConfigReader::take_baseline},
};

const ConfigReader::Key ConfigReader::kIgnoreKeys[] = {
    {"rule", &ConfigReader::take_ignored_rules},
    {"map", &ConfigReader::take_ignored_map},
    {"file", &ConfigReader::take_ignored_file},
    {"element", &ConfigReader::take_ignored_element},
    {"index", &ConfigReader::take_ignored_index},
    {"fingerprint", &ConfigReader::take_ignored_fingerprint},
    {"reason", &ConfigReader::take_reason},
};

/// The bytes of a file of at most kMostBytes; what is wrong is in `error`.
std::string read_file(const std::string& path, std::string& error) {
    InputFile file(path);
    std::string bytes(kMostBytes + 1, '\0');
    bytes.resize(file.read(bytes.data(), bytes.size()));
    error = file.wrong();
    if (bytes.size() > kMostBytes) error = fmt::format("more than {} bytes", kMostBytes);
    return bytes;
}

/// True where the path leads to the folder or to what is in it, all links followed. What is not
/// there counts as what it would be.
bool lies_below(const fs::path& path, const fs::path& folder) {
    std::error_code code;
    const fs::path top = fs::canonical(folder.empty() ? "." : folder, code);
    if (code) return false;
    const fs::path place = fs::weakly_canonical(fs::absolute(path, code), code);
    if (code) return false;
    return std::mismatch(top.begin(), top.end(), place.begin(), place.end()).first == top.end();
}

/// Behind the string that begins at `at`, with one quote or three, as toml++ ends it.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const auto is_quote = [&](std::size_t i) { return i < text.size() && text[i] == quote; };
    const bool is_long = is_quote(at + 1) && is_quote(at + 2);
    for (at += is_long ? 3 : 1; at < text.size(); ++at) {
        if (text[at] == '\\' && quote == '"') {
            ++at;
        } else if (is_quote(at) && (!is_long || (is_quote(at + 1) && is_quote(at + 2)))) {
            at += is_long ? 3 : 1;
            // A long one may end in up to two quotes of its own.
            for (int i = 0; is_long && i < 2 && is_quote(at); ++i) ++at;
            return at;
        }
    }
    return text.size();
}

/// The number of the first line with more than kMostDots dots outside of strings, else 0. toml++
/// bounds how deep values are nested, but not keys with dots, and goes down into them by recursion.
std::size_t line_of_deep_key(std::string_view text) {
    std::size_t line = 1;
    std::size_t dots = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            const std::size_t end = end_of_string(text, at);
            const std::string_view string = text.substr(at, end - at);
            line += static_cast<std::size_t>(std::count(string.begin(), string.end(), '\n'));
            at = end;
            continue;
        }
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (c == '\n') {
            ++line;
            dots = 0;
        }
        if (c == '.' && ++dots > kMostDots) return line;
        ++at;
    }
    return 0;
}

std::optional<std::string> ConfigReader::read() {
    const std::string text = read_file(path_, error_);
    if (!error_.empty()) return fmt::format("{}: {}", printable(path_), error_);
    if (const std::size_t line = line_of_deep_key(text); line != 0) {
        return fmt::format("{}:{}: a key of more than {} parts", printable(path_), line, kMostDots);
    }
    const toml::parse_result parsed = toml::parse(std::string_view(text), path_);
    if (!parsed) {
        fail(parsed.error().source(), printable(parsed.error().description()));
    } else {
        take_all(parsed.table(), kKeys, std::size(kKeys), "key");
    }
    return error_.empty() ? std::nullopt : std::optional(error_);
}

bool ConfigReader::take_all(const toml::table& table, const Key* keys, std::size_t count,
                            std::string_view what) {
    for (const auto& [name, node] : table) {
        const Key* found = nullptr;
        Nearest nearest(name.str());
        for (const Key* key = keys; key != keys + count; ++key) {
            if (key->name == name.str()) found = key;
            nearest.offer(key->name);
        }
        if (found == nullptr) {
            return fail(name.source(), fmt::format("no {} is called '{}'{}", what,
                                                   printable(name.str()), nearest.clause()));
        }
        if (!(this->*found->take)(node)) return false;
    }
    return true;
}

bool ConfigReader::take_rule(const toml::source_region& source, std::string_view id, Rule& rule) {
    rule = find_rule(id);
    if (rule != Rule::count_) return true;
    return fail(source, fmt::format("no rule is called '{}'{}", printable(id), nearest_rule(id)));
}

bool ConfigReader::take_string(const toml::node& node, std::string& value) {
    const auto* string = node.as_string();
    if (string == nullptr || string->get().empty()) return fail(node, "expected a string here");
    value = string->get();
    if (value.find('\0') != value.npos) return fail(node, "the string holds a NUL");
    return true;
}

bool ConfigReader::take_strings(const toml::node& node, std::vector<std::string>& values) {
    const auto* array = node.as_array();
    if (array == nullptr) return take_string(node, values.emplace_back());
    for (const toml::node& item : *array) {
        if (!take_string(item, values.emplace_back())) return false;
    }
    return true;
}

bool ConfigReader::take_rules(const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr) return fail(node, "rules is a table: [rules]");
    for (const auto& [name, value] : *table) {
        Rule rule;
        if (!take_rule(name.source(), name.str(), rule)) return false;
        const auto* word = value.as_string();
        const auto level = word != nullptr ? level_of(word->get()) : std::nullopt;
        if (!level) return fail(value, "a rule is \"error\", \"warning\", \"note\" or \"off\"");
        config_.levels.emplace_back(rule, *level);
    }
    return true;
}

bool ConfigReader::take_limits(const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr) return fail(node, "limits is a table: [limits]");
    for (const auto& [name, value] : *table) {
        std::string number;
        if (const auto* integer = value.as_integer()) {
            number = fmt::format("{}", integer->get());
        } else if (const auto* real = value.as_floating_point()) {
            number = fmt::format("{}", real->get());
        } else {
            return fail(value, "a limit is a number");
        }
        config_.limits.push_back({std::string(name.str()), number, place(name.source())});
    }
    return true;
}

/// Makes `path`, which the node holds, relative to the folder of the file no longer.
bool ConfigReader::take_path(const toml::node& node, std::string& path) {
    const fs::path folder = path_of(path_).parent_path();
    const fs::path given = path_of(path);
    const fs::path whole = given.is_absolute() ? given : folder / given;
    if (origin_ == ConfigOrigin::found && !lies_below(whole, folder)) {
        return fail(node, fmt::format("{} lies outside of the folder of this file, which was found "
                                      "and not named; --config names it",
                                      printable(path)));
    }
    path = text_of(whole);
    return true;
}

bool ConfigReader::take_resources(const toml::node& node) {
    if (!take_strings(node, config_.resources)) return false;
    const auto* array = node.as_array();
    for (std::size_t i = 0; i < config_.resources.size(); ++i) {
        if (!take_path(array != nullptr ? (*array)[i] : node, config_.resources[i])) return false;
    }
    return true;
}

bool ConfigReader::take_targets(const toml::node& node) {
    config_.targets_where = place(node.source());
    return take_strings(node, config_.targets);
}

bool ConfigReader::take_fail_on(const toml::node& node) {
    const auto* word = node.as_string();
    config_.fail_on = word != nullptr ? fail_on_of(word->get()) : std::nullopt;
    return config_.fail_on || fail(node, "fail-on is \"error\", \"warning\" or \"never\"");
}

bool ConfigReader::take_baseline(const toml::node& node) {
    return take_string(node, config_.baseline) && take_path(node, config_.baseline);
}

bool ConfigReader::take_ignores(const toml::node& node) {
    const auto* rows = node.as_array();
    if (rows == nullptr) return fail(node, "ignore is an array of tables: [[ignore]]");
    for (const toml::node& row : *rows) {
        const auto* table = row.as_table();
        if (table == nullptr) return fail(row, "ignore is an array of tables: [[ignore]]");
        ignore_ = {};
        if (!take_all(*table, kIgnoreKeys, std::size(kIgnoreKeys), "key of ignore")) return false;
        const Ignore& i = ignore_;
        if (i.index && !i.element) return fail(row, "an index needs an element");
        if (i.rules.empty() && i.map.empty() && i.file.empty() && !i.element &&
            i.fingerprint.empty()) {
            return fail(row, "this would ignore everything; name a rule, map, file or element");
        }
        config_.ignores.push_back(ignore_);
    }
    return true;
}

bool ConfigReader::take_ignored_rules(const toml::node& node) {
    std::vector<std::string> ids;
    if (!take_strings(node, ids)) return false;
    for (const std::string& id : ids) {
        if (!take_rule(node.source(), id, ignore_.rules.emplace_back())) return false;
    }
    return !ids.empty() || fail(node, "no rule is named");
}

bool ConfigReader::take_ignored_map(const toml::node& node) {
    return take_string(node, ignore_.map);
}

bool ConfigReader::take_ignored_file(const toml::node& node) {
    return take_string(node, ignore_.file);
}

bool ConfigReader::take_ignored_element(const toml::node& node) {
    std::string word;
    if (!take_string(node, word)) return false;
    std::string known;
    for (std::uint8_t element = 0; element <= FLATLINE_PATCH; ++element) {
        if (element_name(element) == word) ignore_.element = element;
        known += fmt::format(" {}", element_name(element));
    }
    return ignore_.element || fail(node, fmt::format("no element is called '{}', and there are:{}",
                                                     printable(word), known));
}

bool ConfigReader::take_ignored_index(const toml::node& node) {
    const auto* integer = node.as_integer();
    if (integer == nullptr || integer->get() < 0 || integer->get() >= FLATLINE_NONE) {
        return fail(node, "an index is a whole number from 0");
    }
    ignore_.index = static_cast<std::uint32_t>(integer->get());
    return true;
}

bool ConfigReader::take_ignored_fingerprint(const toml::node& node) {
    return take_string(node, ignore_.fingerprint);
}

bool ConfigReader::take_reason(const toml::node& node) {
    std::string reason;  // for people
    return take_string(node, reason);
}

}  // namespace

std::optional<RuleLevel> level_of(std::string_view word) { return named(kLevels, word); }

std::optional<FailOn> fail_on_of(std::string_view word) { return named(kFailOns, word); }

std::string find_config() {
    std::error_code code;
    const fs::path start = fs::current_path(code);
    if (code) return {};
    const char* home = std::getenv("HOME");
    fs::path last = home != nullptr ? fs::path(home).lexically_normal() : fs::path();
    if (!last.has_filename()) last = last.parent_path();
    for (fs::path folder = start;; folder = folder.parent_path()) {
        const fs::path file = folder / kConfigFile;
        if (fs::is_regular_file(file, code)) {
            return folder == start ? std::string(kConfigFile) : text_of(file);
        }
        if (folder == last || folder == folder.parent_path()) return {};
    }
}

std::optional<std::string> read_config(const std::string& path, ConfigOrigin origin,
                                       Config& config) {
    return ConfigReader(path, origin, config).read();
}

std::optional<std::string> lower_limits(const Config& config, Limits& limits) {
    for (const ConfigLimit& limit : config.limits) {
        const LimitRow* row = nullptr;
        Nearest nearest(limit.name);
        for (const LimitRow& r : limit_rows()) {
            if (r.name == limit.name) row = &r;
            nearest.offer(r.name);
        }
        if (row == nullptr) {
            return fmt::format("{}: no limit is called '{}'{}", limit.where, printable(limit.name),
                               nearest.clause());
        }
        Limits lowered = limits;
        if (!set_limit(lowered, limit.name, limit.value)) {
            return fmt::format("{}: {} takes a number from 0 to {} ({}), not {}", limit.where,
                               limit.name, row->ceiling, row->unit, limit.value);
        }
        const bool raises = row->count != nullptr ? lowered.*(row->count) > limits.*(row->count)
                                                  : lowered.*(row->real) > limits.*(row->real);
        if (raises) {
            return fmt::format("{}: {} may only be lowered here, and {} is higher than it is",
                               limit.where, limit.name, limit.value);
        }
        limits = lowered;
    }
    return std::nullopt;
}

std::string toml_version() {
    return fmt::format("{}.{}.{}", TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH);
}

}  // namespace flatline::engine::tool
