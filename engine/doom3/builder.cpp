#include "doom3/builder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "base/layout.hpp"
#include "doom3/keys.hpp"
#include "text/count.hpp"

namespace flatline::engine::doom3 {
namespace {

// Where parentheses are counted as far as they are asked for.
constexpr std::ptrdiff_t kCountBytes = 64 << 10;

}  // namespace

Outcome Builder::reserve(const Bounds& bounds, const MemoryHooks& hooks, Budget& budget,
                         Reservation& memory, RawMap& raw) noexcept {
    raw_ = &raw;
    Layout layout;
    const auto add = [&layout](std::uint64_t& capacity, std::uint64_t count, std::uint64_t size) {
        capacity = with_last_page(count, size);
        return layout.add(capacity, size);
    };
    std::uint64_t entities, pairs, brushes, sides, textures, patches, points, materials;
    const std::uint64_t entities_at = add(entities, bounds.entities, sizeof(flatline_doom3_entity));
    const std::uint64_t pairs_at = add(pairs, bounds.pairs, sizeof(flatline_doom3_pair));
    const std::uint64_t primitive_pairs_at = layout.add(pairs, sizeof(flatline_doom3_pair));
    const std::uint64_t brushes_at = add(brushes, bounds.brushes, sizeof(flatline_doom3_brush));
    const std::uint64_t sides_at = add(sides, bounds.sides, sizeof(flatline_doom3_side));
    const std::uint64_t textures_at =
        add(textures, bounds.sides, sizeof(flatline_doom3_quake_texture));
    const std::uint64_t patches_at = add(patches, bounds.patches, sizeof(flatline_doom3_patch));
    const std::uint64_t points_at = add(points, bounds.points, sizeof(flatline_doom3_point));
    const std::uint64_t materials_at = add(materials, bounds.materials, sizeof(flatline_text));

    const unsigned char* const before = memory.data();
    const bool taken = memory.ensure(hooks, layout.bytes());
    // Where there is less space than the size asks for, another bound will be announced.
    if (taken || !bounds.by_size) budget.announce(bounds.bytes, bounds.by_size);
    if (!taken) return Outcome::out_of_memory;

    unsigned char* base = memory.data();
    // Where the system hands out large pages unasked, each array would begin with a whole one.
    if (bounds.by_size && base != before) fill_by_small_pages(base, memory.size());
    raw_->entities.place(base + entities_at, entities, &budget);
    raw_->pairs.place(base + pairs_at, pairs, &budget);
    raw_->primitive_pairs.place(base + primitive_pairs_at, pairs, &budget);
    raw_->brushes.place(base + brushes_at, brushes, &budget);
    raw_->sides.place(base + sides_at, sides, &budget);
    raw_->quake_textures.place(base + textures_at, textures, &budget);
    raw_->patches.place(base + patches_at, patches, &budget);
    raw_->points.place(base + points_at, points, &budget);
    raw_->materials.place(base + materials_at, materials, &budget);
    if (memory.is_of_system()) {
        raw_->sides.grow_by_large_pages();
        raw_->points.grow_by_large_pages();
    }
    workspace_.names.begin(&raw_->materials, text_.all, &workspace_.decoded, hooks, &budget);
    for (ReadWorkspace::CachedMaterial& cached : workspace_.materials) cached.at = nullptr;
    counted_ = text_.begin;
    return Outcome::ok;
}

bool Builder::can_have_points(std::uint64_t count) noexcept {
    while (parentheses_ < count && counted_ < text_.end) {
        const auto size = static_cast<std::size_t>(std::min(text_.end - counted_, kCountBytes));
        parentheses_ += text::count_map(Bytes(counted_, size), kernel_).parentheses;
        counted_ += size;
    }
    return parentheses_ >= count;
}

bool Builder::open_entity(const Byte* at) noexcept {
    origin_seen_ = class_seen_ = is_world_ = false;
    primitives_ = 0;
    entity_ = raw_->entities.push();
    if (entity_ == nullptr) return false;
    *entity_ = {};
    entity_->first_pair = count(raw_->pairs);
    entity_->first_brush = count(raw_->brushes);
    entity_->first_patch = count(raw_->patches);
    entity_->offset = text_.offset(at);
    return true;
}

void Builder::close_entity() noexcept {
    entity_->pair_count = count(raw_->pairs) - entity_->first_pair;
    entity_->brush_count = count(raw_->brushes) - entity_->first_brush;
    entity_->patch_count = count(raw_->patches) - entity_->first_patch;
}

void Builder::open_primitive() noexcept {
    in_primitive_ = true;
    before_ = {raw_->brushes.size(), raw_->sides.size(), raw_->quake_textures.size(),
               raw_->points.size(), raw_->primitive_pairs.size()};
}

void Builder::close_primitive() noexcept {
    in_primitive_ = false;
    ++primitives_;
}

void Builder::drop_primitive() noexcept {
    raw_->brushes.truncate(before_.brushes);
    raw_->sides.truncate(before_.sides);
    raw_->quake_textures.truncate(before_.quake_textures);
    raw_->points.truncate(before_.points);
    raw_->primitive_pairs.truncate(before_.pairs);
    close_primitive();
}

template <class Primitive>
void Builder::describe(Primitive& primitive, const Byte* at) const noexcept {
    primitive.first_pair = static_cast<std::uint32_t>(before_.pairs);
    primitive.pair_count = count(raw_->primitive_pairs) - primitive.first_pair;
    primitive.entity = count(raw_->entities) - 1;
    primitive.primitive = primitives_;
    primitive.offset = text_.offset(at);
    const auto kind = primitive.kind;
    std::uint16_t flags = 0;
    if (origin_seen_ && !is_world_) flags |= FLATLINE_DOOM3_MOVED;
    if (kind != FLATLINE_DOOM3_BRUSH_DEF3 && kind != FLATLINE_DOOM3_BRUSH_DEF2) {
        flags |= FLATLINE_DOOM3_WORLD_SPACE;
    }
    if (kind == FLATLINE_DOOM3_BRUSH_BARE || !(raw_->version >= 2)) {
        flags |= FLATLINE_DOOM3_TEXTURES_PREFIX;
    }
    primitive.flags = flags;
}

bool Builder::open_brush() noexcept {
    flatline_doom3_brush* const brush = raw_->brushes.push();
    if (brush == nullptr) return false;
    *brush = {};
    first_side_ = raw_->sides.size();
    return true;
}

void Builder::close_brush(std::uint16_t kind, const Byte* at) noexcept {
    flatline_doom3_brush& brush = raw_->brushes.back();
    brush.kind = kind;
    brush.first_side = static_cast<std::uint32_t>(first_side_);
    brush.side_count = static_cast<std::uint32_t>(side_count());
    describe(brush, at);
}

bool Builder::add_patch(flatline_doom3_patch patch, const Byte* at) noexcept {
    flatline_doom3_patch* const stored = raw_->patches.push();
    if (stored == nullptr) return false;
    describe(patch, at);
    *stored = patch;
    return true;
}

bool Builder::add_pair(const flatline_doom3_pair& pair) noexcept {
    if (pair_count() >= limits_.pairs) return false;
    flatline_doom3_pair* const stored =
        (in_primitive_ ? raw_->primitive_pairs : raw_->pairs).push();
    if (stored == nullptr) return false;
    *stored = pair;
    if (!in_primitive_) note_key(pair);
    return true;
}

// Keys that say how what stands after them is to be read.
void Builder::note_key(const flatline_doom3_pair& pair) noexcept {
    const std::string_view key = trimmed(text_.view(pair.key));
    const std::string_view value = trimmed(text_.view(pair.value));
    const auto set = [this](std::uint32_t flag, bool on) {
        entity_->flags = on ? entity_->flags | flag : entity_->flags & ~flag;
    };
    // The Doom 3 document calls classname spawnclass. Where both are given, classname counts.
    const bool is_class = text::same_name(key, "classname");
    if (is_class || (text::same_name(key, "spawnclass") && !class_seen_)) {
        class_seen_ = class_seen_ || is_class;
        is_world_ = text::same_name(value, "worldspawn");
        set(FLATLINE_DOOM3_WORLDSPAWN, is_world_);
    } else if (text::same_name(key, "origin")) {
        origin_seen_ = true;
        set(FLATLINE_DOOM3_HAS_ORIGIN, true);
        set(FLATLINE_DOOM3_BAD_ORIGIN, !read_origin(value, entity_->origin));
    }
}

std::uint32_t Builder::add_quake_texture(const flatline_doom3_quake_texture& texture) noexcept {
    flatline_doom3_quake_texture* const stored = raw_->quake_textures.push();
    if (stored == nullptr) return FLATLINE_NONE;
    *stored = texture;
    return count(raw_->quake_textures) - 1;
}

std::uint32_t Builder::material(const Byte* from, const Byte* to) noexcept {
    const auto size = static_cast<std::size_t>(to - from);
    // Materials of one folder differ at their ends. A short one is hashed by its length alone.
    std::uint64_t key = size;
    if (size >= 8) key += load_u64le(from) ^ std::rotl(load_u64le(to - 8), 23);
    ReadWorkspace::CachedMaterial& cached = workspace_.materials[key * 0x9E3779B97F4A7C15u >> 56];
    if (cached.at == nullptr || cached.size != size || std::memcmp(cached.at, from, size) != 0) {
        const std::uint32_t id = workspace_.names.intern(text_.span(from, to));
        if (id == text::NamePool::kNone) return id;
        cached = {from, static_cast<std::uint32_t>(size), id};
    }
    last_material_ = {from, size, cached.id};
    return cached.id;
}

}  // namespace flatline::engine::doom3
