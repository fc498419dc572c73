// The arrays of a Doom 3 map while they are filled: the only code that stores values of a text. It
// neither reads the text nor reports errors. If a call returns false or null, it reached a limit
// or ran out of memory, and stored nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "doom3/bounds.hpp"
#include "doom3/raw_map.hpp"
#include "doom3/report.hpp"
#include "model/kernel.hpp"
#include "model/limits.hpp"
#include "text/name_pool.hpp"

namespace flatline::engine::doom3 {

/// Working memory of a load.
struct ReadWorkspace {
    text::NamePool names;
    struct CachedMaterial {
        const Byte* at;  // null: empty
        std::uint32_t size, id;
    };
    CachedMaterial materials[256];
    Array<unsigned char> decoded;  // stays empty, because strings of a map stay as written
};

class Builder {
public:
    Builder(const MapText& text, const Limits& limits, Kernel kernel,
            ReadWorkspace& workspace) noexcept
        : text_(text), limits_(limits), kernel_(kernel), workspace_(workspace) {}

    /// Takes memory by upper bounds, and begins anew over `raw`.
    Outcome reserve(const Bounds& bounds, const MemoryHooks& hooks, Budget& budget,
                    Reservation& memory, RawMap& raw) noexcept;
    void set_version(double version) noexcept {
        raw_->has_version = true;
        raw_->version = version;
    }

    // Entities. What is stored in between belongs to the open one.
    bool open_entity(const Byte* at) noexcept;
    void close_entity() noexcept;
    std::uint32_t entity_count() const noexcept { return count(raw_->entities); }

    // Primitives. Of one that is dropped nothing stays.
    void open_primitive() noexcept;
    bool open_brush() noexcept;
    void close_brush(std::uint16_t kind, const Byte* at) noexcept;
    /// `patch` has its kind, material, size, settings and first point.
    bool add_patch(flatline_doom3_patch patch, const Byte* at) noexcept;
    void close_primitive() noexcept;
    void drop_primitive() noexcept;
    bool in_primitive() const noexcept { return in_primitive_; }
    std::uint32_t brush_count() const noexcept { return count(raw_->brushes); }
    std::uint32_t patch_count() const noexcept { return count(raw_->patches); }

    /// A key and its value, of the open primitive or else of the open entity.
    bool add_pair(const flatline_doom3_pair& pair) noexcept;
    std::uint64_t pair_count() const noexcept {
        return raw_->pairs.size() + raw_->primitive_pairs.size();
    }

    /// Room for one more side of the open brush; null if there is none.
    flatline_doom3_side* open_side() noexcept {
        return side_count() < limits_.brush_sides ? raw_->sides.push() : nullptr;
    }
    void drop_side() noexcept { raw_->sides.truncate(raw_->sides.size() - 1); }
    bool add_side(const flatline_doom3_side& side) noexcept {
        flatline_doom3_side* const stored = open_side();
        if (stored != nullptr) *stored = side;
        return stored != nullptr;
    }
    std::uint64_t side_count() const noexcept { return raw_->sides.size() - first_side_; }
    /// Its index, FLATLINE_NONE if memory is out.
    std::uint32_t add_quake_texture(const flatline_doom3_quake_texture& texture) noexcept;

    /// Room for the control points of a patch, which the caller fills.
    flatline_doom3_point* add_points(std::size_t count) noexcept {
        return raw_->points.push(count);
    }
    std::uint32_t point_count() const noexcept { return count(raw_->points); }
    /// False if the text has fewer opening parentheses than `count`, so that it cannot have so
    /// many control points. Counts as far as it has to, from where it stopped the last time.
    bool can_have_points(std::uint64_t count) noexcept;

    /// The material that was asked for last, which is most often that of the next side, too.
    struct LastMaterial {
        const Byte* at = nullptr;
        std::size_t size = 0;
        std::uint32_t id = 0;
    };
    const LastMaterial& last_material() const noexcept { return last_material_; }
    /// The id of a material, a new one where this spelling was not met before. FLATLINE_NONE if
    /// memory is out.
    std::uint32_t material(const Byte* from, const Byte* to) noexcept;

private:
    template <class T>
    static std::uint32_t count(const Array<T>& array) noexcept {
        return static_cast<std::uint32_t>(array.size());
    }
    void note_key(const flatline_doom3_pair& pair) noexcept;
    // What brushes and patches have in common.
    template <class Primitive>
    void describe(Primitive& primitive, const Byte* at) const noexcept;

    const MapText& text_;
    const Limits& limits_;
    const Kernel kernel_;
    ReadWorkspace& workspace_;
    RawMap* raw_ = nullptr;
    const Byte* counted_ = nullptr;  // up to here there are so many parentheses
    std::uint64_t parentheses_ = 0;
    LastMaterial last_material_;

    // Of the open entity.
    flatline_doom3_entity* entity_ = nullptr;
    std::uint32_t primitives_ = 0;
    bool origin_seen_ = false;
    bool class_seen_ = false;
    bool is_world_ = false;

    // Of the open primitive: how much there was before it.
    struct Mark {
        std::size_t brushes, sides, quake_textures, points, pairs;
    };
    Mark before_ = {};
    bool in_primitive_ = false;
    std::size_t first_side_ = 0;
};

}  // namespace flatline::engine::doom3
