#include "nodes/decode_classic.hpp"

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr unsigned char kDeepSignature[] = {'x', 'N', 'd', '4', 0, 0, 0, 0};

constexpr std::uint32_t kShortLeaf = 0x8000;  // of a child of 16 bits

// The two forms (docs/nodes.md, "Classic forms"): the width of an index of a vertex or a seg and of
// a child. Fields have the offsets that follow.
struct ClassicForm {
    char name[8];
    std::uint32_t index_bytes;
    std::uint32_t header_bytes;  // of NODES
};
constexpr ClassicForm kClassic = {"classic", 2, 0};
constexpr ClassicForm kDeep = {"xNd4", 4, sizeof kDeepSignature};

constexpr std::uint32_t kCountBytes = 2;  // of a subsector
constexpr std::uint32_t kChildrenAt = 24;

std::uint32_t load_index(const unsigned char* p, std::uint32_t bytes) noexcept {
    return bytes == 2 ? load_le<std::uint16_t>(p) : load_u32le(p);
}

std::uint32_t load_child(const unsigned char* p, std::uint32_t bytes) noexcept {
    const std::uint32_t child = load_index(p, bytes);
    if (bytes == 4 || (child & kShortLeaf) == 0) return child;
    return (child & ~kShortLeaf) | FLATLINE_CHILD_SUBSECTOR;
}

class ClassicDecoder {
public:
    ClassicDecoder(const ClassicForm& form, const BinaryNodeLumps& lumps, const MapView& map,
                   const Limits& limits, Reporter& reporter, Decoded& out) noexcept
        : form_(form),
          lumps_(lumps),
          map_(map),
          limits_(limits),
          reporter_(reporter),
          out_(out),
          nodes_(lumps.nodes.data() + form.header_bytes) {}

    // Finds the records. False where the nodes are dropped.
    bool measure() noexcept {
        const std::uint32_t wide = form_.index_bytes;
        Arrays& a = out_.arrays;
        a.gl = false;
        a.classic = true;
        a.original_vertices = static_cast<std::uint32_t>(map_.vertices.size());
        Places& places = out_.places;
        places.vertices = {0, kShortVertexBytes, Lump::vertexes};
        places.segs = {0, 2 * wide + 8, Lump::segs};
        places.subsectors = {0, kCountBytes + wide, Lump::ssectors};
        places.nodes = {form_.header_bytes, kChildrenAt + 2 * wide, Lump::nodes};
        places.seg_fields[1] = static_cast<std::uint8_t>(wide);
        places.seg_fields[2] = static_cast<std::uint8_t>(2 * wide + 2);
        places.seg_fields[3] = static_cast<std::uint8_t>(2 * wide + 4);
        places.children = kChildrenAt;
        places.child_bytes = static_cast<std::uint8_t>(wide);
        std::uint32_t more = 0;
        const bool good =
            count(places.segs, lumps_.segs.size(), limits_.segs, Rule::limit_segs, a.seg_count) &&
            count(places.subsectors, lumps_.ssectors.size(), limits_.subsectors,
                  Rule::limit_subsectors, a.subsector_count) &&
            count(places.nodes, lumps_.nodes.size(), limits_.nodes, Rule::limit_nodes,
                  a.node_count);
        if (!good || !vertices_fit(more)) return false;
        a.vertex_count = more;
        if (a.subsector_count == a.node_count + 1) return true;
        // The first record that is too much, or the end of the lump where one is missing.
        const std::uint32_t met = std::min(a.subsector_count, a.node_count + 1);
        reporter_.add(Rule::nodes_count, places.subsector(met), a.subsector_count,
                      std::int64_t{a.node_count} + 1);
        return false;
    }

    void fill() noexcept {
        const Arrays& a = out_.arrays;
        fill_short_vertices(lumps_.more_vertices, a.vertex_count, a.vertices);
        fill_segs();
        fill_subsectors();
        fill_nodes();
        std::memcpy(out_.format, form_.name, sizeof form_.name);
    }

private:
    bool count(const Records& records, std::uint64_t size, std::uint64_t limit, Rule rule,
               std::uint32_t& out) noexcept {
        const std::uint64_t bytes = size - records.at;
        const std::uint64_t met = bytes / records.bytes;
        if (bytes % records.bytes != 0) {
            reporter_.remark(Rule::lump_remainder, records.place(met),
                             static_cast<std::int64_t>(bytes % records.bytes),
                             static_cast<std::int64_t>(met));
        }
        limit = std::min(limit, kIndexCeiling);
        if (met > limit) {
            reporter_.add(rule, records.place(limit), static_cast<std::int64_t>(met),
                          static_cast<std::int64_t>(limit));
            return false;
        }
        out = static_cast<std::uint32_t>(met);
        return true;
    }

    // Indices of vertices have 31 bits.
    bool vertices_fit(std::uint32_t& more) noexcept {
        const std::uint64_t stored = lumps_.more_vertices.size() / kShortVertexBytes;
        const std::uint64_t all = map_.vertices.size() + stored;
        if (all > kIndexCeiling) {
            reporter_.add(Rule::nodes_count, out_.places.vertices.place(kIndexCeiling),
                          static_cast<std::int64_t>(all), static_cast<std::int64_t>(kIndexCeiling));
            return false;
        }
        more = static_cast<std::uint32_t>(stored);
        return true;
    }

    void fill_segs() noexcept {
        const Arrays& a = out_.arrays;
        const Places& places = out_.places;
        const unsigned char* p = lumps_.segs.data();
        for (std::uint32_t i = 0; i < a.seg_count; ++i, p += places.segs.bytes) {
            flatline_seg& seg = a.segs[i];
            seg.v1 = load_index(p, form_.index_bytes);
            seg.v2 = load_index(p + form_.index_bytes, form_.index_bytes);
            seg.partner = FLATLINE_NONE;
            seg.linedef = load_le<std::uint16_t>(p + places.seg_fields[2]);
            seg.side = load_le<std::uint16_t>(p + places.seg_fields[3]);
            if (a.angles == nullptr) continue;
            a.angles[i] = {load_le<std::uint16_t>(p + places.seg_fields[2] - 2),
                           load_le<std::int16_t>(p + places.seg_fields[3] + 2)};
        }
    }

    void fill_subsectors() noexcept {
        const Arrays& a = out_.arrays;
        const unsigned char* p = lumps_.ssectors.data();
        for (std::uint32_t i = 0; i < a.subsector_count; ++i, p += out_.places.subsectors.bytes) {
            a.subsectors[i] = {load_index(p + kCountBytes, form_.index_bytes),
                               load_le<std::uint16_t>(p), FLATLINE_NONE};
        }
    }

    void fill_nodes() noexcept {
        const Arrays& a = out_.arrays;
        const unsigned char* p = nodes_;
        for (std::uint32_t i = 0; i < a.node_count; ++i, p += out_.places.nodes.bytes) {
            flatline_node& node = a.nodes[i];
            node.x = load_le<std::int16_t>(p);
            node.y = load_le<std::int16_t>(p + 2);
            node.dx = load_le<std::int16_t>(p + 4);
            node.dy = load_le<std::int16_t>(p + 6);
            for (std::uint32_t side = 0; side < 2; ++side) {
                const unsigned char* child = p + kChildrenAt + form_.index_bytes * side;
                node.children[side] = load_child(child, form_.index_bytes);
            }
            if (a.boxes != nullptr) a.boxes[i] = load_boxes(p + kChildrenAt - kStoredBoxBytes);
        }
    }

    const ClassicForm& form_;
    const BinaryNodeLumps& lumps_;
    const MapView& map_;
    const Limits& limits_;
    Reporter& reporter_;
    Decoded& out_;
    const unsigned char* nodes_;
};

}  // namespace

bool is_deep(Bytes nodes) noexcept {
    return nodes.size() >= sizeof kDeepSignature &&
           std::memcmp(nodes.data(), kDeepSignature, sizeof kDeepSignature) == 0;
}

Outcome decode_classic(const BinaryNodeLumps& lumps, const MapView& map, const Limits& limits,
                       const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                       Reporter& reporter, Decoded& out) noexcept {
    const ClassicForm& form = is_deep(lumps.nodes) ? kDeep : kClassic;
    ClassicDecoder decoder(form, lumps, map, limits, reporter, out);
    if (!decoder.measure()) return Outcome::refused;
    const Outcome outcome = out.arrays.allocate(hooks, budget, memory);
    if (outcome == Outcome::ok) decoder.fill();
    return outcome;
}

}  // namespace flatline::engine::nodes
