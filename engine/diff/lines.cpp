// Lines by the places of their ends.
#include <algorithm>

#include "diff/match.hpp"
#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

using Rest = Growing<std::uint32_t>;

// What a key is made of, beside the ends.
enum Part : unsigned {
    kNothing = 0,
    kFields = 1 << 0,
    kSides = 1 << 1,
    kSectors = 1 << 2,
    kTurned = 1 << 3,     // ends and sides of the second map are swapped
    kUnordered = 1 << 4,  // the ends in any order
    kOnlyV1 = 1 << 5,
    kOnlyV2 = 1 << 6,
};

class LinePairer {
public:
    explicit LinePairer(Pairing& pairing) noexcept : pairing_(pairing) {}

    bool run() noexcept {
        if (!find_nodes(pairing_)) return false;
        const auto lines = pairing_.a.map.linedefs().size();
        if (!pairing_.turns.take_filled(pairing_.memory, lines, 0) || !list(pairing_.a, rest_a_) ||
            !list(pairing_.b, rest_b_)) {
            return false;
        }
        if (!by_both_ends()) return false;
        if (!by_moves()) return false;
        Growing<Twin> twins;
        if (!split_twins(pairing_, twins)) return false;
        if (!twins.empty()) {
            if (!by_moves()) return false;
            join_twins(pairing_, twins);
        }
        return by_one_end();
    }

private:
    bool list(const Half& half, Rest& rest) noexcept {
        for (std::uint32_t i = 0; i < half.map.linedefs().size(); ++i) {
            if (!rest.push(pairing_.memory, i)) return false;
        }
        return true;
    }

    // From the strongest key to the weakest: lines over each other are told apart by what they
    // hold, and only then by their order.
    bool by_both_ends() noexcept {
        return by(kFields | kSides | kSectors) && by(kFields | kSides) &&
               by(kFields | kSides | kTurned) && by(kFields) && by(kNothing) && by(kUnordered);
    }
    // A line one end of which is another vertex than before: one that was split, or tied to another
    // vertex.
    bool by_one_end() noexcept {
        for (const unsigned end : {kOnlyV1, kOnlyV2}) {
            if (!by(end | kFields | kSides | kSectors)) return false;
        }
        for (const unsigned end : {kOnlyV1, kOnlyV2}) {
            if (!by(end | kFields | kSides) || !by(end | kFields | kSides | kTurned)) return false;
        }
        return true;
    }

    // Lines that came along with a vertex.
    bool by_moves() noexcept {
        bool moved = false;
        if (!find_moved_vertices(pairing_, rest_a_, rest_b_, moved)) return false;
        if (!moved) return true;
        if (!by_both_ends()) return false;
        forget_moves_without_lines();
        return true;
    }

    bool by(unsigned parts) noexcept {
        return match(
            pairing_.memory, rest_a_, rest_b_,
            [&](std::uint32_t line) { return key(pairing_.a, line, parts, false); },
            [&](std::uint32_t line) {
                return key(pairing_.b, line, parts, (parts & kTurned) != 0);
            },
            [&](std::uint32_t before, std::uint32_t after) {
                pairing_.pair(FLATLINE_LINEDEF, before, after);
            });
    }

    std::uint64_t key(const Half& half, std::uint32_t index, unsigned parts,
                      bool turned) const noexcept {
        const Mixer& mixer = pairing_.mixer;
        const flatline_linedef& line = half.map.linedefs()[index];
        std::uint32_t from = pairing_.node(half, line.v1);
        std::uint32_t to = pairing_.node(half, line.v2);
        std::uint32_t front = line.sidefront;
        std::uint32_t back = line.sideback;
        if (turned) {
            std::swap(from, to);
            std::swap(front, back);
        }
        if ((parts & kUnordered) != 0 && from > to) std::swap(from, to);
        std::uint64_t key = parts & (kOnlyV1 | kOnlyV2);
        if ((parts & (kOnlyV1 | kOnlyV2)) == 0) {
            key = static_cast<std::uint64_t>(from) << 32 | to;
        } else {
            const std::uint32_t end = (parts & kOnlyV1) != 0 ? from : to;
            if (!pairing_.nodes.in_both(end)) return kNoKey;
            key = mixer.pair(key, end);
        }
        if ((parts & kFields) != 0) key = mixer.pair(key, half.content[FLATLINE_LINEDEF][index]);
        if ((parts & kSides) != 0) {
            const std::uint64_t sides = (line.sideback != FLATLINE_NONE) ? 1 : 0;
            key = mixer.pair(key,
                             mixer.pair(half.side_content(front) + sides, half.side_content(back)));
        }
        if ((parts & kSectors) != 0) {
            key =
                mixer.pair(key, mixer.pair(half.sector_content(front), half.sector_content(back)));
        }
        key = mixer.pair(key, parts);
        return key == kNoKey ? 1 : key;
    }

    // A vertex that moved is one change, and takes its lines along. Where no line came along it is
    // one vertex that went and another that came.
    void forget_moves_without_lines() noexcept {
        Nodes& nodes = pairing_.nodes;
        Table<std::uint8_t> has_lines;
        if (!has_lines.take_filled(pairing_.memory, nodes.count, 0)) return;
        const View<flatline_linedef> lines = pairing_.a.map.linedefs();
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            if (pairing_.a.partner[FLATLINE_LINEDEF][i] == FLATLINE_NONE) continue;
            has_lines[pairing_.node(pairing_.a, lines[i].v1)] = 1;
            has_lines[pairing_.node(pairing_.a, lines[i].v2)] = 1;
        }
        for (std::uint32_t i = 0; i < nodes.count; ++i) {
            const std::uint32_t before = nodes.alias[i];
            if (before == i || has_lines[before] != 0) continue;
            nodes.alias[i] = i;
            nodes.after[before] = FLATLINE_NONE;
        }
    }

    Pairing& pairing_;
    Rest rest_a_, rest_b_;
};

}  // namespace

bool pair_lines(Pairing& pairing) noexcept { return LinePairer(pairing).run(); }

}  // namespace flatline::engine::compare
