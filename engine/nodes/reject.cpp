#include "nodes/reject.hpp"

namespace flatline::engine::nodes {

bool read_reject(Bytes lump, std::uint32_t sector_count, FindingList& findings,
                 flatline_reject& out) noexcept {
    out = {};
    if (lump.empty()) return true;
    const std::uint64_t needed = reject_bytes(sector_count);
    if (lump.size() != needed) {
        findings.add(make_finding(
            Rule::reject_size, Lump::reject, lump.size() < needed ? lump.size() : needed,
            static_cast<std::int64_t>(lump.size()), static_cast<std::int64_t>(needed)));
    }
    if (lump.size() < needed) return false;
    out.bits = lump.data();
    out.sector_count = sector_count;
    return true;
}

}  // namespace flatline::engine::nodes
