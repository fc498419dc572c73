// Nodes that Debian's zdbsp makes while the tests run: the forms with wide linedef numbers, and a
// comparison of our builder with it. Skipped where zdbsp is not installed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "mapgen.hpp"
#include "model/nodes.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/wad_maps.hpp"

namespace {

using flatline::engine::Outcome;
using nodes_tools::ReadNodes;

// What zdbsp makes of a map: it renumbers the vertices, so the text changes with the nodes.
wad_maps::UdmfMap with_nodes(const std::string& text, const std::string& options) {
    const std::string base =
        (std::filesystem::temp_directory_path() / ("flatline_zdbsp_" + std::to_string(::getpid())))
            .string();
    std::ofstream(base + ".in.wad", std::ios::binary)
        << flatline::engine::mapgen::wad("MAP01", text);
    const std::string command =
        "zdbsp " + options + " -t -o " + base + ".out.wad " + base + ".in.wad >/dev/null 2>&1";
    wad_maps::UdmfMap map;
    if (std::system(command.c_str()) == 0) {
        const auto maps = wad_maps::of_wad(wad_maps::read_file(base + ".out.wad"), "zdbsp");
        if (!maps.empty()) map = maps[0];
    }
    std::filesystem::remove(base + ".in.wad");
    std::filesystem::remove(base + ".out.wad");
    return map;
}

// A field of square pillars on a grid, too many linedefs for 16 bits, all coordinates whole.
std::string many_lines(int rows, int columns) {
    std::vector<flatline_vertex> vertices;
    std::vector<nodes_tools::Line> lines;
    const auto square = [&](double x, double y, double size, bool inward) {
        const int first = static_cast<int>(vertices.size());
        vertices.insert(vertices.end(),
                        {{x, y}, {x, y + size}, {x + size, y + size}, {x + size, y}});
        for (int i = 0; i < 4; ++i) {
            const int a = first + i;
            const int b = first + (i + 1) % 4;
            lines.push_back(inward ? nodes_tools::Line{a, b, 0, -1}
                                   : nodes_tools::Line{b, a, 0, -1});
        }
    };
    // No line is longer than half the world: zdbsp asserts on those.
    square(-8000, -8000, 16000, true);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            square(-7900 + 120.0 * column, -7900 + 120.0 * row, 64, false);
        }
    }
    return nodes_tools::textmap(vertices, lines, 1);
}

TEST(Zdbsp, WideFormsOfAMapWithMoreThan65534Lines) {
    if (!needs::has_program("zdbsp")) GTEST_SKIP() << needs::package("zdbsp");
    const std::string text = many_lines(130, 127);
    for (const bool zipped : {false, true}) {
        const wad_maps::UdmfMap map = with_nodes(text, zipped ? "-z" : "");
        ASSERT_TRUE(map.has_znodes);
        EXPECT_EQ(map.znodes.substr(0, 4), zipped ? "ZGL2" : "XGL2");
        const flatline::engine::LoadResult<flatline::engine::Map> loaded =
            load_text::load(map.textmap);
        ASSERT_TRUE(loaded);
        ASSERT_GT(loaded.value.linedefs().size(), 65534u);
        const auto view = nodes_tools::view_of(loaded.value);
        const ReadNodes read = nodes_tools::read(map.znodes, view);
        ASSERT_EQ(read.outcome, Outcome::ok) << read.rules();
        EXPECT_EQ(nodes_tools::first_fault(read.bsp, view), "");
        EXPECT_LE(read.used, read.announced);
        std::uint32_t highest = 0;
        for (std::uint32_t i = 0; i < read.bsp.seg_count; ++i) {
            if (read.bsp.segs[i].linedef == FLATLINE_NONE) continue;
            highest = std::max(highest, read.bsp.segs[i].linedef);
        }
        EXPECT_EQ(highest, loaded.value.linedefs().size() - 1) << "line 65535 is no miniseg here";
    }
}

TEST(Zdbsp, EveryFormOfGeneratedMaps) {
    if (!needs::has_program("zdbsp")) GTEST_SKIP() << needs::package("zdbsp");
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        flatline::engine::mapgen::Options options;
        options.seed = seed;
        options.target_bytes = 60'000 * seed * seed;
        const std::string text = flatline::engine::mapgen::generate(options).text;
        for (const char* flags : {"", "-z"}) {
            const wad_maps::UdmfMap map = with_nodes(text, flags);
            ASSERT_TRUE(map.has_znodes);
            const flatline::engine::LoadResult<flatline::engine::Map> loaded =
                load_text::load(map.textmap);
            ASSERT_TRUE(loaded);
            const auto view = nodes_tools::view_of(loaded.value);
            const ReadNodes read = nodes_tools::read(map.znodes, view);
            EXPECT_EQ(read.outcome, Outcome::ok) << map.znodes.substr(0, 4) << read.rules();
            EXPECT_EQ(nodes_tools::first_fault(read.bsp, view), "");
            // Our own tree of the same text has about the same size and is no deeper.
            const flatline::engine::Result<flatline::engine::Nodes> built =
                flatline::engine::build_nodes(loaded.value);
            ASSERT_TRUE(built);
            EXPECT_LE(built.value.segs().size(), read.bsp.seg_count * 1.3);
            EXPECT_LE(built.value.bsp().depth, read.bsp.depth * 1.3);
        }
    }
}

}  // namespace
