// What a load of a Doom 3 map promises, whatever the bytes were: every index and range inside its
// array, every number finite, every text inside the source, memory within what was announced.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "model/doom3.hpp"
#include "support/refusal_oracle.hpp"

namespace doom3_oracle {

using flatline::engine::Doom3Map;
using flatline::engine::LoadResult;

inline bool inside(std::uint64_t first, std::uint64_t count, std::uint64_t size) {
    return first <= size && count <= size - first;
}
inline bool inside(flatline_text text, std::string_view source) {
    return inside(text.offset, text.size, source.size());
}
template <class... Numbers>
bool finite(Numbers... numbers) {
    return (std::isfinite(numbers) && ...);
}

inline std::string fault_of_findings(const LoadResult<flatline::engine::Doom3Map>& result,
                                     std::string_view text) {
    const bool ok = result.status == flatline::engine::Status::ok;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (f.rule >= flatline::engine::rule_rows().size()) return "a finding of no rule";
        if (f.offset != FLATLINE_NO_OFFSET && !inside(f.offset, f.length, text.size())) {
            return "a finding outside the text";
        }
    }
    if (std::string fault = refusal_oracle::first_fault(result); !fault.empty()) return fault;
    if (!ok && (!result.value.empty() || result.value.entities().size() != 0)) {
        return "a refused map with arrays";
    }
    if (result.memory.used > result.memory.announced) return "more memory than announced";
    return {};
}

inline std::string fault_of_entities(const Doom3Map& map, std::string_view text) {
    std::uint64_t pair = 0, brush = 0, patch = 0;
    for (const flatline_doom3_entity& e : map.entities()) {
        if (e.first_pair != pair || e.first_brush != brush || e.first_patch != patch) {
            return "entity ranges do not follow each other";
        }
        pair += e.pair_count;
        brush += e.brush_count;
        patch += e.patch_count;
        if (!finite(e.origin[0], e.origin[1], e.origin[2])) return "an origin is not finite";
        if (e.offset >= text.size() || text[e.offset] != '{')
            return "an entity is not at its brace";
    }
    if (pair != map.pairs().size() || brush != map.brushes().size() ||
        patch != map.patches().size()) {
        return "entities do not hold everything";
    }
    for (const auto pairs : {map.pairs(), map.primitive_pairs()}) {
        for (const flatline_doom3_pair& p : pairs) {
            if (!inside(p.key, text) || !inside(p.value, text)) return "a pair outside the text";
        }
    }
    return {};
}

template <class Primitive>
std::string fault_of_primitive(const Doom3Map& map, const Primitive& p, std::string_view text) {
    if (p.entity >= map.entities().size()) return "a primitive of no entity";
    if (!inside(p.first_pair, p.pair_count, map.primitive_pairs().size())) {
        return "pairs of a primitive do not exist";
    }
    if (p.offset >= text.size() || text[p.offset] != '{') return "a primitive is not at its brace";
    return {};
}

inline std::string fault_of_primitives(const Doom3Map& map, std::string_view text) {
    std::uint64_t side = 0;
    for (const flatline_doom3_brush& b : map.brushes()) {
        if (const std::string fault = fault_of_primitive(map, b, text); !fault.empty())
            return fault;
        if (b.first_side != side) return "sides do not follow each other";
        side += b.side_count;
    }
    if (side != map.sides().size()) return "a side of no brush";
    for (const flatline_doom3_side& s : map.sides()) {
        if (!finite(s.plane.a, s.plane.b, s.plane.c, s.plane.d)) return "a plane is not finite";
        for (const auto& row : s.matrix) {
            if (!finite(row[0], row[1], row[2])) return "a matrix is not finite";
        }
        if (s.material >= map.materials().size()) return "a material does not exist";
        if (s.offset >= text.size() || text[s.offset] != '(') return "a side is not at its '('";
        if (s.quake_texture != FLATLINE_NONE && s.quake_texture >= map.quake_textures().size()) {
            return "texture numbers do not exist";
        }
    }
    std::uint64_t point = 0;
    for (const flatline_doom3_patch& p : map.patches()) {
        if (const std::string fault = fault_of_primitive(map, p, text); !fault.empty())
            return fault;
        if (p.first_point != point) return "points do not follow each other";
        point += std::uint64_t{p.width} * p.height;
        if (p.material >= map.materials().size()) return "a material does not exist";
    }
    if (point != map.points().size()) return "a point of no patch";
    for (const flatline_doom3_point& p : map.points()) {
        if (!finite(p.x, p.y, p.z, p.s, p.t)) return "a point is not finite";
    }
    for (const flatline_text& name : map.materials()) {
        if (!inside(name, text)) return "a material outside the text";
    }
    return {};
}

/// "" if all is as promised.
inline std::string first_fault(const LoadResult<flatline::engine::Doom3Map>& result,
                               std::string_view text) {
    std::string fault = fault_of_findings(result, text);
    if (!fault.empty() || result.status != flatline::engine::Status::ok) return fault;
    fault = fault_of_entities(result.value, text);
    return fault.empty() ? fault_of_primitives(result.value, text) : fault;
}

}  // namespace doom3_oracle
