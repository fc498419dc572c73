#include "bake/verify.hpp"

namespace flatline::engine::bake {
namespace {

class BakedDoom3Check {
public:
    BakedDoom3Check(const flatline_doom3_arrays& arrays, Bytes text, const Limits& limits) noexcept
        : a_(arrays), text_(text), limits_(limits) {}

    bool run() const noexcept {
        return counts() && texts() && entities() && brushes() && sides() && patches();
    }

private:
    bool is_text(flatline_text text) const noexcept {
        return lies_in(text.offset, text.size, text_.size());
    }

    // Whether the text has that byte there.
    bool stands_at(char byte, std::uint32_t offset) const noexcept {
        return offset < text_.size() && text_[offset] == static_cast<unsigned char>(byte);
    }

    bool counts() const noexcept {
        return a_.entity_count <= limits_.entities &&
               std::uint64_t{a_.pair_count} + a_.primitive_pair_count <= limits_.pairs &&
               a_.brush_count <= limits_.brushes && a_.point_count <= limits_.patch_points &&
               a_.has_version <= 1 && is_finite(a_.version);
    }

    bool texts() const noexcept {
        bool good = true;
        for (std::uint32_t i = 0; i < a_.material_count; ++i) good &= is_text(a_.materials[i]);
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < a_.material_count; ++i) bytes += a_.materials[i].size;
        // Strings stand in the text beside each other.
        return good && bytes <= text_.size() && pairs(a_.pairs, a_.pair_count) &&
               pairs(a_.primitive_pairs, a_.primitive_pair_count);
    }
    bool pairs(const flatline_doom3_pair* pairs, std::uint32_t count) const noexcept {
        bool good = true;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            good &= is_text(pairs[i].key) && is_text(pairs[i].value);
            bytes += std::uint64_t{pairs[i].key.size} + pairs[i].value.size;
        }
        return good && bytes <= text_.size();
    }

    // What belongs to an entity follows what belongs to the one before it.
    bool entities() const noexcept {
        std::uint64_t pair = 0;
        std::uint64_t brush = 0;
        std::uint64_t patch = 0;
        for (std::uint32_t i = 0; i < a_.entity_count; ++i) {
            const flatline_doom3_entity& e = a_.entities[i];
            if (e.first_pair != pair || e.first_brush != brush || e.first_patch != patch) {
                return false;
            }
            pair += e.pair_count;
            brush += e.brush_count;
            patch += e.patch_count;
            if (pair > a_.pair_count || brush > a_.brush_count || patch > a_.patch_count ||
                !stands_at('{', e.offset) || !is_finite(e.origin[0]) || !is_finite(e.origin[1]) ||
                !is_finite(e.origin[2])) {
                return false;
            }
            for (std::uint32_t k = 0; k < e.brush_count; ++k) {
                if (a_.brushes[e.first_brush + k].entity != i) return false;
            }
            for (std::uint32_t k = 0; k < e.patch_count; ++k) {
                if (a_.patches[e.first_patch + k].entity != i) return false;
            }
        }
        return pair == a_.pair_count && brush == a_.brush_count && patch == a_.patch_count;
    }

    bool brushes() const noexcept {
        std::uint64_t side = 0;
        for (std::uint32_t i = 0; i < a_.brush_count; ++i) {
            const flatline_doom3_brush& b = a_.brushes[i];
            if (b.first_side != side || b.side_count > limits_.brush_sides ||
                !lies_in(b.first_pair, b.pair_count, a_.primitive_pair_count) ||
                !stands_at('{', b.offset) || b.kind > FLATLINE_DOOM3_BRUSH_BARE) {
                return false;
            }
            side += b.side_count;
        }
        return side == a_.side_count;
    }

    bool sides() const noexcept {
        bool good = true;
        for (std::uint32_t i = 0; i < a_.side_count; ++i) {
            const flatline_doom3_side& s = a_.sides[i];
            const flatline_doom3_plane& p = s.plane;
            good &=
                is_finite(p.a) && is_finite(p.b) && is_finite(p.c) && is_finite(p.d) &&
                (s.material < a_.material_count) && stands_at('(', s.offset) &&
                ((s.quake_texture < a_.quake_texture_count) || (s.quake_texture == FLATLINE_NONE));
            for (const auto& row : s.matrix) {
                for (const double number : row) good &= is_finite(number);
            }
        }
        for (std::uint32_t i = 0; i < a_.quake_texture_count; ++i) {
            const flatline_doom3_quake_texture& t = a_.quake_textures[i];
            good &= is_finite(t.shift[0]) && is_finite(t.shift[1]) && is_finite(t.rotate) &&
                    is_finite(t.scale[0]) && is_finite(t.scale[1]);
        }
        return good;
    }

    bool patches() const noexcept {
        std::uint64_t point = 0;
        for (std::uint32_t i = 0; i < a_.patch_count; ++i) {
            const flatline_doom3_patch& p = a_.patches[i];
            if (p.first_point != point || p.width > limits_.patch_size ||
                p.height > limits_.patch_size || (p.width == 0) != (p.height == 0) ||
                p.material >= a_.material_count ||
                !lies_in(p.first_pair, p.pair_count, a_.primitive_pair_count) ||
                !stands_at('{', p.offset) || p.kind < FLATLINE_DOOM3_PATCH_DEF2 ||
                p.kind > FLATLINE_DOOM3_PATCH_DEF3) {
                return false;
            }
            point += std::uint64_t{p.width} * p.height;
        }
        bool good = point == a_.point_count;
        for (std::uint32_t i = 0; i < a_.point_count; ++i) {
            const flatline_doom3_point& p = a_.points[i];
            good &= is_finite(p.x) && is_finite(p.y) && is_finite(p.z) && is_finite(p.s) &&
                    is_finite(p.t);
        }
        return good;
    }

    const flatline_doom3_arrays& a_;
    Bytes text_;
    const Limits& limits_;
};

}  // namespace

bool verify_doom3(const flatline_doom3_arrays& arrays, Bytes text, const Limits& limits) noexcept {
    return BakedDoom3Check(arrays, text, limits).run();
}

}  // namespace flatline::engine::bake
