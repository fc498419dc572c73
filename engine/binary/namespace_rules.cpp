#include "binary/namespace_rules.hpp"

#include <charconv>
#include <optional>

namespace flatline::engine::binary {
namespace {

bool has_value(const LineSpecial& row, std::int32_t value) noexcept {
    return row.only_arg == kNoArg || value == row.only_value;
}

}  // namespace

NamespaceRules::NamespaceRules(bool hexen, std::string_view name_space) noexcept
    : row_(udmf::find_namespace(name_space)),
      dialect_(row_ != nullptr ? row_->dialect : Dialect::udmf11),
      fields_(dialect_, false),
      tables_(flag_tables(hexen, row_ != nullptr ? row_->name : std::string_view())),
      lines_(tables_.lines, hexen ? kActivationBits : std::uint16_t{0}, fields_, FLATLINE_LINEDEF),
      things_(tables_.things, 0, fields_, FLATLINE_THING),
      srb2_(!hexen && dialect_ == Dialect::srb2) {
    for (std::size_t i = 0; i < tables_.activations; ++i) {
        for (const std::string_view name : kActivations[i].fields) {
            if (name.empty()) continue;
            activation_[i] |= find_boolean(fields_, FLATLINE_LINEDEF, name).mask;
        }
    }
    find_line_id();
    if (!hexen) return;
    unknown_activations_ = static_cast<std::uint32_t>(tables_.activations << kActivationShift);

    const bool of_hexen = tables_.name_space == "hexen";
    specials_ = of_hexen ? View<LineSpecial>(kHexenSpecials, std::size(kHexenSpecials))
                         : View<LineSpecial>(kZDoomSpecials, std::size(kZDoomSpecials));
    for (std::size_t i = 0; i < specials_.size(); ++i) {
        special_[specials_[i].special] = static_cast<std::uint8_t>(i + 1);
    }
    takes_arg_flags_ = !of_hexen;
    if (!of_hexen) special_[kSet3DFloor] = kSet3DFloorRow;
    for (std::size_t i = 0; i < std::size(kArgFlags); ++i) {
        arg_flags_[i] = find_boolean(fields_, FLATLINE_LINEDEF, kArgFlags[i]);
    }
}

void NamespaceRules::find_line_id() noexcept {
    if (row_ != nullptr && row_->zero_line_id) return;
    const std::optional<FieldRow> id =
        udmf::find_row(dialect_, false, flatline::engine::find_field(FLATLINE_LINEDEF, "id"));
    if (!id) return;
    std::from_chars(id->fallback.data(), id->fallback.data() + id->fallback.size(), line_id_);
}

std::uint8_t NamespaceRules::take_arg_fields(flatline_linedef& line) const noexcept {
    const auto special = static_cast<std::uint8_t>(line.special);
    if (special_[special] == kSet3DFloorRow) {
        if ((line.arg[1] & kSet3DFloorHasId) != 0) {
            line.id = line.arg[4];
        } else {
            line.arg[0] += 256 * line.arg[4];
        }
        line.arg[4] = 0;
        return 0;
    }
    const LineSpecial* row = row_of(special);
    if (row == nullptr || (row->only_arg != kNoArg && !has_value(*row, line.arg[row->only_arg]))) {
        return 0;
    }
    const auto take = [&line](std::int8_t arg) {
        if (arg == kNoArg) return 0;
        const std::int32_t value = line.arg[arg];
        line.arg[arg] = 0;
        return value;
    };
    const std::int32_t kept = line.arg[row->id];
    line.id = take(row->id) + 256 * take(row->id_high);
    if (row->keeps_id) line.arg[row->id] = kept;
    if (row->clears) line.special = 0;
    return static_cast<std::uint8_t>(take(row->flags));
}

std::uint8_t NamespaceRules::arg_flags(std::uint8_t special,
                                       const unsigned char* args) const noexcept {
    const LineSpecial* row = row_of(special);
    return row == nullptr || row->flags == kNoArg ? std::uint8_t{0} : args[row->flags];
}

std::uint32_t NamespaceRules::standard_arg_flags(std::uint8_t arg) const noexcept {
    std::uint32_t flags = 0;
    for (std::size_t i = 0; i < std::size(kArgFlags); ++i) {
        if ((arg >> i & 1) != 0) flags |= arg_flags_[i].mask;
    }
    return flags;
}

}  // namespace flatline::engine::binary
