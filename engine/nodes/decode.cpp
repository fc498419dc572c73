#include "nodes/decode.hpp"

#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "base/cursor.hpp"
#include "base/layout.hpp"
#include "base/take_memory.hpp"

namespace flatline::engine::nodes {
namespace {

// The rows of the table of signatures (docs/nodes.md, "Forms").
struct Form {
    char name[5];
    bool zipped;
    bool gl;
    bool wide_lines;   // 32-bit linedef numbers
    bool fixed_nodes;  // partitions in 16.16 instead of whole units
};
constexpr Form kForms[] = {
    {"XGLN", false, true, false, false},  {"XGL2", false, true, true, false},
    {"XGL3", false, true, true, true},    {"ZGLN", true, true, false, false},
    {"ZGL2", true, true, true, false},    {"ZGL3", true, true, true, true},
    {"XNOD", false, false, false, false}, {"ZNOD", true, false, false, false},
};

constexpr std::uint64_t kVertexBytes = 8;

// No real map comes near this: zdbsp makes 1.2 to 3 segs a linedef. It bounds what a compressed
// lump may hold, before any of it is inflated.
constexpr std::uint64_t kSegsPerLine = 64;
constexpr std::uint64_t kSegsAlways = 4096;

// zdbsp's streams hold 2 to 4 times their bytes. Deflate could hold 1032 times as much.
constexpr std::uint64_t kMostRatio = 64;
constexpr std::uint64_t kBytesAlways = 4096;

std::uint64_t most_bytes(std::uint64_t lines, std::uint64_t packed) noexcept {
    // For every seg at most one new vertex, one subsector and one node.
    const std::uint64_t by_lines = 64 + (kSegsPerLine * lines + kSegsAlways) * (8 + 4 + 13 + 40);
    return std::min(by_lines, kMostRatio * packed + kBytesAlways);
}

double fixed(const unsigned char* p) noexcept { return load_le<std::int32_t>(p) / 65536.0; }

// The parts of the payload, found and measured before memory is taken.
struct Parts {
    Bytes vertices;
    Bytes subsectors;
    Bytes segs;
    Bytes nodes;
};

class Decoder {
public:
    Decoder(const Form& form, const NodeLump& lump, Bytes payload, std::uint64_t payload_at,
            const MapView& map, const Limits& limits, Reporter& reporter, Decoded& out) noexcept
        : form_(form),
          lump_(lump),
          cursor_(payload),
          payload_at_(payload_at),
          map_(map),
          limits_(limits),
          reporter_(reporter),
          out_(out) {}

    // Checks lengths, counts and limits. False where the nodes are dropped.
    bool measure() noexcept {
        Places& places = out_.places;
        Arrays& a = out_.arrays;
        a.gl = form_.gl;
        const auto side_at = static_cast<std::uint8_t>(form_.wide_lines ? 12 : 10);
        const std::uint8_t fields[] = {0, 4, 8, side_at};
        std::copy(std::begin(fields), std::end(fields), places.seg_fields);
        places.children = form_.fixed_nodes ? 32 : 24;

        std::uint32_t original = 0;
        if (!count(original)) return false;
        if (!fits_map(original)) return false;
        if (!part(kVertexBytes, made_vertices_, places.vertices, parts_.vertices) ||
            !part(4, a.subsector_count, places.subsectors, parts_.subsectors) ||
            !part(side_at + 1u, a.seg_count, places.segs, parts_.segs) ||
            !part(places.children + 8u, a.node_count, places.nodes, parts_.nodes)) {
            return false;
        }
        if (cursor_.left() != 0) {
            reporter_.add(Rule::nodes_trailing, place(payload_at_ + cursor_.position()),
                          static_cast<std::int64_t>(cursor_.left()));
        }
        return within_limits() && counts_add_up();
    }

    void fill() noexcept {
        fill_vertices();
        if (form_.wide_lines)
            fill_segs<std::uint32_t, true>();
        else if (form_.gl)
            fill_segs<std::uint16_t, true>();
        else
            fill_segs<std::uint16_t, false>();
        if (form_.fixed_nodes)
            fill_nodes<true>();
        else
            fill_nodes<false>();
        fill_boxes();
        std::memcpy(out_.format, form_.name, sizeof form_.name);
    }

private:
    LumpPlace place(std::uint64_t offset) const noexcept { return {offset, lump_.name}; }

    // The nodes are for the map's vertices, and for as many stored behind them as they say.
    bool fits_map(std::uint32_t original) noexcept {
        const std::uint64_t own = map_.vertices.size();
        stored_vertices_ = original - own;
        if (original >= own && stored_vertices_ <= lump_.more_vertices.size() / kShortVertexBytes) {
            out_.arrays.original_vertices = static_cast<std::uint32_t>(own);
            out_.arrays.rounded_vertices = static_cast<std::uint32_t>(stored_vertices_);
            return true;
        }
        reporter_.add(Rule::nodes_stale, place(payload_at_), original,
                      static_cast<std::int64_t>(own));
        return false;
    }

    bool count(std::uint32_t& value) noexcept {
        if (cursor_.u32(value)) return true;
        truncated(4);
        return false;
    }

    // Reads a count and finds that many records of `size` bytes behind it.
    bool part(std::uint32_t size, std::uint32_t& records, Records& at, Bytes& bytes) noexcept {
        if (!count(records)) return false;
        at = {payload_at_ + cursor_.position(), size, lump_.name};
        if (cursor_.take(std::uint64_t{records} * size, bytes)) return true;
        truncated(std::uint64_t{records} * size);
        return false;
    }

    void truncated(std::uint64_t needed) noexcept {
        reporter_.add(Rule::nodes_truncated, place(payload_at_ + cursor_.position()),
                      static_cast<std::int64_t>(needed), static_cast<std::int64_t>(cursor_.left()));
    }

    bool within_limits() noexcept {
        const Arrays& a = out_.arrays;
        const struct {
            Rule rule;
            std::uint64_t met, limit;
            const Records& at;
        } rows[] = {
            {Rule::limit_segs, a.seg_count, limits_.segs, out_.places.segs},
            {Rule::limit_subsectors, a.subsector_count, limits_.subsectors, out_.places.subsectors},
            {Rule::limit_nodes, a.node_count, limits_.nodes, out_.places.nodes},
        };
        bool good = true;
        for (const auto& row : rows) {
            if (row.met <= std::min(row.limit, kIndexCeiling)) continue;
            reporter_.add(row.rule, place(row.at.at - 4), static_cast<std::int64_t>(row.met),
                          static_cast<std::int64_t>(row.limit));
            good = false;
        }
        return good;
    }

    // Checks that the subsectors' counts add up to the number of segs (in 64 bits), that indices of
    // vertices fit 31 bits, and that there is one leaf more than nodes.
    bool counts_add_up() noexcept {
        const Arrays& a = out_.arrays;
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < a.subsector_count; ++i) {
            sum += load_u32le(parts_.subsectors.data() + 4 * i);
        }
        const std::uint64_t made = stored_vertices_ + made_vertices_;
        const std::uint64_t vertices = a.original_vertices + made;
        if (sum != a.seg_count) return miscounted(out_.places.segs, a.seg_count, sum);
        if (a.subsector_count != a.node_count + 1) {
            return miscounted(out_.places.subsectors, a.subsector_count, a.node_count + 1);
        }
        if (vertices > kIndexCeiling)
            return miscounted(out_.places.vertices, vertices, kIndexCeiling);
        out_.arrays.vertex_count = static_cast<std::uint32_t>(made);
        return true;
    }

    template <class Met, class Expected>
    bool miscounted(const Records& at, Met met, Expected expected) noexcept {
        reporter_.add(Rule::nodes_count, place(at.at - 4), static_cast<std::int64_t>(met),
                      static_cast<std::int64_t>(expected));
        return false;
    }

    void fill_vertices() noexcept {
        const Arrays& a = out_.arrays;
        fill_short_vertices(lump_.more_vertices, stored_vertices_, a.vertices);
        const unsigned char* p = parts_.vertices.data();
        for (auto i = static_cast<std::size_t>(stored_vertices_); i < a.vertex_count;
             ++i, p += kVertexBytes) {
            a.vertices[i] = {fixed(p), fixed(p + 4)};
        }
    }

    template <class Line, bool kGl>
    void fill_segs() noexcept {
        constexpr std::size_t kBytes = 9 + sizeof(Line);
        const Arrays& a = out_.arrays;
        // All segs first, then the subsectors: nobody can predict how many segs the next subsector
        // has.
        const unsigned char* p = parts_.segs.data();
        flatline_seg none;
        flatline_seg* before = &none;
        for (std::uint32_t i = 0; i < a.seg_count; ++i, p += kBytes) {
            flatline_seg& seg = a.segs[i];
            seg.v1 = load_u32le(p);
            const auto second = load_u32le(p + 4);
            if constexpr (kGl) {
                before->v2 = seg.v1;  // it ends here, but for the last one of each loop
                before = &seg;
                seg.partner = second;
            } else {
                seg.v2 = second;
                seg.partner = FLATLINE_NONE;
            }
            const auto line = load_le<Line>(p + 8);
            seg.linedef = line == static_cast<Line>(-1) ? FLATLINE_NONE : line;
            seg.side = p[8 + sizeof(Line)];
        }
        std::uint32_t first = 0;
        for (std::uint32_t i = 0; i < a.subsector_count; ++i) {
            const auto segs = load_u32le(parts_.subsectors.data() + 4 * std::size_t{i});
            a.subsectors[i] = {first, segs, FLATLINE_NONE};
            const std::uint32_t end = first + segs;
            if (kGl && segs != 0) a.segs[end - 1].v2 = a.segs[first].v1;
            first = end;
        }
    }

    template <bool kFixed>
    void fill_nodes() noexcept {
        constexpr std::size_t kBytes = kFixed ? 40 : 32;
        const Arrays& a = out_.arrays;
        const unsigned char* p = parts_.nodes.data();
        for (std::size_t i = 0; i < a.node_count; ++i, p += kBytes) {
            flatline_node& node = a.nodes[i];
            if constexpr (kFixed) {
                node.x = fixed(p);
                node.y = fixed(p + 4);
                node.dx = fixed(p + 8);
                node.dy = fixed(p + 12);
            } else {
                node.x = load_le<std::int16_t>(p);
                node.y = load_le<std::int16_t>(p + 2);
                node.dx = load_le<std::int16_t>(p + 4);
                node.dy = load_le<std::int16_t>(p + 6);
            }
            node.children[0] = load_u32le(p + kBytes - 8);
            node.children[1] = load_u32le(p + kBytes - 4);
        }
    }

    void fill_boxes() noexcept {
        const Arrays& a = out_.arrays;
        if (a.boxes == nullptr) return;
        // They stand right before the children.
        const std::size_t bytes = out_.places.nodes.bytes;
        const unsigned char* p = parts_.nodes.data() + out_.places.children - kStoredBoxBytes;
        for (std::size_t i = 0; i < a.node_count; ++i, p += bytes) a.boxes[i] = load_boxes(p);
    }

    const Form& form_;
    const NodeLump& lump_;
    Cursor cursor_;
    std::uint64_t payload_at_;
    const MapView& map_;
    const Limits& limits_;
    Reporter& reporter_;
    Decoded& out_;
    Parts parts_;
    std::uint64_t stored_vertices_ = 0;  // of VERTEXES, behind the map's own
    std::uint32_t made_vertices_ = 0;    // of the lump
};

const Form* find_form(Bytes lump) noexcept {
    if (lump.size() < kSignatureBytes) return nullptr;
    for (const Form& form : kForms) {
        if (std::memcmp(form.name, lump.data(), kSignatureBytes) == 0) return &form;
    }
    return nullptr;
}

void report_signature(const NodeLump& lump, Reporter& reporter) noexcept {
    // The bytes go into the finding as Numbers::lump_name has them.
    std::int64_t name = 0;
    if (!lump.bytes.empty()) {
        std::memcpy(&name, lump.bytes.data(),
                    std::min<std::size_t>(lump.bytes.size(), kSignatureBytes));
    }
    reporter.add(Rule::nodes_signature, {0, lump.name}, name);
}

Outcome unpack(Bytes packed, std::uint64_t cap, Inflater inflater, const MemoryHooks& hooks,
               Budget& budget, Reservation& memory, Lump name, Reporter& reporter,
               Bytes& payload) noexcept {
    const Inflated inflated = inflate(inflater, packed, cap, hooks, budget, memory);
    if (inflated.outcome == Outcome::refused) {
        const bool over_cap = inflated.fault == Rule::nodes_inflate_limit;
        reporter.add(inflated.fault, {0, name}, over_cap ? static_cast<std::int64_t>(cap) : 0);
    }
    if (inflated.outcome != Outcome::ok) return inflated.outcome;
    if (inflated.trailing != 0) {
        reporter.add(Rule::nodes_trailing, {inflated.bytes.size(), name},
                     static_cast<std::int64_t>(inflated.trailing));
    }
    payload = inflated.bytes;
    return Outcome::ok;
}

}  // namespace

Outcome Arrays::allocate(const MemoryHooks& hooks, Budget& budget, Reservation& memory) noexcept {
    Layout layout;
    const std::uint64_t vertices_at = layout.add(vertex_count, sizeof(flatline_vertex));
    const std::uint64_t segs_at = layout.add(seg_count, sizeof(flatline_seg));
    const std::uint64_t subsectors_at = layout.add(subsector_count, sizeof(flatline_subsector));
    const std::uint64_t nodes_at = layout.add(node_count, sizeof(flatline_node));
    const std::uint64_t boxes_at =
        layout.add(keeps_boxes ? node_count : 0, sizeof(flatline_stored_box));
    const bool with_angles = keeps_angles && classic;
    const std::uint64_t angles_at =
        layout.add(with_angles ? seg_count : 0, sizeof(flatline_stored_angle));
    const Outcome taken = take_memory(layout.bytes(), hooks, budget, memory);
    if (taken != Outcome::ok) return taken;
    unsigned char* base = memory.data();
    vertices = reinterpret_cast<flatline_vertex*>(base + vertices_at);
    segs = reinterpret_cast<flatline_seg*>(base + segs_at);
    subsectors = reinterpret_cast<flatline_subsector*>(base + subsectors_at);
    nodes = reinterpret_cast<flatline_node*>(base + nodes_at);
    if (keeps_boxes) boxes = reinterpret_cast<flatline_stored_box*>(base + boxes_at);
    if (with_angles) angles = reinterpret_cast<flatline_stored_angle*>(base + angles_at);
    return Outcome::ok;
}

flatline_stored_box load_boxes(const unsigned char* p) noexcept {
    flatline_stored_box boxes;
    for (std::size_t i = 0; i < 8; ++i) {
        boxes.bbox[i / 4][i % 4] = load_le<std::int16_t>(p + 2 * i);
    }
    return boxes;
}

void fill_short_vertices(Bytes lump, std::uint64_t count, flatline_vertex* out) noexcept {
    const unsigned char* p = lump.data();
    for (std::uint64_t i = 0; i < count; ++i, p += kShortVertexBytes) {
        out[i].x = load_le<std::int16_t>(p);
        out[i].y = load_le<std::int16_t>(p + 2);
    }
}

Signature signature_of(Bytes lump) noexcept {
    const Form* form = find_form(lump);
    return form == nullptr ? Signature::none : form->gl ? Signature::gl : Signature::open;
}

Outcome decode(const NodeLump& lump, const MapView& map, const Limits& limits, Inflater inflater,
               const MemoryHooks& hooks, Budget& budget, Reservation& scratch, Reservation& memory,
               Reporter& reporter, Decoded& out) noexcept {
    const Form* form = find_form(lump.bytes);
    if (form == nullptr) {
        report_signature(lump, reporter);
        return Outcome::refused;
    }
    const std::size_t payload_size = static_cast<std::size_t>(lump.bytes.size()) - kSignatureBytes;
    Bytes payload{lump.bytes.data() + kSignatureBytes, payload_size};
    std::uint64_t payload_at = kSignatureBytes;
    if (form->zipped) {
        payload_at = 0;
        const std::uint64_t most = most_bytes(map.linedefs.size(), payload.size());
        const Outcome outcome =
            unpack(payload, most, inflater, hooks, budget, scratch, lump.name, reporter, payload);
        if (outcome != Outcome::ok) return outcome;
    }
    Decoder decoder(*form, lump, payload, payload_at, map, limits, reporter, out);
    if (!decoder.measure()) return Outcome::refused;
    const Outcome outcome = out.arrays.allocate(hooks, budget, memory);
    if (outcome == Outcome::ok) decoder.fill();
    return outcome;
}

}  // namespace flatline::engine::nodes
