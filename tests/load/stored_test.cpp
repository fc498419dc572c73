// What a map keeps as it was given: the records of binary lumps, angles and offsets of segs,
// strings with a zero byte behind, the text's own namespace. Angles are compared with what
// P_LoadSegs of dsda-doom made of the maps of freedoom (tests/level/port_facts.tsv).
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "level/port_facts.hpp"
#include "model/load.hpp"
#include "nodes/binary_maps.hpp"
#include "support/binary_map.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace stored_test {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;

LoadOptions with(std::uint32_t products) {
    LoadOptions options;
    options.products = products;
    return options;
}

binary_map::Map room(bool hexen) {
    binary_map::Map map = binary_map::Map::square(hexen);
    binary_map::Line line;
    line.flags = 0x9ABC;
    line.special = 208;
    line.tag = 0xFFFE;
    const std::uint32_t args[5] = {7, 8, 9, 250, 255};
    std::memcpy(line.args, args, sizeof args);
    map.line(line);
    return map;
}

TEST(Stored, RecordsAreThoseOfTheLumpsWithoutACopy) {
    const binary_map::Map doom = room(false);
    const auto lumps = doom.lumps();
    const auto loaded =
        flatline::engine::load_binary_borrowed(lumps, with(FLATLINE_PRODUCT_STORED_RECORDS));
    ASSERT_TRUE(loaded);
    const flatline_stored lines = loaded.value.stored(FLATLINE_LINEDEF);
    EXPECT_EQ(lines.records, lumps.linedefs.data()) << "no copy at an even address";
    ASSERT_EQ(lines.count, 5u);
    ASSERT_EQ(lines.record_bytes, sizeof(flatline_doom_linedef));
    const auto& line = static_cast<const flatline_doom_linedef*>(lines.records)[4];
    EXPECT_EQ(line.flags, 0x9ABC);
    EXPECT_EQ(line.special, 208);
    EXPECT_EQ(line.tag, 0xFFFE);
    EXPECT_EQ(line.side[1], 0xFFFF);
    for (std::uint8_t i = FLATLINE_VERTEX; i <= FLATLINE_THING; ++i) {
        EXPECT_NE(loaded.value.stored(i).count, 0u) << int{i};
    }
    EXPECT_EQ(loaded.value.stored(FLATLINE_GLOBAL).records, nullptr);
    EXPECT_EQ(flatline::engine::load_binary_borrowed(lumps).value.stored(FLATLINE_LINEDEF).count,
              0u);
}

TEST(Stored, HexenArgumentsAreNotMoved) {
    const binary_map::Map hexen = room(true);
    const auto loaded = flatline::engine::load_binary_borrowed(
        hexen.lumps(), with(FLATLINE_PRODUCT_STORED_RECORDS));
    ASSERT_TRUE(loaded);
    const flatline_stored lines = loaded.value.stored(FLATLINE_LINEDEF);
    ASSERT_EQ(lines.record_bytes, sizeof(flatline_hexen_linedef));
    const auto& line = static_cast<const flatline_hexen_linedef*>(lines.records)[4];
    EXPECT_EQ(line.special, 208);
    const std::uint8_t args[5] = {7, 8, 9, 250, 255};
    EXPECT_EQ(std::memcmp(line.arg, args, sizeof args), 0);
    EXPECT_EQ(loaded.value.stored(FLATLINE_THING).record_bytes, sizeof(flatline_hexen_thing));
}

// A lump at an odd address cannot be an array of structs.
TEST(Stored, LumpsAtOddAddressesAreCopied) {
    const binary_map::Map doom = room(false);
    auto lumps = doom.lumps();
    std::vector<unsigned char> odd(doom.linedefs.size() + 2);
    unsigned char* const at =
        odd.data() + (reinterpret_cast<std::uintptr_t>(odd.data()) % 2 == 0 ? 1 : 0);
    std::memcpy(at, doom.linedefs.data(), doom.linedefs.size());
    lumps.linedefs = {at, doom.linedefs.size()};
    const auto loaded =
        flatline::engine::load_binary_borrowed(lumps, with(FLATLINE_PRODUCT_STORED_RECORDS));
    ASSERT_TRUE(loaded);
    EXPECT_LE(loaded.memory.used, loaded.memory.announced);
    std::memset(at, 0xFF, doom.linedefs.size());
    const flatline_stored lines = loaded.value.stored(FLATLINE_LINEDEF);
    ASSERT_EQ(lines.count, 5u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(lines.records) % 2, 0u);
    EXPECT_EQ(static_cast<const flatline_doom_linedef*>(lines.records)[4].tag, 0xFFFE);
    EXPECT_EQ(loaded.value.stored(FLATLINE_THING).records, lumps.things.data());
}

const std::string kText =
    "namespace = \"DSDA\"; vertex { x = 1; y = 2; } thing { x = 1; y = 1; type = 1; "
    "comment = \"a \\\"word\\\"\"; user_note = \"kept\"; user_note = \"kept\"; }"
    "sector { texturefloor = \"FLAT1\"; textureceiling = \"SKY\"; colormap = \"FOG\"; }";

TEST(Stored, StringsEndInAZeroByteAndOutliveTheText) {
    std::string text = kText;
    const LoadResult<Map> loaded =
        flatline::engine::load_borrowed(load_text::bytes(text), with(FLATLINE_PRODUCT_TERMINATED));
    ASSERT_TRUE(loaded);
    const Map& map = loaded.value;
    text.assign(text.size(), '#');
    std::size_t strings = 0;
    const auto is = [&](std::string_view given, const char* expected) {
        EXPECT_EQ(given, expected);
        EXPECT_STREQ(given.empty() ? "" : given.data(), expected);
        ++strings;
    };
    is(map.name(0), "-");
    is(map.name(map.sectors()[0].texturefloor), "FLAT1");
    is(map.name(map.sectors()[0].textureceiling), "SKY");
    for (const flatline_column& column : map.columns()) {
        if (column.kind != FLATLINE_STRING) continue;
        const bool comment = flatline::engine::field_name(column.field) == "comment";
        is(map.text(column.values.texts[0]), comment ? "a \"word\"" : "FOG");
    }
    for (const flatline_unknown& unknown : map.unknowns()) {
        is(map.text(unknown.name), "user_note");
        is(map.text(unknown.value.string), "kept");
    }
    is(map.map_namespace(), "dsda");
    is(map.own_namespace(), "DSDA");
    EXPECT_EQ(strings, 3u + map.columns().size() + 2 * map.unknowns().size() + 2);
    EXPECT_GE(map.columns().size(), 1u);
    EXPECT_LE(loaded.memory.used, loaded.memory.announced);
}

TEST(Stored, NamesOfBinaryMapsOfEightBytesEndToo) {
    binary_map::Map map = binary_map::Map::square();
    map.side("ABCDEFGH", "-", "-").line({0, 1, 0x8000, 0, 0, {0, 0, 0, 0, 0}, 4, 0xFFFF});
    const auto loaded =
        flatline::engine::load_binary_borrowed(map.lumps(), with(FLATLINE_PRODUCT_TERMINATED));
    ASSERT_TRUE(loaded);
    const std::string_view name = loaded.value.name(loaded.value.sidedefs()[4].texturetop);
    EXPECT_EQ(name, "ABCDEFGH");
    EXPECT_STREQ(name.data(), "ABCDEFGH");
    for (const flatline_unknown& unknown : loaded.value.unknowns()) {
        const std::string_view text = loaded.value.text(unknown.name);
        EXPECT_EQ(text.data()[text.size()], '\0');
    }
}

TEST(Stored, TheTextsOwnNamespaceStandsBesideAnOverride) {
    LoadOptions options;
    options.namespace_override = "zdoom";
    const auto loaded = flatline::engine::load_borrowed(load_text::bytes(kText), options);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded.value.map_namespace(), "zdoom");
    EXPECT_EQ(loaded.value.own_namespace(), "DSDA");
    const auto plain = flatline::engine::load_borrowed(load_text::bytes(kText));
    EXPECT_EQ(plain.value.map_namespace(), "dsda");
    EXPECT_EQ(plain.value.own_namespace(), "DSDA");
    const std::string none = "vertex { x = 1; y = 2; }";
    EXPECT_EQ(
        flatline::engine::load_borrowed(load_text::bytes(none), options).value.own_namespace(), "");
    const binary_map::Map room = binary_map::Map::square();
    EXPECT_EQ(flatline::engine::load_binary_borrowed(room.lumps()).value.own_namespace(), "");
}

TEST(Stored, AnglesOfFreedoomAreThoseOfThePort) {
    if (!port_facts::has("freedoom2.wad")) GTEST_SKIP() << needs::package("freedoom");
    std::size_t maps = 0;
    port_facts::each(
        "freedoom2.wad", [&](const binary_maps::BinaryMap& map, const port_facts::Row& row) {
            const std::string segs = map.lump("SEGS");
            const auto loaded = flatline::engine::load_binary_borrowed(
                port_facts::lumps_of(map),
                with(FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_STORED_ANGLES));
            ASSERT_TRUE(loaded) << map.label;
            const flatline_bsp& bsp = loaded.value.nodes();
            ASSERT_EQ(bsp.seg_count, segs.size() / 12) << map.label;
            ASSERT_NE(bsp.stored_angles, nullptr);
            std::vector<std::uint32_t> angles;
            for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
                ASSERT_EQ(bsp.segs[i].linedef, binary_maps::u16(segs, 12 * i + 6))
                    << "the lump's order";
                EXPECT_EQ(bsp.stored_angles[i].offset, binary_maps::s16(segs, 12 * i + 10));
                angles.push_back(std::uint32_t{bsp.stored_angles[i].angle} << 16);
            }
            EXPECT_EQ(port_facts::sum(angles), row.at("angles")) << map.label;
            EXPECT_EQ(loaded.value.blockmap().skipped_zero, 0u) << "not asked for";
            ++maps;
        });
    EXPECT_EQ(maps, 32u);
    // Forms without angles, and loads without the product, have none.
    EXPECT_EQ(flatline::engine::load_borrowed(load_text::bytes(kText)).value.nodes().stored_angles,
              nullptr);
}

TEST(Stored, TheZeroOfABlockmapIsToldAsThePortTellsIt) {
    if (!port_facts::has("freedoom2.wad")) GTEST_SKIP() << needs::package("freedoom");
    port_facts::each(
        "freedoom2.wad", [&](const binary_maps::BinaryMap& map, const port_facts::Row& row) {
            const auto loaded = flatline::engine::load_binary_borrowed(
                port_facts::lumps_of(map), with(FLATLINE_PRODUCT_BLOCKMAP));
            ASSERT_TRUE(loaded);
            const flatline_blockmap& blockmap = loaded.value.blockmap();
            ASSERT_EQ(blockmap.from_lump, 1u);
            EXPECT_EQ(std::to_string(blockmap.skipped_zero), row.at("skip")) << map.label;
            ASSERT_EQ(blockmap.skipped_zero, 1u);
            EXPECT_EQ(blockmap.lines[blockmap.cells[0].first - 1], 0u);
        });
    // One list that begins with another number, and the port skips nothing.
    binary_map::Map room = binary_map::Map::square();
    room.blockmap.clear();
    for (const int word : {0, 0, 1, 1, 5, 1, 2, -1}) binary_map::Map::put(room.blockmap, word);
    const auto loaded =
        flatline::engine::load_binary_borrowed(room.lumps(), with(FLATLINE_PRODUCT_BLOCKMAP));
    ASSERT_EQ(loaded.value.blockmap().from_lump, 1u);
    EXPECT_EQ(loaded.value.blockmap().skipped_zero, 0u);
    EXPECT_EQ(loaded.value.blockmap().cells[0].count, 2u);
}

TEST(Stored, InC) {
    const binary_map::Map hexen = room(true);
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    const auto lump = [](const std::string& bytes) {
        return flatline_lump{bytes.data(), bytes.size()};
    };
    lumps.things = lump(hexen.things);
    lumps.linedefs = lump(hexen.linedefs);
    lumps.sidedefs = lump(hexen.sidedefs);
    lumps.vertexes = lump(hexen.vertexes);
    lumps.sectors = lump(hexen.sectors);
    lumps.hexen = 1;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_STORED_RECORDS;
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, &options, &map), FLATLINE_OK);
    EXPECT_EQ(flatline_map_stored(map, FLATLINE_LINEDEF).count, 5u);
    EXPECT_EQ(flatline_map_stored(map, 77).count, 0u);
    char name[9];
    std::memset(name, 'x', sizeof name);
    const std::uint32_t ceiling = flatline_map_arrays(map)->sectors[0].textureceiling;
    EXPECT_EQ(flatline_copy_name(map, ceiling, name, sizeof name), 4u);
    EXPECT_EQ(std::string(name, sizeof name), std::string("CEIL\0\0\0\0\0", 9));
    EXPECT_EQ(flatline_copy_name(map, ceiling, name, 3), 4u);
    EXPECT_STREQ(name, "CE");
    EXPECT_EQ(flatline_copy_name(map, 1000, name, sizeof name), 0u);
    EXPECT_STREQ(name, "");
    EXPECT_EQ(flatline_copy_name(map, ceiling, nullptr, 9), 4u);
    std::size_t size = 7;
    EXPECT_STREQ(flatline_map_own_namespace(map, &size), "");
    EXPECT_EQ(size, 0u);
    flatline_free(map);
}

}  // namespace stored_test
