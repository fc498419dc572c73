// Findings about node lumps: offsets of what they are about, and one finding for each rule.
#pragma once

#include <cstdint>

#include "model/findings.hpp"

namespace flatline::engine::nodes {

/// A byte of a lump. Built nodes lie in none.
struct LumpPlace {
    std::uint64_t offset = FLATLINE_NO_OFFSET;
    Lump lump = Lump::znodes;
};

/// Where an array of records lies.
struct Records {
    std::uint64_t at = FLATLINE_NO_OFFSET;
    std::uint32_t bytes = 0;  // of a record
    Lump lump = Lump::znodes;

    bool known() const noexcept { return at != FLATLINE_NO_OFFSET; }
    LumpPlace place(std::uint64_t i, std::uint64_t field = 0) const noexcept {
        return {known() ? at + bytes * i + field : FLATLINE_NO_OFFSET, lump};
    }
};

/// The fields of a seg that findings are about. In GL forms v2 stands for the partner.
enum class SegField : std::uint8_t { v1, v2, linedef, side };

/// Where the parts of a tree lie, for the places of findings. Built nodes lie nowhere.
struct Places {
    Records vertices, subsectors, segs, nodes;
    std::uint8_t seg_fields[4] = {};  // by SegField: bytes from the begin of a seg
    std::uint8_t children = 0;        // bytes from the begin of a node
    std::uint8_t child_bytes = 4;

    bool known() const noexcept { return segs.known(); }
    LumpPlace subsector(std::uint64_t i) const noexcept { return subsectors.place(i); }
    LumpPlace seg(std::uint64_t i, SegField field) const noexcept {
        return segs.place(i, seg_fields[static_cast<std::size_t>(field)]);
    }
    LumpPlace node(std::uint64_t i) const noexcept { return nodes.place(i); }
    LumpPlace child(std::uint64_t i, std::uint32_t side) const noexcept {
        return nodes.place(i, children + std::uint64_t{child_bytes} * side);
    }
};

/// Adds findings about nodes; only the first of each rule.
class Reporter {
public:
    explicit Reporter(FindingList& findings) noexcept : findings_(findings) {}

    void add(Rule rule, LumpPlace place, std::int64_t a = 0, std::int64_t b = 0) noexcept {
        for (std::uint32_t i = 0; i < count_; ++i) {
            if (seen_[i] == rule) return;
        }
        if (count_ < kMost) seen_[count_++] = rule;
        const Finding f = make_finding(rule, place.lump, place.offset, a, b);
        findings_.add(f);
        dropped_ = dropped_ || f.severity != static_cast<std::uint8_t>(Severity::note);
    }
    /// Adds a finding that leaves the nodes whatever its severity is.
    void remark(Rule rule, LumpPlace place, std::int64_t a, std::int64_t b) noexcept {
        findings_.add(make_finding(rule, place.lump, place.offset, a, b));
    }
    /// True if a finding drops the nodes; a note does not.
    bool dropped() const noexcept { return dropped_; }

private:
    static constexpr std::uint32_t kMost = 32;  // rules about nodes

    FindingList& findings_;
    Rule seen_[kMost] = {};
    std::uint32_t count_ = 0;
    bool dropped_ = false;
};

}  // namespace flatline::engine::nodes
