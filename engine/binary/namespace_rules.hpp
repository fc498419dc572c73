// What the flags, specials and arguments of a binary map's records mean in one namespace.
#pragma once

#include <cstdint>
#include <string_view>

#include "binary/flags.hpp"
#include "binary/line_specials.hpp"
#include "flatline/types.h"
#include "model/fields.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::binary {

class NamespaceRules {
public:
    /// A namespace that is not known, in any case, knows the standard fields only.
    NamespaceRules(bool hexen, std::string_view name_space) noexcept;

    bool is_known() const noexcept { return row_ != nullptr; }
    Dialect dialect() const noexcept { return dialect_; }
    bool is_srb2() const noexcept { return srb2_; }
    const Flags& things() const noexcept { return things_; }

    // ---- Lines ----

    /// The id of a line that gives none: in Hexen format, and in text of the namespace.
    std::int32_t default_line_id() const noexcept { return line_id_; }
    std::uint32_t doom_line_flags(std::uint16_t flags) const noexcept {
        return lines_.standard(flags);
    }
    /// Of Hexen format; `special` is the final one.
    std::uint32_t hexen_line_flags(std::uint16_t flags, std::int32_t special) const noexcept {
        const std::uint32_t way = activation_[(flags & kActivationBits) >> kActivationShift];
        return lines_.standard(flags) |
               (special != 0 ? way : way & ~std::uint32_t{FLATLINE_LINE_PLAYERCROSS});
    }
    /// True for a special whose arguments give an id or flags.
    bool has_arg_fields(std::uint8_t special) const noexcept { return special_[special] != 0; }
    /// Takes id and flags out of special and arguments of a line of Hexen format; returns the
    /// argument that held kArgFlags.
    std::uint8_t take_arg_fields(flatline_linedef& line) const noexcept;
    /// The argument that holds kArgFlags, of five.
    std::uint8_t arg_flags(std::uint8_t special, const unsigned char* args) const noexcept;
    /// The bits of the struct that kArgFlags give.
    std::uint32_t standard_arg_flags(std::uint8_t arg) const noexcept;

    bool line_has_more(std::uint16_t flags) const noexcept {
        return lines_.has_more(flags) || (flags & kActivationBits) >= unknown_activations_;
    }
    /// Calls `use(target)` for each field beyond the struct that is true, in order of bits and then
    /// of kArgFlags; returns the bits that are in no field.
    template <class Use>
    std::uint16_t each_line_field(std::uint16_t flags, std::uint8_t arg, Use&& use) const noexcept {
        lines_.each_more(flags, use);
        for (std::size_t i = 0; arg != 0; ++i, arg = static_cast<std::uint8_t>(arg >> 1)) {
            if ((arg & 1) != 0 && !arg_flags_[i].is_standard()) use(arg_flags_[i]);
        }
        const std::uint16_t rest = lines_.rest(flags);
        const std::uint16_t way = flags & kActivationBits;
        return way >= unknown_activations_ ? static_cast<std::uint16_t>(rest | way) : rest;
    }

    /// Calls `use(target)` for each field that a flag of a line, or of a thing, may go to beyond
    /// the struct.
    template <class Use>
    void each_target(Use&& use) noexcept {
        lines_.each_target(use);
        things_.each_target(use);
        if (!takes_arg_flags_) return;
        for (BooleanTarget& target : arg_flags_) {
            if (!target.is_standard()) use(target);
        }
    }

private:
    void find_line_id() noexcept;
    const LineSpecial* row_of(std::uint8_t special) const noexcept {
        const std::uint8_t row = special_[special];
        return row != 0 && row != kSet3DFloorRow ? &specials_[row - 1] : nullptr;
    }
    static constexpr std::uint8_t kSet3DFloorRow = 0xFF;

    const NamespaceRow* row_;  // of the namespace
    Dialect dialect_;
    udmf::FieldTable fields_;
    const FlagTables& tables_;
    Flags lines_;
    Flags things_;
    View<LineSpecial> specials_;
    std::int32_t line_id_ = 0;
    std::uint32_t unknown_activations_ = kActivationBits + 1;  // from here on they are bits
    bool srb2_;
    bool takes_arg_flags_ = false;
    std::uint32_t activation_[std::size(kActivations)] = {};
    BooleanTarget arg_flags_[std::size(kArgFlags)];
    std::uint8_t special_[256] = {};  // by special: 0 none, the row of specials_ from 1
};

}  // namespace flatline::engine::binary
