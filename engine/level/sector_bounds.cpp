#include "level/sector_bounds.hpp"

#include <cmath>
#include <limits>

namespace flatline::engine::level {
namespace {

constexpr double kMaxRadius = 32;  // Boom's MAXRADIUS: the widest thing a sector query is for
constexpr double kCell = 128;

double halves(double low, double high) noexcept {
    const auto fixed = [](double value) { return static_cast<std::int64_t>(value * 65536); };
    return static_cast<double>(fixed(high) / 2 + fixed(low) / 2) / 65536;
}

double whole_units(double low, double high) noexcept {
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value)); };
    return static_cast<double>((whole(high) + whole(low)) / 2);
}

void set_centre(const Geometry& g, CentreRule rule, View<std::uint32_t> lines,
                flatline_sector_bounds& out) noexcept {
    switch (rule) {
        case CentreRule::halves:
            out.centre_x = halves(out.left, out.right);
            out.centre_y = halves(out.bottom, out.top);
            return;
        case CentreRule::whole_units:
            out.centre_x = whole_units(out.left, out.right);
            out.centre_y = whole_units(out.bottom, out.top);
            return;
        case CentreRule::few_lines:
            break;
    }
    if (lines.size() > 3) {
        out.centre_x = (out.left + out.right) / 2;
        out.centre_y = (out.bottom + out.top) / 2;
        return;
    }
    for (const std::uint32_t line : lines) {
        const flatline_vertex& a = g.vertices[g.linedefs[line].v1];
        const flatline_vertex& b = g.vertices[g.linedefs[line].v2];
        out.centre_x += a.x + b.x;
        out.centre_y += a.y + b.y;
    }
    out.centre_x /= static_cast<double>(2 * lines.size());
    out.centre_y /= static_cast<double>(2 * lines.size());
}

// The range of cells from low - 32 to high + 32; each end is clamped as Boom does it.
void set_cells(double low, double high, double origin, std::uint32_t count, std::uint32_t& first,
               std::uint32_t& last) noexcept {
    const double from = std::floor((low - origin - kMaxRadius) / kCell);
    const double to = std::floor((high - origin + kMaxRadius) / kCell);
    const double most = static_cast<double>(count) - 1;
    first = static_cast<std::uint32_t>(from < 0 ? 0 : (from > most ? most : from));
    last = static_cast<std::uint32_t>(to < 0 ? 0 : (to > most ? most : to));
}

}  // namespace

void fill_sector_bounds(const Geometry& g, Dialect dialect, const flatline_blockmap* blockmap,
                        Share sectors, flatline_sector_bounds* out) noexcept {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const CentreRule rule = centre_rule(dialect);
    const bool has_cells = blockmap != nullptr && blockmap->columns != 0 && blockmap->rows != 0;
    for (std::size_t i = sectors.begin; i < sectors.end; ++i) {
        flatline_sector_bounds& box = out[i];
        box = {kFar, kFar, -kFar, -kFar, 0, 0, 1, 0, 1, 0};
        const View<std::uint32_t> lines = g.lines_of(i);
        if (lines.empty()) continue;
        for (const std::uint32_t line : lines) {
            const std::uint32_t ends[2] = {g.linedefs[line].v1, g.linedefs[line].v2};
            for (const std::uint32_t end : ends) {
                const flatline_vertex& v = g.vertices[end];
                if (v.x < box.left) box.left = v.x;
                if (v.x > box.right) box.right = v.x;
                if (v.y < box.bottom) box.bottom = v.y;
                if (v.y > box.top) box.top = v.y;
            }
        }
        set_centre(g, rule, lines, box);
        if (!has_cells) continue;
        set_cells(box.left, box.right, blockmap->origin_x, blockmap->columns, box.first_column,
                  box.last_column);
        set_cells(box.bottom, box.top, blockmap->origin_y, blockmap->rows, box.first_row,
                  box.last_row);
    }
}

}  // namespace flatline::engine::level
