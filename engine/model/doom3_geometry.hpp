// model/doom3_geometry.hpp: windings of brushes and surfaces of patches, made on demand from a
// finished Doom3Map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/doom3.hpp"
#include "model/limits.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/result.hpp"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct WindingsStorage;
struct SurfacesStorage;
void destroy(WindingsStorage* storage) noexcept;
void destroy(SurfacesStorage* storage) noexcept;
}  // namespace detail

/// The space of points and planes: the world's, or that of the primitive's entity, whose origin is
/// 0 there. The two differ only for primitives with FLATLINE_DOOM3_MOVED.
/// Source: docs/doom3.md, "Spaces".
enum class Doom3Space : std::uint8_t { world, local };

/// What a build of windings takes besides the map.
struct WindingsOptions {
    Doom3Space space = Doom3Space::world;
    /// The limits that are looked at: world-coordinate, winding-points, arena-bytes, findings.
    Limits limits;
    MemoryHooks memory;
    /// Called with the number of brushes done; may cancel the build with Status::cancelled.
    ProgressHooks progress;
};

/// The windings of all sides of a Doom3Map, and what is wrong with its brushes. It owns its memory
/// and refers to the map by index only, so it may outlive the map. It never changes, and any number
/// of threads may read it at once. All views live as long as this. Move-only; a default-made one is
/// empty.
class Windings {
public:
    /// One winding for each side of the map, by the side's index in Doom3Map::sides().
    View<flatline_doom3_winding> windings() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().windings, arrays().winding_count};
    }
    /// One entry for each brush of the map, by the brush's index: box, volume, and flags that say
    /// what is wrong with it.
    View<flatline_doom3_solid> solids() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().solids, arrays().solid_count};
    }
    /// The points of all windings in map units, those of a winding together.
    View<flatline_doom3_vector> points() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().points, arrays().point_count};
    }
    /// The points of one winding of this, none where the side has none. They run clockwise seen
    /// from outside the brush; a renderer with counter-clockwise front faces reverses them.
    View<flatline_doom3_vector> points(const flatline_doom3_winding& winding) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().points + winding.first_point, winding.point_count};
    }

    /// All arrays with their counts, in the struct that the C functions give.
    const flatline_doom3_windings& arrays() const noexcept FLATLINE_LIFETIMEBOUND {
        return owned_.value();
    }

private:
    friend struct detail::Access;
    detail::Owned<detail::WindingsStorage, flatline_doom3_windings> owned_;
};

/// Builds the winding of every side: its plane, clipped by the other sides of its brush. Normals
/// get length 1 first, a side on the plane of an earlier one is left out, and points within 0.01
/// units of each other become one. The map does not change. Errors: refused where arena_bytes is
/// too low, and out_of_memory; flags report what is wrong with a brush; that is no error. A brush
/// costs the square of its sides, about 0.25 us for each side of usual ones. Any number of threads
/// may build at once. Source: docs/doom3.md, "Windings".
Result<Windings> build_windings(const Doom3Map& map, const WindingsOptions& options = {}) noexcept;

/// The texture coordinates s and t of a point on a winding, in repeats of the texture (1 is its
/// whole width or height). Source: docs/doom3.md, "Texture coordinates".
inline double texture_s(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return w.texture[0][0] * p.x + w.texture[0][1] * p.y + w.texture[0][2] * p.z + w.texture[0][3];
}
inline double texture_t(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return w.texture[1][0] * p.x + w.texture[1][1] * p.y + w.texture[1][2] * p.z + w.texture[1][3];
}

/// What a build of surfaces takes besides the map.
struct SurfacesOptions {
    Doom3Space space = Doom3Space::world;
    /// Of a patchDef2: how far the middle of a piece may be from the straight line between its
    /// ends, in map units. Doom 3 draws with 4 and collides with 24.
    double max_error = 4;
    /// True: columns and rows that lie on a straight line through their neighbours are left out of
    /// a patchDef3 too, as Doom 3 does for collision. Of a patchDef2 they are always left out.
    bool straighten_fixed = false;
    /// The limits that are looked at: surface-points, arena-bytes and findings.
    Limits limits;
    MemoryHooks memory;
};

/// The patches of a Doom3Map as triangles. It owns its memory and refers to the map by index only,
/// so it may outlive the map. It never changes, and any number of threads may read it at once. All
/// views live as long as this. Move-only; a default-made one is empty.
class Surfaces {
public:
    /// One entry for each patch of the map, by the patch's index: boxes, sizes, and flags that say
    /// why a patch has no surface.
    View<flatline_doom3_surface> surfaces() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().surfaces, arrays().surface_count};
    }
    /// The vertices of all surfaces in map units, or those of one surface of this: row by row, with
    /// its columns along u.
    View<flatline_doom3_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_doom3_vertex> vertices(const flatline_doom3_surface& surface) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices + surface.first_vertex,
                static_cast<std::size_t>(surface.columns) * surface.rows};
    }
    /// The triangles of all surfaces, or those of one surface of this: three indices into
    /// vertices() for each, clockwise seen from where the normals point.
    View<std::uint32_t> indices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().indices, arrays().index_count};
    }
    View<std::uint32_t> indices(const flatline_doom3_surface& surface) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().indices + surface.first_index, surface.index_count};
    }

    /// All arrays with their counts, in the struct that the C functions give.
    const flatline_doom3_surfaces& arrays() const noexcept FLATLINE_LIFETIMEBOUND {
        return owned_.value();
    }

private:
    friend struct detail::Access;
    detail::Owned<detail::SurfacesStorage, flatline_doom3_surfaces> owned_;
};

/// Makes triangles of every patch: of a patchDef2 as many as its curvature needs, of a patchDef3 as
/// many as it says, with the normals that Doom 3 interpolates. The map does not change. Errors:
/// refused where arena_bytes is too low, and out_of_memory; a patch without a surface has a flag
/// that says why and is no error. Any number of threads may build at once.
/// Source: docs/doom3.md, "Tessellation".
Result<Surfaces> build_surfaces(const Doom3Map& map, const SurfacesOptions& options = {}) noexcept;

/// The point of a patch's exact surface at (u, v): its place, texture coordinates and unit normal
/// along dP/du x dP/dv, which is 0 where that is. u runs over all columns and v over all rows from
/// 0 to 1; values outside are clamped. `points` are `width` by `height` control points in the order
/// that flatline_doom3_patch has; below 3 by 3 the result is all zero. Any thread.
flatline_doom3_vertex evaluate_patch(const flatline_doom3_point* points, std::uint32_t width,
                                     std::uint32_t height, double u, double v) noexcept;

/// True if all control points of a patch are at one place or on one line, within 0.01 units, so
/// that it has no area. True for no points. Any thread.
bool is_degenerate_patch(View<flatline_doom3_point> points) noexcept;

}  // namespace flatline::engine
