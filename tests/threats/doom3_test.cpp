// The threats of docs/security.md to Doom 3 maps, one test an id.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "model/check.hpp"
#include "model/doom3_geometry.hpp"
#include "support/counting_memory.hpp"
#include "support/doom3_oracle.hpp"
#include "support/geometry_oracle.hpp"
#include "threats/outcome.hpp"

namespace doom3_threats {

using threats::repeat;

/// Loads, walks what there is, makes windings and surfaces, and says what became of the text and
/// what the check has to say.
std::string of_map(const std::string& text, const flatline::engine::Limits& limits = {}) {
    flatline::engine::Doom3Options options;
    options.limits = limits;
    const auto result = flatline::engine::load_doom3_borrowed(load_text::bytes(text), options);
    EXPECT_EQ(doom3_oracle::first_fault(result, text), "");
    std::string line = threats::line_of(result.status, result.findings.kept());
    if (!result) return line;
    flatline::engine::WindingsOptions of_windings;
    of_windings.limits = limits;
    const auto windings = flatline::engine::build_windings(result.value, of_windings);
    EXPECT_EQ(geometry_oracle::first_fault(windings.value.arrays()), "");
    flatline::engine::SurfacesOptions of_surfaces;
    of_surfaces.limits = limits;
    const auto surfaces = flatline::engine::build_surfaces(result.value, of_surfaces);
    EXPECT_EQ(geometry_oracle::first_fault(surfaces.value.arrays()), "");
    flatline::engine::CheckOptions wanted;
    wanted.limits = limits;
    const auto report = flatline::engine::check(result.value, wanted);
    std::string last;
    for (const flatline::engine::Finding& finding : report.findings.kept()) {
        EXPECT_TRUE(finding.offset == FLATLINE_NO_OFFSET || finding.offset <= text.size());
        const std::string rule(load_text::rule_id(finding));
        if (rule != last) line += "; " + rule;
        last = rule;
    }
    return line;
}

std::string entity(const std::string& inside) {
    return "Version 2\n{\n\"classname\" \"worldspawn\"\n" + inside + "}\n";
}
std::string patch(const std::string& head, const std::string& points) {
    return entity("{\npatchDef2\n{\n\"m\"\n( " + head + " )\n(\n" + points + ")\n}\n}\n");
}
std::string brush(const std::string& planes) {
    return entity("{\nbrushDef3\n{\n" + planes + "}\n}\n");
}
std::string side(const std::string& plane) {
    return "( " + plane + " ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
}
const std::string kCube = side("1 0 0 -64") + side("-1 0 0 -64") + side("0 1 0 -64") +
                          side("0 -1 0 -64") + side("0 0 1 -64") + side("0 0 -1 -64");

TEST(Threat, D3_01_PatchesOfAnySize) {
    const std::string row = "( ( 0 0 0 0 0 ) ( 0 8 0 0 0 ) ( 0 16 0 0 0 ) )\n";
    EXPECT_EQ(of_map(patch("3 3 0 0 0", row + row + row)),
              "loaded; material-prefix; patch-degenerate");
    EXPECT_EQ(of_map(patch("1e9 1e9 0 0 0", row)), "refused limit-patch-size@55");
    EXPECT_EQ(of_map(patch("nan 3 0 0 0", row)), "refused bad-number@57");
    EXPECT_EQ(of_map(patch("-3 -3 0 0 0", row)), "loaded patch-bad-size@55; material-prefix");
    EXPECT_EQ(of_map(patch("0 0 0 0 0", "")), "loaded patch-bad-size@55; material-prefix");
    EXPECT_EQ(of_map(patch("2.5 3 0 0 0", row)), "refused patch-grid-mismatch@55");
    EXPECT_EQ(of_map(patch("4 3 0 0 0", row + row + row + row)),
              "loaded; material-prefix; patch-even-dimension; patch-degenerate");
    EXPECT_EQ(of_map(patch("255 255 0 0 0", row)), "refused patch-grid-mismatch@55")
        << "more than the bytes that are left";
    counting_memory::Memory memory;
    flatline::engine::Doom3Options options;
    options.memory = memory.hooks();
    const std::string text = patch("255 255 0 0 0", row);
    EXPECT_FALSE(flatline::engine::load_doom3_borrowed(load_text::bytes(text), options));
    EXPECT_LT(memory.largest(), 1u << 20);
}

TEST(Threat, D3_02_BracesWithoutEnd) {
    EXPECT_EQ(of_map("Version 2\n" + repeat(1'000'000, "{")),
              "refused unexpected-token@12 unclosed-block@11");
    EXPECT_EQ(of_map(entity("{\nbrushDef3\n{\n" + repeat(1'000'000, "("))),
              "refused unexpected-token@52 unclosed-block@37");
    EXPECT_EQ(of_map(entity("\"key\" \"abc")), "refused unclosed-string@43 unclosed-block@10");
    EXPECT_EQ(of_map("Version 2\n/*" + repeat(1'000'000, "c")), "refused unclosed-block@10");
    const std::string whole = brush(kCube);
    EXPECT_EQ(of_map(whole), "loaded; material-prefix");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_NE(of_map(whole.substr(0, size)), "no memory") << size;
    }
}

TEST(Threat, D3_03_PlanesThatAreNone) {
    EXPECT_EQ(of_map(brush(side("0 0 0 0") + kCube)), "loaded; material-prefix; plane-degenerate");
    EXPECT_EQ(of_map(brush(side("nan 0 0 0") + kCube)), "refused bad-number@53");
    EXPECT_EQ(of_map(brush(side("1e38 1e38 1e38 1e38") + kCube)),
              "loaded; material-prefix; plane-not-unit");
    EXPECT_EQ(of_map(brush(side("1e308 1e308 0 1e308") + kCube)),
              "loaded; material-prefix; plane-not-unit; brush-redundant-side");
    EXPECT_EQ(of_map(brush(side("1 0 0 -64"))),
              "loaded; material-prefix; brush-too-few-sides; brush-open")
        << "fewer than four";
    EXPECT_EQ(of_map(brush(repeat(300, side("1 0 0 -64")))),
              "loaded; material-prefix; duplicate-plane; brush-too-few-sides; brush-open");
    EXPECT_EQ(of_map(brush(repeat(321, side("1 0 0 -64")))), "refused limit-brush-sides@15411");
}

TEST(Threat, D3_04_KeysAndVersions) {
    EXPECT_EQ(of_map(entity("\"" + repeat(10'000'000, "k") + "\" \"v\"\n")), "loaded");
    flatline::engine::Limits short_strings;
    short_strings.string_bytes = 1000;
    EXPECT_EQ(of_map(entity("\"" + repeat(1001, "k") + "\" \"v\"\n"), short_strings),
              "refused limit-string-bytes@37");
    EXPECT_EQ(of_map(entity("\"a\" \"1\"\n\"A\" \"2\"\n")), "loaded; duplicate-key");
    EXPECT_EQ(of_map("Version 2\n{\n}\n"),
              "loaded; missing-worldspawn; missing-classname; missing-name")
        << "no classname";
    EXPECT_EQ(of_map("Version 99999999999\n{\n}\n"),
              "loaded unsupported-version@0; missing-worldspawn; missing-classname; missing-name");
    EXPECT_EQ(of_map("Version 3\n{\n}\n"),
              "loaded; missing-worldspawn; missing-classname; missing-name");
    EXPECT_EQ(of_map("{\n}\n"),
              "loaded missing-header@0; missing-worldspawn; missing-classname; missing-name");
}

TEST(Threat, D3_05_ThereIsNoPreprocessor) {
    EXPECT_EQ(of_map("Version 2\n#include \"/etc/passwd\"\n"), "refused unexpected-token@10");
    EXPECT_EQ(of_map("#include \"/etc/passwd\"\nVersion 2\n"),
              "refused missing-header@0 unexpected-token@0");
    EXPECT_EQ(of_map(entity("#define a b\n")), "refused unexpected-token@49");
    EXPECT_EQ(of_map(brush(side("$evalint(1) 0 0 0"))), "refused bad-number@53");
}

TEST(Threat, D3_06_WindingsOfManyPoints) {
    // A prism of 300 sides: its ends have more points than a winding may have.
    std::string planes = side("0 0 1 -64") + side("0 0 -1 -64");
    for (int i = 0; i < 300; ++i) {
        const double angle = 6.283185307179586 * i / 300;
        planes += side(std::to_string(std::cos(angle)) + " " + std::to_string(std::sin(angle)) +
                       " 0 -4096");
    }
    const std::string text = brush(planes);
    EXPECT_EQ(of_map(text), "loaded; material-prefix; brush-too-many-sides; limit-winding-points");
    const auto loaded = flatline::engine::load_doom3_borrowed(load_text::bytes(text));
    const auto report = flatline::engine::check(loaded.value);
    bool told = false;
    for (const flatline::engine::Finding& f : report.findings.kept()) {
        told = told || load_text::rule_id(f) == "limit-winding-points";
    }
    EXPECT_TRUE(told);
    EXPECT_EQ(of_map(brush(side("1 0 0 -64") + side("0 1 0 -64") + side("0 0 1 -64") +
                           side("-1 0 0 -1e7"))),
              "loaded; material-prefix; brush-redundant-side; brush-open")
        << "without bounds";
}

}  // namespace doom3_threats
