// Options of a program that was built against an older header: unknown members have their defaults,
// whatever lies after the struct.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string>

#include "flatline/flatline.h"

namespace capi_options_test {

const char* const kText =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; }\nvertex { x = 64; y = 0; }\nvertex { x = 64; y = 64; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; }\nlinedef { v1 = 1; v2 = 2; sidefront = 0; }\n"
    "linedef { v1 = 2; v2 = 0; sidefront = 0; }\n"
    "sidedef { sector = 0; }\nsector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";
const char* const kDoom3 =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n{ patchDef2 { \"m\" ( 3 3 0 0 0 ) (\n"
    "( ( 0 0 0 0 0 ) ( 0 9 0 0 0 ) ( 0 9 9 0 0 ) ) ( ( 5 0 0 0 0 ) ( 5 9 0 0 0 ) ( 5 9 9 0 0 ) )\n"
    "( ( 9 0 0 0 0 ) ( 9 9 0 0 0 ) ( 9 9 9 0 0 ) ) ) } }\n}\n";

// The first `size` bytes of the options, the rest as garbage as after an older struct.
template <class Options>
Options older(Options options, std::size_t size) {
    options.struct_size = size;
    std::memset(reinterpret_cast<unsigned char*>(&options) + size, 0xEE, sizeof options - size);
    return options;
}

TEST(CApiOlderOptions, OfALoad) {
    flatline_options newest = FLATLINE_OPTIONS_INIT;
    newest.repair = FLATLINE_REPAIR;
    // threads and what follows came later, says this program.
    const flatline_options options = older(newest, offsetof(flatline_options, threads));
    const std::string bad = std::string(kText) + "sidedef { sector = 7; }\n";
    flatline_map* map = nullptr;
    EXPECT_EQ(flatline_load_borrowed(nullptr, bad.data(), bad.size(), &options, &map), FLATLINE_OK)
        << "repair was known";
    flatline_free(map);
}

TEST(CApiOptions, RepairsOfSomeRules) {
    const std::string bad = std::string(kText) + "sidedef { sector = 7; }\n";
    const auto status_with = [&](std::initializer_list<const char*> rules) {
        flatline_options options = FLATLINE_OPTIONS_INIT;
        options.repair = FLATLINE_REPAIR_LISTED;
        options.extras.repair_rules = rules.begin();
        options.extras.repair_rule_count = rules.size();
        flatline_map* map = nullptr;
        const flatline_status status =
            flatline_load_borrowed(nullptr, bad.data(), bad.size(), &options, &map);
        flatline_free(map);
        return status;
    };
    EXPECT_EQ(status_with({"line-missing-front", "side-sector-range"}), FLATLINE_OK);
    EXPECT_EQ(status_with({"line-missing-front"}), FLATLINE_REFUSED);
    EXPECT_EQ(status_with({}), FLATLINE_REFUSED);
    EXPECT_EQ(status_with({"no-such-rule"}), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(status_with({nullptr}), FLATLINE_BAD_ARGUMENT);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.repair = FLATLINE_REPAIR_LISTED;
    options.extras.repair_rule_count = 1;
    flatline_map* map = nullptr;
    EXPECT_EQ(flatline_load_borrowed(nullptr, bad.data(), bad.size(), &options, &map),
              FLATLINE_BAD_ARGUMENT)
        << "a count without rules";
}

TEST(CApiOlderOptions, OfNodesAndRuntime) {
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, kText, std::strlen(kText), nullptr, &map),
              FLATLINE_OK);
    const flatline_nodes_options nodes_options = older<flatline_nodes_options>(
        FLATLINE_NODES_OPTIONS_INIT, offsetof(flatline_nodes_options, memory));
    flatline_built_nodes* nodes = nullptr;
    EXPECT_EQ(flatline_build_nodes(map, &nodes_options, &nodes), FLATLINE_OK);
    flatline_free(nodes);
    const flatline_runtime_options runtime_options = older<flatline_runtime_options>(
        FLATLINE_RUNTIME_OPTIONS_INIT, offsetof(flatline_runtime_options, blockmap));
    flatline_built_runtime* runtime = nullptr;
    EXPECT_EQ(flatline_build_runtime(map, FLATLINE_RUNTIME_ALL, &runtime_options, &runtime),
              FLATLINE_OK);
    flatline_free(runtime);
    flatline_free(map);
}

TEST(CApiOlderOptions, OfDoom3) {
    const flatline_doom3_options options = older<flatline_doom3_options>(
        FLATLINE_DOOM3_OPTIONS_INIT, offsetof(flatline_doom3_options, memory));
    flatline_doom3_map* map = nullptr;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, kDoom3, std::strlen(kDoom3), &options, &map),
              FLATLINE_OK);
    const flatline_doom3_geometry_options geometry = older<flatline_doom3_geometry_options>(
        FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT, offsetof(flatline_doom3_geometry_options, max_error));
    flatline_doom3_built_windings* windings = nullptr;
    EXPECT_EQ(flatline_doom3_build_windings(map, &geometry, &windings), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_built_windings_arrays(windings)->local, 0u);
    flatline_doom3_built_surfaces* surfaces = nullptr;
    EXPECT_EQ(flatline_doom3_build_surfaces(map, &geometry, &surfaces), FLATLINE_OK);
    EXPECT_GT(flatline_doom3_built_surfaces_arrays(surfaces)->vertex_count, 0u);
    flatline_free(surfaces);
    flatline_free(windings);
    flatline_free(map);
}

}  // namespace capi_options_test
