#include "tools/control/renumbered.hpp"

#include <cctype>
#include <map>
#include <sstream>
#include <vector>

namespace flatline::engine::tool_test {
namespace {

/// Which kind of element a field names.
const std::map<std::string, std::string> kNames = {{"v1", "vertex"},
                                                   {"v2", "vertex"},
                                                   {"sidefront", "sidedef"},
                                                   {"sideback", "sidedef"},
                                                   {"sector", "sector"}};

/// The element's line with `count - 1 - index` in the place of each index.
std::string turned(const std::string& line, const std::map<std::string, std::size_t>& counts) {
    std::string out;
    for (std::size_t i = 0; i < line.size();) {
        if (std::isalpha(static_cast<unsigned char>(line[i])) == 0) {
            out += line[i++];
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0)) {
            ++end;
        }
        const std::string word = line.substr(i, end - i);
        out += word;
        i = end;
        const auto name = kNames.find(word);
        const std::size_t digits = line.find_first_not_of(" =", i);
        if (name == kNames.end() || digits == line.npos || line.find('=', i) > digits ||
            std::isdigit(static_cast<unsigned char>(line[digits])) == 0) {
            continue;
        }
        std::size_t used = 0;
        const std::size_t index = std::stoul(line.substr(digits), &used);
        out += line.substr(i, digits - i);
        out += std::to_string(counts.at(name->second) - 1 - index);
        i = digits + used;
    }
    return out;
}

}  // namespace

std::string renumbered(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> others;
    std::map<std::string, std::vector<std::string>> elements;
    for (std::string line; std::getline(stream, line);) {
        const std::string kind = line.substr(0, line.find(' '));
        const bool is_element = line.find('{') != line.npos &&
                                (kind == "vertex" || kind == "linedef" || kind == "sidedef" ||
                                 kind == "sector" || kind == "thing");
        (is_element ? elements[kind] : others).push_back(line);
    }
    std::map<std::string, std::size_t> counts;
    for (const auto& [kind, lines] : elements) counts[kind] = lines.size();
    std::string out;
    for (const std::string& line : others) out += line + '\n';
    for (const auto& [kind, lines] : elements) {
        for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
            out += turned(*line, counts) + '\n';
        }
    }
    return out;
}

}  // namespace flatline::engine::tool_test
