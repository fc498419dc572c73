#include "nodes/reject.hpp"

namespace flatline::nodes {

bool read_reject(Bytes lump, std::uint32_t sector_count, FindingList& findings,
                 flatline_reject& out) noexcept {
    out = {};
    if (lump.empty()) return true;
    const std::uint64_t needed = reject_bytes(sector_count);
    if (lump.size() != needed) {
        Finding f{};
        f.offset = lump.size() < needed ? lump.size() : needed;
        f.a = static_cast<std::int64_t>(lump.size());
        f.b = static_cast<std::int64_t>(needed);
        f.index = FLATLINE_NONE;
        f.rule = static_cast<std::uint16_t>(Rule::reject_size);
        f.field = FLATLINE_NO_FIELD;
        f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
        f.element = FLATLINE_MAP;
        f.lump = static_cast<std::uint8_t>(Lump::reject);
        findings.add(f);
    }
    if (lump.size() < needed) return false;
    out.bits = lump.data();
    out.sector_count = sector_count;
    return true;
}

}  // namespace flatline::nodes
