// The flags of one kind of record as the fields of one namespace: to the bits of the struct by
// tables, to columns and unknown fields one by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "binary/flag_tables.hpp"
#include "flatline/types.h"
#include "udmf/field_tables.hpp"

namespace flatline::engine::binary {

/// Where a field of boolean kind goes: to a bit of the struct, to a column, or, where the dialect
/// does not know it, to the unknown fields.
struct BooleanTarget {
    std::uint32_t mask = 0;  ///< of the struct's flags
    FieldId field = FLATLINE_NO_FIELD;
    std::string_view name;
    flatline_text text{0, 0};  ///< the name in the map's characters, where the reader kept it

    bool is_standard() const noexcept { return mask != 0; }
    bool is_column() const noexcept { return field != FLATLINE_NO_FIELD; }
};
BooleanTarget find_boolean(const udmf::FieldTable& fields, std::uint8_t block,
                           std::string_view name) noexcept;

class Flags {
public:
    /// Bits of `elsewhere` mean something that these rows do not say: they are passed over.
    Flags(const FlagTable& table, std::uint16_t elsewhere, const udmf::FieldTable& fields,
          std::uint8_t block) noexcept;

    /// The bits of the struct.
    std::uint32_t standard(std::uint16_t flags) const noexcept {
        const std::uint16_t counting = table_.counting(flags);
        return standard_[0][counting & 0xFF] | standard_[1][counting >> 8];
    }
    /// True if `flags` give more than the bits of the struct.
    bool has_more(std::uint16_t flags) const noexcept { return (flags & more_) != 0; }
    /// Calls `use(target)` for each field beyond the struct that is true.
    template <class Use>
    void each_more(std::uint16_t flags, Use&& use) const noexcept {
        const std::uint16_t counting = table_.counting(flags);
        for (std::size_t i = 0; i < count_; ++i) {
            if (is_on(*rows_[i], counting)) use(targets_[i]);
        }
    }
    /// The bits that are in no field.
    std::uint16_t rest(std::uint16_t flags) const noexcept {
        const std::uint16_t counting = table_.counting(flags);
        return static_cast<std::uint16_t>(flags & ~(counting & known_) & ~elsewhere_);
    }
    template <class Use>
    void each_target(Use&& use) noexcept {
        for (std::size_t i = 0; i < count_; ++i) use(targets_[i]);
    }

private:
    static bool is_on(const FlagRow& row, std::uint16_t flags) noexcept {
        const bool on = ((flags & row.bit) != 0) != row.inverted;
        return on != ((flags & row.toggle) != 0);
    }

    static constexpr std::size_t kMostRows = 20;
    static constexpr bool all_fit() noexcept {
        for (const FlagTables& tables : kFlagTables) {
            if (tables.lines.rows.size() > kMostRows || tables.things.rows.size() > kMostRows) {
                return false;
            }
        }
        return true;
    }

    FlagTable table_;
    std::uint16_t elsewhere_;
    std::uint16_t known_ = 0;  // bits of rows
    std::uint16_t more_ = 0;
    std::uint32_t standard_[2][256] = {};
    std::array<const FlagRow*, kMostRows> rows_ = {};  // of fields beyond the struct
    std::array<BooleanTarget, kMostRows> targets_ = {};
    std::size_t count_ = 0;
};

}  // namespace flatline::engine::binary
