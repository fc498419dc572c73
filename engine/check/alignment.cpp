// Neighbouring walls whose textures do not line up.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "check/columns.hpp"
#include "check/rules.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {
namespace {

/// One-sided wall with a middle texture of known size.
struct Wall {
    double begin_x, begin_y, end_x, end_y;
    double offset_x, offset_y, width, height;
    double length;
    std::uint32_t sector, texture, side;
};

auto where(const Wall& wall) noexcept {
    return std::make_tuple(wall.begin_x, wall.begin_y, wall.sector, wall.texture);
}

struct Pair {
    std::uint32_t side, related;
};

/// The distance of two offsets on a texture that repeats after `size` pixels.
bool differs(double a, double b, double size) noexcept {
    const double rest = std::fmod(a - b, size);
    return rest != 0 && std::isfinite(rest);
}

bool goes_on(const Wall& first, const Wall& second) noexcept {
    return !differs(second.offset_x, first.offset_x + first.length, first.width) &&
           !differs(second.offset_y, first.offset_y, first.height);
}

class Alignment {
public:
    explicit Alignment(Context& context) noexcept : context_(context) {}
    void run() noexcept;

private:
    [[nodiscard]] bool collect() noexcept;
    [[nodiscard]] bool add(std::uint32_t side, std::uint32_t related) noexcept;
    void tell() const noexcept;

    Context& context_;
    Scratch<Wall> walls_;
    std::size_t wall_count_ = 0;
    Scratch<Pair> pairs_;
    std::size_t pair_count_ = 0;
};

bool Alignment::collect() noexcept {
    const Map& map = context_.map;
    Scratch<std::uint8_t> scaled;
    Scratch<double> more_x;
    Scratch<double> more_y;
    const std::size_t sides = map.sidedefs().size();
    if (!context_.take(map.linedefs().size(), walls_) || !context_.take_zeroed(sides, scaled) ||
        !context_.take_zeroed(sides, more_x) || !context_.take_zeroed(sides, more_y)) {
        return false;
    }
    ColumnWalk scales[] = {{map, FLATLINE_SIDEDEF, "scalex_mid"},
                           {map, FLATLINE_SIDEDEF, "scaley_mid"}};
    ColumnWalk offsets_x(map, FLATLINE_SIDEDEF, "offsetx_mid");
    ColumnWalk offsets_y(map, FLATLINE_SIDEDEF, "offsety_mid");
    for (std::uint32_t i = 0; i < sides; ++i) {
        for (ColumnWalk& scale : scales) scaled[i] |= scale.real(i, 1) != 1;
        more_x[i] = offsets_x.real(i, 0);
        more_y[i] = offsets_y.real(i, 0);
    }
    for (const flatline_linedef& line : map.linedefs()) {
        const flatline_sidedef& side = map.sidedefs()[line.sidefront];
        if (line.sideback != FLATLINE_NONE || scaled[line.sidefront] != 0) continue;
        const TextureSize size =
            context_.options.resources->texture_size(map.name(side.texturemiddle));
        if (size.width == 0 || size.height == 0) continue;
        const flatline_vertex& a = map.vertices()[line.v1];
        const flatline_vertex& b = map.vertices()[line.v2];
        if (a.x == b.x && a.y == b.y) continue;
        walls_[wall_count_++] = {a.x + 0.0,
                                 a.y + 0.0,
                                 b.x + 0.0,
                                 b.y + 0.0,
                                 side.offsetx + more_x[line.sidefront],
                                 side.offsety + more_y[line.sidefront],
                                 static_cast<double>(size.width),
                                 static_cast<double>(size.height),
                                 std::round(std::hypot(b.x - a.x, b.y - a.y)),
                                 side.sector,
                                 side.texturemiddle,
                                 line.sidefront};
    }
    return true;
}

bool Alignment::add(std::uint32_t side, std::uint32_t related) noexcept {
    if (pair_count_ == pairs_.size() && !context_.grow(pairs_)) return false;
    pairs_[pair_count_++] = {std::max(side, related), std::min(side, related)};
    return true;
}

/// One finding a side, with the lowest of its partners.
void Alignment::tell() const noexcept {
    std::sort(pairs_.begin(), pairs_.begin() + pair_count_, [](const Pair& a, const Pair& b) {
        return std::make_pair(a.side, a.related) < std::make_pair(b.side, b.related);
    });
    for (std::size_t i = 0; i < pair_count_;) {
        std::size_t end = i + 1;
        while (end < pair_count_ && pairs_[end].side == pairs_[i].side) ++end;
        context_.report.about_pair(Rule::texture_misaligned, {FLATLINE_SIDEDEF, pairs_[i].side},
                                   {FLATLINE_SIDEDEF, pairs_[i].related},
                                   static_cast<std::uint32_t>(end - i - 1));
        i = end;
    }
}

void Alignment::run() noexcept {
    if (!collect()) return;
    Wall* const end = walls_.begin() + wall_count_;
    std::sort(walls_.begin(), end, [](const Wall& a, const Wall& b) {
        return std::make_tuple(where(a), a.side) < std::make_tuple(where(b), b.side);
    });
    for (const Wall* first = walls_.begin(); first != end; ++first) {
        Wall wanted = *first;
        wanted.begin_x = first->end_x;
        wanted.begin_y = first->end_y;
        const Wall* second =
            std::lower_bound(walls_.begin(), end, wanted,
                             [](const Wall& a, const Wall& b) { return where(a) < where(b); });
        for (; second != end && where(*second) == where(wanted); ++second) {
            if (!context_.spend()) return tell();
            if (second->side == first->side || goes_on(*first, *second)) continue;
            if (!add(first->side, second->side)) return;
        }
    }
    tell();
}

}  // namespace

void texture_misaligned(Context& context) noexcept { Alignment(context).run(); }

}  // namespace flatline::engine::sanity
