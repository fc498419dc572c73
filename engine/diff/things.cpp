// Pairs things by place, by type, and by their other fields.
#include "diff/match.hpp"
#include "diff/nearest.hpp"
#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

class ThingPairer {
public:
    explicit ThingPairer(Pairing& pairing) noexcept : pairing_(pairing) {}

    bool run() noexcept {
        constexpr double kReach = 128;  // of a thing that moved and was changed, too
        return list(pairing_.a, rest_a_) && list(pairing_.b, rest_b_) &&
               by_place([&](const Half& half, std::uint32_t i) {
                   return half.content[FLATLINE_THING][i];
               }) &&
               by_place([&](const Half& half, std::uint32_t i) { return type_of(half, i); }) &&
               by_place([](const Half&, std::uint32_t) { return std::uint64_t{0}; }) &&
               near([&](const Half& half, std::uint32_t i) {
                   return half.content[FLATLINE_THING][i];
               }) &&
               near([&](const Half& half, std::uint32_t i) { return type_of(half, i); }, kReach);
    }

private:
    static std::uint64_t type_of(const Half& half, std::uint32_t i) noexcept {
        return static_cast<std::uint32_t>(half.map.things()[i].type);
    }

    bool list(const Half& half, Growing<std::uint32_t>& rest) noexcept {
        for (std::uint32_t i = 0; i < half.map.things().size(); ++i) {
            if (!rest.push(pairing_.memory, i)) return false;
        }
        return true;
    }

    template <class What>
    bool by_place(const What& what) noexcept {
        const auto key = [&](const Half& half, std::uint32_t i) {
            const flatline_thing& thing = half.map.things()[i];
            const Mixer& mixer = pairing_.mixer;
            const std::uint64_t place = mixer.pair(bits_of(thing.x), bits_of(thing.y));
            const std::uint64_t found = mixer.pair(place, what(half, i));
            return found == kNoKey ? 1 : found;
        };
        return match(
            pairing_.memory, rest_a_, rest_b_, [&](std::uint32_t i) { return key(pairing_.a, i); },
            [&](std::uint32_t i) { return key(pairing_.b, i); },
            [&](std::uint32_t before, std::uint32_t after) {
                pairing_.pair(FLATLINE_THING, before, after);
            });
    }

    template <class What>
    bool near(const What& what, double reach = std::numeric_limits<double>::infinity()) noexcept {
        if (rest_a_.empty() || rest_b_.empty()) return true;
        Growing<Placed> a;
        Growing<Placed> b;
        const auto place = [&](const Half& half, const Growing<std::uint32_t>& rest,
                               Growing<Placed>& out) {
            for (const std::uint32_t i : rest) {
                const flatline_thing& thing = half.map.things()[i];
                if (!out.push(pairing_.memory, {what(half, i), thing.x, thing.y, i, FLATLINE_NONE}))
                    return false;
            }
            return true;
        };
        if (!place(pairing_.a, rest_a_, a) || !place(pairing_.b, rest_b_, b) ||
            !pair_nearest(pairing_.memory, a, b, reach)) {
            return false;
        }
        for (const Placed& placed : a) {
            if (placed.partner != FLATLINE_NONE) {
                pairing_.pair(FLATLINE_THING, placed.index, b[placed.partner].index);
            }
        }
        drop_paired(pairing_.a, rest_a_);
        drop_paired(pairing_.b, rest_b_);
        return true;
    }

    static void drop_paired(const Half& half, Growing<std::uint32_t>& rest) noexcept {
        std::size_t left = 0;
        for (const std::uint32_t i : rest) {
            if (half.partner[FLATLINE_THING][i] == FLATLINE_NONE) rest[left++] = i;
        }
        rest.truncate(left);
    }

    Pairing& pairing_;
    Growing<std::uint32_t> rest_a_, rest_b_;
};

}  // namespace

bool pair_things(Pairing& pairing) noexcept { return ThingPairer(pairing).run(); }

}  // namespace flatline::engine::compare
