// Sanity rules: those of checker-rules that look at a finished map, and slopes.
#pragma once

#include "tools/rule_maps/rows.hpp"

namespace flatline::engine::tool_test::rule_maps {

/// 257 sectors with a flat each; the last byte of the text is no '}'.
inline std::string sectors_of_flats(int count) {
    std::string edits = "ns namespace=\"srb2\";";
    for (int i = 0; i < count - 1; ++i) {
        edits +=
            "\nend sector{texturefloor=\"A" + std::to_string(i) + "\";textureceiling=\"FLAT\";}";
    }
    return edits;
}

inline const std::vector<Row>& element_rows() {
    constexpr bool kBinary = true;
    static const std::vector<Row> rows = {
        {"map-empty-vertices", "", "all namespace=\"zdoom\";", ""},
        {"map-empty-lines", "", "all namespace=\"zdoom\";", ""},
        {"map-empty-sides", "", "all namespace=\"zdoom\";", ""},
        {"map-empty-sectors", "", "all namespace=\"zdoom\";", ""},
        {"map-empty-things", "", "t0 ", "", kBinary},
        {"player-start-missing", "",
         "t0 thing{x=64;y=64;type=9;skill1=true;skill2=true;single=true;}",
         "t0 thing{x=64;y=64;type=11;}", kBinary},
        {"vertex-unused", "vertex 6", "end @vertex{x=64;y=64;}",
         "end vertex{x=64;y=64;}\nend linedef{v1=6;v2=0;sidefront=0;}"},
        {"vertex-duplicate", "vertex 6 with vertex 2",
         "l4 linedef{v1=6;v2=4;sidefront=5;}\nend @vertex{x=256;y=256;}",
         "l4 linedef{v1=6;v2=4;sidefront=5;}\nend vertex{x=256;y=257;}", kBinary},
        {"vertex-on-line", "vertex 6 with linedef 0",
         "end @vertex{x=0;y=128;}\nend linedef{v1=6;v2=3;sidefront=0;}",
         "end vertex{x=1;y=128;}\nend linedef{v1=6;v2=3;sidefront=0;}", kBinary},
        {"vertex-off-grid", "vertex 0", "v0 @vertex{x=0.5;y=0;}", "v0 vertex{x=1;y=0;}"},
        {"line-overlap", "linedef 7 with linedef 0", "end @linedef{v1=1;v2=0;sidefront=0;}",
         "end linedef{v1=1;v2=5;sidefront=0;}", kBinary},
        {"line-cross", "linedef 8 with linedef 7",
         "end linedef{v1=0;v2=2;sidefront=0;}\nend @linedef{v1=1;v2=3;sidefront=0;}",
         "end linedef{v1=0;v2=2;sidefront=0;}\nend linedef{v1=2;v2=0;sidefront=0;}", kBinary},
        {"line-zero-length", "linedef 7", "end @linedef{v1=1;v2=1;sidefront=0;}",
         "end linedef{v1=1;v2=0;sidefront=0;}", kBinary},
        {"line-too-short", "linedef 7",
         "end vertex{x=0.5;y=0.5;}\nend @linedef{v1=0;v2=6;sidefront=0;}",
         "end vertex{x=1;y=0;}\nend linedef{v1=0;v2=6;sidefront=0;}"},
        {"line-self-referencing", "linedef 2", "l2 @\ns4 sidedef{sector=0;}",
         "s4 sidedef{sector=1;}", kBinary},
        {"line-back-not-twosided", "linedef 2 twosided",
         "l2 linedef{v1=2;v2=3;sidefront=2;sideback=4;twosided=@false;}", "", kBinary},
        {"line-twosided-no-back", "linedef 0 twosided", "l0 +twosided=@true;",
         "l0 +twosided=false;", kBinary},
        {"line-midtex3dimpass-alone", "linedef 2 midtex3dimpassible",
         "l2 +midtex3dimpassible=@true;", "l2 +midtex3dimpassible=true;midtex3d=true;"},
        {"side-unused", "sidedef 8", "end @sidedef{sector=0;}", "", kBinary},
        {"sector-unused", "sector 2", "end @sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";}",
         "", kBinary},
        {"side-shared", "sidedef 0", "s0 @\nend linedef{v1=0;v2=2;sidefront=0;}",
         "s0 sidedef{sector=0;texturemiddle=\"WALL\";}", kBinary},
        {"sector-unclosed", "sector 1", "c1 @\nl5 linedef{v1=4;v2=3;sidefront=6;}",
         "v4 vertex{x=512;y=300;}", kBinary},
        {"sector-degenerate", "sector 2",
         "end @sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";}\n"
         "end sidedef{sector=2;}\nend sidedef{sector=2;}\n"
         "end linedef{v1=0;v2=4;sidefront=8;}\nend linedef{v1=4;v2=0;sidefront=9;}",
         "end sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";}\n"
         "end sidedef{sector=2;}\nend sidedef{sector=2;}\nend sidedef{sector=2;}\n"
         "end linedef{v1=0;v2=4;sidefront=8;}\nend linedef{v1=4;v2=5;sidefront=9;}\n"
         "end linedef{v1=5;v2=0;sidefront=10;}",
         kBinary},
        {"sector-floor-above-ceiling", "sector 0", "c0 @\nc0 +heightfloor=129;",
         "c0 +heightfloor=128;", kBinary},
        {"side-sector-suspect", "sidedef 0", "s0 @sidedef{sector=1;}", "s0 sidedef{sector=0;}",
         kBinary},
        {"map-too-large", "",
         "ns namespace=\"doom\";\nend vertex{x=-16384;y=0;}\nend vertex{x=16384;y=0;}",
         "ns namespace=\"doom\";\nend vertex{x=-16384;y=0;}\nend vertex{x=16383;y=0;}"},
        {"tag-duplicate-list", "sector 0 moreids", "c0 +id=7;moreids=@\"3 7\";",
         "c0 +id=7;moreids=\"3 8\";"},
        {"limit-srb2-flats", "", sectors_of_flats(257), sectors_of_flats(256)},

        {"flat-missing", "sector 0 texturefloor",
         "c0 sector{texturefloor=@\"-\";textureceiling=\"FLAT\";heightceiling=128;}",
         "c0 sector{texturefloor=\"F_SKY1\";textureceiling=\"FLAT\";heightceiling=128;}", kBinary},
        {"texture-missing", "sidedef 0 texturemiddle", "s0 sidedef{sector=0;texturemiddle=@\"-\";}",
         "s0 sidedef{sector=0;texturemiddle=\"-\";}\nl0 +special=9;"},
        {"texture-unused", "sidedef 2 texturetop", "s2 +texturetop=@\"WALL\";",
         "s2 +texturetop=\"WALL\";\nc1 sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";"
         "heightceiling=64;}",
         kBinary},
        {"texture-unknown", "sidedef 0 texturemiddle",
         "s0 sidedef{sector=0;texturemiddle=@\"GONE\";}",
         "s0 sidedef{sector=0;texturemiddle=\"wall\";}", kBinary},
        {"flat-unknown", "sector 0 texturefloor",
         "c0 sector{texturefloor=@\"GONE\";textureceiling=\"FLAT\";heightceiling=128;}",
         "c0 sector{texturefloor=\"flat\";textureceiling=\"FLAT\";heightceiling=128;}", kBinary},
        {"colormap-unknown", "sidedef 0 texturetop",
         "ns namespace=\"doom\";\nl0 +special=242;\n"
         "s0 sidedef{sector=0;texturemiddle=\"WALL\";texturetop=@\"GONE\";}",
         "ns namespace=\"doom\";\nl0 +special=242;\n"
         "s0 sidedef{sector=0;texturemiddle=\"WALL\";texturetop=\"FOG\";}",
         kBinary},
        {"music-unknown", "linedef 0 stringarg0",
         "ns namespace=\"srb2\";\nl0 +special=413;stringarg0=@\"GONE\";",
         "ns namespace=\"srb2\";\nl0 +special=413;stringarg0=\"GFZ1\";"},
        {"texture-tutti-frutti", "sidedef 0 texturemiddle",
         "ns namespace=\"doom\";\ns0 sidedef{sector=0;texturemiddle=@\"LOW\";}",
         "ns namespace=\"doom\";\ns0 sidedef{sector=0;texturemiddle=\"LOW\";}\nc0 "
         "sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";"
         "heightceiling=64;}"},
        {"texture-misaligned", "sidedef 1 with sidedef 0", "s1 @\ns1 +offsetx=5;",
         "s1 +offsetx=0;"},
    };
    return rows;
}

inline const std::vector<Row>& meaning_rows() {
    static const std::vector<Row> rows = {
        {"line-special-unknown", "linedef 0 special", "l0 +special=@300;", "l0 +special=301;"},
        {"thing-special-unknown", "thing 0 special", "t0 +special=@300;", "t0 +special=301;"},
        {"sector-special-unknown", "sector 0 special", "c0 +special=@91;", "c0 +special=90;"},
        {"line-no-activation", "linedef 0 special", "l0 +special=@11;arg0=1;",
         "l0 +special=11;arg0=1;playeruse=true;"},
        {"special-tag-zero", "linedef 0 arg0", "l0 +special=23;arg0=@0;playeruse=true;",
         "l2 +special=23;arg0=0;playeruse=true;"},
        {"special-tag-dangling", "linedef 0 arg0", "l0 +special=23;arg0=@5;playeruse=true;",
         "l0 +special=23;arg0=5;playeruse=true;\nc0 +id=5;"},
        {"key-missing", "linedef 2 arg3", "l2 +special=13;arg3=@1;playeruse=true;",
         "l2 +special=13;arg3=1;playeruse=true;\n"
         "end thing{x=128;y=64;type=13;skill1=true;skill2=true;skill3=true;skill4=true;"
         "skill5=true;single=true;coop=true;}"},
        {"teleport-no-destination", "linedef 2 arg0",
         "l0 +id=5;\nl2 +special=70;arg0=@5;playercross=true;",
         "l0 +id=5;\nl2 +special=70;arg0=5;playercross=true;\n"
         "end thing{x=128;y=64;type=14;id=5;skill1=true;single=true;}"},
        {"poly-line-invalid", "linedef 0", "l0 @\nl0 +special=1;arg0=7;",
         "l0 +special=1;arg0=7;\nend thing{x=64;y=99;type=9301;angle=7;}"},
        {"poly-thing-invalid", "thing 1", "end @thing{x=64;y=99;type=9300;angle=7;}",
         "end thing{x=64;y=99;type=9300;angle=7;}\nl0 +special=1;arg0=7;\n"
         "end thing{x=99;y=99;type=9301;angle=7;}"},
        {"line-script-unknown", "linedef 0 arg0", "l0 +special=80;arg0=@6;playeruse=true;",
         "l0 +special=80;arg0=5;playeruse=true;"},
        {"thing-script-unknown", "thing 0 arg0", "t0 +special=80;arg0=@6;",
         "t0 +special=80;arg0=5;"},
        {"srb2-special-setup", "linedef 0",
         "ns namespace=\"srb2\";\nl0 @\nl0 +special=449;arg0=16;",
         "ns namespace=\"srb2\";\nl0 +special=449;arg0=15;"},
        {"thing-never-appears", "thing 1", "end @thing{x=128;y=64;type=9;single=true;}",
         "end thing{x=128;y=64;type=9;single=true;skill16=true;}"},
        {"skill-empty", "", "end thing{x=384;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         "end thing{x=384;y=64;type=3001;skill1=true;skill2=true;single=true;}\n"
         "end thing{x=448;y=64;type=3001;skill3=true;skill4=true;skill5=true;single=true;}",
         true},
        {"thing-type-unknown", "thing 1",
         "end @thing{x=128;y=64;type=777;skill1=true;skill2=true;single=true;}",
         "end thing{x=128;y=64;type=9;skill1=true;skill2=true;single=true;}"},
        {"thing-obsolete", "thing 1",
         "end @thing{x=128;y=64;type=8;skill1=true;skill2=true;single=true;}",
         "end thing{x=128;y=64;type=9;skill1=true;skill2=true;single=true;}"},
        {"thing-outside", "thing 1",
         "end @thing{x=-64;y=64;type=9;skill1=true;skill2=true;single=true;}",
         "end thing{x=0;y=64;type=9;skill1=true;skill2=true;single=true;}", true},
        {"thing-stuck-in-line", "thing 0 with linedef 0",
         "t0 @thing{x=14;y=64;type=1;skill1=true;skill2=true;single=true;}",
         "t0 thing{x=15;y=64;type=1;skill1=true;skill2=true;single=true;}", true},
        {"thing-stuck-in-thing", "thing 1 with thing 0",
         "end @thing{x=94;y=64;type=2;skill1=true;skill2=true;single=true;}",
         "end thing{x=95;y=64;type=2;skill1=true;skill2=true;single=true;}", true},
        {"start-stuck", "thing 0 with thing 1",
         "t0 @\nend thing{x=99;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         "end thing{x=100;y=64;type=3001;skill1=true;skill2=true;single=true;}", true},
        {"monster-stuck", "thing 2 with thing 1",
         "end thing{x=128;y=64;type=3001;skill1=true;skill2=true;single=true;}\n"
         "end @thing{x=167;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         "end thing{x=128;y=64;type=3001;skill1=true;skill2=true;single=true;}\n"
         "end thing{x=168;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         true},
        {"thing-too-tall", "thing 1",
         "c1 sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";heightceiling=55;}\n"
         "end @thing{x=384;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         "c1 sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";heightceiling=56;}\n"
         "end thing{x=384;y=64;type=3001;skill1=true;skill2=true;single=true;}",
         true},

        {"slope-one-sided", "linedef 0", "l0 @\nl0 +special=181;arg0=1;",
         "l2 +special=181;arg0=1;"},
        {"slope-tag-missing", "linedef 0", "l0 @\nl0 +special=118;arg0=9;",
         "l0 +special=118;arg0=9;\nc1 +id=9;floorplane_a=0;floorplane_b=0;floorplane_c=1;"
         "floorplane_d=0;"},
        {"slope-line-missing", "thing 1", "end @thing{x=64;y=99;type=9500;arg0=9;}",
         "l2 +id=9;\nend thing{x=64;y=99;type=9500;arg0=9;}"},
        {"slope-thing-on-line", "thing 1", "l2 +id=9;\nend @thing{x=256;y=99;type=9500;arg0=9;}",
         "l2 +id=9;\nend thing{x=255;y=99;type=9500;arg0=9;}"},
        {"slope-thing-outside", "thing 1", "end @thing{x=-64;y=99;type=9502;arg0=45;}",
         "end thing{x=64;y=99;type=9502;arg0=45;}"},
        {"slope-thing-no-vertex", "thing 1", "end @thing{x=64;y=99;type=1504;}",
         "end thing{x=256;y=256;type=1504;}"},
        {"plane-partial", "sector 0 floorplane_d",
         "c0 @\nc0 +floorplane_a=0;floorplane_b=0;floorplane_c=1;",
         "c0 +floorplane_a=0;floorplane_b=0;floorplane_c=1;floorplane_d=0;"},
        {"plane-degenerate", "sector 0 floorplane_c",
         "c0 +floorplane_a=0;floorplane_b=0;floorplane_c=@-1;floorplane_d=0;",
         "c0 +floorplane_a=0;floorplane_b=0;floorplane_c=1;floorplane_d=0;"},
    };
    return rows;
}

}  // namespace flatline::engine::tool_test::rule_maps
