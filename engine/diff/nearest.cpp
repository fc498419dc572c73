#include "diff/nearest.hpp"

#include <algorithm>
#include <cmath>

#include "flatline/types.h"

namespace flatline::engine::compare {
namespace {

// So many pairs of one key are all looked at.
constexpr std::size_t kMostPairs = 1u << 14;

bool comes_before(const Placed& a, const Placed& b) noexcept {
    if (a.key != b.key) return a.key < b.key;
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    return a.index < b.index;
}

struct Group {
    Placed* items;
    std::uint32_t first, count;  // of the list
};

struct Distance {
    double square;
    std::uint32_t a, b;  // in the groups
    bool operator<(const Distance& other) const noexcept {
        if (square != other.square) return square < other.square;
        return a != other.a ? a < other.a : b < other.b;
    }
};

double square_of(const Placed& a, const Placed& b) noexcept {
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    return dx * dx + dy * dy;
}

void join(const Group& a, std::uint32_t i, const Group& b, std::uint32_t k) noexcept {
    a.items[i].partner = b.first + k;
    b.items[k].partner = a.first + i;
}

class GroupPairer {
public:
    GroupPairer(Memory& memory, double reach) noexcept
        : memory_(memory), reach_(reach), most_(reach * reach) {}

    bool run(const Group& a, const Group& b) noexcept {
        if (std::size_t{a.count} * b.count <= kMostPairs) return small(a, b);
        return large(a, b);
    }

private:
    bool small(const Group& a, const Group& b) noexcept {
        distances_.truncate(0);
        for (std::uint32_t i = 0; i < a.count; ++i) {
            for (std::uint32_t k = 0; k < b.count; ++k) {
                const double square = square_of(a.items[i], b.items[k]);
                if (square <= most_ && !distances_.push(memory_, {square, i, k})) return false;
            }
        }
        std::sort(distances_.begin(), distances_.end());
        for (const Distance& distance : distances_) {
            if (a.items[distance.a].partner == FLATLINE_NONE &&
                b.items[distance.b].partner == FLATLINE_NONE) {
                join(a, distance.a, b, distance.b);
            }
        }
        return true;
    }

    // Cells of growing size: each item takes the nearest that is left among a few of the cells
    // around it.
    bool large(const Group& a, const Group& b) noexcept {
        std::size_t slots = 16;
        while (slots < std::size_t{b.count} * 2) slots *= 2;
        Table<std::uint32_t> heads;
        Table<std::uint32_t> next;
        if (!heads.take(memory_, slots) || !next.take(memory_, b.count)) return false;
        for (std::uint32_t cell = 32; cell < 1'000'000 && cell / 4 < reach_; cell *= 4) {
            const double size = cell;
            std::fill(heads.begin(), heads.end(), FLATLINE_NONE);
            for (std::uint32_t k = b.count; k-- > 0;) {
                if (b.items[k].partner != FLATLINE_NONE) continue;
                std::uint32_t& head = heads[slot(b.items[k], size, 0, 0) & (slots - 1)];
                next[k] = head;
                head = k;
            }
            for (std::uint32_t i = 0; i < a.count; ++i) {
                if (a.items[i].partner == FLATLINE_NONE) take(a, i, b, size, heads, next);
            }
        }
        if (!(reach_ < std::numeric_limits<double>::infinity())) in_order(a, b);
        return true;
    }

    static std::size_t slot(const Placed& item, double size, int dx, int dy) noexcept {
        const auto cell = [&](double at, int by) {
            const double number = std::floor(at / size) + by;
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
        };
        const std::uint64_t hash =
            (cell(item.x, dx) * 0x9E3779B97F4A7C15u ^ cell(item.y, dy)) * 0xC2B2AE3D27D4EB4Fu;
        return static_cast<std::size_t>(hash >> 32);
    }

    void take(const Group& a, std::uint32_t i, const Group& b, double size,
              const Table<std::uint32_t>& heads, const Table<std::uint32_t>& next) const noexcept {
        constexpr int kLooked = 32;  // in each cell; taken ones in front are dropped
        double best = std::min(most_, size * size);
        std::uint32_t found = FLATLINE_NONE;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                std::uint32_t& head = heads[slot(a.items[i], size, dx, dy) & (heads.size() - 1)];
                while (head != FLATLINE_NONE && b.items[head].partner != FLATLINE_NONE)
                    head = next[head];
                std::uint32_t k = head;
                for (int looked = 0; k != FLATLINE_NONE && looked < kLooked;
                     ++looked, k = next[k]) {
                    if (b.items[k].partner != FLATLINE_NONE) continue;
                    const double square = square_of(a.items[i], b.items[k]);
                    if (square > best || (square == best && found != FLATLINE_NONE)) continue;
                    best = square;
                    found = k;
                }
            }
        }
        if (found != FLATLINE_NONE) join(a, i, b, found);
    }

    void in_order(const Group& a, const Group& b) const noexcept {
        std::uint32_t k = 0;
        for (std::uint32_t i = 0; i < a.count; ++i) {
            if (a.items[i].partner != FLATLINE_NONE) continue;
            while (k < b.count && b.items[k].partner != FLATLINE_NONE) ++k;
            if (k == b.count) return;
            join(a, i, b, k);
        }
    }

    Memory& memory_;
    const double reach_, most_;
    Growing<Distance> distances_;
};

std::uint32_t end_of(const Growing<Placed>& list, std::uint32_t from) noexcept {
    std::uint32_t to = from;
    while (to < list.size() && list[to].key == list[from].key) ++to;
    return to;
}

}  // namespace

bool pair_nearest(Memory& memory, Growing<Placed>& a, Growing<Placed>& b, double reach) noexcept {
    std::sort(a.begin(), a.end(), comes_before);
    std::sort(b.begin(), b.end(), comes_before);
    for (Placed& item : a) item.partner = FLATLINE_NONE;
    for (Placed& item : b) item.partner = FLATLINE_NONE;
    GroupPairer pairer(memory, reach);
    std::uint32_t i = 0;
    std::uint32_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (a[i].key != b[k].key) {
            if (a[i].key < b[k].key) {
                ++i;
            } else {
                ++k;
            }
            continue;
        }
        const std::uint32_t end_a = end_of(a, i);
        const std::uint32_t end_b = end_of(b, k);
        if (!pairer.run({a.begin() + i, i, end_a - i}, {b.begin() + k, k, end_b - k})) return false;
        i = end_a;
        k = end_b;
    }
    return true;
}

}  // namespace flatline::engine::compare
