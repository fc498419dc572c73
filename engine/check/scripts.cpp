// Specials that run a script of the map which its BEHAVIOR does not have.
#include <algorithm>
#include <cstring>

#include "base/cursor.hpp"
#include "check/columns.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr NumberRange kScriptSpecials[] = {{80, 85}, {226, 226}};

/// The numbers of the scripts in a BEHAVIOR, sorted; false where it cannot tell all of them: it is
/// none, it is damaged, or it loads libraries.
class Scripts {
public:
    Scripts(Context& context, Bytes lump) noexcept : context_(context), lump_(lump) {}

    [[nodiscard]] bool read() noexcept;
    bool has(std::int32_t number) const noexcept {
        return std::binary_search(numbers_.begin(), numbers_.begin() + size_, number);
    }

private:
    [[nodiscard]] bool read_old(std::uint32_t directory) noexcept;
    [[nodiscard]] bool read_chunks(std::uint32_t first, std::uint32_t end, bool wide) noexcept;
    [[nodiscard]] bool add(std::int32_t number) noexcept {
        if (size_ == numbers_.size() && !context_.grow(numbers_)) return false;
        numbers_[size_++] = number;
        return true;
    }
    static bool is(Bytes tag, const char* name) noexcept {
        return std::memcmp(tag.data(), name, 4) == 0;
    }

    Context& context_;
    Bytes lump_;
    Scratch<std::int32_t> numbers_;
    std::size_t size_ = 0;
};

// Header of all forms: four letters, then the offset of the directory. Compilers write the form
// with chunks behind a directory of the old form, so that Hexen takes the lump: the true letters
// and the offset of the chunks stand right before that directory.
bool Scripts::read() noexcept {
    Cursor head(lump_);
    Bytes letters;
    std::uint32_t directory = 0;
    if (!head.take(4, letters) || !head.u32(directory)) return false;
    bool sound = false;
    if (is(letters, "ACSE") || is(letters, "ACSe")) {
        sound = read_chunks(directory, static_cast<std::uint32_t>(lump_.size()), true);
    } else if (std::memcmp(letters.data(), "ACS", 4) == 0) {
        Cursor before(lump_);
        std::uint32_t chunks = 0;
        const bool hidden = directory >= 16 && before.skip(directory - 8) && before.u32(chunks) &&
                            before.take(4, letters) && (is(letters, "ACSE") || is(letters, "ACSe"));
        sound = hidden ? read_chunks(chunks, directory - 8, false) : read_old(directory);
    }
    std::sort(numbers_.begin(), numbers_.begin() + size_);
    return sound;
}

// A count, then number, offset and arguments of each. A number holds the kind in its thousands.
bool Scripts::read_old(std::uint32_t directory) noexcept {
    constexpr std::int32_t kKind = 1000;
    Cursor at(lump_);
    std::uint32_t count = 0;
    if (!at.skip(directory) || !at.u32(count)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::int32_t number = 0;
        if (!at.i32(number) || !at.skip(8) || !add(number % kKind)) return false;
    }
    return true;
}

// `wide`: an entry of the chunk SPTR has 12 bytes, as where the letters stand in front; else 8.
bool Scripts::read_chunks(std::uint32_t first, std::uint32_t end, bool wide) noexcept {
    if (end > lump_.size() || first > end) return false;
    Cursor at({lump_.data() + first, end - first});
    while (at.left() >= 8) {
        Bytes tag;
        Bytes body;
        std::uint32_t size = 0;
        if (!at.take(4, tag) || !at.u32(size) || !at.take(size, body)) return false;
        if (is(tag, "LOAD")) {
            // An empty one, as some compilers write, loads nothing.
            if (std::any_of(body.begin(), body.end(), [](unsigned char c) { return c != 0; })) {
                return false;
            }
        }
        if (!is(tag, "SPTR")) continue;
        Cursor scripts(body);
        std::int16_t number = 0;
        while (scripts.i16(number)) {
            if (!scripts.skip(wide ? 10 : 6)) return false;
            if (!add(number)) return false;
        }
    }
    return true;
}

}  // namespace

void script_unknown(Context& context) noexcept {
    const Map& map = context.map;
    if (map.map_namespace() != "zdoom") return;
    Scripts scripts(context, context.options.behavior);
    if (!scripts.read()) return;
    const NumberTable specials = numbers::table(kScriptSpecials);
    const auto judge = [&](Rule rule, std::uint8_t kind, std::uint32_t index, std::int32_t special,
                           const std::int32_t(&arg)[5], ColumnWalk& names) {
        if (!holds(specials, special) || arg[1] != 0 || !names.text(index).empty() ||
            scripts.has(arg[0])) {
            return;
        }
        context.report.about(rule, {kind, index}, find_field(kind, "arg0"), arg[0]);
    };
    ColumnWalk line_names(map, FLATLINE_LINEDEF, "arg0str");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : map.linedefs()) {
        judge(Rule::line_script_unknown, FLATLINE_LINEDEF, index++, line.special, line.arg,
              line_names);
    }
    ColumnWalk thing_names(map, FLATLINE_THING, "arg0str");
    index = 0;
    for (const flatline_thing& thing : map.things()) {
        judge(Rule::thing_script_unknown, FLATLINE_THING, index++, thing.special, thing.arg,
              thing_names);
    }
}

}  // namespace flatline::engine::sanity
