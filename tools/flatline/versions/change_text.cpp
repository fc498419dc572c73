#include "versions/change_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "reals.hpp"
#include "text.hpp"
#include "versions/type_name.hpp"

namespace flatline::engine::tool {
namespace {

std::string number(double value) {
    char digits[kRealBytes];
    return {digits, put_real(digits, value == 0 ? 0 : value)};
}

std::string point(double x, double y) { return fmt::format("({}, {})", number(x), number(y)); }

std::string_view value_string(const flatline_change_value& value) {
    return {static_cast<const char*>(value.data), static_cast<std::size_t>(value.size)};
}

std::string words_of(const flatline_change_value& value) {
    switch (value.kind) {
        case FLATLINE_INTEGER:
            return std::to_string(value.value.integer);
        case FLATLINE_REAL:
            return number(value.value.real);
        case FLATLINE_BOOLEAN:
            return value.value.integer != 0 ? "true" : "false";
        case FLATLINE_STRING:
            return fmt::format("\"{}\"", printable(value_string(value)));
        case FLATLINE_KEYWORD:
            return printable(value_string(value));
        case FLATLINE_IDS: {
            std::string words = "\"";
            for (std::uint64_t i = 0; i < value.size; ++i) {
                if (i != 0) words += ' ';
                words += std::to_string(static_cast<const std::int32_t*>(value.data)[i]);
            }
            return words + '"';
        }
        case FLATLINE_UNKNOWN_BLOCK:
            return "{...}";
        default:
            return "none";
    }
}

/// "12", or "12 -> 14" where it has another index in the second map.
std::string indices(const flatline_change& change) {
    if (change.before == change.after || change.after == FLATLINE_NONE) {
        return std::to_string(change.before);
    }
    if (change.before == FLATLINE_NONE) return std::to_string(change.after);
    return fmt::format("{} -> {}", change.before, change.after);
}

std::string ends_of(const Map& map, std::uint32_t line) {
    const flatline_vertex& from = map.vertices()[map.linedefs()[line].v1];
    const flatline_vertex& to = map.vertices()[map.linedefs()[line].v2];
    return fmt::format("{}-{}", point(from.x, from.y), point(to.x, to.y));
}

/// Of things `x` and `y` are reported as a move.
bool is_place(std::string_view name) { return name == "x" || name == "y"; }

class Describer {
public:
    explicit Describer(const Comparison& comparison) : comparison_(comparison) {}

    bool is_in_after(const flatline_change& change) const {
        return change.kind != FLATLINE_REMOVED;
    }
    const Map& map_of(const flatline_change& change) const {
        return is_in_after(change) ? comparison_.map_after() : comparison_.map_before();
    }

    /// What the change is about.
    std::string head(const flatline_change& change) const {
        const std::uint32_t index = is_in_after(change) ? change.after : change.before;
        switch (change.element) {
            case FLATLINE_GLOBAL: {
                const flatline_field_change& field = comparison_.diff.value.fields(change)[0];
                return printable({field.name, static_cast<std::size_t>(field.name_size)});
            }
            case FLATLINE_BLOCK: {
                const std::uint32_t entry =
                    is_in_after(change) ? change.owner_after : change.owner_before;
                return fmt::format(
                    "block {} {}",
                    printable(map_of(change).text(map_of(change).unknowns()[entry].name)),
                    indices(change));
            }
            case FLATLINE_LINEDEF:
                return fmt::format("linedef {} {}", indices(change),
                                   ends_of(map_of(change), index));
            case FLATLINE_THING:
                return thing(change, index);
            case FLATLINE_SECTOR:
            case FLATLINE_VERTEX:
                if (change.x != change.x) break;
                return fmt::format("{} {} at {}", element_name(change.element), indices(change),
                                   point(change.x, change.y));
            default:
                break;
        }
        return fmt::format("{} {}", element_name(change.element), indices(change));
    }

    /// Appends ": field before -> after, ...".
    void add_fields(std::string& out, const flatline_change& change, std::string_view prefix,
                    bool& any) const {
        for (const flatline_field_change& field : comparison_.diff.value.fields(change)) {
            const std::string_view name{field.name, static_cast<std::size_t>(field.name_size)};
            if (change.element == FLATLINE_THING && is_place(name)) continue;
            const std::string label =
                change.element == FLATLINE_GLOBAL ? std::string() : printable(name) + ' ';
            fmt::format_to(std::back_inserter(out), "{}{}{}{} -> {}", any ? ", " : ": ", prefix,
                           label, words_of(field.before), words_of(field.after));
            any = true;
        }
    }

    /// A side beside what is said of its line.
    void add_side(std::string& out, const flatline_change& change, bool& any) const {
        const char* const face = change.side == 0 ? "front" : "back";
        if (change.kind == FLATLINE_CHANGED) {
            add_fields(out, change, fmt::format("{} ", face), any);
            return;
        }
        fmt::format_to(std::back_inserter(out), "{}{} {}", any ? ", " : ": ", face,
                       change_word(change.kind));
        any = true;
    }

private:
    std::string thing(const flatline_change& change, std::uint32_t index) const {
        const Map& map = map_of(change);
        const std::int32_t type = map.things()[index].type;
        std::string out = fmt::format("thing {}", type);
        const std::string_view name = name_of_type(map, type);
        if (!name.empty()) fmt::format_to(std::back_inserter(out), " \"{}\"", name);
        if (change.kind == FLATLINE_CHANGED) {
            const flatline_thing& old = comparison_.map_before().things()[change.before];
            const flatline_thing& now = map.things()[index];
            if (old.x != now.x || old.y != now.y) {
                return out +
                       fmt::format(" moved {} -> {}", point(old.x, old.y), point(now.x, now.y));
            }
        }
        return out + " at " + point(change.x, change.y);
    }

    const Comparison& comparison_;
};

/// Kinds of elements in the order in which they are printed, and what else is printed with them.
constexpr std::uint8_t kOrder[] = {FLATLINE_GLOBAL,  FLATLINE_BLOCK,  FLATLINE_SECTOR,
                                   FLATLINE_LINEDEF, FLATLINE_VERTEX, FLATLINE_THING};

class ChangePrinter {
public:
    ChangePrinter(Console& console, const Comparison& comparison)
        : console_(console),
          comparison_(comparison),
          describer_(comparison),
          changes_(comparison.diff.value.changes()) {}

    void print() {
        for (const std::uint8_t element : kOrder) {
            for (std::size_t i = 0; i < changes_.size();) {
                if (console_.out.failed()) return;
                i = element == FLATLINE_LINEDEF ? print_line(i) : print_one(i, element);
            }
        }
        for (const LumpChange& lump : comparison_.lumps) {
            line(lump.kind, fmt::format("lump {}", printable(lump.name)));
        }
    }

private:
    void line(std::uint8_t kind, std::string_view words) {
        console_.print("{} {}\n", change_mark(kind), words);
    }

    std::size_t print_one(std::size_t i, std::uint8_t element) {
        const flatline_change& change = changes_[i];
        if (change.element == element) {
            std::string words = describer_.head(change);
            bool any = false;
            describer_.add_fields(words, change, "", any);
            line(change.kind, words);
        }
        return i + 1;
    }

    /// A line with the sides after it, or sides of a line that has no change of its own.
    std::size_t print_line(std::size_t i) {
        const flatline_change& first = changes_[i];
        if (first.element != FLATLINE_LINEDEF && first.element != FLATLINE_SIDEDEF) return i + 1;
        flatline_change own = first;
        if (first.element == FLATLINE_SIDEDEF) {
            own.before = first.owner_before;
            own.after = first.owner_after;
            own.kind = FLATLINE_CHANGED;
            own.element = FLATLINE_LINEDEF;
        }
        std::string words = describer_.head(own);
        bool any = false;
        if (first.element == FLATLINE_LINEDEF) {
            if (first.flipped != 0) {
                words += ": flipped";
                any = true;
            }
            describer_.add_fields(words, first, "", any);
            ++i;
        }
        for (; i < changes_.size() && changes_[i].element == FLATLINE_SIDEDEF &&
               changes_[i].owner_before == own.before && changes_[i].owner_after == own.after;
             ++i) {
            if (own.kind == FLATLINE_CHANGED) describer_.add_side(words, changes_[i], any);
        }
        line(own.kind, words);
        return i;
    }

    Console& console_;
    const Comparison& comparison_;
    const Describer describer_;
    const View<flatline_change> changes_;
};

}  // namespace

std::string counts_in_words(const ChangeCounts& counts) {
    if (counts.total() == 0) return "no difference";
    std::string words;
    const auto add = [&](std::uint64_t count, const char* what) {
        if (count == 0) return;
        fmt::format_to(std::back_inserter(words), "{}{} {}", words.empty() ? "" : ", ", count,
                       what);
    };
    add(counts.added, "added");
    add(counts.removed, "removed");
    add(counts.changed, "changed");
    return words;
}

void print_changes(Console& console, std::string_view map, const Comparison& comparison) {
    console.print("{}: {}\n", console.out_style.bold(printable(map)),
                  counts_in_words(comparison.counts()));
    ChangePrinter(console, comparison).print();
}

void print_change_counts(Console& console, std::string_view map, const Comparison& comparison) {
    console.print("{}: {}\n", console.out_style.bold(printable(map)),
                  counts_in_words(comparison.counts()));
    const auto print = [&](const char* plural, const ChangeCounts& counts) {
        if (counts.total() != 0) console.print("  {}: {}\n", plural, counts_in_words(counts));
    };
    constexpr const char* kPlurals[] = {"vertices", "linedefs", "sidedefs", "sectors",
                                        "things",   "globals",  "blocks"};
    ChangeCounts counts[std::size(kPlurals)];
    for (const flatline_change& change : comparison.diff.value.changes()) {
        counts[change.element].add(change.kind);
    }
    ChangeCounts lumps;
    for (const LumpChange& lump : comparison.lumps) lumps.add(lump.kind);
    for (std::size_t i = 0; i < std::size(kPlurals); ++i) print(kPlurals[i], counts[i]);
    print("lumps", lumps);
}

std::string describe_change(const Comparison& comparison, const flatline_change& change) {
    const Describer describer(comparison);
    std::string words = describer.head(change);
    bool any = false;
    if (change.flipped != 0) {
        words += ": flipped";
        any = true;
    }
    describer.add_fields(words, change, "", any);
    return words;
}

}  // namespace flatline::engine::tool
