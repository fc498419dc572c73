// flatline/doom3.hpp: Doom 3 maps (.map): text in, entities, brushes and patches out.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/buffer.hpp"
#include "flatline/limits.hpp"
#include "flatline/memory.hpp"
#include "flatline/owned.hpp"
#include "flatline/result.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"

namespace flatline {

namespace detail {
struct Doom3Storage;
struct Doom3Workspace;
void destroy(Doom3Storage* storage) noexcept;
void destroy(Doom3Workspace* workspace) noexcept;
}  // namespace detail

/// One Doom 3 map, in file order. Never changes after the load; any number of threads may read it.
/// All views and texts live as long as the map (and, for a borrowed text, the caller's bytes).
/// Move-only; a default-made one is empty.
class Doom3Map {
public:
    View<flatline_doom3_entity> entities() const noexcept {
        return {arrays().entities, arrays().entity_count};
    }
    View<flatline_doom3_pair> pairs() const noexcept {
        return {arrays().pairs, arrays().pair_count};
    }
    /// Pairs inside brushes and patches.
    View<flatline_doom3_pair> primitive_pairs() const noexcept {
        return {arrays().primitive_pairs, arrays().primitive_pair_count};
    }
    View<flatline_doom3_brush> brushes() const noexcept {
        return {arrays().brushes, arrays().brush_count};
    }
    View<flatline_doom3_side> sides() const noexcept {
        return {arrays().sides, arrays().side_count};
    }
    View<flatline_doom3_quake_texture> quake_textures() const noexcept {
        return {arrays().quake_textures, arrays().quake_texture_count};
    }
    View<flatline_doom3_patch> patches() const noexcept {
        return {arrays().patches, arrays().patch_count};
    }
    View<flatline_doom3_point> points() const noexcept {
        return {arrays().points, arrays().point_count};
    }

    /// Materials as written, each spelling once, in order of first use.
    View<flatline_text> materials() const noexcept {
        return {arrays().materials, arrays().material_count};
    }
    std::string_view material(std::uint32_t id) const noexcept {
        return text(arrays().materials[id]);
    }

    /// The ranges of one entity, brush or patch of this map.
    View<flatline_doom3_pair> pairs(const flatline_doom3_entity& entity) const noexcept {
        return {arrays().pairs + entity.first_pair, entity.pair_count};
    }
    View<flatline_doom3_pair> pairs(const flatline_doom3_brush& brush) const noexcept {
        return {arrays().primitive_pairs + brush.first_pair, brush.pair_count};
    }
    View<flatline_doom3_pair> pairs(const flatline_doom3_patch& patch) const noexcept {
        return {arrays().primitive_pairs + patch.first_pair, patch.pair_count};
    }
    View<flatline_doom3_brush> brushes(const flatline_doom3_entity& entity) const noexcept {
        return {arrays().brushes + entity.first_brush, entity.brush_count};
    }
    View<flatline_doom3_patch> patches(const flatline_doom3_entity& entity) const noexcept {
        return {arrays().patches + entity.first_patch, entity.patch_count};
    }
    View<flatline_doom3_side> sides(const flatline_doom3_brush& brush) const noexcept {
        return {arrays().sides + brush.first_side, brush.side_count};
    }
    View<flatline_doom3_point> points(const flatline_doom3_patch& patch) const noexcept {
        return {arrays().points + patch.first_point,
                static_cast<std::size_t>(patch.width) * patch.height};
    }

    /// The pair that the engine uses for `key`: compared without case and without white space
    /// behind it, the last one counts. Null where the entity has none.
    const flatline_doom3_pair* find(const flatline_doom3_entity& entity,
                                    std::string_view key) const noexcept;
    /// Key and value without the white space behind them, which the engine drops.
    std::string_view key(const flatline_doom3_pair& pair) const noexcept;
    std::string_view value(const flatline_doom3_pair& pair) const noexcept;
    /// That of the pair that the engine uses for `key`; "" where the entity has none.
    std::string_view value(const flatline_doom3_entity& entity,
                           std::string_view key) const noexcept {
        const flatline_doom3_pair* pair = find(entity, key);
        return pair != nullptr ? value(*pair) : std::string_view();
    }

    /// The class of an entity: its classname, or where it has none, what the document calls
    /// spawnclass.
    std::string_view class_name(const flatline_doom3_entity& entity) const noexcept {
        const flatline_doom3_pair* pair = find(entity, "classname");
        return pair != nullptr ? value(*pair) : value(entity, "spawnclass");
    }

    /// The bytes of a string of this map, without a copy.
    std::string_view text(flatline_text t) const noexcept;

    /// The number behind `Version`; 1 where the file has none, whose rules then hold.
    double version() const noexcept { return arrays().has_version != 0 ? arrays().version : 1; }
    bool has_version() const noexcept { return arrays().has_version != 0; }
    /// False: a partial result. Every primitive with an error in it is left out.
    bool complete() const noexcept;

    /// The text, as given.
    std::string_view source() const noexcept;

    /// All arrays at once, as C has them.
    const flatline_doom3_arrays& arrays() const noexcept { return owned_.value(); }
    /// True for a default-made map and for one that was moved from.
    bool empty() const noexcept { return owned_.storage() == nullptr; }

private:
    friend struct detail::Access;
    detail::Owned<detail::Doom3Storage, flatline_doom3_arrays> owned_;
};

/// A side's plane in the entity's own space, and in the world's.
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

/// A control point of a patch in its entity's own space. As stored it is in the world's.
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

/// Options of one load.
struct Doom3Options {
    Limits limits;
    /// Errors of the text leave out the primitive or entity they are in, and the rest is a map.
    bool partial = false;
    /// Strings end as DarkRadiant ends them: a quote behind a backslash is part of the string. They
    /// stay as written: unescape_darkradiant.
    bool escapes = false;
    MemoryHooks memory;
};

/// A string that was loaded with Doom3Options::escapes as DarkRadiant reads it: \n, \t and \" are
/// a line feed, a tab and a quote, any other backslash stays. Writes text.size() bytes at most to
/// `out`, which may be where `text` is, and returns how many. Any thread.
std::size_t unescape_darkradiant(std::string_view text, char* out) noexcept;

/// Loads a Doom 3 map (Version 1, 2, 3, or without a header) whose bytes the caller keeps,
/// unchanged, as long as the map lives. Any bytes are safe: nothing is read outside them.
/// Errors: refused and out_of_memory, see Status; every finding has its place. Any thread.
/// Source: the document "MAP (file format)", and what the engine does where that is loose;
/// docs/doom3.md.
LoadResult<Doom3Map> load_doom3_borrowed(Bytes text, const Doom3Options& options = {}) noexcept;

/// The same for bytes that the map owns from then on and frees. Without success the result gives
/// them back (LoadResult::text).
LoadResult<Doom3Map> load_doom3_owned(Buffer text, const Doom3Options& options = {}) noexcept;

/// Loads many Doom 3 maps and keeps its working memory between them. One thread at a time.
/// Move-only.
class Doom3Loader {
public:
    /// Takes memory from the system.
    Doom3Loader() noexcept = default;
    /// Takes memory from `memory`, which outlives the loader and all its maps.
    explicit Doom3Loader(const MemoryHooks& memory) noexcept : memory_(memory) {}

    /// As the functions above; the loader's memory is used, not that of the options.
    LoadResult<Doom3Map> load_borrowed(Bytes text, const Doom3Options& options = {}) noexcept;
    LoadResult<Doom3Map> load_owned(Buffer text, const Doom3Options& options = {}) noexcept;

    /// Takes back the memory of a map that came from this loader, for the next load to use.
    void recycle(Doom3Map&& map) noexcept;

private:
    MemoryHooks memory_;
    detail::Owned<detail::Doom3Workspace> workspace_;
};

}  // namespace flatline
