// The skills in which a thing appears.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "check/columns.hpp"
#include "check/namespaces.hpp"

namespace flatline::engine::sanity {

/// Skills of things as bits, skill 1 the lowest: five, in ZDoom's namespaces sixteen. Things are
/// asked for in ascending order.
class ThingSkills {
public:
    static constexpr std::uint32_t kAll = 0xFFFF;

    explicit ThingSkills(const Map& map) noexcept {
        if (!is_zdoom(map)) return;
        for (std::size_t i = 0; i < std::size(more_); ++i) {
            more_[i] = ColumnWalk(map, FLATLINE_THING, kMoreNames[i]);
        }
    }
    std::uint32_t of(std::uint32_t index, const flatline_thing& thing) noexcept {
        std::uint32_t skills = thing.flags & kFive;
        for (std::size_t i = 0; i < std::size(more_); ++i) {
            if (more_[i].flag(index)) skills |= std::uint32_t{FLATLINE_THING_SKILL5} << (i + 1);
        }
        return skills;
    }

private:
    static constexpr std::uint32_t kFive = FLATLINE_THING_SKILL1 | FLATLINE_THING_SKILL2 |
                                           FLATLINE_THING_SKILL3 | FLATLINE_THING_SKILL4 |
                                           FLATLINE_THING_SKILL5;
    static_assert(kFive == 0x1F);
    static constexpr std::string_view kMoreNames[] = {"skill6",  "skill7",  "skill8",  "skill9",
                                                      "skill10", "skill11", "skill12", "skill13",
                                                      "skill14", "skill15", "skill16"};

    ColumnWalk more_[std::size(kMoreNames)];
};

}  // namespace flatline::engine::sanity
