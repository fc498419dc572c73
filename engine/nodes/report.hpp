// Findings about node lumps: offsets of what they are about, and one finding for each rule.
#pragma once

#include <cstdint>

#include "flatline/findings.hpp"

namespace flatline::nodes {

/// Where the parts of a lump lie, for the offsets of findings. Built nodes lie nowhere.
struct Places {
    std::uint64_t vertices = FLATLINE_NO_OFFSET;
    std::uint64_t subsectors = FLATLINE_NO_OFFSET;
    std::uint64_t segs = FLATLINE_NO_OFFSET;
    std::uint64_t nodes = FLATLINE_NO_OFFSET;
    std::uint32_t seg_bytes = 0;
    std::uint32_t node_bytes = 0;
    std::uint32_t line_bytes = 0;
    std::uint32_t box_bytes = 0;  // from a node's begin to its children

    bool known() const noexcept { return segs != FLATLINE_NO_OFFSET; }
    std::uint64_t subsector(std::uint64_t i) const noexcept {
        return known() ? subsectors + 4 * i : FLATLINE_NO_OFFSET;
    }
    /// Offset of byte `field` of seg `i`: 0 is v1, 4 v2 or the partner, 8 the linedef, then the
    /// side.
    std::uint64_t seg(std::uint64_t i, std::uint64_t field = 0) const noexcept {
        return known() ? segs + seg_bytes * i + field : FLATLINE_NO_OFFSET;
    }
    std::uint64_t node(std::uint64_t i) const noexcept {
        return known() ? nodes + node_bytes * i : FLATLINE_NO_OFFSET;
    }
    std::uint64_t child(std::uint64_t i, std::uint32_t side) const noexcept {
        return known() ? node(i) + box_bytes + 4 * side : FLATLINE_NO_OFFSET;
    }
};

/// Adds findings about ZNODES; only the first of each rule.
class Reporter {
public:
    explicit Reporter(FindingList& findings) noexcept : findings_(findings) {}

    void add(Rule rule, std::uint64_t offset, std::int64_t a = 0, std::int64_t b = 0) noexcept {
        for (std::uint32_t i = 0; i < count_; ++i) {
            if (seen_[i] == rule) return;
        }
        if (count_ < kMost) seen_[count_++] = rule;
        const Finding f = make_finding(rule, Lump::znodes, offset, a, b);
        findings_.add(f);
        dropped_ = dropped_ || f.severity != static_cast<std::uint8_t>(Severity::note);
    }
    /// True where a finding drops the nodes; a note does not.
    bool dropped() const noexcept { return dropped_; }

private:
    static constexpr std::uint32_t kMost = 32;  // rules about nodes

    FindingList& findings_;
    Rule seen_[kMost] = {};
    std::uint32_t count_ = 0;
    bool dropped_ = false;
};

}  // namespace flatline::nodes
