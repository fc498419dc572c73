// Checks the limits of a binary map before its indices are read. The limits are those of a TEXTMAP.
#pragma once

#include <cstdint>
#include <string_view>

#include "binary/lump_counts.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::binary {

/// Bytes of the five lumps together; text-bytes has the same ceiling, because offsets of strings
/// have 32 bits.
inline constexpr std::uint64_t kMostBytes = 2ull << 30;

/// Before memory is taken: lengths and counts. Also warns of bytes after the last record and of a
/// namespace that is not known.
[[nodiscard]] bool check_counts(const BinaryLumps& lumps, const LumpCounts& counts,
                                const NamespaceRules& rules, std::string_view name_space,
                                const Limits& limits, FindingList& findings) noexcept;

/// When all is read: names, coordinates and heights.
[[nodiscard]] bool check_read(bool hexen, const udmf::RawMap& raw, std::uint32_t longest_name,
                              const Limits& limits, FindingList& findings) noexcept;

}  // namespace flatline::engine::binary
