// Rules about sectors, the sides around them and the size of the map.
#include <algorithm>

#include "base/bits.hpp"
#include "base/orientation.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// At a place: a side of the sector begins there, ends there.
constexpr std::uint8_t kBegins = 1;
constexpr std::uint8_t kEnds = 2;

class SectorShapes {
public:
    explicit SectorShapes(Context& context) noexcept : context_(context), map_(context.map) {}

    void run() noexcept;

private:
    bool has_length(const flatline_linedef& line) const noexcept {
        const flatline_vertex a = map_.vertices()[line.v1];
        const flatline_vertex b = map_.vertices()[line.v2];
        return a.x != b.x || a.y != b.y;
    }
    template <class Use>
    void each_line(std::uint32_t sector, Use&& use) const {
        for (const std::uint32_t i : map_.sector_lines(sector)) {
            if (has_length(map_.linedefs()[i])) use(map_.linedefs()[i]);
        }
    }
    bool is_closed(std::uint32_t sector) noexcept;
    bool has_area(std::uint32_t sector) const noexcept;

    Context& context_;
    const Map& map_;
    Scratch<std::uint8_t> ends_;  // one a vertex that is the lowest in its place; 0 between sectors
    Scratch<bool> has_side_;      // one a sector
};

bool SectorShapes::is_closed(std::uint32_t sector) noexcept {
    const std::uint32_t* places = context_.geometry.places.data();
    each_line(sector, [&](const flatline_linedef& line) {
        const View<flatline_sidedef> sides = map_.sidedefs();
        const bool front = sides[line.sidefront].sector == sector;
        const bool back = line.sideback != FLATLINE_NONE && sides[line.sideback].sector == sector;
        std::uint8_t& first = ends_[places[line.v1]];
        std::uint8_t& second = ends_[places[line.v2]];
        if (front) {
            first |= kBegins;
            second |= kEnds;
        }
        if (back) {
            first |= kEnds;
            second |= kBegins;
        }
    });
    bool closed = true;
    each_line(sector, [&](const flatline_linedef& line) {
        for (const std::uint32_t vertex : {line.v1, line.v2}) {
            const std::uint8_t found = std::exchange(ends_[places[vertex]], std::uint8_t{0});
            if (found != kBegins && found != kEnds) continue;
            if (!std::exchange(closed, false)) continue;
            const flatline_vertex& at = map_.vertices()[vertex];
            context_.report.about(Rule::sector_unclosed, {FLATLINE_SECTOR, sector},
                                  FLATLINE_NO_FIELD, bit_cast<std::int64_t>(at.x),
                                  bit_cast<std::int64_t>(at.y));
        }
    });
    return closed;
}

// Three lines that are not all on one straight.
bool SectorShapes::has_area(std::uint32_t sector) const noexcept {
    std::uint32_t lines = 0;
    bool bent = false;
    flatline_vertex a{}, b{};
    for (const std::uint32_t i : map_.sector_lines(sector)) {
        const flatline_linedef& line = map_.linedefs()[i];
        if (!has_length(line)) continue;
        const flatline_vertex& first = map_.vertices()[line.v1];
        const flatline_vertex& second = map_.vertices()[line.v2];
        if (lines++ == 0) {
            a = first;
            b = second;
            continue;
        }
        bent = bent || orientation(a.x, a.y, b.x, b.y, first.x, first.y) != 0 ||
               orientation(a.x, a.y, b.x, b.y, second.x, second.y) != 0;
        if (bent && lines >= 3) return true;
    }
    return false;
}

void SectorShapes::run() noexcept {
    const auto sectors = static_cast<std::uint32_t>(map_.sectors().size());
    if (!need_places(context_)) return;
    if (!context_.take_zeroed(map_.vertices().size(), ends_)) return;
    if (!context_.take_zeroed(sectors, has_side_)) return;
    for (const flatline_sidedef& side : map_.sidedefs()) has_side_[side.sector] = true;
    for (std::uint32_t i = 0; i < sectors; ++i) {
        if (has_side_[i] && is_closed(i) && !has_area(i)) {
            context_.report.about(Rule::sector_degenerate, {FLATLINE_SECTOR, i});
        }
    }
}

// Ports with 16.16 coordinates, whose distances wrap.
constexpr std::string_view kFixedPoint[] = {"doom", "heretic", "hexen", "strife",
                                            "srb2", "dsda",    "woof"};
constexpr double kLargest = 32767;

}  // namespace

void sector_shapes(Context& context) noexcept { SectorShapes(context).run(); }

void side_shared(Context& context) noexcept {
    const Map& map = context.map;
    Scratch<std::uint32_t> uses;
    if (!context.take_zeroed(map.sidedefs().size(), uses)) return;
    for (const flatline_linedef& line : map.linedefs()) {
        ++uses[line.sidefront];
        if (line.sideback != FLATLINE_NONE) ++uses[line.sideback];
    }
    for (std::uint32_t i = 0; i < uses.size(); ++i) {
        if (uses[i] > 1) {
            context.report.about(Rule::side_shared, {FLATLINE_SIDEDEF, i}, FLATLINE_NO_FIELD,
                                 uses[i]);
        }
    }
}

void sector_floor_above_ceiling(Context& context) noexcept {
    std::uint32_t index = 0;
    for (const flatline_sector& sector : context.map.sectors()) {
        if (sector.heightfloor > sector.heightceiling && context.map.is_flat(index)) {
            context.report.about(Rule::sector_floor_above_ceiling, {FLATLINE_SECTOR, index},
                                 FLATLINE_NO_FIELD, bit_cast<std::int64_t>(sector.heightfloor),
                                 bit_cast<std::int64_t>(sector.heightceiling));
        }
        ++index;
    }
}

void map_too_large(Context& context) noexcept {
    const View<flatline_vertex> vertices = context.map.vertices();
    const bool fixed = std::find(std::begin(kFixedPoint), std::end(kFixedPoint),
                                 context.map.map_namespace()) != std::end(kFixedPoint);
    if (!fixed || vertices.empty()) return;
    flatline_vertex low = vertices[0];
    flatline_vertex high = low;
    for (const flatline_vertex& v : vertices) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    const double width = high.x - low.x;
    const double height = high.y - low.y;
    if (width <= kLargest && height <= kLargest) return;
    context.report.about_map(Rule::map_too_large, bit_cast<std::int64_t>(width),
                             bit_cast<std::int64_t>(height));
}

}  // namespace flatline::engine::sanity
