// Extended nodes that are not compressed, read in the order of their lump with the checks of each
// port. Source: docs/verdicts.md, "Nodes".
#include "base/bytes.hpp"
#include "verdict/port_tree.hpp"

namespace flatline::engine::verdict {
namespace {

constexpr std::uint32_t kNoLine = 0xFFFFFFFF;

class Extended {
public:
    Extended(const PortLevel& level, Bytes lump) noexcept
        : level_(level),
          port_(level.port),
          lump_(lump),
          form_(static_cast<char>(lump[3])),
          gl_(lump[1] == 'G') {}

    Ending read() noexcept {
        const bool whole = vertices() && subsectors() && segs() && nodes();
        return whole ? worse(ending_, tree()) : ending_;
    }

private:
    bool wide() const noexcept { return gl_ && form_ != 'N'; }
    bool fail(Ending ending) noexcept {
        ending_ = worse(ending_, ending);
        return false;
    }
    // dsda-doom alone counts the bytes that are left.
    bool has(std::uint64_t bytes) noexcept {
        if (bytes <= lump_.size() - at_) return true;
        return fail(port_ == Port::dsda ? Ending::stops : Ending::undefined);
    }
    bool take(std::uint32_t& value) noexcept {
        if (!has(4)) return false;
        value = load_u32le(lump_.data() + at_);
        at_ += 4;
        return true;
    }
    bool vertices() noexcept;
    bool subsectors() noexcept;
    bool segs() noexcept;
    bool subsector(std::uint32_t count, std::uint64_t seg) noexcept;
    bool seg(bool& has_line) noexcept;
    bool line(std::uint32_t line, std::uint32_t side) noexcept;
    bool nodes() noexcept;
    Ending tree() noexcept;

    const PortLevel& level_;
    Port port_;
    Bytes lump_;
    char form_;
    bool gl_;
    std::size_t at_ = 4;
    Ending ending_ = Ending::reads;
    std::uint64_t vertex_count_ = 0;
    std::uint32_t subsector_count_ = 0;
    std::size_t counts_ = 0;  // where the counts of segs stand
    std::uint32_t seg_count_ = 0;
    std::uint32_t node_count_ = 0;
    std::size_t node_bytes_ = 0;
    std::size_t nodes_at_ = 0;
};

// SRB2 goes on without nodes where the nodes are of other vertices. The others copy as many
// vertices as the nodes say, and lines may lose theirs.
bool Extended::vertices() noexcept {
    std::uint32_t original = 0;
    std::uint32_t added = 0;
    if (!take(original) || !take(added)) return false;
    vertex_count_ = std::uint64_t{original} + added;
    if (port_ == Port::srb2) {
        if (original != level_.vertices) return fail(Ending::undefined);
    } else if (vertex_count_ != level_.vertices) {
        if (original > level_.vertices) fail(Ending::undefined);
        for (std::uint64_t i = 0; i < level_.lines.count(); ++i) {
            const bool lost = level_.lines.vertex(i, 0) >= vertex_count_ ||
                              level_.lines.vertex(i, 1) >= vertex_count_;
            if (lost) fail(Ending::undefined);
        }
    }
    if (!has(std::uint64_t{added} * 8)) return false;
    at_ += std::size_t{added} * 8;
    return true;
}

bool Extended::subsectors() noexcept {
    if (!take(subsector_count_)) return false;
    if (subsector_count_ == 0 && port_ != Port::srb2) return fail(Ending::stops);
    if (!has(std::uint64_t{subsector_count_} * 4)) return false;
    counts_ = at_;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < subsector_count_; ++i) {
        sum += load_u32le(lump_.data() + at_);
        at_ += 4;
    }
    if (!take(seg_count_)) return false;
    if (seg_count_ == sum) return true;
    return fail(port_ == Port::srb2 ? Ending::undefined : Ending::stops);
}

// The side of a seg: dsda-doom and Woof stop at one beyond 1 of GL segs and take 1 in the others;
// SRB2 reads past the two sides.
bool Extended::line(std::uint32_t line, std::uint32_t side) noexcept {
    const std::uint64_t lines = level_.has_lines() ? level_.lines.count() : level_.line_count;
    if (line >= lines) return fail(Ending::stops);
    if (side > 1) {
        if (port_ == Port::srb2) {
            fail(Ending::undefined);
            return true;
        }
        if (gl_) return fail(Ending::stops);
        side = 1;
    }
    if (!level_.has_lines()) return true;
    const int which = static_cast<int>(side);
    const bool has_side = port_ == Port::srb2 ? level_.lines.side(line, which) != kNoSide
                                              : level_.is_side(line, which);
    return has_side || fail(Ending::stops);
}

bool Extended::seg(bool& has_line) noexcept {
    const std::size_t bytes = wide() ? 13 : 11;
    if (!has(bytes)) return false;
    const unsigned char* const p = lump_.data() + at_;
    at_ += bytes;
    const Ending bad = port_ == Port::srb2 ? Ending::stops : Ending::undefined;
    const bool second = !gl_ && load_u32le(p + 4) >= vertex_count_;
    if (load_u32le(p) >= vertex_count_ || second) {
        fail(bad);
        if (bad == Ending::stops) return false;
    }
    std::uint32_t number = wide() ? load_u32le(p + 8) : load_le<std::uint16_t>(p + 8);
    if (gl_ && !wide() && number == 0xFFFF) number = kNoLine;
    has_line = !gl_ || number != kNoLine;
    return !has_line || line(number, p[bytes - 1]);
}

// A subsector without a seg of a line: dsda-doom stops; Woof reads through its first seg, which has
// no side; SRB2 takes the first seg of a line, also of the next subsector.
bool Extended::subsector(std::uint32_t count, std::uint64_t behind) noexcept {
    bool any = false;
    bool first = false;
    for (std::uint32_t i = 0; i < count; ++i) {
        bool has_line = false;
        if (!seg(has_line)) return false;
        any = any || has_line;
        if (i == 0) first = has_line;
    }
    if (port_ == Port::dsda && !any) return fail(Ending::stops);
    if (port_ == Port::woof && count != 0 && !first) fail(Ending::undefined);
    if (port_ == Port::srb2 && count != 0 && !any) return fail(Ending::stops);
    if (count == 0 && behind >= seg_count_) fail(Ending::undefined);
    return true;
}

bool Extended::segs() noexcept {
    std::uint64_t behind = 0;
    for (std::uint32_t i = 0; i < subsector_count_; ++i) {
        const std::uint32_t count = load_u32le(lump_.data() + counts_ + std::size_t{i} * 4);
        if (!subsector(count, behind)) return false;
        behind += count;
    }
    return true;
}

bool Extended::nodes() noexcept {
    if (!take(node_count_)) return false;
    node_bytes_ = gl_ && form_ == '3' ? 40 : 32;
    nodes_at_ = at_;
    return has(std::uint64_t{node_count_} * node_bytes_);
}

// SRB2 has 16 bits for a child.
Ending Extended::tree() noexcept {
    return walk_tree(node_count_, subsector_count_, [this](std::size_t node, int which) {
        const std::size_t end = nodes_at_ + (node + 1) * node_bytes_;
        return load_u32le(lump_.data() + end - (which == 0 ? 8 : 4));
    });
}

}  // namespace

Ending read_extended(const PortLevel& level, Bytes lump) noexcept {
    return Extended(level, lump).read();
}

}  // namespace flatline::engine::verdict
