// Fuzzer of REJECT: any bytes as the lump of a map whose number of sectors the first two bytes say,
// then every bit of it asked for.

#include <cstddef>
#include <cstdint>

#include "fuzz/harness/promise.hpp"
#include "nodes/reject.hpp"
#include "support/oracle.hpp"
#include "support/runtime_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint32_t sectors = data[0] | std::uint32_t{data[1]} << 8;
    const fuzz::Content lump(data + 2, size - 2);
    const std::uint64_t needed = (std::uint64_t{sectors} * sectors + 7) / 8;
    flatline::engine::FindingList findings;
    flatline_reject reject = {};
    const bool kept = flatline::engine::nodes::read_reject(lump.view(), sectors, findings, reject);
    fuzz::require(kept || reject.bits == nullptr, "a dropped table is not published");
    fuzz::require(reject.bits == nullptr || needed <= lump.size, "a short table is not published");
    fuzz::require(reject.bits == nullptr || lump.size == needed || findings.total() == 1,
                  "a long table has a finding");
    fuzz::require_none(oracle::first_fault(findings, ""));
    fuzz::require_none(runtime_oracle::first_fault(reject, sectors, 512));
    return 0;
}
