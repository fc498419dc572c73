// flatline/doom3_geometry.hpp: windings of brushes and surfaces of patches, made on demand from a
// finished Doom3Map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/doom3.hpp"
#include "flatline/limits.hpp"
#include "flatline/memory.hpp"
#include "flatline/owned.hpp"
#include "flatline/result.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct WindingsStorage;
struct SurfacesStorage;
void destroy(WindingsStorage* storage) noexcept;
void destroy(SurfacesStorage* storage) noexcept;
}  // namespace detail

/// Where points and planes are: in the world, or in the space of the primitive's entity, whose
/// origin is 0 there. The two differ for primitives with FLATLINE_DOOM3_MOVED.
enum class Doom3Space : std::uint8_t { world, local };

/// What a build of windings takes besides the map.
struct WindingsOptions {
    Doom3Space space = Doom3Space::world;
    /// world-coordinate, winding-points and arena-bytes count.
    Limits limits;
    MemoryHooks memory;
};

/// The windings of all sides of a Doom3Map, and what is wrong with its brushes. Refers to the map
/// by index only. Never changes; any number of threads may read it. Views live as long as this.
/// Move-only; a default-made one is empty.
class Windings {
public:
    /// One a side of the map, by the side's index.
    View<flatline_doom3_winding> windings() const noexcept {
        return {arrays().windings, arrays().winding_count};
    }
    /// One a brush of the map: box, volume, flags.
    View<flatline_doom3_solid> solids() const noexcept {
        return {arrays().solids, arrays().solid_count};
    }
    View<flatline_doom3_vector> points() const noexcept {
        return {arrays().points, arrays().point_count};
    }
    /// Clockwise seen from outside; reverse them for front faces that run counter-clockwise.
    View<flatline_doom3_vector> points(const flatline_doom3_winding& winding) const noexcept {
        return {arrays().points + winding.first_point, winding.point_count};
    }

    /// All arrays at once, as C has them.
    const flatline_doom3_windings& arrays() const noexcept { return owned_.value(); }

private:
    friend struct detail::Access;
    detail::Owned<detail::WindingsStorage, flatline_doom3_windings> owned_;
};

/// Clips the plane of every side by the other sides of its brush, in double. Planes are cleaned
/// first, a later side on the plane of an earlier one is left out, points nearer than 0.01 become
/// one. Errors: refused where arena_bytes is too low, out_of_memory; a bad brush has flags.
/// Cost: sides squared of a brush, about 0.25 us a side of usual ones. Thread-safe.
Result<Windings> build_windings(const Doom3Map& map, const WindingsOptions& options = {}) noexcept;

/// Texture coordinates of a point of a winding, in repeats of the texture.
inline double texture_s(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return w.texture[0][0] * p.x + w.texture[0][1] * p.y + w.texture[0][2] * p.z + w.texture[0][3];
}
inline double texture_t(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return w.texture[1][0] * p.x + w.texture[1][1] * p.y + w.texture[1][2] * p.z + w.texture[1][3];
}

/// What a build of surfaces takes besides the map.
struct SurfacesOptions {
    Doom3Space space = Doom3Space::world;
    /// How far the middle of a piece of a patchDef2 may be from its chord, in units: the engine
    /// draws with 4 and collides with 24.
    double max_error = 4;
    /// Leaves out straight columns and rows of a patchDef3 too, as the engine does for collision.
    /// Of a patchDef2 they are always left out.
    bool straighten_fixed = false;
    /// surface-points and arena-bytes count.
    Limits limits;
    MemoryHooks memory;
};

/// The patches of a Doom3Map as triangles. Refers to the map by index only. Never changes; any
/// number of threads may read it. Views live as long as this. Move-only; a default-made one is
/// empty.
class Surfaces {
public:
    /// One a patch of the map: boxes, sizes, flags.
    View<flatline_doom3_surface> surfaces() const noexcept {
        return {arrays().surfaces, arrays().surface_count};
    }
    View<flatline_doom3_vertex> vertices() const noexcept {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_doom3_vertex> vertices(const flatline_doom3_surface& surface) const noexcept {
        return {arrays().vertices + surface.first_vertex,
                static_cast<std::size_t>(surface.columns) * surface.rows};
    }
    /// Three a triangle, into vertices().
    View<std::uint32_t> indices() const noexcept {
        return {arrays().indices, arrays().index_count};
    }
    View<std::uint32_t> indices(const flatline_doom3_surface& surface) const noexcept {
        return {arrays().indices + surface.first_index, surface.index_count};
    }

    /// All arrays at once, as C has them.
    const flatline_doom3_surfaces& arrays() const noexcept { return owned_.value(); }

private:
    friend struct detail::Access;
    detail::Owned<detail::SurfacesStorage, flatline_doom3_surfaces> owned_;
};

/// Tessellates every patch: a patchDef2 by its curvature, a patchDef3 into its number of segments,
/// with the normals that the engine interpolates. Errors: refused where arena_bytes is too low,
/// out_of_memory; a patch without a surface has a flag that says why. Thread-safe.
Result<Surfaces> build_surfaces(const Doom3Map& map, const SurfacesOptions& options = {}) noexcept;

/// A patch's surface itself at u, v in 0 .. 1 over all its pieces (clamped): place, texture
/// coordinates and the analytic unit normal dP/du x dP/dv, zero where there is none.
/// `points` are width by height control points as flatline_doom3_patch has them, at least 3 by 3.
flatline_doom3_vertex evaluate_patch(const flatline_doom3_point* points, std::uint32_t width,
                                     std::uint32_t height, double u, double v) noexcept;

/// True where all control points of a patch are one, or on one line, within 0.01 units.
bool is_degenerate_patch(View<flatline_doom3_point> points) noexcept;

}  // namespace flatline
