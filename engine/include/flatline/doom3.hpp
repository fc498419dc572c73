// flatline/doom3.hpp: Doom 3 maps (.map): entities, brushes and patches, windings and surfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

/// One loaded Doom 3 map. Everything stands in file order, every index has been checked. It never
/// changes, so any number of threads may read it. Views and texts live as long as the map; where
/// the text was borrowed, texts also need the caller's bytes. Arguments have to come from this map.
/// Move-only; a default-made one and a refused one are empty.
class Doom3Map : public detail::Loaded<flatline_doom3_map> {
public:
    using Loaded::Loaded;

    View<flatline_doom3_entity> entities() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().entities, arrays().entity_count};
    }
    /// The keys and values of all entities, repeats included, and those inside brushes and patches.
    View<flatline_doom3_pair> pairs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().pairs, arrays().pair_count};
    }
    View<flatline_doom3_pair> primitive_pairs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().primitive_pairs, arrays().primitive_pair_count};
    }
    /// All brushes, and the sides of all brushes, those of a brush together.
    View<flatline_doom3_brush> brushes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().brushes, arrays().brush_count};
    }
    View<flatline_doom3_side> sides() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().sides, arrays().side_count};
    }
    /// The five texture numbers of each side of a bare brush (flatline_doom3_side::quake_texture).
    View<flatline_doom3_quake_texture> quake_textures() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().quake_textures, arrays().quake_texture_count};
    }
    /// All patches, and the control points of all patches, those of a patch together.
    View<flatline_doom3_patch> patches() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().patches, arrays().patch_count};
    }
    View<flatline_doom3_point> points() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().points, arrays().point_count};
    }

    /// The names of materials as written, each once, in the order of their first use; and one of
    /// them, "" past the last.
    View<flatline_text> materials() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().materials, arrays().material_count};
    }
    std::string_view material(std::uint32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized(
            [&](auto* size) { return flatline_doom3_map_material(raw(), id, size); });
    }

    /// What belongs to one entity, brush or patch, in file order; points of a patch are ordered as
    /// flatline_doom3_patch says.
    View<flatline_doom3_pair> pairs(const flatline_doom3_entity& entity) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().pairs + entity.first_pair, entity.pair_count};
    }
    View<flatline_doom3_pair> pairs(const flatline_doom3_brush& brush) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().primitive_pairs + brush.first_pair, brush.pair_count};
    }
    View<flatline_doom3_pair> pairs(const flatline_doom3_patch& patch) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().primitive_pairs + patch.first_pair, patch.pair_count};
    }
    View<flatline_doom3_brush> brushes(const flatline_doom3_entity& entity) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().brushes + entity.first_brush, entity.brush_count};
    }
    View<flatline_doom3_patch> patches(const flatline_doom3_entity& entity) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().patches + entity.first_patch, entity.patch_count};
    }
    View<flatline_doom3_side> sides(const flatline_doom3_brush& brush) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().sides + brush.first_side, brush.side_count};
    }
    View<flatline_doom3_point> points(const flatline_doom3_patch& patch) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().points + patch.first_point,
                static_cast<std::size_t>(patch.width) * patch.height};
    }

    /// The pair of an entity that Doom 3 uses for `key`; null if it has none. Keys are compared
    /// without case and the white space after them; of several the last counts. Linear in the
    /// entity's pairs. Source: docs/doom3.md, "Entities".
    const flatline_doom3_pair* find(const flatline_doom3_entity& entity,
                                    const char* key) const noexcept FLATLINE_LIFETIMEBOUND {
        return flatline_doom3_map_find(raw(), number(entity), key);
    }
    /// Key and value of a pair without the white space after them, as Doom 3 has them.
    std::string_view key(const flatline_doom3_pair& pair) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized(
            [&](auto* size) { return flatline_doom3_map_pair_key(raw(), &pair, size); });
    }
    std::string_view value(const flatline_doom3_pair& pair) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized(
            [&](auto* size) { return flatline_doom3_map_pair_value(raw(), &pair, size); });
    }
    /// The value of the pair that `find` gives for `key`; "" if the entity has none.
    std::string_view value(const flatline_doom3_entity& entity,
                           const char* key) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized(
            [&](auto* size) { return flatline_doom3_map_value(raw(), number(entity), key, size); });
    }
    /// The value of "classname", or where there is no such key, that of "spawnclass"; or "".
    std::string_view class_name(const flatline_doom3_entity& entity) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return detail::sized(
            [&](auto* size) { return flatline_doom3_map_class_name(raw(), number(entity), size); });
    }

    /// The bytes of a string of this map, without a copy.
    std::string_view text(flatline_text t) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_doom3_map_text(raw(), t, size); });
    }
    /// The bytes of the text as given to the load, of a refused map too.
    std::string_view source() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_doom3_map_source(raw(), size); });
    }
    /// The number after `Version`. A file without that line is read by the rules of version 1.
    double version() const noexcept { return has_version() ? arrays().version : 1; }
    bool has_version() const noexcept { return arrays().has_version != 0; }
    /// False if the option `partial` left out a primitive or an entity with an error in it.
    bool complete() const noexcept { return flatline_doom3_map_complete(raw()) != 0; }

private:
    std::uint32_t number(const flatline_doom3_entity& entity) const noexcept {
        return static_cast<std::uint32_t>(&entity - arrays().entities);
    }
};

/// How to load a Doom 3 map. Zero is the default of every member.
struct Doom3Options : detail::Options<flatline_doom3_options> {};

namespace detail {

inline Result<Doom3Map> load_doom3(flatline_loader* loader, Text&& text,
                                   const Doom3Options& options) noexcept {
    return load<Doom3Map>(
        std::move(text),
        [&](Bytes bytes, flatline_doom3_map** map) noexcept {
            return flatline_doom3_load_borrowed(loader, bytes.data(), bytes.size(), &options, map);
        },
        [&](const flatline_buffer& bytes, flatline_doom3_map** map) noexcept {
            return flatline_doom3_load_owned(loader, bytes, &options, map);
        });
}

}  // namespace detail

/// Loads a Doom 3 map of version 1, 2 or 3, or without a header. Any bytes are safe. Errors are
/// those of load; every finding has its place in the text. Any thread. Source: docs/doom3.md.
inline Result<Doom3Map> load_doom3(Text text, const Doom3Options& options = {}) noexcept {
    return detail::load_doom3(nullptr, std::move(text), options);
}
inline Result<Doom3Map> Loader::load_doom3(Text text, const Doom3Options& options) noexcept {
    return detail::load_doom3(raw(), std::move(text), own(options));
}
inline Result<Doom3Map> Loader::load_doom3(Text text) noexcept {
    return load_doom3(std::move(text), Doom3Options());
}

/// The plane of a side in the space of its entity, whose origin is 0 there, or in the world's, in
/// map units and not normalised; and a control point of a patch in the space of its entity.
/// `brush`, `patch` and `entity` are those that it belongs to. Any thread. Source: docs/doom3.md,
/// "Spaces".
inline flatline_doom3_plane local_plane(const flatline_doom3_side& side,
                                        const flatline_doom3_brush& brush,
                                        const flatline_doom3_entity& entity) noexcept {
    return flatline_doom3_local_plane(&side, &brush, &entity);
}
inline flatline_doom3_plane world_plane(const flatline_doom3_side& side,
                                        const flatline_doom3_brush& brush,
                                        const flatline_doom3_entity& entity) noexcept {
    return flatline_doom3_world_plane(&side, &brush, &entity);
}
inline flatline_doom3_point local_point(const flatline_doom3_point& point,
                                        const flatline_doom3_patch& patch,
                                        const flatline_doom3_entity& entity) noexcept {
    return flatline_doom3_local_point(&point, &patch, &entity);
}

// ---- Geometry ----------------------------------------------------------------------------------

/// The windings of all sides of a map, and what is wrong with its brushes. It refers to the map by
/// index only, so it may outlive the map. It never changes; any number of threads may read it.
/// Views live as long as it.
class Windings : public detail::Arrays<flatline_doom3_built_windings> {
public:
    using Arrays::Arrays;

    /// One for each side of the map, by the index in Doom3Map::sides().
    View<flatline_doom3_winding> windings() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().windings, arrays().winding_count};
    }
    /// One for each brush of the map: box, volume, and flags that say what is wrong with it.
    View<flatline_doom3_solid> solids() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().solids, arrays().solid_count};
    }
    /// The points of all windings in map units, or those of one winding of this: clockwise seen
    /// from outside the brush, none where the side has no winding.
    View<flatline_doom3_vector> points() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().points, arrays().point_count};
    }
    View<flatline_doom3_vector> points(const flatline_doom3_winding& winding) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().points + winding.first_point, winding.point_count};
    }
};

/// The patches of a map as triangles. The rest is as in Windings.
class Surfaces : public detail::Arrays<flatline_doom3_built_surfaces> {
public:
    using Arrays::Arrays;

    /// One for each patch of the map: boxes, sizes, and flags that say why it has no surface.
    View<flatline_doom3_surface> surfaces() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().surfaces, arrays().surface_count};
    }
    /// The vertices of all surfaces in map units, or those of one: row by row, columns along u.
    View<flatline_doom3_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_doom3_vertex> vertices(const flatline_doom3_surface& surface) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices + surface.first_vertex,
                static_cast<std::size_t>(surface.columns) * surface.rows};
    }
    /// The triangles of all surfaces, or those of one: three indices into vertices() for each,
    /// clockwise seen from where the normals point.
    View<std::uint32_t> indices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().indices, arrays().index_count};
    }
    View<std::uint32_t> indices(const flatline_doom3_surface& surface) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {arrays().indices + surface.first_index, surface.index_count};
    }
};

using Doom3GeometryOptions = detail::Options<flatline_doom3_geometry_options>;

/// Builds the winding of every side: its plane, clipped by the other sides of its brush. Flags say
/// what is wrong with a brush, which is no error. Errors: refused where arena-bytes is too low,
/// out_of_memory, cancelled. A brush costs the square of its sides. Any thread.
/// Source: docs/doom3.md, "Windings".
inline Result<Windings> build_windings(const Doom3Map& map,
                                       const Doom3GeometryOptions& options = {}) noexcept {
    return detail::made<Windings>([&](auto** windings) noexcept {
        return flatline_doom3_build_windings(map.raw(), &options, windings);
    });
}
/// Makes triangles of every patch: of a patchDef2 as many as its curvature needs, of a patchDef3 as
/// many as it says. Errors as above. Any thread. Source: docs/doom3.md, "Tessellation".
inline Result<Surfaces> build_surfaces(const Doom3Map& map,
                                       const Doom3GeometryOptions& options = {}) noexcept {
    return detail::made<Surfaces>([&](auto** surfaces) noexcept {
        return flatline_doom3_build_surfaces(map.raw(), &options, surfaces);
    });
}

/// The texture coordinates s and t of a point on a winding, in repeats of the texture (1 is its
/// whole width or height). Source: docs/doom3.md, "Texture coordinates".
inline double texture_s(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return flatline_doom3_texture_s(&w, &p);
}
inline double texture_t(const flatline_doom3_winding& w, const flatline_doom3_vector& p) noexcept {
    return flatline_doom3_texture_t(&w, &p);
}

}  // namespace flatline
