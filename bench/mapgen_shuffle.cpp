// The same map with its elements in another order, as if another editor had saved it.
#include "mapgen.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "mapgen_random.hpp"

namespace flatline::engine::mapgen {
namespace {

constexpr std::size_t kVertex = 0;
constexpr std::size_t kLinedef = 1;
constexpr std::size_t kSidedef = 2;
constexpr std::size_t kSector = 3;
constexpr std::array<std::string_view, 5> kKindNames = {"vertex", "linedef", "sidedef", "sector",
                                                        "thing"};

// A field that holds the number of another element.
struct Reference {
    std::size_t kind;
    std::string_view key;
    std::size_t to;
};
constexpr Reference kReferences[] = {{kLinedef, "v1", kVertex},
                                     {kLinedef, "v2", kVertex},
                                     {kLinedef, "sidefront", kSidedef},
                                     {kLinedef, "sideback", kSidedef},
                                     {kSidedef, "sector", kSector}};

constexpr bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// The place of the first `end` at or after `from` that is in no string.
std::size_t find_outside(std::string_view text, char end, std::size_t from) {
    bool in_string = false;
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text[i] == '\\' && in_string) {
            ++i;
        } else if (text[i] == '"') {
            in_string = !in_string;
        } else if (text[i] == end && !in_string) {
            return i;
        }
    }
    throw std::invalid_argument("the text is none of mapgen's");
}

struct Blocks {
    std::string_view head;
    std::array<std::vector<std::string_view>, kKindNames.size()> bodies;
};

Blocks read(std::string_view text) {
    Blocks blocks;
    std::size_t at = find_outside(text, ';', 0) + 1;
    blocks.head = text.substr(0, at);
    for (;;) {
        while (at < text.size() && is_blank(text[at])) ++at;
        if (at == text.size()) return blocks;
        std::size_t kind = 0;
        while (kind < kKindNames.size() &&
               text.compare(at, kKindNames[kind].size(), kKindNames[kind]) != 0) {
            ++kind;
        }
        if (kind == kKindNames.size()) throw std::invalid_argument("a block of another kind");
        const std::size_t open = find_outside(text, '{', at) + 1;
        const std::size_t close = find_outside(text, '}', open);
        blocks.bodies[kind].push_back(text.substr(open, close - open));
        at = close + 1;
    }
}

std::vector<std::uint32_t> shuffled_numbers(std::size_t count, Random random) {
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = count; i > 1; --i) {
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    return order;
}

using Numbers = std::array<std::vector<std::uint32_t>, kKindNames.size()>;

// Appends one statement with the new number of what it names.
void append_statement(std::string& out, std::string_view statement, std::size_t kind,
                      const Numbers& new_numbers) {
    std::size_t from = 0;
    while (from < statement.size() && is_blank(statement[from])) ++from;
    for (const Reference& reference : kReferences) {
        if (reference.kind != kind) continue;
        if (statement.compare(from, reference.key.size(), reference.key) != 0) continue;
        std::size_t at = from + reference.key.size();
        while (at < statement.size() && (is_blank(statement[at]) || statement[at] == '=')) ++at;
        std::uint32_t number = 0;
        const char* const end = statement.data() + statement.size();
        const auto read = std::from_chars(statement.data() + at, end, number);
        if (read.ptr != end || number >= new_numbers[reference.to].size()) continue;
        out += statement.substr(0, at);
        out += std::to_string(new_numbers[reference.to][number]);
        return;
    }
    out += statement;
}

}  // namespace

std::string shuffled(std::string_view textmap, std::uint64_t seed) {
    const Blocks blocks = read(textmap);
    Numbers orders;
    Numbers new_numbers;
    for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
        const std::size_t count = blocks.bodies[kind].size();
        orders[kind] = shuffled_numbers(count, Random(seed, Stream::Layout, kind));
        new_numbers[kind].resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            new_numbers[kind][orders[kind][i]] = static_cast<std::uint32_t>(i);
        }
    }
    std::string out;
    out.reserve(textmap.size() + textmap.size() / 16);
    out += blocks.head;
    for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
        for (const std::uint32_t from : orders[kind]) {
            out += '\n';
            out += kKindNames[kind];
            out += '{';
            std::string_view body = blocks.bodies[kind][from];
            while (body.find(';') != body.npos) {
                const std::size_t end = find_outside(body, ';', 0);
                append_statement(out, body.substr(0, end), kind, new_numbers);
                out += ';';
                body.remove_prefix(end + 1);
            }
            out += body;
            out += '}';
        }
    }
    return out += '\n';
}

}  // namespace flatline::engine::mapgen
