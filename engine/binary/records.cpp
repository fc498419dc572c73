#include "binary/records.hpp"

#include <cstring>

#include "base/short_text.hpp"
#include "model/fields.hpp"

namespace flatline::engine::binary {
namespace {

constexpr std::uint8_t kDoom = 1;
constexpr std::uint8_t kHexen = 2;
constexpr std::uint8_t kBoth = 3;

// Where a field lies in its record. A flag is not listed: it lies in the field "flags".
struct FieldPlace {
    std::uint8_t element;
    std::uint8_t formats;  // kDoom, kHexen
    std::uint8_t offset;
    std::uint8_t length;
    ShortText<14> field;

    bool is_of(std::uint8_t record, bool hexen) const noexcept {
        return element == record && (formats & (hexen ? kHexen : kDoom)) != 0;
    }
};
constexpr ShortText<14> kFlags;  // of all that is in no other row

constexpr FieldPlace kPlaces[] = {
    {FLATLINE_VERTEX, kBoth, 0, 2, "x"},
    {FLATLINE_VERTEX, kBoth, 2, 2, "y"},
    {FLATLINE_LINEDEF, kBoth, 0, 2, "v1"},
    {FLATLINE_LINEDEF, kBoth, 2, 2, "v2"},
    {FLATLINE_LINEDEF, kDoom, 6, 2, "special"},
    {FLATLINE_LINEDEF, kDoom, 8, 2, "id"},
    {FLATLINE_LINEDEF, kDoom, 8, 2, "arg0"},
    {FLATLINE_LINEDEF, kDoom, 10, 2, "sidefront"},
    {FLATLINE_LINEDEF, kDoom, 12, 2, "sideback"},
    {FLATLINE_LINEDEF, kHexen, 6, 1, "special"},
    {FLATLINE_LINEDEF, kHexen, 7, 1, "arg0"},
    {FLATLINE_LINEDEF, kHexen, 8, 1, "arg1"},
    {FLATLINE_LINEDEF, kHexen, 9, 1, "arg2"},
    {FLATLINE_LINEDEF, kHexen, 10, 1, "arg3"},
    {FLATLINE_LINEDEF, kHexen, 11, 1, "arg4"},
    {FLATLINE_LINEDEF, kHexen, 6, 6, "id"},
    {FLATLINE_LINEDEF, kHexen, 12, 2, "sidefront"},
    {FLATLINE_LINEDEF, kHexen, 14, 2, "sideback"},
    {FLATLINE_LINEDEF, kBoth, 4, 2, kFlags},
    {FLATLINE_SIDEDEF, kBoth, 0, 2, "offsetx"},
    {FLATLINE_SIDEDEF, kBoth, 2, 2, "offsety"},
    {FLATLINE_SIDEDEF, kBoth, 4, 8, "texturetop"},
    {FLATLINE_SIDEDEF, kBoth, 12, 8, "texturebottom"},
    {FLATLINE_SIDEDEF, kBoth, 20, 8, "texturemiddle"},
    {FLATLINE_SIDEDEF, kBoth, 28, 2, "sector"},
    {FLATLINE_SECTOR, kBoth, 0, 2, "heightfloor"},
    {FLATLINE_SECTOR, kBoth, 2, 2, "heightceiling"},
    {FLATLINE_SECTOR, kBoth, 4, 8, "texturefloor"},
    {FLATLINE_SECTOR, kBoth, 12, 8, "textureceiling"},
    {FLATLINE_SECTOR, kBoth, 20, 2, "lightlevel"},
    {FLATLINE_SECTOR, kBoth, 22, 2, "special"},
    {FLATLINE_SECTOR, kBoth, 24, 2, "id"},
    {FLATLINE_THING, kDoom, 0, 2, "x"},
    {FLATLINE_THING, kDoom, 2, 2, "y"},
    {FLATLINE_THING, kDoom, 4, 2, "angle"},
    {FLATLINE_THING, kDoom, 6, 2, "type"},
    {FLATLINE_THING, kDoom, 8, 2, kFlags},
    {FLATLINE_THING, kHexen, 0, 2, "id"},
    {FLATLINE_THING, kHexen, 2, 2, "x"},
    {FLATLINE_THING, kHexen, 4, 2, "y"},
    {FLATLINE_THING, kHexen, 6, 2, "height"},
    {FLATLINE_THING, kHexen, 8, 2, "angle"},
    {FLATLINE_THING, kHexen, 10, 2, "type"},
    {FLATLINE_THING, kHexen, 14, 1, "special"},
    {FLATLINE_THING, kHexen, 15, 1, "arg0"},
    {FLATLINE_THING, kHexen, 16, 1, "arg1"},
    {FLATLINE_THING, kHexen, 17, 1, "arg2"},
    {FLATLINE_THING, kHexen, 18, 1, "arg3"},
    {FLATLINE_THING, kHexen, 19, 1, "arg4"},
    {FLATLINE_THING, kHexen, 12, 2, kFlags},
};

}  // namespace

RecordPlace place_of(bool hexen, std::uint8_t element, std::uint32_t index,
                     FieldId field) noexcept {
    if (element > FLATLINE_THING || index == FLATLINE_NONE) return {};
    const std::size_t size = record_bytes(element, hexen);
    const std::uint64_t record = std::uint64_t{index} * size;
    const RecordPlace whole{kLumpRows[element].lump, record, static_cast<std::uint32_t>(size)};
    if (field == FLATLINE_NO_FIELD) return whole;
    const std::string_view name = field_name(field);
    for (const FieldPlace& place : kPlaces) {
        if (!place.is_of(element, hexen) ||
            (place.field != name && place.field != std::string_view(kFlags))) {
            continue;
        }
        return {whole.lump, record + place.offset, place.length};
    }
    return whole;
}

void make_native(bool hexen, std::uint8_t element, const unsigned char* from,
                 unsigned char* to) noexcept {
    for (const FieldPlace& place : kPlaces) {
        if (!place.is_of(element, hexen) || place.length != sizeof(std::uint16_t)) continue;
        const std::uint16_t number = load_u16(from + place.offset);
        std::memcpy(to + place.offset, &number, sizeof number);
    }
}

void place_finding(bool hexen, Finding& finding) noexcept {
    if (finding.lump != static_cast<std::uint8_t>(Lump::textmap)) return;
    const RecordPlace place = place_of(hexen, finding.element, finding.index, finding.field);
    finding.lump = static_cast<std::uint8_t>(place.lump);
    finding.offset = place.offset;
    finding.length = place.length;
}

}  // namespace flatline::engine::binary
