// Small binary maps in memory, and their records.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "reference/reference_binary.hpp"
#include "support/wad_builder.hpp"

namespace testing_support {

/// The ten lumps in the order that tools write them.
inline constexpr std::array<const char*, 10> kBinaryLumps = {
    "THINGS",   "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",
    "SSECTORS", "NODES",    "SECTORS",  "REJECT",   "BLOCKMAP"};

/// Little-endian numbers of 16 bits, one after another.
inline std::string words(std::initializer_list<int> values) {
    std::string out;
    for (const int value : values) put_u16(out, static_cast<std::uint32_t>(value));
    return out;
}

/// A name of 8 bytes.
inline std::string name8(std::string_view name) {
    std::string out(name);
    out.resize(8);
    return out;
}

/// Overwrites 16 bits of a lump.
inline void set_word(std::string& lump, std::size_t at, int value) {
    lump.replace(at, 2, words({value}));
}

inline std::string side_record(int x, int y, std::string_view top, std::string_view bottom,
                               std::string_view middle, int sector) {
    return words({x, y}) + name8(top) + name8(bottom) + name8(middle) + words({sector});
}

inline std::string sector_record(int floor, int ceiling, std::string_view floor_flat,
                                 std::string_view ceiling_flat, int light, int special, int tag) {
    return words({floor, ceiling}) + name8(floor_flat) + name8(ceiling_flat) +
           words({light, special, tag});
}

/// Two rooms side by side with a line between them: 6 vertices, 7 lines, 8 sides, 2 sectors, 3
/// things, and derived lumps for them; in the format of Hexen with a BEHAVIOR.
inline reference::BinaryMap two_rooms(bool hexen) {
    reference::BinaryMap map;
    map.name = "MAP01";
    auto& lumps = map.lumps;
    lumps["VERTEXES"] = words({0, 0, 128, 0, 256, 0, 256, 128, 128, 128, 0, 128});
    const int ends[7][2] = {{5, 4}, {4, 3}, {3, 2}, {2, 1}, {1, 0}, {0, 5}, {4, 1}};
    const int sectors[8] = {0, 1, 1, 1, 0, 0, 0, 1};
    for (int i = 0; i < 7; ++i) {
        const int back = i == 6 ? 7 : 0xFFFF;
        lumps["LINEDEFS"] += words({ends[i][0], ends[i][1], i == 6 ? 4 : 1});
        if (hexen) {
            lumps["LINEDEFS"] += i == 6 ? std::string("\x50\1\2\3\4\5", 6) : std::string(6, '\0');
        } else {
            lumps["LINEDEFS"] += i == 6 ? words({97, 5}) : words({0, 0});
        }
        lumps["LINEDEFS"] += words({i, back});
    }
    for (int i = 0; i < 8; ++i) {
        lumps["SIDEDEFS"] +=
            side_record(i, -i, i < 6 ? "-" : "STEP", "", "WALL" + std::to_string(i), sectors[i]);
    }
    lumps["SECTORS"] = sector_record(0, 128, "FLAT1", "F_SKY1", 160, 0, 5) +
                       sector_record(-8, 96, "FLAT1", "CEIL", 200, 9, -1);
    for (int i = 0; i < 3; ++i) {
        lumps["THINGS"] += hexen ? words({i, 64 + 64 * i, 64, 8 * i, 90, i + 1, 0x707}) +
                                       std::string("\x50\5\4\3\2\1", 6)
                                 : words({64 + 64 * i, 64, 90 * i, i + 1, 7});
    }
    lumps["SEGS"] = words({5, 4, 0, 0, 0, 0}) + words({1, 0, -32768, 4, 0, 0}) +
                    words({0, 5, 0x4000, 5, 0, 0}) + words({4, 1, -0x4000, 6, 0, 0}) +
                    words({4, 3, 0, 1, 0, 0}) + words({3, 2, -0x4000, 2, 0, 0}) +
                    words({2, 1, -32768, 3, 0, 0}) + words({1, 4, 0x4000, 6, 1, 0});
    lumps["SSECTORS"] = words({4, 0, 4, 4});
    lumps["NODES"] = words({128, 128, 0, -128, 128, 0, 0, 128, 128, 0, 128, 256, 0x8000, 0x8001});
    lumps["REJECT"] = std::string(1, '\0');
    lumps["BLOCKMAP"] = words({0, 0, 3,  2, 10, 16, 22, 26, 30, 34, 0,  0, 4, 5, 6,  -1, 0, 3, 4,
                               2, 6, -1, 0, 2,  3,  -1, 0,  0,  5,  -1, 0, 1, 6, -1, 0,  1, 2, -1});
    if (hexen) lumps["BEHAVIOR"] = std::string("ACS\0\10\0\0\0\0\0\0\0\0\0\0\0", 16);
    return map;
}

/// A WAD with the map; the lumps in the order of `order`, and BEHAVIOR after them.
template <class Order>
std::string wad_of(const reference::BinaryMap& map, const Order& order) {
    WadBuilder wad;
    wad.lump(map.name);
    for (const auto& name : order) {
        const auto lump = map.lumps.find(name);
        if (lump != map.lumps.end()) wad.lump(name, lump->second);
    }
    if (map.hexen()) wad.lump("BEHAVIOR", map.lump("BEHAVIOR"));
    return wad.build();
}

}  // namespace testing_support
