// How long the records of binary lumps are and where their fields lie (docs/binary.md, "Records").
// The structs of types.h are the records.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/bytes.hpp"
#include "flatline/types.h"
#include "model/binary.hpp"
#include "model/findings.hpp"

namespace flatline::engine::binary {

inline constexpr std::size_t kVertexBytes = sizeof(flatline_stored_vertex);
inline constexpr std::size_t kDoomLineBytes = sizeof(flatline_doom_linedef);
inline constexpr std::size_t kHexenLineBytes = sizeof(flatline_hexen_linedef);
inline constexpr std::size_t kSideBytes = sizeof(flatline_stored_sidedef);
inline constexpr std::size_t kSectorBytes = sizeof(flatline_stored_sector);
inline constexpr std::size_t kDoomThingBytes = sizeof(flatline_doom_thing);
inline constexpr std::size_t kHexenThingBytes = sizeof(flatline_hexen_thing);

inline constexpr std::uint16_t kNoSide = 0xFFFF;
inline constexpr std::size_t kNameBytes = 8;

/// One of the five lumps that are the map.
struct LumpRow {
    std::uint8_t element;
    Lump lump;
    std::string_view name;
    Bytes BinaryLumps::*bytes;
    std::size_t doom_bytes;   ///< of a record
    std::size_t hexen_bytes;  ///< the same in Hexen format
};
/// By FLATLINE_VERTEX .. FLATLINE_THING.
inline constexpr LumpRow kLumpRows[] = {
    {FLATLINE_VERTEX, Lump::vertexes, "VERTEXES", &BinaryLumps::vertexes, kVertexBytes,
     kVertexBytes},
    {FLATLINE_LINEDEF, Lump::linedefs, "LINEDEFS", &BinaryLumps::linedefs, kDoomLineBytes,
     kHexenLineBytes},
    {FLATLINE_SIDEDEF, Lump::sidedefs, "SIDEDEFS", &BinaryLumps::sidedefs, kSideBytes, kSideBytes},
    {FLATLINE_SECTOR, Lump::sectors, "SECTORS", &BinaryLumps::sectors, kSectorBytes, kSectorBytes},
    {FLATLINE_THING, Lump::things, "THINGS", &BinaryLumps::things, kDoomThingBytes,
     kHexenThingBytes},
};

constexpr std::size_t record_bytes(std::uint8_t element, bool hexen) noexcept {
    return hexen ? kLumpRows[element].hexen_bytes : kLumpRows[element].doom_bytes;
}
constexpr std::size_t record_count(const BinaryLumps& lumps, std::uint8_t element) noexcept {
    return (lumps.*kLumpRows[element].bytes).size() / record_bytes(element, lumps.hexen);
}
/// Bytes of the five lumps together.
constexpr std::uint64_t map_bytes(const BinaryLumps& lumps) noexcept {
    std::uint64_t bytes = 0;
    for (const LumpRow& row : kLumpRows) bytes += (lumps.*row.bytes).size();
    return bytes;
}

inline std::int16_t load_s16(const unsigned char* p) noexcept { return load_le<std::int16_t>(p); }
inline std::uint16_t load_u16(const unsigned char* p) noexcept { return load_le<std::uint16_t>(p); }

/// The side that a line names, FLATLINE_NONE for none.
inline std::uint32_t load_side(const unsigned char* p) noexcept {
    const std::uint16_t side = load_u16(p);
    return side == kNoSide ? FLATLINE_NONE : side;
}

/// Where something lies in a lump; no lump where it is about no element.
struct RecordPlace {
    Lump lump = Lump::none;
    std::uint64_t offset = FLATLINE_NO_OFFSET;
    std::uint32_t length = 0;
};
/// The position of a field of an element: of the bytes that hold it, or of the whole record if no
/// bytes do (an id in Hexen format).
RecordPlace place_of(bool hexen, std::uint8_t element, std::uint32_t index, FieldId field) noexcept;

/// Of a record at `from` that was copied to `to`: turns the numbers of 16 bits there into those of
/// this machine.
void make_native(bool hexen, std::uint8_t element, const unsigned char* from,
                 unsigned char* to) noexcept;

/// Gives a finding that stages after the reader made about an element its lump and its place.
void place_finding(bool hexen, Finding& finding) noexcept;

}  // namespace flatline::engine::binary
