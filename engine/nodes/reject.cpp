#include "nodes/reject.hpp"

#include <cstring>

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

void pad_reject(Bytes lump, std::int32_t padding, std::uint32_t line_entries, std::uint64_t bytes,
                unsigned char* out) noexcept {
    const std::size_t have = lump.size();
    if (have != 0) std::memcpy(out, lump.data(), have);
    const bool ones = padding == FLATLINE_REJECT_ONES || padding == FLATLINE_REJECT_OVERRUN_ONES;
    std::memset(out + have, ones ? 0xFF : 0, static_cast<std::size_t>(bytes) - have);
    if (padding != FLATLINE_REJECT_OVERRUN && padding != FLATLINE_REJECT_OVERRUN_ONES) return;
    // The header of the block that doom.exe had behind it: its size, who owns it, 50 for a level,
    // and the number by which the allocator knows its own.
    const std::uint32_t words[] = {((line_entries * 4 + 3) & ~3u) + 24, 0, 50, 0x1d4a11};
    for (std::size_t i = 0; i < sizeof words && have + i < bytes; ++i) {
        out[have + i] = static_cast<unsigned char>(words[i / 4] >> (8 * (i % 4)));
    }
}

}  // namespace flatline::engine::nodes
