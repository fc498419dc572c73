// model/doom3.hpp: Doom 3 maps (.map): text in, entities, brushes and patches out.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/buffer.hpp"
#include "model/limits.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"
#include "model/work.hpp"

namespace flatline::engine {

namespace detail {
struct Doom3Storage;
struct Doom3Workspace;
void destroy(Doom3Storage* storage) noexcept;
void destroy(Doom3Workspace* workspace) noexcept;
}  // namespace detail

/// One loaded Doom 3 map. Everything stands in file order, and every index has been checked. The
/// map never changes after the load, so any number of threads may read it at once. All views and
/// texts live as long as the map; where the text was borrowed, texts also need the caller's bytes.
/// Move-only; a default-made one is empty.
class Doom3Map {
public:
    /// The entities of the file, each with its ranges of pairs, brushes and patches.
    View<flatline_doom3_entity> entities() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().entities, arrays().entity_count};
    }
    /// The keys and values of all entities, repeats included, entity by entity.
    View<flatline_doom3_pair> pairs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().pairs, arrays().pair_count};
    }
    /// The keys and values that stand inside brushes and patches.
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

    /// The names of materials as written: each spelling once, in the order of their first use.
    View<flatline_text> materials() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().materials, arrays().material_count};
    }
    /// The name of one material. Precondition: `id` is below materials().size().
    std::string_view material(std::uint32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return text(arrays().materials[id]);
    }

    /// What belongs to one entity, brush or patch, in file order; points of a patch are ordered as
    /// flatline_doom3_patch says. Precondition: the argument comes from this map.
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

    /// The pair of an entity that Doom 3 uses for `key`, null if it has none. Keys are compared
    /// without case and without the white space after them, and of several the last counts. Linear
    /// in the entity's pairs. Source: docs/doom3.md, "Entities".
    const flatline_doom3_pair* find(const flatline_doom3_entity& entity,
                                    std::string_view key) const noexcept FLATLINE_LIFETIMEBOUND;
    /// The key and the value of a pair of this map without the white space after them, as Doom 3
    /// has them. The text lives as long as the map.
    std::string_view key(const flatline_doom3_pair& pair) const noexcept FLATLINE_LIFETIMEBOUND;
    std::string_view value(const flatline_doom3_pair& pair) const noexcept FLATLINE_LIFETIMEBOUND;
    /// The value of the pair that `find` gives for `key`; "" if the entity has none.
    std::string_view value(const flatline_doom3_entity& entity,
                           std::string_view key) const noexcept FLATLINE_LIFETIMEBOUND {
        const flatline_doom3_pair* pair = find(entity, key);
        return pair != nullptr ? value(*pair) : std::string_view();
    }

    /// The class of an entity: the value of its key "classname", or where it has no such key, that
    /// of "spawnclass"; "" if it has neither.
    std::string_view class_name(const flatline_doom3_entity& entity) const noexcept
        FLATLINE_LIFETIMEBOUND {
        const flatline_doom3_pair* pair = find(entity, "classname");
        return pair != nullptr ? value(*pair) : value(entity, "spawnclass");
    }

    /// The bytes of a string, without a copy. Precondition: `t` comes from this map.
    std::string_view text(flatline_text t) const noexcept FLATLINE_LIFETIMEBOUND;

    /// The number after `Version` at the head of the file. A file without that line is read by
    /// the rules of version 1, so this is 1 there, and has_version() is false.
    double version() const noexcept { return arrays().has_version != 0 ? arrays().version : 1; }
    bool has_version() const noexcept { return arrays().has_version != 0; }
    /// False if Doom3Options::partial left out a primitive or an entity with an error in it.
    bool complete() const noexcept;

    /// The bytes of the text as they were given to the load.
    std::string_view source() const noexcept FLATLINE_LIFETIMEBOUND;

    /// All arrays with their counts, in the struct that the C functions give.
    const flatline_doom3_arrays& arrays() const noexcept FLATLINE_LIFETIMEBOUND {
        return owned_.value();
    }
    /// True for a default-made map and for one that was moved from.
    bool empty() const noexcept { return owned_.storage() == nullptr; }

private:
    friend struct detail::Access;
    detail::Owned<detail::Doom3Storage, flatline_doom3_arrays> owned_;
};

/// The plane of a side in the space of its entity, whose origin is 0 there (local_plane), or in the
/// world's (world_plane), in map units and not normalised. The two are the same where the brush has
/// no FLATLINE_DOOM3_MOVED. `brush` and `entity` are those that the side belongs to. Any thread.
/// Source: docs/doom3.md, "Spaces".
inline flatline_doom3_plane local_plane(const flatline_doom3_side& side,
                                        const flatline_doom3_brush& brush,
                                        const flatline_doom3_entity& entity) noexcept {
    flatline_doom3_plane p = side.plane;
    constexpr unsigned kBoth = FLATLINE_DOOM3_MOVED | FLATLINE_DOOM3_WORLD_SPACE;
    if ((brush.flags & kBoth) == kBoth) {
        p.d += p.a * entity.origin[0] + p.b * entity.origin[1] + p.c * entity.origin[2];
    }
    return p;
}
inline flatline_doom3_plane world_plane(const flatline_doom3_side& side,
                                        const flatline_doom3_brush& brush,
                                        const flatline_doom3_entity& entity) noexcept {
    flatline_doom3_plane p = side.plane;
    constexpr unsigned kBoth = FLATLINE_DOOM3_MOVED | FLATLINE_DOOM3_WORLD_SPACE;
    if ((brush.flags & kBoth) == FLATLINE_DOOM3_MOVED) {
        p.d -= p.a * entity.origin[0] + p.b * entity.origin[1] + p.c * entity.origin[2];
    }
    return p;
}

/// A control point of a patch in the space of its entity, whose origin is 0 there. Stored points
/// are in the world's space. `patch` and `entity` are those that it belongs to. Any thread.
inline flatline_doom3_point local_point(const flatline_doom3_point& point,
                                        const flatline_doom3_patch& patch,
                                        const flatline_doom3_entity& entity) noexcept {
    flatline_doom3_point p = point;
    if ((patch.flags & FLATLINE_DOOM3_MOVED) != 0) {
        p.x -= entity.origin[0];
        p.y -= entity.origin[1];
        p.z -= entity.origin[2];
    }
    return p;
}

/// Options of one load of a Doom 3 map.
struct Doom3Options {
    Limits limits;
    /// True: an error leaves out the primitive or entity that it is in, and the rest becomes the
    /// map (Doom3Map::complete is then false). False: an error refuses the map.
    bool partial = false;
    /// True: a quote after a backslash is part of the string, as in DarkRadiant, and does not end
    /// it. Strings are kept as written; unescape_darkradiant decodes one.
    bool escapes = false;
    MemoryHooks memory;
    ProgressHooks progress;
    /// That the load counts towards; null: none. See work.hpp.
    Work* work = nullptr;
};

/// Decodes a string that was loaded with Doom3Options::escapes as DarkRadiant does: \n, \t and \"
/// become a line feed, a tab and a quote, and any other backslash stays. Writes at most text.size()
/// bytes to `out`, which may be the place of `text` itself, and returns how many. Any thread.
std::size_t unescape_darkradiant(std::string_view text, char* out) noexcept;

/// Loads a Doom 3 map (Version 1, 2, 3, or without a header) whose bytes the caller keeps,
/// unchanged, as long as the map lives. Any bytes are safe: nothing is read outside them.
/// Errors: refused and out_of_memory, see Status; every finding has the byte offset of its place.
/// Any thread. Source: docs/doom3.md, which says what the published document leaves open.
LoadResult<Doom3Map> load_doom3_borrowed(Bytes text, const Doom3Options& options = {}) noexcept;

/// As load_doom3_borrowed, but the map owns the bytes from then on and frees them. A load without
/// success gives them back in LoadResult::text.
LoadResult<Doom3Map> load_doom3_owned(Buffer text, const Doom3Options& options = {}) noexcept;

/// Loads many Doom 3 maps one after another and keeps its working memory between them. Only one
/// thread may use it at a time. Maps may outlive it. Move-only.
class Doom3Loader {
public:
    /// Takes memory from the system.
    Doom3Loader() noexcept = default;
    /// Takes memory from `memory`, which outlives the loader and all its maps.
    explicit Doom3Loader(const MemoryHooks& memory) noexcept : memory_(memory) {}

    /// As load_doom3_borrowed and load_doom3_owned. Memory comes from the loader's hooks;
    /// Doom3Options::memory is not used.
    LoadResult<Doom3Map> load_borrowed(Bytes text, const Doom3Options& options = {}) noexcept;
    LoadResult<Doom3Map> load_owned(Buffer text, const Doom3Options& options = {}) noexcept;

    /// Takes the memory of a map that this loader made, for the next load. The map is empty then.
    void recycle(Doom3Map&& map) noexcept;

private:
    friend struct detail::Access;
    MemoryHooks memory_;
    detail::Owned<detail::Doom3Workspace> workspace_;
};

}  // namespace flatline::engine
