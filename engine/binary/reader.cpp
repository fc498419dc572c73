#include "binary/reader.hpp"

#include <algorithm>
#include <cstring>

#include "binary/check.hpp"
#include "binary/lump_counts.hpp"
#include "binary/namespace_rules.hpp"
#include "binary/read_record.hpp"
#include "binary/records.hpp"
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

    /// Calls each(record, number, element) for `count` records of a lump and the elements that they
    /// become; false if the host ends the load.
    template <std::size_t kBytes, class Elements, class Each>
    bool each_record(Bytes lump, std::uint64_t count, Elements& to, Each&& each) noexcept;
    bool vertices() noexcept;
    bool lines() noexcept;
    void line_fields(LineBits bits, std::size_t index) noexcept;
    bool sides(ShortNames& names) noexcept;
    bool sectors(ShortNames& names) noexcept;
    bool things() noexcept;
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

template <std::size_t kBytes, class Elements, class Each>
bool BinaryMapReader::each_record(Bytes lump, std::uint64_t count, Elements& to,
                                  Each&& each) noexcept {
    auto* const out = to.push(static_cast<std::size_t>(count));
    const std::uint64_t slice = options_.progress != nullptr ? Progress::kSlice / kBytes
                                                             : std::max(count, std::uint64_t{1});
    for (std::uint64_t first = 0; first < count; first += slice) {
        const std::uint64_t n = std::min(slice, count - first);
        const auto last = static_cast<std::size_t>(first + n);
        for (auto i = static_cast<std::size_t>(first); i < last; ++i) {
            each(lump.data() + i * kBytes, i, out[i]);
        }
        if (options_.progress != nullptr && !options_.progress->add(n * kBytes)) return false;
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
    return each_record<kVertexBytes>(
        lumps_.vertexes, counts_.vertices, raw_->vertices,
        [](const Byte* p, std::size_t, flatline_vertex& to) { read_record(p, to); });
}

void BinaryMapReader::line_fields(LineBits bits, std::size_t index) noexcept {
    const auto at = static_cast<std::uint32_t>(index);
    const std::uint16_t rest = rules_.each_line_field(
        bits.flags, bits.arg,
        [&](const BooleanTarget& target) { keep_boolean(target, FLATLINE_LINEDEF, at); });
    if (rest != 0) keep_unknown(user_flags_, FLATLINE_LINEDEF, at, FLATLINE_INTEGER, rest);
}

bool BinaryMapReader::lines() noexcept {
    const auto doom = [&](const Byte* p, std::size_t i, flatline_linedef& to) {
        const LineBits bits = read_doom_line(rules_, p, to);
        if (rules_.line_has_more(bits.flags)) [[unlikely]]
            line_fields(bits, i);
    };
    const auto hexen = [&](const Byte* p, std::size_t i, flatline_linedef& to) {
        const LineBits bits = read_hexen_line(rules_, p, to);
        if (rules_.line_has_more(bits.flags) || bits.arg != 0) [[unlikely]]
            line_fields(bits, i);
    };
    const std::uint64_t count = counts_.records[FLATLINE_LINEDEF];
    return lumps_.hexen
               ? each_record<kHexenLineBytes>(lumps_.linedefs, count, raw_->linedefs, hexen)
               : each_record<kDoomLineBytes>(lumps_.linedefs, count, raw_->linedefs, doom);
}

bool BinaryMapReader::sides(ShortNames& names) noexcept {
    return each_record<kSideBytes>(lumps_.sidedefs, counts_.records[FLATLINE_SIDEDEF],
                                   raw_->sidedefs,
                                   [&](const Byte* p, std::size_t i, flatline_sidedef& to) {
                                       const auto at = static_cast<std::uint32_t>(i * kSideBytes);
                                       read_record(p, to);
                                       to.texturetop = names.intern(p + 4, at + 4);
                                       to.texturebottom = names.intern(p + 12, at + 12);
                                       to.texturemiddle = names.intern(p + 20, at + 20);
                                   });
}

bool BinaryMapReader::sectors(ShortNames& names) noexcept {
    const auto behind_sides = static_cast<std::uint32_t>(lumps_.sidedefs.size());
    return each_record<kSectorBytes>(
        lumps_.sectors, counts_.records[FLATLINE_SECTOR], raw_->sectors,
        [&](const Byte* p, std::size_t i, flatline_sector& to) {
            const auto at = behind_sides + static_cast<std::uint32_t>(i * kSectorBytes);
            read_record(p, to);
            to.texturefloor = names.intern(p + 4, at + 4);
            to.textureceiling = names.intern(p + 12, at + 12);
            to.planes = 0;
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

bool BinaryMapReader::things() noexcept {
    const auto doom = [&](const Byte* p, std::size_t i, flatline_thing& to) {
        const ThingBits bits = read_doom_thing(rules_, p, to);
        thing_fields(bits.flags, bits.parameter, i);
    };
    const auto hexen = [&](const Byte* p, std::size_t i, flatline_thing& to) {
        thing_fields(read_hexen_thing(rules_, p, to).flags, 0, i);
    };
    const std::uint64_t count = counts_.records[FLATLINE_THING];
    return lumps_.hexen ? each_record<kHexenThingBytes>(lumps_.things, count, raw_->things, hexen)
                        : each_record<kDoomThingBytes>(lumps_.things, count, raw_->things, doom);
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
    if (!lines() || !sides(names) || !vertices() || !sectors(names) || !things()) {
        return Outcome::cancelled;
    }
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
