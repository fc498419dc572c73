// Makes typed columns, one for each field, of values beyond the standard fields.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/findings.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::udmf {

struct Columns {
    const flatline_column* columns = nullptr;
    const std::int32_t* ids = nullptr;
    std::uint32_t column_count = 0;
    std::uint32_t id_count = 0;
};

/// Sorts raw.values into columns in order of FieldId, with ascending elements. Where an element
/// repeats a value, the last one stays. Two linear passes: count(), from which the exact memory
/// follows, and fill(). Each may run beside other work. An entry of an id list that is no int32 is
/// left out with a finding.
class ColumnBuilder {
public:
    ColumnBuilder(const RawMap& raw, Bytes text) noexcept : raw_(raw), text_(text) {}

    void count() noexcept;
    /// Announces the memory, then takes it.
    Outcome take(const MemoryHooks& hooks, Budget& budget, Reservation& memory) noexcept;
    /// `drop_values`: the pages of raw.values go back to the system on the way.
    void fill(FindingList& findings, Columns& out, bool drop_values) noexcept;

private:
    template <class Use>
    void each_id(const SideValue& value, Use&& use) const noexcept;
    flatline_text copy_ids(const SideValue& value, std::int32_t* ids, std::uint32_t& next,
                           FindingList& findings) const noexcept;
    Columns publish(const std::uint32_t* filled, std::uint32_t id_count) const noexcept;

    const RawMap& raw_;
    Bytes text_;
    Layout layout_;
    unsigned char* base_ = nullptr;
    std::uint64_t ids_at_ = 0;
    std::uint64_t id_count_ = 0;
    std::uint32_t counts_[kFieldBound] = {};
    std::uint64_t elements_at_[kFieldBound] = {};
    std::uint64_t values_at_[kFieldBound] = {};
    std::uint8_t kinds_[kFieldBound] = {};
};

/// All of it.
Outcome build_columns(const RawMap& raw, Bytes text, const MemoryHooks& hooks, Budget& budget,
                      Reservation& memory, FindingList& findings, Columns& out,
                      bool drop_values = false) noexcept;

}  // namespace flatline::udmf
