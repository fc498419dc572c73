#include "json_twin.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "udmf/walk.hpp"

namespace flatline::engine::bench {
namespace {

using udmf::Statement;
using udmf::StatementKind;

std::string_view of(const unsigned char* begin, const unsigned char* end) {
    return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

std::string lower(std::string_view word) {
    std::string out(word);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// The digits as they are, without what JSON does not allow around them.
std::string number(std::string_view word) {
    std::string out;
    if (word.front() == '-') out = "-";
    if (word.front() == '-' || word.front() == '+') word.remove_prefix(1);
    while (word.size() > 1 && word[0] == '0' && word[1] >= '0' && word[1] <= '9') {
        word.remove_prefix(1);
    }
    if (word.empty() || word.front() == '.') out += '0';
    const std::size_t dot = word.find('.');
    const bool bare = dot != std::string_view::npos &&
                      (dot + 1 == word.size() || word[dot + 1] < '0' || word[dot + 1] > '9');
    if (!bare) return out + std::string(word);
    return out + std::string(word.substr(0, dot + 1)) + "0" + std::string(word.substr(dot + 1));
}

// Both languages write \" and \\ alike; of any other pair the second byte alone is meant here.
std::string string(std::string_view inside) {
    std::string out = "\"";
    for (std::size_t i = 0; i < inside.size(); ++i) {
        char c = inside[i];
        if (c == '\\' && i + 1 < inside.size()) c = inside[++i];
        constexpr char kDigits[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            out += {'\\', 'u', '0', '0', kDigits[byte >> 4], kDigits[byte & 15]};
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string value(std::string_view text) {
    if (text.front() == '"') return string(text.substr(1, text.size() - 2));
    const std::string word = lower(text);
    return word == "true" || word == "false" ? word : number(text);
}

bool add_member(std::string& out, const Statement& key, udmf::StatementWalk& walk) {
    bool escaped = false;
    const unsigned char* const end = walk.pass_value(&escaped);
    if (end == nullptr || end == key.at) return false;
    out += '"';
    out += of(key.key, key.key_end);
    out += "\":";
    out += value(of(key.at, end));
    return true;
}

}  // namespace

std::string json_twin(Bytes textmap) {
    // By kind, in the order in which they are first met.
    std::vector<std::pair<std::string, std::string>> kinds;
    std::string* block = nullptr;
    std::string twin = "{";
    udmf::StatementWalk walk(textmap.data(), textmap.data() + textmap.size());
    for (;;) {
        const Statement statement = walk.next();
        switch (statement.kind) {
            case StatementKind::end: {
                for (const auto& [name, objects] : kinds) {
                    twin += (twin.size() > 1 ? ",\n\"" : "\"") + name + "\":[\n" + objects + "]";
                }
                return block == nullptr ? twin + "}\n" : std::string();
            }
            case StatementKind::open: {
                const std::string name = lower(of(statement.key, statement.key_end));
                const auto same = [&](const auto& kind) { return kind.first == name; };
                auto kind = std::find_if(kinds.begin(), kinds.end(), same);
                if (kind == kinds.end()) kind = kinds.insert(kind, {name, ""});
                block = &kind->second;
                *block += block->empty() ? "{" : ",\n{";
                break;
            }
            case StatementKind::close:
                if (block == nullptr) return {};
                *block += '}';
                block = nullptr;
                break;
            case StatementKind::assignment: {
                std::string& to = block != nullptr ? *block : twin;
                if (to.back() != '{') to += ',';
                if (!add_member(to, statement, walk)) return {};
                break;
            }
            default:
                if (*statement.at != ';') return {};
        }
    }
}

}  // namespace flatline::engine::bench
