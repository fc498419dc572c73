// Makes typed columns, one for each field, of values beyond the standard fields.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "model/findings.hpp"
#include "model/view.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::udmf {

struct Columns {
    const flatline_column* columns = nullptr;
    const std::int32_t* ids = nullptr;
    std::uint32_t column_count = 0;
    std::uint32_t id_count = 0;
};

/// A place among all values of a map: `index` of RawMap::values, or of the slice `slice` - 1 after
/// them.
struct ValuePlace {
    std::size_t slice, index;
};

/// What is known of one share of the values. By FieldId: how many values there are, and then where
/// in its column the share begins and ends; and their kind.
struct ColumnShare {
    ValuePlace from, to;
    std::uint32_t begin[kFieldBound];
    std::uint32_t end[kFieldBound];
    std::uint8_t kinds[kFieldBound];
    std::uint64_t ids;  // how many, and then the number of the first
    bool odd_ids;       // an entry of an id list is no plain int32
};

/// Sorts the values of a map into columns in order of FieldId, with ascending elements. Where an
/// element repeats a value, the last one stays. The values are worked on in shares, on whatever
/// threads: count() of all, take(), from which the memory follows, report(), fill() of all, and
/// publish(). An entry of an id list that is no int32 is left out with a finding.
class ColumnBuilder {
public:
    /// `more`: for the shares after the first one.
    explicit ColumnBuilder(const RawMap& raw, Bytes text, ColumnShare* more = nullptr,
                           std::size_t more_count = 0) noexcept;

    std::size_t shares() const noexcept { return shares_; }
    void count(std::size_t share) noexcept;
    /// Announces the memory, then takes it.
    Outcome take(const MemoryHooks& hooks, Budget& budget, Reservation& memory) noexcept;
    /// Adds the findings.
    void report(FindingList& findings) const noexcept;
    /// `drop_values`: the pages of raw.values go back to the system on the way.
    void fill(std::size_t share, bool drop_values) noexcept;
    Columns publish() noexcept;

private:
    class Filler;

    ValueSlice slice_at(std::size_t i) const noexcept;
    ValuePlace begin_of(std::size_t share) const noexcept;
    template <class Use>
    void each_stretch(const ColumnShare& share, Use&& use) const noexcept;
    template <class Use>
    void each_id(flatline_text list, Use&& use) const noexcept;
    void add_up() noexcept;
    View<FieldId> used() const noexcept { return {used_, used_count_}; }
    void report_ids(const ValueSlice& from, std::size_t i, FindingList& findings) const noexcept;
    void join_shares(std::size_t field) noexcept;
    // The column of a field.
    std::uint32_t* elements(std::size_t field) const noexcept {
        return reinterpret_cast<std::uint32_t*>(base_ + elements_at_[field]);
    }
    unsigned char* values(std::size_t field) const noexcept { return base_ + values_at_[field]; }
    ColumnShare& share_at(std::size_t i) noexcept { return i == 0 ? first_ : more_[i - 1]; }
    const ColumnShare& share_at(std::size_t i) const noexcept {
        return i == 0 ? first_ : more_[i - 1];
    }

    const RawMap& raw_;
    Bytes text_;
    ColumnShare first_;
    ColumnShare* more_;
    std::size_t shares_;
    std::size_t value_count_;
    unsigned char* base_ = nullptr;
    std::uint64_t ids_at_ = 0;
    std::uint64_t id_count_ = 0;
    // Of the fields that have values.
    FieldId used_[kFieldBound];
    std::size_t used_count_ = 0;
    std::uint64_t elements_at_[kFieldBound];
    std::uint64_t values_at_[kFieldBound];
    std::uint32_t totals_[kFieldBound];  // values of a field
    bool is_new_ = false;                // the memory's pages are still to come
};

/// All of it, in one share.
Outcome build_columns(const RawMap& raw, Bytes text, const MemoryHooks& hooks, Budget& budget,
                      Reservation& memory, FindingList& findings, Columns& out,
                      bool drop_values = false) noexcept;

}  // namespace flatline::engine::udmf
