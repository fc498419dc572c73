// Finds vertices that moved, by their lines and by the vertices at the other ends of those lines.
#include <algorithm>
#include <cmath>

#include "diff/match.hpp"
#include "diff/nearest.hpp"
#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

using Rest = Growing<std::uint32_t>;

// What is looked at, from the strongest to the weakest.
enum class Look : std::uint8_t {
    all_lines,    // of all lines what they hold, and those other ends that are known
    known_lines,  // the same of lines whose other end is known
    known_ends,   // only which ends these are
};

// The sum over the lines at a node.
struct Signature {
    std::uint64_t sum;
    std::uint32_t known;  // lines whose other end is known
    std::uint32_t degree;
};

// The end of a line at a node of one map only, whose other end is known; the key holds the rest.
struct LineEnd {
    std::uint64_t key;
    std::uint32_t node;
};

// So many lines say that these are one vertex.
struct MoveVote {
    std::uint32_t gone, come, count;
};

class MoveFinder {
public:
    MoveFinder(Pairing& pairing, const Rest& rest_a, const Rest& rest_b) noexcept
        : pairing_(pairing), nodes_(pairing.nodes), rest_a_(rest_a), rest_b_(rest_b) {}

    bool run(bool& any) noexcept {
        if (rest_a_.empty() || rest_b_.empty()) return true;
        if (!list_nodes()) return false;
        if (gone_.empty() || come_.empty()) return true;
        if (!signatures_.take(pairing_.memory, nodes_.count)) return false;
        if (!look_in_rounds() || !by_one_shift()) return false;
        if (has_shifted_ && !look_in_rounds()) return false;
        any = any_;
        return true;
    }

private:
    // Nodes of one map only, at lines that have no partner.
    bool list_nodes() noexcept {
        const auto list = [&](const Half& half, const Rest& rest, Rest& out) {
            for (const std::uint32_t index : rest) {
                const flatline_linedef& line = half.map.linedefs()[index];
                for (const std::uint32_t vertex : {line.v1, line.v2}) {
                    const std::uint32_t node = half.nodes[vertex];
                    if (nodes_.in_both(node)) continue;
                    if (!out.push(pairing_.memory, node)) return false;
                }
            }
            std::sort(out.begin(), out.end());
            const auto* end = std::unique(out.begin(), out.end());
            out.truncate(static_cast<std::size_t>(end - out.begin()));
            return true;
        };
        return list(pairing_.a, rest_a_, gone_) && list(pairing_.b, rest_b_, come_);
    }

    bool look_in_rounds() noexcept {
        constexpr int kMostRounds = 64;  // each finds the neighbours of what the last one found
        for (int round = 0; round < kMostRounds; ++round) {
            bool found = false;
            for (const Look look : {Look::all_lines, Look::known_lines, Look::known_ends}) {
                if (!pair_by(look, found)) return false;
                if (found) break;
            }
            if (!found && !pair_by_votes(found)) return false;
            if (!found || gone_.empty() || come_.empty()) break;
        }
        return true;
    }

    void sign(const Half& half, const Rest& rest, const Rest& nodes, Look look) noexcept {
        for (const std::uint32_t node : nodes) signatures_[node] = {};
        const Mixer& mixer = pairing_.mixer;
        for (const std::uint32_t index : rest) {
            const flatline_linedef& line = half.map.linedefs()[index];
            const std::uint32_t ends[] = {half.nodes[line.v1], half.nodes[line.v2]};
            const std::uint64_t content = look == Look::known_ends ? 0 : content_of(half, index);
            for (const unsigned end : {0u, 1u}) {
                const std::uint32_t node = nodes_.alias[ends[end]];
                if (nodes_.in_both(node)) continue;
                const std::uint32_t other = nodes_.alias[ends[1 - end]];
                const bool known = nodes_.in_both(other);
                Signature& signature = signatures_[node];
                ++signature.degree;
                signature.known += known;
                if (!known && look != Look::all_lines) continue;
                const std::uint64_t where =
                    known ? std::uint64_t{other} * 2 + end + 2 : std::uint64_t{end};
                signature.sum += mixer.term(mixer.pair(where, 1), content);
            }
        }
    }

    bool list_signed(const Half& half, const Table<std::uint32_t>& vertex_at, const Rest& nodes,
                     Look look, Growing<Placed>& out) noexcept {
        out.truncate(0);
        for (const std::uint32_t node : nodes) {
            const Signature& signature = signatures_[node];
            if (signature.known == 0) continue;
            const flatline_vertex& at = half.map.vertices()[vertex_at[node]];
            const std::uint64_t key = look == Look::all_lines
                                          ? signature.sum
                                          : pairing_.mixer.pair(signature.sum, signature.degree);
            if (!out.push(pairing_.memory, {key, at.x, at.y, node, FLATLINE_NONE})) return false;
        }
        return true;
    }

    bool pair_by(Look look, bool& found) noexcept {
        sign(pairing_.a, rest_a_, gone_, look);
        if (!list_signed(pairing_.a, nodes_.before, gone_, look, placed_a_)) return false;
        sign(pairing_.b, rest_b_, come_, look);
        if (!list_signed(pairing_.b, nodes_.after, come_, look, placed_b_)) return false;
        if (!pair_nearest(pairing_.memory, placed_a_, placed_b_)) return false;
        for (const Placed& placed : placed_a_) {
            if (placed.partner == FLATLINE_NONE) continue;
            join(placed.index, placed_b_[placed.partner].index);
            found = true;
        }
        if (found) drop_joined();
        return true;
    }

    // A vertex that also got or lost a line: most of its lines say what it is now.
    bool pair_by_votes(bool& found) noexcept {
        Growing<LineEnd> a;
        Growing<LineEnd> b;
        Rest ends_a;
        Rest ends_b;
        sign(pairing_.a, rest_a_, gone_, Look::known_ends);
        sign(pairing_.b, rest_b_, come_, Look::known_ends);
        if (!list_ends(pairing_.a, rest_a_, a, ends_a) ||
            !list_ends(pairing_.b, rest_b_, b, ends_b)) {
            return false;
        }
        Growing<MoveVote> votes;
        bool good = true;
        const bool done = match(
            pairing_.memory, ends_a, ends_b, [&](std::uint32_t i) { return a[i].key; },
            [&](std::uint32_t i) { return b[i].key; },
            [&](std::uint32_t i, std::uint32_t k) {
                good = good && votes.push(pairing_.memory, {a[i].node, b[k].node, 1});
            });
        if (!done || !good) return false;
        count_votes(votes);
        for (const MoveVote& vote : votes) {
            const std::uint32_t lines =
                std::max(signatures_[vote.gone].degree, signatures_[vote.come].degree);
            if (vote.count * 2 < lines || nodes_.in_both(vote.gone) ||
                nodes_.alias[vote.come] != vote.come) {
                continue;
            }
            join(vote.gone, vote.come);
            found = true;
        }
        if (found) drop_joined();
        return true;
    }

    bool list_ends(const Half& half, const Rest& rest, Growing<LineEnd>& out,
                   Rest& numbers) noexcept {
        const Mixer& mixer = pairing_.mixer;
        for (const std::uint32_t index : rest) {
            const flatline_linedef& line = half.map.linedefs()[index];
            const std::uint32_t ends[] = {nodes_.alias[half.nodes[line.v1]],
                                          nodes_.alias[half.nodes[line.v2]]};
            for (const unsigned end : {0u, 1u}) {
                if (nodes_.in_both(ends[end]) || !nodes_.in_both(ends[1 - end])) continue;
                const std::uint64_t key =
                    mixer.pair(std::uint64_t{ends[1 - end]} * 2 + end, content_of(half, index)) | 1;
                if (!numbers.push(pairing_.memory, static_cast<std::uint32_t>(out.size())) ||
                    !out.push(pairing_.memory, {key, ends[end]})) {
                    return false;
                }
            }
        }
        return true;
    }

    // One for each pair, those with most votes first.
    static void count_votes(Growing<MoveVote>& votes) noexcept {
        std::sort(votes.begin(), votes.end(), [](const MoveVote& x, const MoveVote& y) {
            return x.gone != y.gone ? x.gone < y.gone : x.come < y.come;
        });
        std::size_t left = 0;
        for (const MoveVote& vote : votes) {
            if (left != 0 && votes[left - 1].gone == vote.gone &&
                votes[left - 1].come == vote.come) {
                ++votes[left - 1].count;
            } else {
                votes[left++] = vote;
            }
        }
        votes.truncate(left);
        std::sort(votes.begin(), votes.end(), [](const MoveVote& x, const MoveVote& y) {
            if (x.count != y.count) return x.count > y.count;
            return x.gone != y.gone ? x.gone < y.gone : x.come < y.come;
        });
    }

    std::uint64_t content_of(const Half& half, std::uint32_t index) const noexcept {
        const flatline_linedef& line = half.map.linedefs()[index];
        const Mixer& mixer = pairing_.mixer;
        return mixer.pair(
            half.content[FLATLINE_LINEDEF][index],
            mixer.pair(half.side_content(line.sidefront), half.side_content(line.sideback)));
    }

    // A room that was moved as a whole, or the whole map: the same shift for most vertices.
    bool by_one_shift() noexcept {
        if (gone_.size() < 3 || come_.size() < 3) return true;
        sign(pairing_.a, rest_a_, gone_, Look::known_ends);
        sign(pairing_.b, rest_b_, come_, Look::known_ends);
        if (!list_shifted(pairing_.a, nodes_.before, gone_, 0, 0, placed_a_) ||
            !list_shifted(pairing_.b, nodes_.after, come_, 0, 0, placed_b_)) {
            return false;
        }
        const auto by_place = [](const Placed& a, const Placed& b) {
            return a.x != b.x ? a.x < b.x : a.y < b.y;
        };
        std::sort(placed_a_.begin(), placed_a_.end(), by_place);
        std::sort(placed_b_.begin(), placed_b_.end(), by_place);
        const std::size_t last_a = placed_a_.size() - 1;
        const std::size_t last_b = placed_b_.size() - 1;
        const std::size_t ranks[][2] = {{0, 0}, {last_a, last_b}, {last_a / 2, last_b / 2}};
        Placed from[3];
        Placed to[3];
        for (int i = 0; i < 3; ++i) {
            from[i] = placed_a_[ranks[i][0]];
            to[i] = placed_b_[ranks[i][1]];
        }
        for (int i = 0; i < 3 && !has_shifted_; ++i) {
            if (!try_shift(to[i].x - from[i].x, to[i].y - from[i].y)) return false;
        }
        return true;
    }

    bool list_shifted(const Half& half, const Table<std::uint32_t>& vertex_at, const Rest& nodes,
                      double dx, double dy, Growing<Placed>& out) noexcept {
        out.truncate(0);
        for (const std::uint32_t node : nodes) {
            const flatline_vertex& at = half.map.vertices()[vertex_at[node]];
            if (!out.push(pairing_.memory, {0, at.x + dx, at.y + dy, node, FLATLINE_NONE}))
                return false;
        }
        return true;
    }

    bool try_shift(double dx, double dy) noexcept {
        Rest gone;
        Rest come;
        if (!list_shifted(pairing_.a, nodes_.before, gone_, dx, dy, placed_a_) ||
            !list_shifted(pairing_.b, nodes_.after, come_, 0, 0, placed_b_)) {
            return false;
        }
        for (std::uint32_t i = 0; i < placed_a_.size(); ++i) {
            if (!gone.push(pairing_.memory, i)) return false;
        }
        for (std::uint32_t i = 0; i < placed_b_.size(); ++i) {
            if (!come.push(pairing_.memory, i)) return false;
        }
        const auto key = [&](const Growing<Placed>& list, std::uint32_t i) {
            const std::uint64_t degree = signatures_[list[i].index].degree;
            return pairing_.mixer.pair(degree,
                                       pairing_.mixer.pair(bits_of(list[i].x), bits_of(list[i].y)));
        };
        std::size_t count = 0;
        const bool done = match(
            pairing_.memory, gone, come, [&](std::uint32_t i) { return key(placed_a_, i); },
            [&](std::uint32_t i) { return key(placed_b_, i); },
            [&](std::uint32_t i, std::uint32_t k) {
                placed_a_[i].partner = k;
                ++count;
            });
        if (!done) return false;
        if (count < 3 || count * 2 < std::min(gone_.size(), come_.size())) return true;
        for (const Placed& placed : placed_a_) {
            if (placed.partner != FLATLINE_NONE)
                join(placed.index, placed_b_[placed.partner].index);
        }
        has_shifted_ = true;
        drop_joined();
        return true;
    }

    void join(std::uint32_t gone, std::uint32_t come) noexcept {
        nodes_.after[gone] = nodes_.after[come];
        nodes_.alias[come] = gone;
        any_ = true;
    }

    void drop_joined() noexcept {
        const auto drop = [&](Rest& nodes) {
            std::size_t left = 0;
            for (const std::uint32_t node : nodes) {
                if (nodes_.alias[node] == node && !nodes_.in_both(node)) nodes[left++] = node;
            }
            nodes.truncate(left);
        };
        drop(gone_);
        drop(come_);
    }

    Pairing& pairing_;
    Nodes& nodes_;
    const Rest& rest_a_;
    const Rest& rest_b_;
    Rest gone_, come_;  // nodes of the first, and of the second map alone
    Table<Signature> signatures_;
    Growing<Placed> placed_a_, placed_b_;
    bool any_ = false;
    bool has_shifted_ = false;
};

}  // namespace

bool find_moved_vertices(Pairing& pairing, Growing<std::uint32_t>& rest_a,
                         Growing<std::uint32_t>& rest_b, bool& any) noexcept {
    return MoveFinder(pairing, rest_a, rest_b).run(any);
}

}  // namespace flatline::engine::compare
