// The C functions of flatline.h.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "flatline/flatline.h"
#include "support/binary_map.hpp"

namespace capi_binary_test {

using binary_map::Map;

flatline_lump lump(const std::string& bytes) { return {bytes.data(), bytes.size()}; }

flatline_binary_lumps lumps_of(const Map& map) {
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    lumps.things = lump(map.things);
    lumps.linedefs = lump(map.linedefs);
    lumps.sidedefs = lump(map.sidedefs);
    lumps.vertexes = lump(map.vertexes);
    lumps.sectors = lump(map.sectors);
    lumps.reject = lump(map.reject);
    lumps.blockmap = lump(map.blockmap);
    lumps.hexen = map.hexen ? 1 : 0;
    return lumps;
}

class CApiBinary : public testing::Test {
protected:
    ~CApiBinary() override { flatline_free(map); }

    std::string name(std::uint32_t id) const {
        std::size_t size = 0;
        const char* data = flatline_map_name(map, id, &size);
        return {data, size};
    }

    flatline_map* map = nullptr;
};

TEST_F(CApiBinary, LoadsBothFormats) {
    for (const bool hexen : {false, true}) {
        const Map square = Map::square(hexen);
        const flatline_binary_lumps lumps = lumps_of(square);
        ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, &map), FLATLINE_OK);
        EXPECT_EQ(flatline_map_format(map), hexen ? FLATLINE_FORMAT_HEXEN : FLATLINE_FORMAT_DOOM);
        EXPECT_EQ(flatline_map_arrays(map)->linedef_count, 4u);
        EXPECT_EQ(name(flatline_map_arrays(map)->sectors[0].textureceiling), "CEIL");
        std::size_t size = 0;
        const char* name_space = flatline_map_namespace(map, &size);
        EXPECT_EQ(std::string(name_space, size), hexen ? "hexen" : "doom");
        flatline_free(map);
        map = nullptr;
    }
}

TEST_F(CApiBinary, TheOptionsOfALoadHold) {
    Map square = Map::square();
    square.reject = "x";
    const flatline_binary_lumps lumps = lumps_of(square);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.extras.namespace_override = "zdoom";
    options.products = FLATLINE_PRODUCT_REJECT;
    ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, &options, &map), FLATLINE_OK);
    EXPECT_STREQ(flatline_map_dialect(map), "zdoom");
    EXPECT_NE(flatline_map_arrays(map)->reject.bits, nullptr);
    EXPECT_EQ(flatline_map_arrays(map)->nodes.subsector_count, 0u);
}

TEST_F(CApiBinary, FindingsHaveLumpAndByte) {
    Map bad = Map::square();
    bad.linedefs[2] = 9;  // v2 of line 0
    const flatline_binary_lumps lumps = lumps_of(bad);
    ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, &map), FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(findings->rule), "line-vertex-range");
    EXPECT_STREQ(flatline_lump_name(findings->lump), "LINEDEFS");
    EXPECT_EQ(findings->offset, 2u);
    char sentence[100];
    flatline_describe(map, findings, sentence, sizeof sentence);
    EXPECT_STREQ(sentence, "linedef 0: v2 is 9, but the map has 4 vertices");
    EXPECT_EQ(flatline_map_format(map), FLATLINE_FORMAT_UDMF);
    EXPECT_EQ(flatline_map_format(nullptr), FLATLINE_FORMAT_UDMF);
}

TEST_F(CApiBinary, EveryLumpHasAName) {
    const char* const names[] = {"THINGS",  "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                 "SECTORS", "SEGS",     "SSECTORS", "NODES"};
    const auto first = static_cast<std::uint8_t>(flatline::engine::Lump::things);
    for (std::size_t i = 0; i < std::size(names); ++i) {
        EXPECT_STREQ(flatline_lump_name(static_cast<std::uint8_t>(first + i)), names[i]);
    }
    EXPECT_STREQ(flatline_lump_name(static_cast<std::uint8_t>(flatline::engine::Lump::nodes) + 1),
                 "");
}

TEST_F(CApiBinary, BadArguments) {
    const Map square = Map::square();
    flatline_binary_lumps lumps = lumps_of(square);
    EXPECT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, nullptr),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_load_binary_borrowed(nullptr, nullptr, nullptr, &map),
              FLATLINE_BAD_ARGUMENT);
    lumps.things.data = nullptr;
    EXPECT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, &map), FLATLINE_BAD_ARGUMENT);
    std::uint64_t text = 1;
    EXPECT_EQ(flatline_memory_bound_binary(&lumps, nullptr, &text, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(text, 0u);
    lumps.struct_size = 0;
    EXPECT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, &map), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(map, nullptr);
}

TEST_F(CApiBinary, MemoryIsToldBefore) {
    const Map square = Map::square();
    const flatline_binary_lumps lumps = lumps_of(square);
    std::uint64_t text = 0;
    std::uint64_t total = 0;
    ASSERT_EQ(flatline_memory_bound_binary(&lumps, nullptr, &text, &total), FLATLINE_OK);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = 0;
    ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, &options, &map), FLATLINE_OK);
    std::uint64_t used = 0;
    flatline_memory(map, nullptr, &used);
    EXPECT_GT(text, 0u);
    EXPECT_LE(text, used);
    EXPECT_LE(used, total);
}

TEST_F(CApiBinary, AMapOwnsItsLumpsOnlyWhereItLoads) {
    const Map square = Map::square();
    std::string bytes = square.sidedefs + square.sectors;
    int released = 0;
    const flatline_buffer buffer = {
        bytes.data(), bytes.size(),
        [](void* context, void*, std::size_t) { ++*static_cast<int*>(context); }, &released};
    flatline_binary_lumps lumps = lumps_of(square);
    lumps.sidedefs.data = bytes.data();
    lumps.sectors.data = bytes.data() + square.sidedefs.size();
    flatline_loader* loader = flatline_loader_create(nullptr);
    ASSERT_EQ(flatline_load_binary_owned(loader, &lumps, buffer, nullptr, &map), FLATLINE_OK);
    EXPECT_EQ(name(1), "BRICK");
    flatline_recycle(loader, map);
    EXPECT_EQ(released, 1);
    lumps.sectors.size = 0;
    EXPECT_EQ(flatline_load_binary_owned(loader, &lumps, buffer, nullptr, &map), FLATLINE_REFUSED);
    flatline_free(map);
    map = nullptr;
    EXPECT_EQ(released, 1);
    flatline_free(loader);
}

}  // namespace capi_binary_test
