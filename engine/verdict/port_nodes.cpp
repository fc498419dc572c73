// Nodes as dsda-doom, Woof and SRB2 read them, each in its order and with its own checks. Source:
// docs/verdicts.md, "Nodes".
#include "base/bytes.hpp"
#include "verdict/lump_bytes.hpp"
#include "verdict/port_tree.hpp"

namespace flatline::engine::verdict {
namespace {

// Records of classic nodes and of those of DeePBSP.
struct Layout {
    std::size_t seg, linedef, side;  // bytes of a record, and where in it they stand
    std::size_t ssector, first;
    std::size_t node, header;
    bool wide;  // first segs and children of 32 bits
};
constexpr Layout kClassic = {12, 6, 8, 4, 2, 28, 0, false};
constexpr Layout kDeep = {16, 10, 12, 6, 2, 32, 8, true};

std::uint32_t long_at(Bytes bytes, std::size_t at) noexcept {
    return load_u32le(bytes.data() + at);
}

bool is_gl(std::string_view head) noexcept {
    return head == "XGLN" || head == "XGL2" || head == "XGL3";
}
bool is_packed(std::string_view head) noexcept {
    return head == "ZNOD" || head == "ZGLN" || head == "ZGL2" || head == "ZGL3";
}

class Classic {
public:
    Classic(const PortLevel& level, const Layout& layout) noexcept
        : level_(level),
          layout_(layout),
          segs_(level.lumps.parts[kSegs]),
          ssectors_(level.lumps.parts[kSsectors]),
          nodes_(level.lumps.parts[kNodes]),
          seg_count_(segs_.size() / layout.seg),
          ssector_count_(ssectors_.size() / layout.ssector),
          node_count_(
              nodes_.size() < layout.header ? 0 : (nodes_.size() - layout.header) / layout.node) {}

    Ending read() const noexcept {
        const bool woof = level_.port == Port::woof;
        if (ssector_count_ == 0) return woof ? Ending::undefined : Ending::stops;
        if (node_count_ == 0 && !woof && (level_.port == Port::srb2 || ssector_count_ != 1)) {
            return Ending::stops;
        }
        if (seg_count_ == 0) return woof ? Ending::undefined : Ending::stops;
        return worse(worse(segs(), ssectors()), tree());
    }

private:
    Ending segs() const noexcept;
    Ending ssectors() const noexcept;
    Ending tree() const noexcept;
    std::uint32_t child(std::size_t node, int which) const noexcept;

    const PortLevel& level_;
    const Layout& layout_;
    Bytes segs_, ssectors_, nodes_;
    std::size_t seg_count_, ssector_count_, node_count_;
};

// SRB2 checks neither vertex nor linedef, and reads beyond the two sides; Woof does the last, too.
Ending Classic::segs() const noexcept {
    const bool srb2 = level_.port == Port::srb2;
    Ending ending = Ending::reads;
    for (std::size_t i = 0; i < seg_count_; ++i) {
        const std::size_t at = i * layout_.seg;
        const std::uint16_t line = word_at(segs_, at + layout_.linedef);
        if (srb2 &&
            (word_at(segs_, at) >= level_.vertices || word_at(segs_, at + 2) >= level_.vertices)) {
            ending = Ending::undefined;
        }
        if (line >= level_.lines.count()) {
            if (!srb2) return Ending::stops;
            ending = Ending::undefined;
            continue;
        }
        int side = word_at(segs_, at + layout_.side);
        if (side > 1) {
            if (level_.port != Port::dsda && !layout_.wide) {
                ending = Ending::undefined;
                continue;
            }
            side = 1;
        }
        const bool has =
            srb2 ? level_.lines.side(line, side) != kNoSide : level_.is_side(line, side);
        if (has) continue;
        if (layout_.wide && level_.port == Port::woof) {
            ending = Ending::undefined;  // it has no check there
        } else {
            return Ending::stops;
        }
    }
    return ending;
}

Ending Classic::ssectors() const noexcept {
    Ending ending = Ending::reads;
    for (std::size_t i = 0; i < ssector_count_; ++i) {
        const std::size_t at = i * layout_.ssector;
        const std::uint64_t segs = word_at(ssectors_, at);
        const std::uint64_t first = layout_.wide ? long_at(ssectors_, at + layout_.first)
                                                 : word_at(ssectors_, at + layout_.first);
        if (level_.port == Port::srb2) {
            if (first >= seg_count_) return Ending::stops;
        } else if (first + segs > seg_count_ || first >= seg_count_) {
            ending = Ending::undefined;
        } else if (segs == 0 && level_.port == Port::dsda) {
            return Ending::stops;
        }
    }
    return ending;
}

// dsda-doom and Woof take subsector 0 for one that is not there, but not in DeePBSP's nodes.
std::uint32_t Classic::child(std::size_t node, int which) const noexcept {
    const std::size_t end = layout_.header + (node + 1) * layout_.node;
    const auto back = static_cast<std::size_t>(2 - which);
    if (layout_.wide) return long_at(nodes_, end - 4 * back);
    const std::uint32_t child = word_at(nodes_, end - 2 * back);
    if ((child & 0x8000) == 0) return child;
    const std::uint32_t subsector = child & 0x7FFF;
    const bool mends = level_.port != Port::srb2 && child != 0xFFFF;
    return kLeaf | (mends && subsector >= ssector_count_ ? 0 : subsector);
}

Ending Classic::tree() const noexcept {
    return walk_tree(node_count_, ssector_count_,
                     [this](std::size_t node, int which) { return child(node, which); });
}

// Woof builds nodes where there are too few bytes of them, but for a map of one subsector.
bool woof_builds(const PortLevel& level, std::string_view head) noexcept {
    const std::size_t ssectors = level.lumps.parts[kSsectors].size();
    const std::size_t nodes = level.lumps.parts[kNodes].size();
    if (level.port != Port::woof || (ssectors >= 4 && is_gl(head))) return false;
    if (nodes >= kClassic.node) return ssectors < 4 && head.empty();
    return !(ssectors == 4 && nodes == 0);
}

// Which form the nodes of a binary map have for this port, and where they lie.
Bytes extended_of(const PortLevel& level, std::string_view& head) noexcept {
    const Bytes ssectors = level.lumps.parts[kSsectors];
    const Bytes nodes = level.lumps.parts[kNodes];
    const bool of_ssectors = level.port == Port::srb2 ? !ssectors.empty() : true;
    if (of_ssectors && (is_gl(head_of(ssectors)) || is_packed(head_of(ssectors)))) {
        head = head_of(ssectors);
        return ssectors;
    }
    if (level.port == Port::srb2 && of_ssectors) return {};
    if (head_of(nodes) == "XNOD" || head_of(nodes) == "ZNOD") {
        head = head_of(nodes);
        return nodes;
    }
    return {};
}

// SRB2 looks at a signature only where there are no segs, and at that of SSECTORS only where that
// lump is not empty.
NodesRead read_binary(const PortLevel& level) noexcept {
    const Bytes nodes = level.lumps.parts[kNodes];
    const bool srb2 = level.port == Port::srb2;
    const bool segs = !level.lumps.parts[kSegs].empty();
    if (srb2 && segs) {
        if (nodes.empty()) return {true, Ending::stops};
        if (!level.lumps.has[kSsectors]) return {true, Ending::undefined};
        const bool deep = head_of(nodes) == "xNd4";
        const Ending ending = Classic(level, kClassic).read();
        return {true, deep ? worse(ending, Ending::undefined) : ending};
    }
    std::string_view head;
    const Bytes lump = extended_of(level, head);
    if (woof_builds(level, head)) return {true, Ending::reads};
    if (!head.empty()) {
        if (is_packed(head)) return {srb2, Ending::stops};
        return {true, read_extended(level, lump)};
    }
    if (srb2) return {true, Ending::stops};
    const bool deep = nodes.size() >= 8 && load_u64le(nodes.data()) == 0x34644E78;  // "xNd4"
    return {true, Classic(level, deep ? kDeep : kClassic).read()};
}

}  // namespace

// In a text dsda-doom looks for other forms than GL in lumps that are not there.
NodesRead read_nodes(const PortLevel& level) noexcept {
    if (!level.lumps.known || level.lumps.ending == Ending::stops) return {};
    if (!level.is_text) return read_binary(level);
    const Bytes znodes = level.lumps.parts[kZnodes];
    const std::string_view head = head_of(znodes);
    const bool packed = is_packed(head);
    if (level.port == Port::srb2) {
        if (!is_gl(head)) return {true, Ending::stops};
    } else if (level.port == Port::dsda) {
        if (!is_gl(head) && (!packed || head == "ZNOD")) return {true, Ending::undefined};
    } else if (znodes.size() < 4) {
        return {true, Ending::undefined};
    } else if (!is_gl(head) && !packed && head != "XNOD") {
        return {true, Ending::stops};
    }
    if (packed) return {};
    return {true, read_extended(level, znodes)};
}

}  // namespace flatline::engine::verdict
