#include "write/binary.hpp"

#include <algorithm>
#include <cstring>

#include "binary/records.hpp"
#include "write/byte_stream.hpp"

namespace flatline::engine::write {

namespace {

// Doom's numbers of specials; all other namespaces have Hexen's way, with arguments.
bool has_doom_specials(const Map& map) noexcept {
    switch (map.dialect()) {
        case Dialect::udmf11:
            return map.map_namespace() != "hexen";
        case Dialect::woof:
        case Dialect::srb2:
            return true;
        default:
            return false;
    }
}

// True where lines say what Doom's specials imply, so that their specials are Hexen's. A
// Doom-format map that was read in another namespace still has Doom's, and its lines say nothing of
// that.
bool has_hexen_lines(const Map& map) noexcept {
    constexpr std::uint32_t kTriggers =
        FLATLINE_LINE_PLAYERCROSS | FLATLINE_LINE_PLAYERUSE | FLATLINE_LINE_MONSTERCROSS |
        FLATLINE_LINE_MONSTERUSE | FLATLINE_LINE_IMPACT | FLATLINE_LINE_PLAYERPUSH |
        FLATLINE_LINE_MONSTERPUSH | FLATLINE_LINE_MISSILECROSS | FLATLINE_LINE_REPEATSPECIAL;
    const auto lines = map.linedefs();
    return std::any_of(lines.begin(), lines.end(), [](const flatline_linedef& line) {
        const bool has_args =
            std::any_of(line.arg + 1, line.arg + 5, [](auto arg) { return arg != 0; });
        return line.special != 0 && (has_args || (line.flags & kTriggers) != 0);
    });
}

// A map that came in the format has the numbers of the format, whatever its namespace says.
bool has_foreign_specials(const Map& map, bool hexen) noexcept {
    if (map.format() == (hexen ? MapFormat::hexen : MapFormat::doom)) return false;
    if (hexen) return has_doom_specials(map);
    return !has_doom_specials(map) && has_hexen_lines(map);
}

}  // namespace

BinaryWriter::BinaryWriter(const Map& map, bool hexen, bool lossy) noexcept
    : map_(map),
      hexen_(hexen),
      lossy_(lossy),
      foreign_specials_(has_foreign_specials(map, hexen)),
      records_(map, hexen) {}

template <class Use>
auto BinaryWriter::of_kind(std::uint8_t element, Use&& use) const noexcept {
    switch (element) {
        case FLATLINE_VERTEX:
            return use(map_.vertices());
        case FLATLINE_LINEDEF:
            return use(map_.linedefs());
        case FLATLINE_SIDEDEF:
            return use(map_.sidedefs());
        case FLATLINE_SECTOR:
            return use(map_.sectors());
        default:
            return use(map_.things());
    }
}

// ---- What would be lost ------------------------------------------------------------------------

void BinaryWriter::lose(std::uint8_t element, std::uint32_t index, FieldId field,
                        bool vital) noexcept {
    Finding finding = make_finding(Rule::convert_loss);
    finding.element = element;
    finding.index = index;
    finding.field = field;
    losses_->add(finding, {}, vital);
}

void BinaryWriter::lose(const flatline_unknown& unknown) noexcept {
    Finding finding = make_finding(Rule::convert_loss);
    // Names of a binary map's fields stand in no lump.
    if (map_.is_in_textmap(unknown.name)) {
        finding.lump = static_cast<std::uint8_t>(Lump::textmap);
        finding.offset = unknown.name.offset;
        finding.length = unknown.name.size;
    }
    finding.element = unknown.element;
    finding.index = unknown.index;
    losses_->add(finding, map_.text(unknown.name));
}

void BinaryWriter::check_members(std::uint8_t block, std::uint32_t index,
                                 const unsigned char* element, const unsigned char* back) noexcept {
    for (const StandardField& field : standard_fields()) {
        if (field.block != block) continue;
        bool same;
        if (field.kind == FLATLINE_REAL) {
            double value;
            double read;
            std::memcpy(&value, element + field.offset, sizeof value);
            std::memcpy(&read, back + field.offset, sizeof read);
            same = value == read;  // -0 and 0 are one place
        } else {
            std::uint32_t value;
            std::uint32_t read;
            std::memcpy(&value, element + field.offset, sizeof value);
            std::memcpy(&read, back + field.offset, sizeof read);
            const std::uint32_t bits = field.bit != 0 ? field.bit : UINT32_MAX;
            same = ((value ^ read) & bits) == 0;
        }
        if (!same) lose(block, index, field.field, field.is_index);
    }
}

// True for a special that the format's readers take for another one. A thing of Doom has none.
template <class Element>
bool BinaryWriter::is_foreign(std::uint8_t block, const Element& element) const noexcept {
    if constexpr (requires { element.special; }) {
        return foreign_specials_ && block != FLATLINE_THING && element.special != 0;
    } else {
        return false;
    }
}

// What is written of an element where losses are allowed: rather no special than another one.
template <class Element>
Element BinaryWriter::kept_of(std::uint8_t block, const Element& element) const noexcept {
    Element kept = element;
    if constexpr (requires { element.special; }) {
        if (lossy_ && is_foreign(block, element)) kept.special = 0;
    }
    return kept;
}

template <class Element>
void BinaryWriter::check_special(std::uint8_t block, std::uint32_t index, const Element& element,
                                 const Element& back) noexcept {
    if constexpr (requires { element.special; }) {
        // If the number itself is lost, a finding says so already.
        if (is_foreign(block, element) && element.special == back.special) {
            lose(block, index, find_field(block, "special"));
        }
    }
}

void BinaryWriter::check_extras(std::uint8_t block, std::uint32_t index) noexcept {
    extras_.each_column([&](const flatline_column& column, std::uint32_t entry) {
        if (!records_.holds(column, entry)) lose(block, index, column.field);
    });
    for (const flatline_unknown& unknown : extras_.unknowns()) {
        // What is in a block goes with it.
        if (unknown.depth == 0 && !records_.holds(unknown)) lose(unknown);
    }
}

template <class Element>
void BinaryWriter::check_kind(std::uint8_t block, View<Element> elements) noexcept {
    unsigned char record[Records::kMostBytes];
    extras_.begin(map_, block);
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
        extras_.seek(i);
        Element back;
        records_.put(kept_of(block, elements[i]), extras_, record, back);
        check_members(block, i, reinterpret_cast<const unsigned char*>(&elements[i]),
                      reinterpret_cast<const unsigned char*>(&back));
        check_special(block, i, elements[i], back);
        check_extras(block, i);
    }
}

void BinaryWriter::check_outside() noexcept {
    for (const flatline_unknown& unknown : map_.unknowns()) {
        if (unknown.index == FLATLINE_NONE && unknown.depth == 0) lose(unknown);
    }
}

bool BinaryWriter::check(FindingList& findings) noexcept {
    Losses losses(findings, lossy_);
    losses_ = &losses;
    check_outside();
    for (std::uint8_t block = FLATLINE_VERTEX; block <= FLATLINE_THING; ++block) {
        of_kind(block, [&](auto elements) { check_kind(block, elements); });
    }
    losses_ = nullptr;
    if (!losses.refuses()) losses.end();
    return !losses.refuses();
}

// ---- Lumps -------------------------------------------------------------------------------------

std::uint64_t BinaryWriter::bytes(std::uint8_t element) const noexcept {
    return of_kind(element, [&](auto elements) {
        return std::uint64_t{elements.size()} * binary::record_bytes(element, hexen_);
    });
}

bool BinaryWriter::write(std::uint8_t kind, const Sink& sink, std::uint64_t& written) noexcept {
    ByteStream out(sink);
    const std::size_t size = binary::record_bytes(kind, hexen_);
    extras_.begin(map_, kind);
    of_kind(kind, [&](auto elements) {
        unsigned char record[Records::kMostBytes];
        for (std::uint32_t i = 0; i < elements.size() && !out.failed(); ++i) {
            auto back = elements[i];
            extras_.seek(i);
            records_.put(kept_of(kind, elements[i]), extras_, record, back);
            out.put({record, size});
        }
    });
    const bool taken = out.finish();
    written += out.written();
    return taken;
}

}  // namespace flatline::engine::write
