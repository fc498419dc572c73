// plan.hpp: a Doom 3 map seen from above.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "draw/bounds.hpp"
#include "draw/kinds.hpp"
#include "model/doom3.hpp"
#include "model/limits.hpp"

namespace flatline::engine::tool {

/// A brush or a patch: polygons first_ring up to first_ring + ring_count of the plan.
struct PlanShape {
    std::uint8_t element;  ///< FLATLINE_BRUSH or FLATLINE_PATCH
    std::uint32_t index;
    double low, high;  ///< its lowest and highest z
    flatline_vertex centre;
    std::uint32_t first_ring, ring_count;
};

/// An entity with a place of its own.
struct PlanEntity {
    std::uint32_t index;
    flatline_vertex at;
    double angle;  ///< degrees, 0 is east
    ThingKind kind;
};

/// Windings of brushes that face up, and the pieces of patches. Ring i is points ring_rows[i] up to
/// ring_rows[i + 1]. Shapes stand in the order of their highest z, at one height in that of the
/// file, brushes first.
struct Plan {
    std::vector<PlanShape> shapes;
    std::vector<PlanEntity> entities;
    std::vector<std::uint32_t> ring_rows;
    std::vector<flatline_vertex> points;
    std::uint32_t left_out = 0;  ///< patches for which the limit surface-points has no points left

    /// Where an element of the map is: the middle of the box around a brush, a patch, or what
    /// belongs to an entity without an origin.
    std::optional<flatline_vertex> place_of(std::uint8_t element, std::uint32_t index) const;

    std::vector<std::optional<flatline_vertex>> entity_places, brush_places, patch_places;
};

/// Nothing where the geometry does not fit the limit arena-bytes or memory.
std::optional<Plan> make_plan(const Doom3Map& map, const Limits& limits);

}  // namespace flatline::engine::tool
