#include "draw/plan.hpp"

#include <algorithm>
#include <cmath>

#include "model/doom3_geometry.hpp"
#include "reals.hpp"

namespace flatline::engine::tool {
namespace {

/// The angle that an entity looks to: its key "angle", or the first row of its key "rotation".
double angle_of(const Doom3Map& map, const flatline_doom3_entity& entity) {
    constexpr double kDegrees = 57.29577951308232;
    const auto numbers = [](std::string_view text, double* values, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
            if (!take_real(text, values[i]) || !std::isfinite(values[i])) return false;
        }
        return true;
    };
    double angle = 0;
    if (numbers(map.value(entity, "angle"), &angle, 1)) return std::fmod(angle, 360);
    double row[2] = {};
    if (numbers(map.value(entity, "rotation"), row, 2)) {
        return std::round(std::atan2(row[1], row[0]) * kDegrees * 100) / 100;
    }
    return 0;
}

bool is_drawable_box(const double* low, const double* high) {
    return is_drawable(low[0], low[1]) && is_drawable(high[0], high[1]);
}

class Planner {
public:
    Planner(const Doom3Map& map, const Windings& windings, const Surfaces& surfaces)
        : map_(map), windings_(windings), surfaces_(surfaces) {}

    Plan run() {
        plan_.brush_places.resize(map_.brushes().size());
        plan_.patch_places.resize(map_.patches().size());
        for (std::uint32_t i = 0; i < map_.brushes().size(); ++i) add_brush(i);
        for (std::uint32_t i = 0; i < map_.patches().size(); ++i) add_patch(i);
        plan_.ring_rows.push_back(static_cast<std::uint32_t>(plan_.points.size()));
        for (std::uint32_t i = 0; i < map_.entities().size(); ++i) add_entity(i);
        std::stable_sort(plan_.shapes.begin(), plan_.shapes.end(),
                         [](const PlanShape& a, const PlanShape& b) { return a.high < b.high; });
        return std::move(plan_);
    }

private:
    void begin_shape(std::uint8_t element, std::uint32_t index, const double* low,
                     const double* high) {
        const flatline_vertex centre = {low[0] + (high[0] - low[0]) / 2,
                                        low[1] + (high[1] - low[1]) / 2};
        plan_.shapes.push_back({element, index, low[2], high[2], centre,
                                static_cast<std::uint32_t>(plan_.ring_rows.size()), 0});
    }

    void begin_ring() {
        plan_.ring_rows.push_back(static_cast<std::uint32_t>(plan_.points.size()));
        ++plan_.shapes.back().ring_count;
    }

    void add_brush(std::uint32_t index) {
        const flatline_doom3_brush& brush = map_.brushes()[index];
        const flatline_doom3_solid& solid = windings_.solids()[index];
        if (solid.winding_count == 0 || !is_drawable_box(solid.low, solid.high)) return;
        begin_shape(FLATLINE_BRUSH, index, solid.low, solid.high);
        plan_.brush_places[index] = plan_.shapes.back().centre;
        constexpr double kFacesUp = 1e-3;
        for (std::uint32_t i = 0; i < brush.side_count; ++i) {
            const flatline_doom3_winding& winding = windings_.windings()[brush.first_side + i];
            if (winding.point_count == 0 || winding.plane.c < kFacesUp) continue;
            begin_ring();
            for (const flatline_doom3_vector& point : windings_.points(winding)) {
                plan_.points.push_back({point.x, point.y});
            }
        }
    }

    void add_patch(std::uint32_t index) {
        const flatline_doom3_surface& surface = surfaces_.surfaces()[index];
        if ((surface.flags & FLATLINE_DOOM3_SURFACE_OVER_LIMIT) != 0) ++plan_.left_out;
        if (surface.columns < 2 || surface.rows < 2) return;
        if (!is_drawable_box(surface.low, surface.high)) return;
        begin_shape(FLATLINE_PATCH, index, surface.low, surface.high);
        plan_.patch_places[index] = plan_.shapes.back().centre;
        const View<flatline_doom3_vertex> grid = surfaces_.vertices(surface);
        const std::size_t columns = surface.columns;
        for (std::size_t row = 0; row + 1 < surface.rows; ++row) {
            for (std::size_t column = 0; column + 1 < columns; ++column) {
                const std::size_t at = row * columns + column;
                begin_ring();
                for (const std::size_t corner : {at, at + 1, at + columns + 1, at + columns}) {
                    plan_.points.push_back({grid[corner].x, grid[corner].y});
                }
            }
        }
    }

    void add_entity(std::uint32_t index) {
        const flatline_doom3_entity& entity = map_.entities()[index];
        constexpr unsigned kOrigin = FLATLINE_DOOM3_HAS_ORIGIN | FLATLINE_DOOM3_BAD_ORIGIN;
        std::optional<flatline_vertex> place;
        if ((entity.flags & kOrigin) == FLATLINE_DOOM3_HAS_ORIGIN &&
            is_drawable(entity.origin[0], entity.origin[1])) {
            place = {entity.origin[0], entity.origin[1]};
            plan_.entities.push_back(
                {index, *place, angle_of(map_, entity), kind_of_class(map_.class_name(entity))});
        } else if ((entity.flags & FLATLINE_DOOM3_WORLDSPAWN) == 0) {
            place = middle_of(entity);
        }
        plan_.entity_places.push_back(place);
    }

    std::optional<flatline_vertex> middle_of(const flatline_doom3_entity& entity) const {
        Bounds box;
        const auto add = [&](const std::optional<flatline_vertex>& place) {
            if (place) box.add(place->x, place->y);
        };
        for (std::uint32_t i = 0; i < entity.brush_count; ++i) {
            add(plan_.brush_places[entity.first_brush + i]);
        }
        for (std::uint32_t i = 0; i < entity.patch_count; ++i) {
            add(plan_.patch_places[entity.first_patch + i]);
        }
        if (box.empty()) return std::nullopt;
        return flatline_vertex{box.left + box.width() / 2, box.bottom + box.height() / 2};
    }

    const Doom3Map& map_;
    const Windings& windings_;
    const Surfaces& surfaces_;
    Plan plan_;
};

}  // namespace

std::optional<flatline_vertex> Plan::place_of(std::uint8_t element, std::uint32_t index) const {
    const auto& places = element == FLATLINE_BRUSH   ? brush_places
                         : element == FLATLINE_PATCH ? patch_places
                                                     : entity_places;
    return index < places.size() ? places[index] : std::nullopt;
}

std::optional<Plan> make_plan(const Doom3Map& map, const Limits& limits) {
    WindingsOptions windings_options;
    windings_options.limits = limits;
    const Result<Windings> windings = build_windings(map, windings_options);
    SurfacesOptions surfaces_options;
    surfaces_options.limits = limits;
    const Result<Surfaces> surfaces = build_surfaces(map, surfaces_options);
    if (!windings || !surfaces) return std::nullopt;
    return Planner(map, windings.value, surfaces.value).run();
}

}  // namespace flatline::engine::tool
