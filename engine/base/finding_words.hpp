// base/finding_words.hpp: words for the numbers of a finding: keys, skills, parts of walls, games,
// faults of polyobjects.
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/fixed_writer.hpp"
#include "model/fields.hpp"
#include "model/findings.hpp"
#include "model/games.hpp"

namespace flatline::engine {

// The keys of `finding.a`, the first of all games on the lowest bit, of which one is wanted.
inline void put_keys(FixedWriter& out, std::uint64_t keys) noexcept {
    constexpr int kNamed = 3;
    constexpr auto kFirst = static_cast<unsigned>(PickupKind::red_card);
    constexpr auto kKnown = static_cast<unsigned>(PickupKind::count_) - kFirst;
    // A host, or a baked file, may have any bits.
    if (std::popcount(keys) > kNamed || (kKnown < 64 && keys >> kKnown != 0)) {
        out.put("a key of any kind");
        return;
    }
    bool first = true;
    for (; keys != 0; keys &= keys - 1) {
        out.put(std::exchange(first, false) ? "the " : " or the ");
        out.put(pickup_name(
            static_cast<PickupKind>(kFirst + static_cast<unsigned>(std::countr_zero(keys)))));
    }
}

// When none of them is there: five bits for the skills of single player, then five for coop.
inline void put_times(FixedWriter& out, std::uint64_t times) noexcept {
    constexpr unsigned kSkills = 5;
    constexpr std::uint64_t kFive = 31;
    if (times == (kFive << kSkills | kFive)) {
        out.put("the map has none");
        return;
    }
    const bool single = (times & kFive) != 0;
    const std::uint64_t skills = single ? times & kFive : times >> kSkills;
    out.put(single ? "there is none in single player" : "there is none in coop");
    if (skills == kFive) return;
    out.put(" at skill ");
    out.integer(std::countr_zero(skills) + 1);
}

// A field of a sidedef or sector as mappers call what it names.
inline void put_part(FixedWriter& out, std::uint16_t field) noexcept {
    static constexpr std::string_view kParts[][2] = {{"texturetop", "upper texture"},
                                                     {"texturemiddle", "middle texture"},
                                                     {"texturebottom", "lower texture"},
                                                     {"texturefloor", "floor flat"},
                                                     {"textureceiling", "ceiling flat"}};
    std::string_view name = field_name(field);
    for (const auto& part : kParts) {
        if (part[0] == name) name = part[1];
    }
    out.put(name.empty() ? std::string_view("texture") : name);
}

// Source: docs/archives.md, "Which lumps make a map".
inline void put_game(FixedWriter& out, std::int64_t lumps) noexcept {
    const bool has_lights = (lumps & kForeignLights) != 0;
    const bool has_macros = (lumps & kForeignMacros) != 0;
    if (has_lights || has_macros) {
        out.put(has_lights != has_macros ? "Doom 64: lump " : "Doom 64: lumps ");
        if (has_lights) out.put("LIGHTS");
        if (has_lights && has_macros) out.put(", ");
        if (has_macros) out.put("MACROS");
    } else {
        out.put((lumps & kForeignLeafs) != 0 ? "PlayStation Doom: lump LEAFS" : "another format");
    }
}

inline void put_cause(FixedWriter& out, const Finding& finding) noexcept {
    static constexpr std::string_view kCauses[] = {"",
                                                   "no spot has its number",
                                                   "no anchor has its number",
                                                   "no line has its number",
                                                   "the order of this line is 0",
                                                   "it is its own mirror",
                                                   "no spot has the number of its mirror",
                                                   "another line starts it",
                                                   "another thing marks it"};
    static_assert(std::size(kCauses) == static_cast<std::size_t>(PolyobjectFault::count_));
    const auto cause = static_cast<std::uint64_t>(finding.b);
    out.put(cause < std::size(kCauses) ? kCauses[cause] : kCauses[0]);
    const bool is_second = cause == static_cast<std::uint64_t>(PolyobjectFault::started_before) ||
                           cause == static_cast<std::uint64_t>(PolyobjectFault::marked_before);
    if (!is_second || finding.related == FLATLINE_NONE) return;
    out.put(": ");
    out.put(element_name(finding.related_element));
    out.put(' ');
    out.integer(finding.related);
}

}  // namespace flatline::engine
