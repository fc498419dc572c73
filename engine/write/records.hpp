// Converts elements of a map to records of binary lumps and back. A difference after the round trip
// means that the format would lose something.
#pragma once

#include <array>
#include <cstdint>

#include "binary/flag_tables.hpp"
#include "binary/line_specials.hpp"
#include "binary/namespace_rules.hpp"
#include "model/map.hpp"
#include "udmf/field_tables.hpp"
#include "write/extras.hpp"

namespace flatline::engine::write {

class Records {
public:
    static constexpr std::size_t kMostBytes = 30;

    Records(const Map& map, bool hexen) noexcept;

    /// Each writes the record of an element to `out`, and to `back` the element that it is read as;
    /// names are the element's where they fit. `extras` stands at the element.
    void put(const flatline_vertex& vertex, const Extras& extras, unsigned char* out,
             flatline_vertex& back) noexcept;
    void put(const flatline_linedef& line, const Extras& extras, unsigned char* out,
             flatline_linedef& back) noexcept;
    void put(const flatline_sidedef& side, const Extras& extras, unsigned char* out,
             flatline_sidedef& back) noexcept;
    void put(const flatline_sector& sector, const Extras& extras, unsigned char* out,
             flatline_sector& back) noexcept;
    void put(const flatline_thing& thing, const Extras& extras, unsigned char* out,
             flatline_thing& back) noexcept;

    /// True where the record that was written last says the same as this value beyond the struct.
    /// An unknown field is the element's own, not one of a block in it.
    bool holds(const flatline_column& column, std::uint32_t entry) noexcept;
    bool holds(const flatline_unknown& unknown) const noexcept;

private:
    using Byte = unsigned char;

    /// What a bit says, and where the field is.
    struct Bit {
        binary::FlagRow row;
        binary::BooleanTarget target;
    };
    struct Bits {
        std::array<Bit, 24> rows;
        std::size_t count = 0;
    };

    void prepare(const binary::FlagTable& table, std::uint8_t block, Bits& bits) noexcept;
    std::uint16_t flag_bits(const Bits& bits, std::uint32_t flags,
                            const Extras& extras) const noexcept;
    std::uint16_t activation(std::uint32_t flags, bool special) const noexcept;
    std::uint8_t arg_flags(std::uint32_t flags, const Extras& extras) const noexcept;
    void give_args(flatline_linedef& raw, std::uint8_t flags) const noexcept;
    const binary::LineSpecial* special_row(std::int32_t special, bool clears) const noexcept;
    void put_doom_line(const flatline_linedef& line, const Extras& extras, Byte* out,
                       flatline_linedef& back) noexcept;
    void put_hexen_line(const flatline_linedef& line, const Extras& extras, Byte* out,
                        flatline_linedef& back) noexcept;
    void put_doom_thing(const flatline_thing& thing, const Extras& extras, Byte* out,
                        flatline_thing& back) noexcept;
    void put_hexen_thing(const flatline_thing& thing, const Extras& extras, Byte* out,
                         flatline_thing& back) noexcept;
    /// Forgets what the record before was read as.
    void forget() noexcept;
    /// What is called with each field beyond the struct that a record is read as.
    auto keep() noexcept {
        return [this](const binary::BooleanTarget& target) { kept_[kept_count_++] = &target; };
    }
    void keep_thing_flags(std::uint16_t flags) noexcept;
    bool is_default(const flatline_column& column, std::uint32_t entry) noexcept;
    bool is_kept(const binary::BooleanTarget& target) const noexcept;
    template <class Is>
    const binary::BooleanTarget* find_target(Is&& is) const noexcept;
    std::uint32_t put_name(std::uint32_t name, Byte* out) const noexcept;

    const Map& map_;
    bool hexen_;
    binary::NamespaceRules rules_;
    udmf::FieldTable fields_;
    const binary::FlagTables& tables_;
    View<binary::LineSpecial> specials_;
    Bits line_bits_, thing_bits_;
    binary::BooleanTarget arg_targets_[std::size(binary::kArgFlags)];
    /// Defaults of columns, looked up once, by field modulo their number.
    struct KnownDefault {
        FieldId field = FLATLINE_NO_FIELD;
        flatline_value value;
    };
    KnownDefault defaults_[32] = {};
    std::uint32_t activation_masks_[std::size(binary::kActivations)] = {};

    // What the record that was written last is read as, beyond the struct.
    std::array<const binary::BooleanTarget*, 32> kept_;
    std::size_t kept_count_ = 0;
    std::int64_t user_flags_ = 0;
    std::int64_t user_extrainfo_ = 0;
};

}  // namespace flatline::engine::write
