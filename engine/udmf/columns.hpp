// Values of fields beyond the standard ones -> one typed column a field.
#pragma once

#include <cstdint>

#include "base/arena.hpp"
#include "flatline/findings.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::udmf {

struct Columns {
    const flatline_column* columns = nullptr;
    const std::int32_t* ids = nullptr;
    std::uint32_t column_count = 0;
    std::uint32_t id_count = 0;
};

enum class BuildStatus : std::uint8_t { ok, over_limit, out_of_memory };

/// Sorts raw.values into columns, in order of FieldId, elements ascending; of values that one
/// element repeats the last stays. Two passes over the values, linear. The memory is announced
/// exactly, then taken. An entry of an id list that is no int32 is left out with a finding.
/// `drop_values`: the pages of raw.values go back to the system on the way.
BuildStatus build_columns(const RawMap& raw, Bytes text, const MemoryHooks& hooks, Budget& budget,
                          Reservation& memory, FindingList& findings, Columns& out,
                          bool drop_values = false) noexcept;

}  // namespace flatline::udmf
