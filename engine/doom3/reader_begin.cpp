// What surrounds the two machines: memory by upper bounds, the header, keys that the reader obeys.
#include <algorithm>
#include <cstring>

#include "base/layout.hpp"
#include "doom3/keys.hpp"
#include "doom3/reader.hpp"
#include "text/count.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"

namespace flatline::doom3 {
namespace {

// In each array at most one page is charged and not filled.
constexpr std::uint64_t kArrays = 9;
constexpr std::uint64_t kSlack = kArrays * 4096;
constexpr std::uint64_t kFirstSlots = 1024 * sizeof(std::uint32_t);
// The name's text, and its share of a hash table that doubles: at most 16 bytes of the last table,
// and as much of all tables before.
constexpr std::uint64_t kMaterialBytes = sizeof(flatline_text) + 32;
constexpr std::uint64_t kLeastPairBytes = 3;  // a""
constexpr std::uint64_t kLeastSideParentheses = 3;

std::string_view as_text(const Byte* from, const Byte* to) noexcept {
    return {reinterpret_cast<const char*>(from), static_cast<std::size_t>(to - from)};
}

}  // namespace

Outcome Reader::reserve(Reservation& memory) noexcept {
    const text::MapCounts counts =
        text::count_map({begin_, static_cast<std::size_t>(end_ - begin_)});
    if (counts.nul) {
        const void* nul = std::memchr(begin_, 0, static_cast<std::size_t>(end_ - begin_));
        Finding f = finding(Rule::syntax_nul, static_cast<const Byte*>(nul),
                            static_cast<const Byte*>(nul) + 1);
        f.refuses = 1;  // also where a partial result would do: nothing is read
        findings_.add(f);
        return Outcome::refused;
    }
    const std::uint64_t sides = counts.parentheses / kLeastSideParentheses;
    const std::uint64_t pairs =
        std::min(static_cast<std::uint64_t>(end_ - begin_) / kLeastPairBytes, limits_.pairs);
    const std::uint64_t points = std::min(counts.parentheses, limits_.patch_points);
    const std::uint64_t materials = sides + counts.braces;
    point_room_ = points;
    Layout layout;
    const std::uint64_t entities_at = layout.add(counts.braces, sizeof(flatline_doom3_entity));
    const std::uint64_t pairs_at = layout.add(pairs, sizeof(flatline_doom3_pair));
    const std::uint64_t primitive_pairs_at = layout.add(pairs, sizeof(flatline_doom3_pair));
    const std::uint64_t brushes_at = layout.add(counts.braces, sizeof(flatline_doom3_brush));
    const std::uint64_t sides_at = layout.add(sides, sizeof(flatline_doom3_side));
    const std::uint64_t textures_at = layout.add(sides, sizeof(flatline_doom3_quake_texture));
    const std::uint64_t patches_at = layout.add(counts.braces, sizeof(flatline_doom3_patch));
    const std::uint64_t points_at = layout.add(points, sizeof(flatline_doom3_point));
    const std::uint64_t materials_at = layout.add(materials, sizeof(flatline_text));

    // A brace opens an entity, a brush or a patch. A parenthesis belongs to a side or is a point. A
    // pair belongs to an entity or to a primitive.
    constexpr std::uint64_t kBraceBytes =
        std::max({sizeof(flatline_doom3_entity), sizeof(flatline_doom3_brush),
                  sizeof(flatline_doom3_patch)});
    budget_.announce(counts.braces * kBraceBytes + pairs * sizeof(flatline_doom3_pair) +
                     sides * (sizeof(flatline_doom3_side) + sizeof(flatline_doom3_quake_texture)) +
                     points * sizeof(flatline_doom3_point) + materials * kMaterialBytes +
                     kFirstSlots + kSlack);
    if (!memory.ensure(hooks_, layout.bytes())) return Outcome::out_of_memory;

    unsigned char* base = memory.data();
    raw_->entities.place(base + entities_at, counts.braces, &budget_);
    raw_->pairs.place(base + pairs_at, pairs, &budget_);
    raw_->primitive_pairs.place(base + primitive_pairs_at, pairs, &budget_);
    raw_->brushes.place(base + brushes_at, counts.braces, &budget_);
    raw_->sides.place(base + sides_at, sides, &budget_);
    raw_->quake_textures.place(base + textures_at, sides, &budget_);
    raw_->patches.place(base + patches_at, counts.braces, &budget_);
    raw_->points.place(base + points_at, points, &budget_);
    raw_->materials.place(base + materials_at, materials, &budget_);
    if (memory.is_of_system()) {
        raw_->sides.grow_by_large_pages();
        raw_->points.grow_by_large_pages();
    }
    workspace_.names.begin(&raw_->materials, text_, &workspace_.decoded, hooks_, &budget_);
    return Outcome::ok;
}

// Reads Version and its number, which stand on one line. A version that nobody writes has the rules
// of the nearest one.
Reader::Step Reader::header() noexcept {
    const Token word = peek();
    if (word.kind != TokenKind::word || as_text(word.begin, word.end) != "Version") {
        // Where the text is no map at all, the next finding says what was met.
        note(Rule::missing_header, begin_, begin_);
        return Step::ok;
    }
    p_ = word.end;
    raw_->has_version = true;
    raw_->version = 0;
    const Token value = peek();
    if (value.kind == TokenKind::word &&
        std::memchr(word.end, '\n', static_cast<std::size_t>(value.begin - word.end)) == nullptr) {
        const text::Number number = text::read_number(value.begin, value.end);
        const bool good = number.end == value.end && number.kind != text::NumberKind::malformed &&
                          number.kind != text::NumberKind::not_finite;
        if (good) raw_->version = number.real;
        p_ = value.end;
    }
    if (raw_->version != 1 && raw_->version != 2 && raw_->version != 3) {
        note(Rule::unsupported_version, word.begin, p_);
    }
    return Step::ok;
}

void Reader::note_key(flatline_doom3_entity& entity, const flatline_doom3_pair& pair) noexcept {
    const auto text = [this](flatline_text t) {
        return trimmed(as_text(base_ + t.offset, base_ + t.offset + t.size));
    };
    const std::string_view key = text(pair.key);
    const std::string_view value = text(pair.value);
    const auto set = [&entity](std::uint32_t flag, bool on) {
        entity.flags = on ? entity.flags | flag : entity.flags & ~flag;
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
        set(FLATLINE_DOOM3_BAD_ORIGIN, !read_origin(value, entity.origin));
    }
}

Outcome Reader::read(Bytes text, Reservation& memory, RawMap& raw) noexcept {
    raw_ = &raw;
    text_ = text;
    static constexpr Byte kNothing[1] = {0};
    base_ = text.data() != nullptr ? text.data() : kNothing;
    begin_ = end_ = p_ = base_;
    const std::uint64_t most = std::min<std::uint64_t>(limits_.text_bytes, 2ull << 30);
    if (text.size() > most) {
        fail_limit(Rule::limit_text_bytes, base_, text.size(), most);
        return Outcome::refused;
    }
    const text::Body body = text::body_of(base_, text.size());
    begin_ = p_ = body.begin;
    end_ = body.end;
    stop_ = end_;
    while (stop_ > begin_ && stop_[-1] != '}') --stop_;
    --stop_;

    const Outcome reserved = reserve(memory);
    if (reserved != Outcome::ok) return reserved;
    for (ReadWorkspace::CachedMaterial& cached : workspace_.materials) cached.at = nullptr;
    quick_number_bytes_ =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limits_.number_bytes, 64));
    quick_string_bytes_ = static_cast<std::size_t>(limits_.string_bytes);
    if (!run()) return out_of_memory_ ? Outcome::out_of_memory : Outcome::refused;
    return failed_ && !partial_ ? Outcome::refused : Outcome::ok;
}

}  // namespace flatline::doom3
