// Sectors by the lines around them.
#include <algorithm>

#include "diff/match.hpp"
#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

// A sector beside one side of a line that both maps have.
struct Vote {
    std::uint32_t before, after;
    bool operator==(const Vote& other) const noexcept {
        return before == other.before && after == other.after;
    }
    bool operator<(const Vote& other) const noexcept {
        return before != other.before ? before < other.before : after < other.after;
    }
};

// All votes for one pair.
struct Candidate {
    std::uint32_t votes;
    bool alike;  // they hold the same
    Vote pair;
    bool operator<(const Candidate& other) const noexcept {
        if (votes != other.votes) return votes > other.votes;
        if (alike != other.alike) return alike;
        return pair < other.pair;
    }
};

// A majority, found by counting up and down (Boyer and Moore): most sectors have one partner only.
struct Favourite {
    std::uint32_t sector;
    std::uint32_t lead;
};

class SectorPairer {
public:
    explicit SectorPairer(Pairing& pairing) noexcept : pairing_(pairing) {}

    bool run() noexcept { return by_majority() && by_count() && by_content() && turn_lines(); }

private:
    bool is_paired(const Vote& vote) const noexcept {
        return pairing_.a.partner[FLATLINE_SECTOR][vote.before] != FLATLINE_NONE ||
               pairing_.b.partner[FLATLINE_SECTOR][vote.after] != FLATLINE_NONE;
    }

    bool runs_against(std::uint32_t before, std::uint32_t after) const noexcept {
        const flatline_linedef& a = pairing_.a.map.linedefs()[before];
        const flatline_linedef& b = pairing_.b.map.linedefs()[after];
        const std::uint32_t from = pairing_.node(pairing_.a, a.v1);
        const std::uint32_t to = pairing_.node(pairing_.a, a.v2);
        if (from == to) return false;
        const std::uint32_t v1 = pairing_.node(pairing_.b, b.v1);
        const std::uint32_t v2 = pairing_.node(pairing_.b, b.v2);
        // One end of it may be another vertex.
        return (from == v2 || to == v1) && from != v1 && to != v2;
    }

    // Calls use(vote) for what lies right and left of each line of both maps.
    template <class Use>
    bool each_vote(const Use& use) const noexcept {
        const Half& a = pairing_.a;
        const Half& b = pairing_.b;
        const View<flatline_linedef> lines = a.map.linedefs();
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            const std::uint32_t partner = a.partner[FLATLINE_LINEDEF][i];
            if (partner == FLATLINE_NONE) continue;
            const flatline_linedef& other = b.map.linedefs()[partner];
            std::uint32_t front = other.sidefront;
            std::uint32_t back = other.sideback;
            if (runs_against(i, partner)) std::swap(front, back);
            const Vote votes[] = {{a.sector_of(lines[i].sidefront), b.sector_of(front)},
                                  {a.sector_of(lines[i].sideback), b.sector_of(back)}};
            for (const Vote& vote : votes) {
                if (vote.before == FLATLINE_NONE || vote.after == FLATLINE_NONE) continue;
                if (!use(vote)) return false;
            }
        }
        return true;
    }

    bool by_majority() noexcept {
        Table<Favourite> of_a;
        Table<Favourite> of_b;
        const auto sectors = pairing_.a.map.sectors().size();
        if (!of_a.take_filled(pairing_.memory, sectors, 0) ||
            !of_b.take_filled(pairing_.memory, pairing_.b.map.sectors().size(), 0)) {
            return false;
        }
        const auto count = [](Favourite& favourite, std::uint32_t sector) {
            if (favourite.lead == 0) favourite.sector = sector;
            if (favourite.sector == sector) {
                ++favourite.lead;
            } else {
                --favourite.lead;
            }
        };
        (void)each_vote([&](const Vote& vote) {
            count(of_a[vote.before], vote.after);
            count(of_b[vote.after], vote.before);
            return true;
        });
        for (std::uint32_t i = 0; i < sectors; ++i) {
            if (of_a[i].lead == 0) continue;
            const Favourite& back = of_b[of_a[i].sector];
            if (back.lead != 0 && back.sector == i) {
                pairing_.pair(FLATLINE_SECTOR, i, of_a[i].sector);
            }
        }
        return true;
    }

    // What has no majority: the pairs with most votes first.
    bool by_count() noexcept {
        Growing<Vote> votes;
        if (!each_vote([&](const Vote& vote) {
                return is_paired(vote) || votes.push(pairing_.memory, vote);
            })) {
            return false;
        }
        std::sort(votes.begin(), votes.end());
        Growing<Candidate> candidates;
        for (std::size_t i = 0; i < votes.size();) {
            std::size_t end = i;
            while (end < votes.size() && votes[end] == votes[i]) ++end;
            const bool alike = pairing_.a.content[FLATLINE_SECTOR][votes[i].before] ==
                               pairing_.b.content[FLATLINE_SECTOR][votes[i].after];
            if (!candidates.push(pairing_.memory,
                                 {static_cast<std::uint32_t>(end - i), alike, votes[i]})) {
                return false;
            }
            i = end;
        }
        std::sort(candidates.begin(), candidates.end());
        for (const Candidate& candidate : candidates) {
            if (!is_paired(candidate.pair)) {
                pairing_.pair(FLATLINE_SECTOR, candidate.pair.before, candidate.pair.after);
            }
        }
        return true;
    }

    static bool list(const Half& half, Memory& memory, bool without_lines,
                     Growing<std::uint32_t>& rest) noexcept {
        for (std::uint32_t i = 0; i < half.map.sectors().size(); ++i) {
            if (half.partner[FLATLINE_SECTOR][i] != FLATLINE_NONE) continue;
            if (without_lines && !half.map.sector_lines(i).empty()) continue;
            if (!rest.push(memory, i)) return false;
        }
        return true;
    }

    // A sector whose lines are all gone, or that never had any.
    bool by_content() noexcept {
        const auto pair = [&](std::uint32_t before, std::uint32_t after) {
            pairing_.pair(FLATLINE_SECTOR, before, after);
        };
        for (const bool without_lines : {false, true}) {
            Growing<std::uint32_t> a;
            Growing<std::uint32_t> b;
            if (!list(pairing_.a, pairing_.memory, without_lines, a) ||
                !list(pairing_.b, pairing_.memory, without_lines, b)) {
                return false;
            }
            const auto key = [&](const Half& half, std::uint32_t sector) {
                if (without_lines) return std::uint64_t{1};
                const bool has_lines = !half.map.sector_lines(sector).empty();
                return pairing_.mixer.pair(half.content[FLATLINE_SECTOR][sector],
                                           has_lines ? 1 : 0);
            };
            if (!match(
                    pairing_.memory, a, b,
                    [&](std::uint32_t sector) { return key(pairing_.a, sector); },
                    [&](std::uint32_t sector) { return key(pairing_.b, sector); }, pair)) {
                return false;
            }
        }
        return true;
    }

    unsigned likeness(std::uint32_t before, std::uint32_t after) const noexcept {
        if (before == FLATLINE_NONE || after == FLATLINE_NONE) return before == after ? 3 : 0;
        const std::uint32_t partner =
            pairing_.a.partner[FLATLINE_SECTOR][pairing_.a.sector_of(before)];
        return (partner == pairing_.b.sector_of(after) ? 2u : 0u) +
               (pairing_.a.side_content(before) == pairing_.b.side_content(after) ? 1u : 0u);
    }

    bool turn_lines() noexcept {
        const View<flatline_linedef> lines = pairing_.a.map.linedefs();
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            const std::uint32_t partner = pairing_.a.partner[FLATLINE_LINEDEF][i];
            if (partner == FLATLINE_NONE || !runs_against(i, partner)) continue;
            const flatline_linedef& a = lines[i];
            const flatline_linedef& b = pairing_.b.map.linedefs()[partner];
            // With one side only, the other way round it looks at what was behind it.
            const bool both = a.sideback != FLATLINE_NONE && b.sideback != FLATLINE_NONE;
            const bool flipped =
                both && likeness(a.sidefront, b.sideback) + likeness(a.sideback, b.sidefront) >=
                            likeness(a.sidefront, b.sidefront) + likeness(a.sideback, b.sideback);
            pairing_.turns[i] = flipped ? Turn::flipped : Turn::ends;
        }
        return true;
    }

    Pairing& pairing_;
};

}  // namespace

bool pair_sectors(Pairing& pairing) noexcept { return SectorPairer(pairing).run(); }

}  // namespace flatline::engine::compare
