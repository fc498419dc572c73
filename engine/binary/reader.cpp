#include "binary/reader.hpp"

#include <algorithm>
#include <cstring>

#include "binary/check.hpp"
#include "binary/lump_counts.hpp"
#include "binary/namespace_rules.hpp"
#include "binary/records.hpp"
#include "binary/srb2_thing.hpp"
#include "text/chars.hpp"

namespace flatline::engine::binary {
namespace {

using Byte = unsigned char;

std::string_view namespace_of(const BinaryLumps& lumps, const ReadOptions& options) noexcept {
    if (!options.namespace_override.empty()) return options.namespace_override;
    return lumps.hexen ? "hexen" : "doom";
}

class BinaryMapReader {
public:
    BinaryMapReader(const BinaryLumps& lumps, const ReadOptions& options) noexcept
        : lumps_(lumps),
          options_(options),
          limits_(*options.limits),
          namespace_(namespace_of(lumps, options)),
          rules_(lumps.hexen, namespace_),
          counts_(lumps, rules_) {}

    Outcome run(const ReadTarget& target) noexcept;

private:
    Outcome take(const ReadTarget& target) noexcept;

    /// A text of our own, which Plan has made room for.
    flatline_text keep(std::string_view text) noexcept;
    void keep_names() noexcept;
    Outcome publish_names(const ReadTarget& target) noexcept;

    /// Calls each(first, last) for slices of records; false if the host ends the load.
    template <class Each>
    bool slices(std::uint8_t element, std::uint64_t count, Each&& each) noexcept;
    bool vertices() noexcept;
    bool doom_lines() noexcept;
    bool hexen_lines() noexcept;
    void line_fields(std::uint16_t flags, std::uint8_t arg, std::size_t index) noexcept;
    bool sides(ShortNames& names) noexcept;
    bool sectors(ShortNames& names) noexcept;
    bool things() noexcept;
    void doom_thing(const Byte* p, std::size_t index, flatline_thing& to) noexcept;
    void hexen_thing(const Byte* p, std::size_t index, flatline_thing& to) noexcept;
    void thing_fields(std::uint16_t flags, std::uint16_t parameter, std::size_t index) noexcept;
    void keep_boolean(const BooleanTarget& target, std::uint8_t element,
                      std::uint32_t index) noexcept;
    void keep_unknown(flatline_text name, std::uint8_t element, std::uint32_t index,
                      std::uint8_t kind, std::int64_t value) noexcept;

    const BinaryLumps& lumps_;
    const ReadOptions& options_;
    const Limits& limits_;
    std::string_view namespace_;
    NamespaceRules rules_;
    LumpCounts counts_;
    udmf::RawMap* raw_ = nullptr;
    Budget paid_{UINT64_MAX};  // of what was charged already
    flatline_text user_flags_{};
    flatline_text user_extrainfo_{};
};

// ---- Memory ------------------------------------------------------------------------------------

// Charged at once, because how long each array will be is known; `paid_` is what arrays ask.
Outcome BinaryMapReader::take(const ReadTarget& target) noexcept {
    const Plan at(counts_, rules_, namespace_);
    target.budget.announce(at.bytes());
    if (!target.budget.charge(at.bytes())) return Outcome::over_limit;
    if (!target.arrays.ensure_whole(target.hooks, at.arrays.bytes()) ||
        !target.values.ensure(target.hooks, at.values.bytes())) {
        return Outcome::out_of_memory;
    }
    paid_.announce(at.bytes());
    Byte* const base = target.arrays.data();
    const auto place = [&](auto& array, std::uint64_t offset, std::uint64_t count) {
        array.place(base + offset, count, &paid_);
    };
    place(raw_->vertices, at.vertices, counts_.vertices);
    place(raw_->linedefs, at.linedefs, counts_.records[FLATLINE_LINEDEF]);
    place(raw_->sidedefs, at.sidedefs, counts_.records[FLATLINE_SIDEDEF]);
    place(raw_->sectors, at.sectors, counts_.records[FLATLINE_SECTOR]);
    place(raw_->things, at.things, counts_.records[FLATLINE_THING]);
    place(raw_->unknowns, at.unknowns, counts_.unknowns);
    place(raw_->decoded, at.decoded, at.decoded_bytes);
    raw_->values.place(target.values.data(), counts_.values, &paid_);
    return Outcome::ok;
}

// ---- Strings -----------------------------------------------------------------------------------

flatline_text BinaryMapReader::keep(std::string_view text) noexcept {
    const std::size_t at = raw_->decoded.size();
    Byte* const copy = raw_->decoded.push(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        copy[i] = text::to_lower(static_cast<Byte>(text[i]));
    }
    const std::size_t lumps = lumps_.sidedefs.size() + lumps_.sectors.size();
    return {static_cast<std::uint32_t>(lumps + at), static_cast<std::uint32_t>(text.size())};
}

void BinaryMapReader::keep_names() noexcept {
    raw_->map_namespace = keep(namespace_);
    user_flags_ = keep(kUserFlags);
    user_extrainfo_ = keep(kUserExtraInfo);
    rules_.each_target([this](BooleanTarget& target) {
        if (!target.is_column()) target.text = keep(target.name);
    });
}

// Only now is it known how many there are.
Outcome BinaryMapReader::publish_names(const ReadTarget& target) noexcept {
    const ShortNames& names = target.workspace.names;
    const std::uint64_t bytes = std::uint64_t{names.size()} * sizeof(flatline_text);
    target.budget.announce(bytes);
    if (!target.budget.charge(bytes)) return Outcome::over_limit;
    if (!target.names.ensure(target.hooks, bytes)) return Outcome::out_of_memory;
    paid_.announce(bytes);
    raw_->names.place(target.names.data(), names.size(), &paid_);
    flatline_text* const texts = raw_->names.push(names.size());
    std::memcpy(texts, names.data(), static_cast<std::size_t>(bytes));
    return Outcome::ok;
}

// ---- Lumps -------------------------------------------------------------------------------------

template <class Each>
bool BinaryMapReader::slices(std::uint8_t element, std::uint64_t count, Each&& each) noexcept {
    const std::uint64_t record = record_bytes(element, lumps_.hexen);
    const std::uint64_t slice = options_.progress != nullptr ? Progress::kSlice / record
                                                             : std::max(count, std::uint64_t{1});
    for (std::uint64_t first = 0; first < count; first += slice) {
        const std::uint64_t n = std::min(slice, count - first);
        each(static_cast<std::size_t>(first), static_cast<std::size_t>(first + n));
        if (options_.progress != nullptr && !options_.progress->add(n * record)) return false;
    }
    return true;
}

void BinaryMapReader::keep_boolean(const BooleanTarget& target, std::uint8_t element,
                                   std::uint32_t index) noexcept {
    if (!target.is_column()) {
        return keep_unknown(target.text, element, index, FLATLINE_BOOLEAN, 1);
    }
    udmf::SideValue value{};
    value.integer = 1;
    value.element = index;
    value.field = target.field;
    value.block = element;
    value.kind = FLATLINE_BOOLEAN;
    *raw_->values.push() = value;
}

void BinaryMapReader::keep_unknown(flatline_text name, std::uint8_t element, std::uint32_t index,
                                   std::uint8_t kind, std::int64_t value) noexcept {
    flatline_unknown unknown{};
    unknown.name = name;
    unknown.value.integer = value;
    unknown.index = index;
    unknown.element = element;
    unknown.kind = kind;
    *raw_->unknowns.push() = unknown;
}

bool BinaryMapReader::vertices() noexcept {
    const Byte* const lump = lumps_.vertexes.data();
    auto* const out = raw_->vertices.push(static_cast<std::size_t>(counts_.vertices));
    return slices(FLATLINE_VERTEX, counts_.vertices, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const Byte* const p = lump + i * kVertexBytes;
            out[i] = {static_cast<double>(load_s16(p)), static_cast<double>(load_s16(p + 2))};
        }
    });
}

void BinaryMapReader::line_fields(std::uint16_t flags, std::uint8_t arg,
                                  std::size_t index) noexcept {
    const auto at = static_cast<std::uint32_t>(index);
    const std::uint16_t rest = rules_.each_line_field(flags, arg, [&](const BooleanTarget& target) {
        keep_boolean(target, FLATLINE_LINEDEF, at);
    });
    if (rest != 0) keep_unknown(user_flags_, FLATLINE_LINEDEF, at, FLATLINE_INTEGER, rest);
}

bool BinaryMapReader::doom_lines() noexcept {
    const Byte* const lump = lumps_.linedefs.data();
    auto* const out =
        raw_->linedefs.push(static_cast<std::size_t>(counts_.records[FLATLINE_LINEDEF]));
    const bool tag_is_arg = !rules_.is_srb2();
    const auto line = [&](std::size_t i) {
        const Byte* const p = lump + i * kDoomLineBytes;
        const std::uint16_t flags = load_u16(p + 4);
        flatline_linedef& to = out[i];
        to.v1 = load_u16(p);
        to.v2 = load_u16(p + 2);
        to.sidefront = load_side(p + 10);
        to.sideback = load_side(p + 12);
        to.id = load_s16(p + 8);
        to.special = load_u16(p + 6);
        to.arg[0] = tag_is_arg ? to.id : 0;
        to.arg[1] = to.arg[2] = to.arg[3] = to.arg[4] = 0;
        to.flags = rules_.doom_line_flags(flags);
        if (rules_.line_has_more(flags)) [[unlikely]]
            line_fields(flags, 0, i);
    };
    return slices(FLATLINE_LINEDEF, counts_.records[FLATLINE_LINEDEF],
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) line(i);
                  });
}

bool BinaryMapReader::hexen_lines() noexcept {
    const Byte* const lump = lumps_.linedefs.data();
    auto* const out =
        raw_->linedefs.push(static_cast<std::size_t>(counts_.records[FLATLINE_LINEDEF]));
    const auto line = [&](std::size_t i) {
        const Byte* const p = lump + i * kHexenLineBytes;
        const std::uint16_t flags = load_u16(p + 4);
        flatline_linedef& to = out[i];
        to.v1 = load_u16(p);
        to.v2 = load_u16(p + 2);
        to.sidefront = load_side(p + 12);
        to.sideback = load_side(p + 14);
        to.id = rules_.default_line_id();
        to.special = p[6];
        for (std::size_t arg = 0; arg < 5; ++arg) to.arg[arg] = p[7 + arg];
        const std::uint8_t arg = rules_.has_arg_fields(p[6]) ? rules_.take_arg_fields(to) : 0;
        to.flags = rules_.hexen_line_flags(flags, to.special) | rules_.standard_arg_flags(arg);
        if (rules_.line_has_more(flags) || arg != 0) [[unlikely]]
            line_fields(flags, arg, i);
    };
    return slices(FLATLINE_LINEDEF, counts_.records[FLATLINE_LINEDEF],
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) line(i);
                  });
}

bool BinaryMapReader::sides(ShortNames& names) noexcept {
    const Byte* const lump = lumps_.sidedefs.data();
    auto* const out =
        raw_->sidedefs.push(static_cast<std::size_t>(counts_.records[FLATLINE_SIDEDEF]));
    return slices(FLATLINE_SIDEDEF, counts_.records[FLATLINE_SIDEDEF],
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) {
                          const Byte* const p = lump + i * kSideBytes;
                          const auto at = static_cast<std::uint32_t>(i * kSideBytes);
                          flatline_sidedef& to = out[i];
                          to.offsetx = load_s16(p);
                          to.offsety = load_s16(p + 2);
                          to.texturetop = names.intern(p + 4, at + 4);
                          to.texturebottom = names.intern(p + 12, at + 12);
                          to.texturemiddle = names.intern(p + 20, at + 20);
                          to.sector = load_u16(p + 28);
                      }
                  });
}

bool BinaryMapReader::sectors(ShortNames& names) noexcept {
    const Byte* const lump = lumps_.sectors.data();
    const auto behind_sides = static_cast<std::uint32_t>(lumps_.sidedefs.size());
    auto* const out =
        raw_->sectors.push(static_cast<std::size_t>(counts_.records[FLATLINE_SECTOR]));
    return slices(FLATLINE_SECTOR, counts_.records[FLATLINE_SECTOR],
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) {
                          const Byte* const p = lump + i * kSectorBytes;
                          const auto at =
                              behind_sides + static_cast<std::uint32_t>(i * kSectorBytes);
                          flatline_sector& to = out[i];
                          to.heightfloor = load_s16(p);
                          to.heightceiling = load_s16(p + 2);
                          to.texturefloor = names.intern(p + 4, at + 4);
                          to.textureceiling = names.intern(p + 12, at + 12);
                          to.lightlevel = load_s16(p + 20);
                          to.special = load_u16(p + 22);
                          to.id = load_s16(p + 24);
                          to.planes = 0;
                      }
                  });
}

void BinaryMapReader::thing_fields(std::uint16_t flags, std::uint16_t parameter,
                                   std::size_t index) noexcept {
    const auto at = static_cast<std::uint32_t>(index);
    const bool more = rules_.things().has_more(flags);
    if (more) {
        rules_.things().each_more(
            flags, [&](const BooleanTarget& target) { keep_boolean(target, FLATLINE_THING, at); });
    }
    if (parameter != 0) {
        keep_unknown(user_extrainfo_, FLATLINE_THING, at, FLATLINE_INTEGER, parameter);
    }
    const std::uint16_t rest = more ? rules_.things().rest(flags) : std::uint16_t{0};
    if (rest != 0) keep_unknown(user_flags_, FLATLINE_THING, at, FLATLINE_INTEGER, rest);
}

void BinaryMapReader::doom_thing(const Byte* p, std::size_t index, flatline_thing& to) noexcept {
    to = {};
    to.x = load_s16(p);
    to.y = load_s16(p + 2);
    to.angle = load_s16(p + 4);
    to.type = load_u16(p + 6);
    std::uint16_t flags = load_u16(p + 8);
    std::uint16_t parameter = 0;
    if (rules_.is_srb2()) {
        const Srb2Thing thing(load_u16(p + 6), flags);
        to.type = thing.type;
        to.height = thing.height;
        parameter = thing.parameter;
        flags = thing.flags;
    }
    to.flags = rules_.things().standard(flags);
    thing_fields(flags, parameter, index);
}

void BinaryMapReader::hexen_thing(const Byte* p, std::size_t index, flatline_thing& to) noexcept {
    to.id = load_s16(p);
    to.x = load_s16(p + 2);
    to.y = load_s16(p + 4);
    to.height = load_s16(p + 6);
    to.angle = load_s16(p + 8);
    to.type = load_u16(p + 10);
    const std::uint16_t flags = load_u16(p + 12);
    to.special = p[14];
    for (std::size_t arg = 0; arg < 5; ++arg) to.arg[arg] = p[15 + arg];
    to.flags = rules_.things().standard(flags);
    thing_fields(flags, 0, index);
}

bool BinaryMapReader::things() noexcept {
    const std::size_t record = record_bytes(FLATLINE_THING, lumps_.hexen);
    auto* const out = raw_->things.push(static_cast<std::size_t>(counts_.records[FLATLINE_THING]));
    return slices(FLATLINE_THING, counts_.records[FLATLINE_THING],
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) {
                          const Byte* const p = lumps_.things.data() + i * record;
                          if (lumps_.hexen) {
                              hexen_thing(p, i, out[i]);
                          } else {
                              doom_thing(p, i, out[i]);
                          }
                      }
                  });
}

// ---- All of it ---------------------------------------------------------------------------------

Outcome BinaryMapReader::run(const ReadTarget& target) noexcept {
    raw_ = &target.raw;
    raw_->dialect = rules_.dialect();
    if (!check_counts(lumps_, counts_, rules_, namespace_, limits_, target.findings)) {
        return Outcome::refused;
    }
    if (const Outcome outcome = take(target); outcome != Outcome::ok) return outcome;
    ShortNames& names = target.workspace.names;
    const auto no_room = [&] {
        return names.over_limit() ? Outcome::over_limit : Outcome::out_of_memory;
    };
    if (!names.begin(target.hooks, target.budget, keep("-"))) return no_room();
    keep_names();
    // Sides before sectors: names are numbered in the order in which records use them.
    const bool goes_on = (lumps_.hexen ? hexen_lines() : doom_lines()) && sides(names) &&
                         vertices() && sectors(names) && things();
    if (!goes_on) return Outcome::cancelled;
    if (names.failed()) return no_room();
    if (!check_read(lumps_.hexen, *raw_, names.longest(), limits_, target.findings)) {
        return Outcome::refused;
    }
    return publish_names(target);
}

}  // namespace

Outcome read(const BinaryLumps& lumps, const ReadOptions& options,
             const ReadTarget& target) noexcept {
    return BinaryMapReader(lumps, options).run(target);
}

MemoryBound bound_memory(const BinaryLumps& lumps, const ReadOptions& options) noexcept {
    const std::string_view name_space = namespace_of(lumps, options);
    NamespaceRules rules(lumps.hexen, name_space);
    const LumpCounts counts(lumps, rules);
    const Plan plan(counts, rules, name_space);
    const std::uint64_t names =
        3 * counts.records[FLATLINE_SIDEDEF] + 2 * counts.records[FLATLINE_SECTOR] + 1;
    MemoryBound bound;
    bound.arrays = plan.bytes() + ShortNames::bytes_of(1);
    bound.names =
        ShortNames::bytes_of(names) - ShortNames::bytes_of(1) + names * sizeof(flatline_text);
    bound.values = counts.values;
    return bound;
}

}  // namespace flatline::engine::binary
