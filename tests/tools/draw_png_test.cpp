// `draw -o FILE.png`: the picture in pixels, and its options.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "png_reader.hpp"
#include "run_tool.hpp"
#include "support/needs.hpp"

namespace flatline::engine::tool_test {
namespace draw_png {

/// A room of 256 units with a pillar in the middle that is open to nothing, and a step.
std::string room() {
    std::string text = "namespace = \"zdoom\";\n";
    for (const char* const place :
         {"0,0", "0,256", "256,256", "256,0", "96,96", "96,160", "160,160", "160,96"}) {
        const std::string at = place;
        const std::size_t comma = at.find(',');
        text += "vertex { x = " + at.substr(0, comma) + "; y = " + at.substr(comma + 1) + "; }\n";
    }
    for (int i = 0; i < 4; ++i) {
        text += "linedef { v1 = " + std::to_string(i) + "; v2 = " + std::to_string((i + 1) % 4) +
                "; sidefront = " + std::to_string(i) + "; blocking = true; }\n";
    }
    for (int i = 0; i < 4; ++i) {
        text += "linedef { v1 = " + std::to_string(4 + (i + 1) % 4) +
                "; v2 = " + std::to_string(4 + i) + "; sidefront = " + std::to_string(4 + i) +
                "; blocking = true; }\n";
    }
    for (int i = 0; i < 8; ++i) text += "sidedef { sector = 0; texturemiddle = \"A\"; }\n";
    return text +
           "sector { heightceiling = 128; texturefloor = \"A\"; textureceiling = \"A\"; }\n"
           "thing { x = 48; y = 200; type = 1; angle = 90; skill1 = true; skill2 = true; }\n";
}

std::uint32_t mixed(std::uint32_t ground, std::uint32_t color, double part) {
    std::uint32_t out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double a = ground >> shift & 0xFF;
        const double b = color >> shift & 0xFF;
        out |= static_cast<std::uint32_t>(std::lround(a + (b - a) * part)) << shift;
    }
    return out;
}

class ToolDrawPng : public testing::Test {
protected:
    void SetUp() override {
        if (!can_read_png()) GTEST_SKIP() << needs::package("libpng-dev");
    }
    std::string png_of(const std::vector<std::string>& words, const std::string& map) {
        const std::string out = folder_.path("a.png");
        std::vector<std::string> all = {"draw", "-", "-o", out, "--force"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome run = run_tool(all, map);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return bytes_of(out);
    }
    TempFolder folder_;
};

TEST_F(ToolDrawPng, HasTheColoursAndPlacesOfTheSvg) {
    const std::string bytes = png_of({"--rule", "exit-missing=off"}, room());
    const PngPixels png = read_png(bytes);
    ASSERT_EQ(png.width, 1600u);
    ASSERT_EQ(png.height, 1600u);
    // The room and a margin of 32 units around it.
    const auto at = [&](double x, double y) {
        const double scale = 1600 / 320.0;
        return png.at(static_cast<std::size_t>((x + 32) * scale),
                      static_cast<std::size_t>((288 - y) * scale));
    };
    EXPECT_EQ(at(-20, -20), 0xFFFFFFu) << "outside";
    EXPECT_EQ(at(128, 128), 0xFFFFFFu) << "the pillar";
    // One height has the middle of the ramp, over white.
    EXPECT_EQ(at(200, 40), mixed(0xFFFFFF, 0x707173, 0.35)) << "the floor";
    EXPECT_EQ(at(0, 128), 0x000000u) << "a wall";
    EXPECT_EQ(at(128, 160), 0x000000u) << "of the pillar";
    // A start that looks north: behind its tip there is none of it, before its middle there is.
    EXPECT_EQ(at(48, 205), 0x009E73u);
    EXPECT_EQ(at(48, 190), mixed(0xFFFFFF, 0x707173, 0.35)) << "the notch of the arrow";
    EXPECT_EQ(png_of({"--rule", "exit-missing=off"}, room()), bytes) << "the same bytes";
}

TEST_F(ToolDrawPng, EdgesAreSmooth) {
    // A slanted wall has pixels between black and what lies beside it.
    const PngPixels png = read_png(png_of({"--width", "600"}, small_map()));
    std::size_t between = 0;
    for (const std::uint32_t color : png.colors) {
        const std::uint32_t part = color & 0xFF;
        between += part > 20 && part < 160;
    }
    EXPECT_GT(between, 20u);
}

TEST_F(ToolDrawPng, WidthSaysHowWide) {
    for (const unsigned width : {16u, 100u, 640u, 2000u}) {
        const PngPixels png = read_png(png_of({"--width", std::to_string(width)}, room()));
        EXPECT_EQ(png.width, width);
        EXPECT_EQ(png.height, width);
    }
    const std::string wide = room() + "thing { x = 1000; y = 10; type = 1; }\n";
    const PngPixels png = read_png(png_of({"--width", "500"}, wide));
    EXPECT_EQ(png.width, 500u);
    EXPECT_LT(png.height, 200u);
    EXPECT_GT(png.height, 100u);
}

TEST_F(ToolDrawPng, MarksAndThingsAreDrawn) {
    const std::string bare = png_of({}, room());
    const std::string thing = "thing { x = 220; y = 40; type = 3004; ";
    const PngPixels png = read_png(png_of({}, room() + thing + "}\n"));
    EXPECT_NE(read_png(bare).colors, png.colors);
    const auto count = [](const PngPixels& of, std::uint32_t color) {
        return std::count(of.colors.begin(), of.colors.end(), color);
    };
    EXPECT_GT(count(png, 0xD55E00), 200) << "a monster";
    EXPECT_EQ(count(png, 0xC1002F), 0) << "no error";
    // An unknown field is a finding at the thing.
    const PngPixels marked =
        read_png(png_of({"--rule", "field-unknown=error"}, room() + thing + "nonsense = 1; }\n"));
    EXPECT_GT(count(marked, 0xC1002F), 50);
}

TEST_F(ToolDrawPng, Doom3MapsAndEmptyOnes) {
    const TempFolder folder;
    const std::string map =
        folder.write("a.map",
                     "Version 2\n{\n\"classname\" \"worldspawn\"\n{\nbrushDef3\n{\n"
                     "( 1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
                     "( -1 0 0 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
                     "( 0 1 0 -32 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
                     "( 0 -1 0 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
                     "( 0 0 1 -16 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n"
                     "( 0 0 -1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n}\n}\n}\n");
    const std::string out = folder.path("b.png");
    ASSERT_EQ(run_tool({"draw", map, "-o", out, "--width", "320"}).exit_code, 0);
    const PngPixels png = read_png(bytes_of(out));
    ASSERT_EQ(png.width, 320u);
    EXPECT_EQ(png.at(110, png.height / 2), mixed(0xFFFFFF, 0x707173, 0.15));
    EXPECT_EQ(png.at(5, 5), 0xFFFFFFu);
    const PngPixels empty = read_png(png_of({}, "namespace = \"doom\";\n"));
    EXPECT_EQ(empty.width, 1600u);
    EXPECT_EQ(empty.at(800, 800), 0xFFFFFFu);
}

TEST_F(ToolDrawPng, WrongUseWritesNothing) {
    const std::string map = folder_.write("a.textmap", room());
    const std::string tall =
        folder_.write("b.textmap", room() + "thing { x = 0; y = 30000; type = 1; }\n");
    const std::string png = folder_.path("c.png");
    const std::vector<std::vector<std::string>> kWrong = {
        {"draw", map, "-o", png, "--width", "15"},
        {"draw", map, "-o", png, "--width", "16385"},
        {"draw", map, "-o", png, "--width", "-5"},
        {"draw", map, "-o", png, "--width", "wide"},
        {"draw", map, "-o", png, "--width", ""},
        {"draw", map, "-o", png, "--width"},
        {"draw", map, "-o", folder_.path("c.svg"), "--width", "100"},
        {"draw", map, "-o", folder_.path("c.html"), "--width", "100"},
        {"draw", tall, "-o", png, "--width", "16384"},
        {"draw", map, "-o", folder_.path("none/c.png")},
        {"check", map, "--width", "100"},
    };
    for (const auto& words : kWrong) {
        SCOPED_TRACE(testing::PrintToString(words));
        const Outcome run = run_tool(words);
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.err.rfind("flatline: ", 0), 0u) << run.err;
        EXPECT_EQ(names_in(folder_.path()).size(), 2u) << "the two maps";
    }
    ASSERT_EQ(run_tool({"draw", map, "-o", png}).exit_code, 0);
    const std::string before = bytes_of(png);
    EXPECT_EQ(run_tool({"draw", map, "-o", png, "--width", "100"}).exit_code, 2);
    EXPECT_EQ(bytes_of(png), before);
    EXPECT_EQ(run_tool({"draw", map, "-o", png, "--width", "100", "--force"}).exit_code, 0);
    EXPECT_NE(bytes_of(png), before);
}

}  // namespace draw_png
}  // namespace flatline::engine::tool_test
