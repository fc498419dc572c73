#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "check/rules.hpp"

namespace check_lines_test {

using check_maps::Parts;
using flatline::engine::Rule;

std::string checked(const Parts& parts) {
    return check_maps::checked(
        parts.text(), check_maps::only({Rule::line_zero_length, Rule::line_twosided_no_back,
                                        Rule::line_midtex3dimpass_alone}));
}

Parts with_line(const std::string& fields, const std::string& map_namespace = "zdoom") {
    Parts parts;
    parts.map_namespace = map_namespace;
    parts.linedefs += "linedef{sidefront=0;" + fields + "}";
    return parts;
}

TEST(CheckLines, ZeroLengthBetweenOneVertexOrTwoOfOnePlace) {
    EXPECT_EQ(checked(with_line("v1=1;v2=1;")), "line-zero-length linedef 3");
    Parts parts = with_line("v1=1;v2=3;");
    parts.vertices += "vertex{x=64;y=-0.0;}";
    EXPECT_EQ(checked(parts), "line-zero-length linedef 3");
}

TEST(CheckLines, AHairOfLengthIsLength) {
    Parts parts = with_line("v1=1;v2=3;");
    parts.vertices += "vertex{x=64;y=0.000000000001;}";
    EXPECT_EQ(checked(parts), "");
    parts.vertices = "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=0;y=64;}vertex{x=63;y=0;}";
    EXPECT_EQ(checked(parts), "");
}

TEST(CheckLines, TwoSidedWithoutBack) {
    EXPECT_EQ(checked(with_line("v1=0;v2=1;twosided=true;")),
              "line-twosided-no-back linedef 3 twosided");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;twosided=true;sideback=-1;")),
              "line-twosided-no-back linedef 3 twosided");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;twosided=true;sideback=1;")), "");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;twosided=false;")), "");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;sideback=1;")), "");
}

TEST(CheckLines, Midtex3dImpassibleAlone) {
    EXPECT_EQ(checked(with_line("v1=0;v2=1;midtex3dimpassible=true;")),
              "line-midtex3dimpass-alone linedef 3 midtex3dimpassible");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;midtex3dimpassible=true;midtex3d=false;")),
              "line-midtex3dimpass-alone linedef 3 midtex3dimpassible");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;midtex3dimpassible=true;midtex3d=true;")), "");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;midtex3dimpassible=false;")), "");
    EXPECT_EQ(checked(with_line("v1=0;v2=1;midtex3d=true;")), "");
}

TEST(CheckLines, Midtex3dOfOtherLinesDoesNotCount) {
    const std::string both = "v1=0;v2=1;sidefront=0;midtex3d=true;midtex3dimpassible=true;";
    Parts parts;
    for (int i = 0; i < 3; ++i) {
        parts.linedefs += "linedef{" + both + "}";
        parts.linedefs += "linedef{v1=0;v2=1;sidefront=0;midtex3d=true;}";
    }
    EXPECT_EQ(checked(parts), "");
    parts.linedefs +=
        "linedef{v1=0;v2=1;sidefront=0;midtex3dimpassible=true;}linedef{" + both + "}";
    EXPECT_EQ(checked(parts), "line-midtex3dimpass-alone linedef 9 midtex3dimpassible");
}

TEST(CheckLines, EveryLineIsLookedAt) {
    Parts parts;
    parts.linedefs =
        "linedef{v1=0;v2=0;sidefront=0;}linedef{v1=0;v2=1;sidefront=1;}"
        "linedef{v1=2;v2=2;sidefront=2;}";
    EXPECT_EQ(checked(parts), "line-zero-length linedef 0\nline-zero-length linedef 2");
}

}  // namespace check_lines_test
