// Rules of the text itself: grammar, fields, indices, and what ports read otherwise.
#pragma once

#include "tools/rule_maps/rows.hpp"

namespace flatline::engine::tool_test::rule_maps {

using namespace std::string_literals;

inline const std::vector<Row>& reader_rows() {
    static const std::vector<Row> rows = {
        {"syntax-character", "", "end @$", "end user_a=\"$\";"},
        {"syntax-nul", "", "v0 vertex{x=0;@\0y=0;}"s, "end // \0"s},
        {"syntax-utf-16", "", "ns @\xFF\xFEn\0a\0m\0"s, "ns \xEF\xBB\xBFnamespace=\"zdoom\";"},
        {"syntax-identifier", "", "end @1a=1;", "end a1=1;"},
        {"syntax-assignment", "", "end user_a @5;", "end user_a=5;"},
        {"syntax-value", "", "end user_a=@;", "end user_a=\"\";"},
        {"syntax-number", "", "end user_a=@1.2.3;", "end user_a=1.25;"},
        {"syntax-semicolon", "vertex 0", "v0 vertex{x=0 @y=0;}", "v0 vertex{x=0 ;y=0;}"},
        {"syntax-brace", "", "end @}", "end foo{}"},
        {"syntax-unclosed-block", "vertex 6", "end vertex@{x=0;y=0;", "end vertex{x=0;y=0;}"},
        {"syntax-unclosed-string", "", "end user_a=@\"abc;", "end user_a=\"abc\";"},
        {"syntax-unclosed-comment", "", "end @/* abc", "end /* abc */"},
        {"number-range", "linedef 0 v1", "l0 linedef{v1=@99999999999;v2=1;sidefront=0;}",
         "l0 +user_a=99999999999;"},
        {"number-not-finite", "vertex 0 x", "v0 vertex{x=@1e999;y=0;}", "v0 vertex{x=1e-9;y=0;}"},

        {"namespace-missing", "", "ns @//", ""},
        {"namespace-not-first", "", "ns user_a=1;@namespace=\"zdoom\";", "ns namespace=\"zdoom\";"},
        {"namespace-unknown", "", "ns namespace=@\"foo\";", "ns namespace=\"vavoom\";"},
        {"namespace-duplicate", "", "end namespace=@\"zdoom\";", "end user_namespace=\"zdoom\";"},
        {"grammar-0-99", "", "all namespace=\"doom\";\nend sector{@floorpic=A;}", ""},
        {"field-unknown", "vertex 0 foo", "v0 +@foo=1;", "v0 +zfloor=1;"},
        {"keyword-unknown", "vertex 0", "v0 +foo=@bar;", "v0 +foo=true;"},
        {"field-duplicate", "vertex 0 x", "v0 +@x=0;", "v0 +X_=0;"},
        {"field-type", "sidedef 0 offsetx", "s0 +offsetx=@\"a\";", "s0 +offsetx=5;"},
        {"field-fraction", "thing 0 angle", "t0 +angle=@1.5;", "t0 +angle=90;"},
        {"field-enum", "linedef 0 renderstyle", "l0 +renderstyle=@\"foo\";",
         "l0 +renderstyle=\"add\";"},
        {"field-ids", "sector 0 moreids", "c0 +moreids=\"1 @x\";", "c0 +moreids=\"1 2\";"},
        {"block-unknown", "block", "end @foo{a=1;}", "end foo=1;"},
        {"coord-range", "vertex 0 zfloor", "v0 +zfloor=@40000;", "v0 +zfloor=30000;"},
        {"vertex-missing-field", "vertex 0 y", "v0 @vertex{x=0;}", ""},
        {"line-missing-field", "linedef 0 v2", "l0 @linedef{v1=0;sidefront=0;}", ""},
        {"line-missing-front", "linedef 0 sidefront", "l0 @linedef{v1=0;v2=1;sideback=0;}",
         "l0 linedef{v1=0;v2=1;sidefront=0;sideback=4;}"},
        {"line-no-sides", "linedef 0 sidefront", "l0 @linedef{v1=0;v2=1;}",
         "l0 linedef{v1=0;v2=1;sidefront=0;sideback=4;}"},
        {"side-missing-field", "sidedef 0 sector", "s0 @sidedef{texturemiddle=\"WALL\";}", ""},
        {"sector-missing-field", "sector 0 texturefloor", "c0 @sector{textureceiling=\"FLAT\";}",
         ""},
        {"thing-missing-field", "thing 0 type", "t0 @thing{x=64;y=64;}", ""},
        {"line-vertex-range", "linedef 0 v1", "l0 linedef{v1=@6;v2=1;sidefront=0;}",
         "l0 linedef{v1=5;v2=1;sidefront=0;}"},
        {"line-side-range", "linedef 0 sideback", "l0 linedef{v1=0;v2=1;sidefront=0;sideback=@8;}",
         "l0 linedef{v1=0;v2=1;sidefront=0;sideback=7;}"},
        {"side-sector-range", "sidedef 0 sector", "s0 sidedef{sector=@2;}",
         "s0 sidedef{sector=1;}"},

        {"portability-nul", "", "end // @\0"s, "end // \x01"},
        {"portability-final-newline", "",
         "ns namespace=\"srb2\";\nend thing{x=99;y=64;type=2;@}\ncut",
         "ns namespace=\"srb2\";\nend thing{x=99;y=64;type=2;}"},
        {"portability-trailing-comment", "", "end @// the end\ncut", "end // the end"},
        {"portability-leading-zero", "thing 0 angle", "t0 +angle=@010;", "t0 +angle=10;"},
        {"portability-int-dot", "thing 0 angle", "t0 +angle=@10.;", "t0 +angle=10;"},
        {"portability-plus", "vertex 0 x", "v0 vertex{x=@+5;y=0;}", "v0 vertex{x=-5;y=0;}"},
        {"portability-exponent", "vertex 0 x", "v0 vertex{x=@1e2;y=0;}", "v0 vertex{x=100;y=0;}"},
        {"portability-hex-srb2", "thing 0 angle", "ns namespace=\"srb2\";\nt0 +angle=@0x10;",
         "t0 +angle=0x10;"},
        {"portability-fraction-srb2", "thing 0 x",
         "ns namespace=\"srb2\";\nt0 thing{x=@1.5;y=64;type=1;}", "t0 thing{x=1.5;y=64;type=1;}"},
        {"portability-case-srb2", "thing 0 x",
         "ns namespace=\"srb2\";\nt0 thing{@X=64;y=64;type=1;}", "t0 thing{X=64;y=64;type=1;}"},
        {"portability-bom-srb2", "", "ns @\xEF\xBB\xBFnamespace=\"srb2\";",
         "ns \xEF\xBB\xBFnamespace=\"zdoom\";"},
        {"portability-oneline", "", "end user_a=1;user_b=1;\nend @user_a=1;user_b=1;",
         "end user_a=1;user_b=1;\nend user_a=1;user_b=2;"},
        {"portability-escape", "thing 0 comment", "t0 +comment=@\"\\q\";", "t0 +comment=\"\\n\";"},
        {"portability-semicolon", "vertex 0", "v0 vertex{x=0;y=0;@;}", "v0 vertex{x=0;y=0;}"},
        {"portability-unknown-block", "block", "end @foo{bar{}}", "end foo{}"},
        {"portability-friction", "sector 0 frictionfactor", "c0 +friction=@0.5;",
         "c0 +frictionfactor=0.5;"},
    };
    return rows;
}

}  // namespace flatline::engine::tool_test::rule_maps
