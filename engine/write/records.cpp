#include "write/records.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/bytes.hpp"
#include "binary/read_record.hpp"
#include "binary/records.hpp"
#include "binary/srb2_thing.hpp"
#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

using Byte = unsigned char;
using binary::BooleanTarget;
using binary::FlagRow;
using binary::kNameBytes;
using binary::kNoArg;
using binary::kNoSide;
using binary::LineSpecial;
using binary::load_u16;

/// The low 16 bits.
void put_u16(Byte* out, std::uint32_t value) noexcept {
    store_le(out, static_cast<std::uint16_t>(value));
}
// What does not fit becomes 0, which is another number and so is seen as lost.
void put_unsigned(Byte* out, std::int64_t value) noexcept {
    put_u16(out, value >= 0 && value <= 0xFFFF ? static_cast<std::uint32_t>(value) : 0);
}
// The nearest number that fits: what is written although it is lost shall be close.
void put_signed(Byte* out, double value) noexcept {
    const double nearest = std::clamp(std::round(value), -32768.0, 32767.0);
    put_u16(out, static_cast<std::uint32_t>(static_cast<std::int32_t>(nearest)));
}
// No tag is near another one.
void put_tag(Byte* out, std::int32_t tag) noexcept {
    put_signed(out, tag >= -32768 && tag <= 32767 ? tag : 0);
}
Byte byte_of(std::int32_t value) noexcept {
    return value >= 0 && value <= 0xFF ? static_cast<Byte>(value) : Byte{0};
}
void put_side(Byte* out, std::uint32_t side) noexcept {
    put_u16(out, side < kNoSide ? side : kNoSide);
}

// An unknown field that holds 16 bits of a record.
std::uint16_t kept_bits(const Extras& extras, std::string_view name) noexcept {
    const flatline_unknown* given = extras.unknown(name);
    const bool good = given != nullptr && given->kind == FLATLINE_INTEGER &&
                      given->value.integer >= 0 && given->value.integer <= 0xFFFF;
    return good ? static_cast<std::uint16_t>(given->value.integer) : std::uint16_t{0};
}

bool is_given(const BooleanTarget& target, std::uint32_t flags, const Extras& extras) noexcept {
    return target.is_standard() ? (flags & target.mask) != 0 : extras.is_on(target);
}

}  // namespace

Records::Records(const Map& map, bool hexen) noexcept
    : map_(map),
      hexen_(hexen),
      rules_(hexen, map.map_namespace()),
      fields_(rules_.dialect(), false),
      tables_(binary::flag_tables(hexen, map.map_namespace())) {
    prepare(tables_.lines, FLATLINE_LINEDEF, line_bits_);
    prepare(tables_.things, FLATLINE_THING, thing_bits_);
    for (std::size_t i = 0; i < tables_.activations; ++i) {
        for (const std::string_view name : binary::kActivations[i].fields) {
            if (name.empty()) continue;
            activation_masks_[i] |= binary::find_boolean(fields_, FLATLINE_LINEDEF, name).mask;
        }
    }
    if (!hexen) return;
    const bool of_hexen = tables_.name_space == "hexen";
    specials_ = of_hexen
                    ? View<LineSpecial>(binary::kHexenSpecials, std::size(binary::kHexenSpecials))
                    : View<LineSpecial>(binary::kZDoomSpecials, std::size(binary::kZDoomSpecials));
    if (of_hexen) return;
    for (std::size_t i = 0; i < std::size(binary::kArgFlags); ++i) {
        arg_targets_[i] = binary::find_boolean(fields_, FLATLINE_LINEDEF, binary::kArgFlags[i]);
    }
}

void Records::prepare(const binary::FlagTable& table, std::uint8_t block, Bits& bits) noexcept {
    for (const FlagRow& row : table.rows) {
        bits.rows[bits.count++] = {row, binary::find_boolean(fields_, block, row.field)};
    }
}

// ---- Flags -------------------------------------------------------------------------------------

std::uint16_t Records::flag_bits(const Bits& bits, std::uint32_t flags,
                                 const Extras& extras) const noexcept {
    std::uint32_t all = kept_bits(extras, binary::kUserFlags);
    for (std::size_t i = 0; i < bits.count; ++i) {
        const FlagRow& row = bits.rows[i].row;
        bool on = is_given(bits.rows[i].target, flags, extras) != row.inverted;
        if ((all & row.toggle) != 0) on = !on;
        if (on) all |= row.bit;
    }
    return static_cast<std::uint16_t>(all);
}

// The activation whose fields are just those of the line. Where there is none, one that says some
// of them and nothing else, or the first.
std::uint16_t Records::activation(std::uint32_t flags, bool special) const noexcept {
    const auto fields = [&](std::size_t i) {
        const std::uint32_t mask = activation_masks_[i];
        return special ? mask : mask & ~std::uint32_t{FLATLINE_LINE_PLAYERCROSS};
    };
    std::uint32_t any = FLATLINE_LINE_PLAYERCROSS;
    for (std::size_t i = 0; i < tables_.activations; ++i) any |= activation_masks_[i];
    std::size_t part = 0;
    for (std::size_t i = tables_.activations; i-- > 0;) {
        if (fields(i) == (flags & any)) {
            return static_cast<std::uint16_t>(i << binary::kActivationShift);
        }
        if (fields(i) != 0 && (fields(i) & ~flags) == 0) part = i;
    }
    return static_cast<std::uint16_t>(part << binary::kActivationShift);
}

std::uint8_t Records::arg_flags(std::uint32_t flags, const Extras& extras) const noexcept {
    unsigned arg = 0;
    for (std::size_t i = 0; i < std::size(arg_targets_); ++i) {
        const BooleanTarget& target = arg_targets_[i];
        if (!target.name.empty() && is_given(target, flags, extras)) arg |= 1u << i;
    }
    return static_cast<std::uint8_t>(arg);
}

// ---- Arguments of Hexen format -----------------------------------------------------------------

const LineSpecial* Records::special_row(std::int32_t special, bool clears) const noexcept {
    const LineSpecial* row =
        std::find_if(specials_.begin(), specials_.end(), [&](const LineSpecial& candidate) {
            return clears ? candidate.clears : candidate.special == special && !candidate.clears;
        });
    return row != specials_.end() ? row : nullptr;
}

// Puts the id of a line, and flags that have no bit, into its special and arguments.
void Records::give_args(flatline_linedef& raw, std::uint8_t flags) const noexcept {
    const bool has_id = raw.id != rules_.default_line_id();
    if (raw.special == binary::kSet3DFloor && tables_.name_space != "hexen") {
        if ((raw.arg[1] & binary::kSet3DFloorHasId) != 0) {
            raw.arg[4] = raw.id;
        } else if (raw.arg[4] == 0 && raw.arg[0] >= 0) {
            raw.arg[4] = raw.arg[0] / 256;
            raw.arg[0] %= 256;
        }
        return;
    }
    if (raw.special == 0 && !has_id && flags == 0) return;
    const LineSpecial* row = special_row(raw.special, raw.special == 0);
    if (row == nullptr || (row->only_arg != kNoArg && raw.arg[row->only_arg] != row->only_value)) {
        return;
    }
    if (row->clears) raw.special = row->special;
    const auto low = row->id_high != kNoArg && raw.id >= 0 ? raw.id % 256 : raw.id;
    if (!row->keeps_id) raw.arg[row->id] = low;
    if (row->id_high != kNoArg) raw.arg[row->id_high] = raw.id >= 0 ? raw.id / 256 : raw.id;
    if (row->flags != kNoArg) raw.arg[row->flags] = flags;
}

// ---- Records -----------------------------------------------------------------------------------

void Records::forget() noexcept {
    kept_count_ = 0;
    user_flags_ = user_extrainfo_ = 0;
}

void Records::keep_thing_flags(std::uint16_t flags) noexcept {
    rules_.things().each_more(flags, keep());
    user_flags_ = rules_.things().rest(flags);
}

// The id where the name fits; else none, and the name for no texture is written.
std::uint32_t Records::put_name(std::uint32_t name, Byte* out) const noexcept {
    const std::string_view text = map_.name(name);
    if (text.size() > kNameBytes || text.find('\0') != std::string_view::npos) {
        *out = '-';
        return FLATLINE_NONE;
    }
    std::copy(text.begin(), text.end(), out);  // an empty one may have no address
    return name;
}

void Records::put(const flatline_vertex& vertex, const Extras&, Byte* out,
                  flatline_vertex& back) noexcept {
    forget();
    put_signed(out, vertex.x);
    put_signed(out + 2, vertex.y);
    binary::read_record(out, back);
}

void Records::put(const flatline_linedef& line, const Extras& extras, Byte* out,
                  flatline_linedef& back) noexcept {
    forget();
    back = {};
    put_unsigned(out, line.v1);
    put_unsigned(out + 2, line.v2);
    Byte* const sides = out + (hexen_ ? 12 : 10);
    put_side(sides, line.sidefront);
    put_side(sides + 2, line.sideback);
    if (hexen_) {
        put_hexen_line(line, extras, out, back);
    } else {
        put_doom_line(line, extras, out, back);
    }
}

void Records::put_doom_line(const flatline_linedef& line, const Extras& extras, Byte* out,
                            flatline_linedef& back) noexcept {
    const std::uint16_t flags = flag_bits(line_bits_, line.flags, extras);
    put_u16(out + 4, flags);
    put_unsigned(out + 6, line.special);
    // Without a special arguments say nothing, and tag 0 is no tag. With one the tag is its first
    // argument.
    const bool idle = line.special == 0 && !rules_.is_srb2();
    const bool no_id = line.id == rules_.default_line_id() && !rules_.is_srb2();
    if (idle) {
        put_tag(out + 8, no_id ? 0 : line.id);
    } else {
        put_tag(out + 8, rules_.is_srb2() ? line.id : line.arg[0]);
    }
    binary::read_doom_line(rules_, out, back);
    if (idle && line.arg[0] == 0) back.arg[0] = 0;
    if (back.id == 0 && no_id) back.id = line.id;
    user_flags_ = rules_.each_line_field(flags, 0, keep());
}

void Records::put_hexen_line(const flatline_linedef& line, const Extras& extras, Byte* out,
                             flatline_linedef& back) noexcept {
    flatline_linedef raw = line;
    give_args(raw, arg_flags(line.flags, extras));
    std::uint16_t flags = flag_bits(line_bits_, line.flags, extras);
    if ((flags & binary::kActivationBits) == 0) flags |= activation(line.flags, line.special != 0);
    put_u16(out + 4, flags);
    out[6] = byte_of(raw.special);
    for (std::size_t i = 0; i < 5; ++i) out[7 + i] = byte_of(raw.arg[i]);
    const binary::LineBits bits = binary::read_hexen_line(rules_, out, back);
    user_flags_ = rules_.each_line_field(bits.flags, bits.arg, keep());
}

void Records::put(const flatline_sidedef& side, const Extras&, Byte* out,
                  flatline_sidedef& back) noexcept {
    forget();
    std::memset(out, 0, binary::kSideBytes);
    put_signed(out, side.offsetx);
    put_signed(out + 2, side.offsety);
    put_unsigned(out + 28, side.sector);
    binary::read_record(out, back);
    back.texturetop = put_name(side.texturetop, out + 4);
    back.texturebottom = put_name(side.texturebottom, out + 12);
    back.texturemiddle = put_name(side.texturemiddle, out + 20);
}

void Records::put(const flatline_sector& sector, const Extras&, Byte* out,
                  flatline_sector& back) noexcept {
    forget();
    std::memset(out, 0, binary::kSectorBytes);
    put_signed(out, sector.heightfloor);
    put_signed(out + 2, sector.heightceiling);
    put_signed(out + 20, sector.lightlevel);
    put_unsigned(out + 22, sector.special);
    put_tag(out + 24, sector.id);
    binary::read_record(out, back);
    back.texturefloor = put_name(sector.texturefloor, out + 4);
    back.textureceiling = put_name(sector.textureceiling, out + 12);
}

void Records::put(const flatline_thing& thing, const Extras& extras, Byte* out,
                  flatline_thing& back) noexcept {
    forget();
    back = {};
    Byte* const place = out + (hexen_ ? 2 : 0);
    put_signed(place, thing.x);
    put_signed(place + 2, thing.y);
    if (hexen_) {
        put_hexen_thing(thing, extras, out, back);
    } else {
        put_doom_thing(thing, extras, out, back);
    }
}

void Records::put_doom_thing(const flatline_thing& thing, const Extras& extras, Byte* out,
                             flatline_thing& back) noexcept {
    using binary::Srb2Thing;
    put_signed(out + 4, thing.angle);
    put_unsigned(out + 6, thing.type);
    const std::uint16_t flags = flag_bits(thing_bits_, thing.flags, extras);
    put_u16(out + 8, flags);
    if (rules_.is_srb2()) {
        const std::uint16_t parameter = kept_bits(extras, binary::kUserExtraInfo);
        const std::uint32_t type = load_u16(out + 6);
        const bool fits = type <= Srb2Thing::kTypeBits && parameter <= 0xF;
        if (fits) put_u16(out + 6, type | std::uint32_t{parameter} << Srb2Thing::kParameterShift);
        // The type tells whether the height takes all bits of the flags or the upper ones.
        const bool takes_all = Srb2Thing(load_u16(out + 6), 0xFFFF).flags == 0;
        put_signed(out + 8, thing.height);
        if (!takes_all) {
            const std::uint32_t height = load_u16(out + 8);
            put_u16(out + 8, height << Srb2Thing::kHeightShift | flags);
        }
    }
    const binary::ThingBits bits = binary::read_doom_thing(rules_, out, back);
    user_extrainfo_ = bits.parameter;
    keep_thing_flags(bits.flags);
}

void Records::put_hexen_thing(const flatline_thing& thing, const Extras& extras, Byte* out,
                              flatline_thing& back) noexcept {
    put_tag(out, thing.id);
    put_signed(out + 6, thing.height);
    put_signed(out + 8, thing.angle);
    put_unsigned(out + 10, thing.type);
    put_u16(out + 12, flag_bits(thing_bits_, thing.flags, extras));
    out[14] = byte_of(thing.special);
    for (std::size_t i = 0; i < 5; ++i) out[15 + i] = byte_of(thing.arg[i]);
    keep_thing_flags(binary::read_hexen_thing(rules_, out, back).flags);
}

// ---- What is read back beyond the structs ------------------------------------------------------

bool Records::is_kept(const BooleanTarget& target) const noexcept {
    return std::any_of(kept_.begin(), kept_.begin() + kept_count_,
                       [&](const BooleanTarget* kept) { return kept->name == target.name; });
}

// A field that some bit stands for; null where none does.
template <class Is>
const BooleanTarget* Records::find_target(Is&& is) const noexcept {
    for (const Bits* bits : {&line_bits_, &thing_bits_}) {
        for (std::size_t i = 0; i < bits->count; ++i) {
            if (is(bits->rows[i].target)) return &bits->rows[i].target;
        }
    }
    for (const BooleanTarget& target : arg_targets_) {
        if (!target.name.empty() && is(target)) return &target;
    }
    return nullptr;
}

// True for the value that the field has where it is not given. What is not written is not given.
bool Records::is_default(const flatline_column& column, std::uint32_t entry) noexcept {
    if (column.kind == FLATLINE_IDS) return column.values.ids[entry].size == 0;
    KnownDefault& known = defaults_[column.field % std::size(defaults_)];
    if (known.field != column.field) {
        known.field = column.field;
        const std::optional<FieldRow> row = udmf::find_row(rules_.dialect(), false, column.field);
        known.value = row ? default_value(*row) : flatline_value{};
        if (!row) known.value.kind = FLATLINE_NO_VALUE;
    }
    if (column.kind == FLATLINE_STRING) {
        const std::string_view text = map_.text(column.values.texts[entry]);
        if (known.value.kind != FLATLINE_STRING) return text.empty();
        return text ==
               std::string_view(known.value.string, static_cast<std::size_t>(known.value.size));
    }
    if (known.value.kind != column.kind) return false;
    switch (column.kind) {
        case FLATLINE_INTEGER:
            return column.values.integers[entry] == known.value.integer;
        case FLATLINE_REAL:
            return column.values.reals[entry] == known.value.real;
        default:
            return (column.values.booleans[entry] != 0) == (known.value.boolean != 0);
    }
}

bool Records::holds(const flatline_column& column, std::uint32_t entry) noexcept {
    if (column.kind != FLATLINE_BOOLEAN) return is_default(column, entry);
    const BooleanTarget* target = find_target([&](const BooleanTarget& candidate) {
        return candidate.is_column() && candidate.field == column.field;
    });
    if (target == nullptr) return is_default(column, entry);
    return (column.values.booleans[entry] != 0) == is_kept(*target);
}

bool Records::holds(const flatline_unknown& unknown) const noexcept {
    const std::string_view name = map_.text(unknown.name);
    if (unknown.kind == FLATLINE_INTEGER) {
        if (text::same_name(name, binary::kUserFlags)) return unknown.value.integer == user_flags_;
        return text::same_name(name, binary::kUserExtraInfo) &&
               unknown.value.integer == user_extrainfo_;
    }
    if (unknown.kind != FLATLINE_BOOLEAN) return false;
    const BooleanTarget* target = find_target([&](const BooleanTarget& candidate) {
        return !candidate.is_column() && !candidate.is_standard() &&
               text::same_name(name, candidate.name);
    });
    return target != nullptr && (unknown.value.boolean != 0) == is_kept(*target);
}

}  // namespace flatline::engine::write
