#include "check/behavior.hpp"

#include "base/cursor.hpp"
#include "check/number_tables.hpp"
#include "check/numbering.hpp"

namespace flatline::engine::sanity {
namespace {

// Lines that run FraggleScript, what an ExtraData lump says, ACS in Doom's numbers, or Lua.
constexpr NumberRange kDoomScripts[] = {{270, 270}, {273, 280}};
constexpr NumberRange kHexenScripts[] = {{158, 158}};
constexpr NumberRange kSrb2Scripts[] = {{443, 443}};

NumberTable script_lines(const Context& context) noexcept {
    switch (numbering_of(context.map, context.options.entry)) {
        case Numbering::doom:
            return numbers::table(kDoomScripts);
        case Numbering::hexen:
            return numbers::table(kHexenScripts);
        case Numbering::srb2:
            return numbers::table(kSrb2Scripts);
        case Numbering::none:
            break;
    }
    return {};
}

}  // namespace

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
            has_load_ = true;
            // An empty one, as some compilers write, holds no script that a line could want.
            if (std::any_of(body.begin(), body.end(), [](unsigned char c) { return c != 0; })) {
                loads_ = true;
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
    return !loads_;
}

bool has_scripts(Context& context) noexcept {
    Scripts scripts(context, context.options.behavior);
    if (!scripts.read() && !context.goes_on()) return true;
    if (scripts.may_run()) return true;
    // Conversations give things and run specials.
    const MapEntry* const entry = context.options.entry;
    if (entry != nullptr && entry->lump("DIALOGUE", false) != nullptr) return true;
    const NumberTable lines = script_lines(context);
    const View<flatline_linedef> all = context.map.linedefs();
    return std::any_of(all.begin(), all.end(),
                       [&](const flatline_linedef& line) { return holds(lines, line.special); });
}

}  // namespace flatline::engine::sanity
