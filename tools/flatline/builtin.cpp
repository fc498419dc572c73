#include "builtin.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kTextmap = R"udmf(
namespace = "zdoom";

// The Lamplighter's House: a hall with a pit, a corridor with two lamps, a store behind a door,
// and a gallery that looks back into the hall.

vertex { x = 0.0; y = 0.0; } // 0
vertex { x = 0.0; y = 384.0; } // 1
vertex { x = 192.0; y = 384.0; } // 2
vertex { x = 320.0; y = 384.0; } // 3
vertex { x = 512.0; y = 384.0; } // 4
vertex { x = 512.0; y = 224.0; } // 5
vertex { x = 512.0; y = 160.0; } // 6
vertex { x = 512.0; y = 0.0; } // 7
vertex { x = 208.0; y = 112.0; } // 8
vertex { x = 160.0; y = 160.0; } // 9
vertex { x = 160.0; y = 224.0; } // 10
vertex { x = 208.0; y = 272.0; } // 11
vertex { x = 304.0; y = 272.0; } // 12
vertex { x = 352.0; y = 224.0; } // 13
vertex { x = 352.0; y = 160.0; } // 14
vertex { x = 304.0; y = 112.0; } // 15
vertex { x = 192.0; y = 400.0; } // 16
vertex { x = 320.0; y = 400.0; } // 17
vertex { x = 64.0; y = 400.0; } // 18
vertex { x = 64.0; y = 464.0; } // 19
vertex { x = 64.0; y = 528.0; } // 20
vertex { x = 64.0; y = 592.0; } // 21
vertex { x = 1168.0; y = 592.0; } // 22
vertex { x = 1168.0; y = 400.0; } // 23
vertex { x = 1040.0; y = 400.0; } // 24
vertex { x = 608.0; y = 224.0; } // 25
vertex { x = 608.0; y = 160.0; } // 26
vertex { x = 704.0; y = 224.0; } // 27
vertex { x = 704.0; y = 160.0; } // 28
vertex { x = 800.0; y = 224.0; } // 29
vertex { x = 800.0; y = 160.0; } // 30
vertex { x = 896.0; y = 224.0; } // 31
vertex { x = 896.0; y = 160.0; } // 32
vertex { x = 912.0; y = 224.0; } // 33
vertex { x = 912.0; y = 160.0; } // 34
vertex { x = 912.0; y = 32.0; } // 35
vertex { x = 912.0; y = 352.0; } // 36
vertex { x = 1040.0; y = 352.0; } // 37
vertex { x = 1168.0; y = 352.0; } // 38
vertex { x = 1296.0; y = 352.0; } // 39
vertex { x = 1296.0; y = 32.0; } // 40
vertex { x = 0.0; y = 464.0; } // 41
vertex { x = 0.0; y = 528.0; } // 42

// hall
sector {
    heightfloor = 0; heightceiling = 192; texturefloor = "FLOOR4_8";
    textureceiling = "CEIL3_5"; lightlevel = 176; rotationfloor = 45.0;
}
// pit
sector {
    heightfloor = -24; heightceiling = 192; texturefloor = "FWATER1";
    textureceiling = "CEIL3_5"; lightlevel = 144; lightfloor = 24; damageamount = 2;
    damagetype = "Slime"; id = 2; moreids = "3 4";
}
// window
sector {
    heightfloor = 52; heightceiling = 112; texturefloor = "FLAT5_4";
    textureceiling = "FLAT5_4"; lightlevel = 192;
}
// gallery
sector {
    heightfloor = 24; heightceiling = 152; texturefloor = "FLAT1_1";
    textureceiling = "CEIL5_1"; lightlevel = 160; xpanningfloor = 16.0;
}
// corridor
sector {
    heightfloor = 0;
    heightceiling = 96;
    texturefloor = "FLOOR5_1";
    textureceiling = "CEIL5_2";
    lightlevel = 112;
}
// corridor, under a lamp
sector {
    heightfloor = 0;
    heightceiling = 104;
    texturefloor = "FLOOR5_1";
    textureceiling = "TLITE6_5";
    lightlevel = 208;
    lightcolor = 16769184;
}
// corridor
sector {
    heightfloor = 0;
    heightceiling = 96;
    texturefloor = "FLOOR5_1";
    textureceiling = "CEIL5_2";
    lightlevel = 112;
}
// corridor, under a lamp
sector {
    heightfloor = 0;
    heightceiling = 104;
    texturefloor = "FLOOR5_1";
    textureceiling = "TLITE6_5";
    lightlevel = 208;
    lightcolor = 16769184;
}
// door
sector {
    heightfloor = 0; heightceiling = 0; texturefloor = "FLOOR5_1";
    textureceiling = "FLAT23"; lightlevel = 160; id = 1;
}
// store
sector {
    heightfloor = 0; heightceiling = 128; texturefloor = "FLOOR0_3";
    textureceiling = "CEIL5_1"; lightlevel = 144; gravity = 0.9;
}
// step
sector {
    heightfloor = 12; heightceiling = 128; texturefloor = "FLAT5_4";
    textureceiling = "CEIL5_1"; lightlevel = 152;
}
// exit
sector {
    heightfloor = 32; heightceiling = 112; texturefloor = "FLOOR5_1";
    textureceiling = "TLITE6_5"; lightlevel = 224;
}

sidedef { sector = 0; texturemiddle = "STONE2"; } // 0
sidedef { sector = 0; texturemiddle = "STONE2"; } // 1
sidedef { sector = 0; texturetop = "STONE2"; texturebottom = "STONE2"; texturemiddle = "GLASS1"; } // 2
sidedef { sector = 2; texturemiddle = "GLASS1"; } // 3
sidedef { sector = 0; texturemiddle = "STONE2"; } // 4
sidedef { sector = 0; texturemiddle = "STONE2"; } // 5
sidedef { sector = 0; texturetop = "STONE2"; } // 6
sidedef { sector = 4; } // 7
sidedef { sector = 0; texturemiddle = "STONE2"; } // 8
sidedef { sector = 0; texturemiddle = "STONE2"; } // 9
sidedef { sector = 1; texturebottom = "STONE3"; } // 10
sidedef { sector = 0; } // 11
sidedef { sector = 1; texturebottom = "STONE3"; } // 12
sidedef { sector = 0; } // 13
sidedef { sector = 1; texturebottom = "STONE3"; } // 14
sidedef { sector = 0; } // 15
sidedef { sector = 1; texturebottom = "STONE3"; } // 16
sidedef { sector = 0; } // 17
sidedef { sector = 1; texturebottom = "STONE3"; } // 18
sidedef { sector = 0; } // 19
sidedef { sector = 1; texturebottom = "STONE3"; } // 20
sidedef { sector = 0; } // 21
sidedef { sector = 1; texturebottom = "STONE3"; } // 22
sidedef { sector = 0; } // 23
sidedef { sector = 1; texturebottom = "STONE3"; } // 24
sidedef { sector = 0; } // 25
sidedef { sector = 2; texturemiddle = "METAL"; } // 26
sidedef { sector = 2; } // 27
sidedef { sector = 3; texturetop = "BRICK6"; texturebottom = "BRICK6"; } // 28
sidedef { sector = 2; texturemiddle = "METAL"; } // 29
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 30
sidedef { sector = 3; texturetop = "BRICK6"; texturebottom = "BRICK6"; } // 31
sidedef { sector = 11; } // 32
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 33
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 34
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 35
sidedef { sector = 3; texturetop = "BRICK6"; } // 36
sidedef { sector = 10; texturebottom = "BRICK6"; } // 37
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 38
sidedef { sector = 3; texturemiddle = "BRICK6"; } // 39
sidedef { sector = 4; texturemiddle = "BROWN1"; } // 40
sidedef { sector = 4; } // 41
sidedef { sector = 5; texturetop = "BROWN1"; } // 42
sidedef { sector = 4; texturemiddle = "BROWN1"; } // 43
sidedef { sector = 5; texturemiddle = "BROWN1"; } // 44
sidedef { sector = 5; texturetop = "BROWN1"; } // 45
sidedef { sector = 6; } // 46
sidedef { sector = 5; texturemiddle = "BROWN1"; } // 47
sidedef { sector = 6; texturemiddle = "BROWN1"; } // 48
sidedef { sector = 6; } // 49
sidedef { sector = 7; texturetop = "BROWN1"; } // 50
sidedef { sector = 6; texturemiddle = "BROWN1"; } // 51
sidedef { sector = 7; texturemiddle = "BROWN1"; } // 52
sidedef { sector = 7; texturetop = "BIGDOOR2"; } // 53
sidedef { sector = 8; } // 54
sidedef { sector = 7; texturemiddle = "BROWN1"; } // 55
sidedef { sector = 8; texturemiddle = "DOORTRAK"; } // 56
sidedef { sector = 9; texturetop = "BIGDOOR2"; } // 57
sidedef { sector = 8; } // 58
sidedef { sector = 8; texturemiddle = "DOORTRAK"; } // 59
sidedef { sector = 9; texturemiddle = "STARTAN2"; } // 60
sidedef { sector = 9; texturemiddle = "STARTAN2"; } // 61
sidedef { sector = 9; texturemiddle = "STARTAN2"; } // 62
sidedef { sector = 9; texturebottom = "STEP4"; } // 63
sidedef { sector = 10; } // 64
sidedef { sector = 9; texturemiddle = "STARTAN2"; } // 65
sidedef { sector = 9; texturemiddle = "STARTAN2"; scalex_mid = 0.5; light = -16; } // 66
sidedef { sector = 9; texturemiddle = "STARTAN2"; scalex_mid = 0.5; light = -16; } // 67
sidedef { sector = 10; texturemiddle = "BRICK6"; } // 68
sidedef { sector = 10; texturemiddle = "BRICK6"; } // 69
sidedef { sector = 11; texturemiddle = "SW1COMM"; offsety = 8; } // 70
sidedef { sector = 11; texturemiddle = "SHAWN2"; } // 71
sidedef { sector = 11; texturemiddle = "SHAWN2"; } // 72

linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; } // 0
linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; } // 1
linedef {
    v1 = 2; v2 = 3; sidefront = 2; sideback = 3; twosided = true; alpha = 0.35;
    renderstyle = "translucent"; blocking = true; comment = "A pane of glass.";
}
linedef { v1 = 3; v2 = 4; sidefront = 4; blocking = true; } // 3
linedef { v1 = 4; v2 = 5; sidefront = 5; blocking = true; } // 4
linedef { v1 = 5; v2 = 6; sidefront = 6; sideback = 7; twosided = true; } // 5
linedef { v1 = 6; v2 = 7; sidefront = 8; blocking = true; } // 6
linedef { v1 = 7; v2 = 0; sidefront = 9; blocking = true; } // 7
linedef { v1 = 8; v2 = 9; sidefront = 10; sideback = 11; twosided = true; } // 8
linedef { v1 = 9; v2 = 10; sidefront = 12; sideback = 13; twosided = true; } // 9
linedef { v1 = 10; v2 = 11; sidefront = 14; sideback = 15; twosided = true; } // 10
linedef { v1 = 11; v2 = 12; sidefront = 16; sideback = 17; twosided = true; } // 11
linedef { v1 = 12; v2 = 13; sidefront = 18; sideback = 19; twosided = true; } // 12
linedef { v1 = 13; v2 = 14; sidefront = 20; sideback = 21; twosided = true; } // 13
linedef { v1 = 14; v2 = 15; sidefront = 22; sideback = 23; twosided = true; } // 14
linedef { v1 = 15; v2 = 8; sidefront = 24; sideback = 25; twosided = true; } // 15
linedef { v1 = 2; v2 = 16; sidefront = 26; blocking = true; } // 16
linedef { v1 = 16; v2 = 17; sidefront = 27; sideback = 28; twosided = true; } // 17
linedef { v1 = 17; v2 = 3; sidefront = 29; blocking = true; } // 18
linedef { v1 = 18; v2 = 19; sidefront = 30; blocking = true; } // 19
linedef { v1 = 19; v2 = 20; sidefront = 31; sideback = 32; twosided = true; } // 20
linedef { v1 = 20; v2 = 21; sidefront = 33; blocking = true; } // 21
linedef { v1 = 21; v2 = 22; sidefront = 34; blocking = true; } // 22
linedef { v1 = 22; v2 = 23; sidefront = 35; blocking = true; } // 23
linedef { v1 = 23; v2 = 24; sidefront = 36; sideback = 37; twosided = true; } // 24
linedef { v1 = 24; v2 = 17; sidefront = 38; blocking = true; } // 25
linedef { v1 = 16; v2 = 18; sidefront = 39; blocking = true; } // 26
linedef { v1 = 5; v2 = 25; sidefront = 40; blocking = true; } // 27
linedef { v1 = 25; v2 = 26; sidefront = 41; sideback = 42; twosided = true; } // 28
linedef { v1 = 26; v2 = 6; sidefront = 43; blocking = true; } // 29
linedef { v1 = 25; v2 = 27; sidefront = 44; blocking = true; } // 30
linedef { v1 = 27; v2 = 28; sidefront = 45; sideback = 46; twosided = true; } // 31
linedef { v1 = 28; v2 = 26; sidefront = 47; blocking = true; } // 32
linedef { v1 = 27; v2 = 29; sidefront = 48; blocking = true; } // 33
linedef { v1 = 29; v2 = 30; sidefront = 49; sideback = 50; twosided = true; } // 34
linedef { v1 = 30; v2 = 28; sidefront = 51; blocking = true; } // 35
linedef { v1 = 29; v2 = 31; sidefront = 52; blocking = true; } // 36
linedef {
    v1 = 31; v2 = 32; sidefront = 53; sideback = 54; twosided = true; special = 12; arg0 = 1;
    arg1 = 16;
    arg2 = 150;
    playeruse = true;
    monsteruse = true;
    repeatspecial = true;
}
linedef { v1 = 32; v2 = 30; sidefront = 55; blocking = true; } // 38
linedef { v1 = 31; v2 = 33; sidefront = 56; blocking = true; dontpegbottom = true; } // 39
linedef {
    v1 = 34; v2 = 33; sidefront = 57; sideback = 58; twosided = true; special = 12; arg0 = 1;
    arg1 = 16;
    arg2 = 150;
    playeruse = true;
    monsteruse = true;
    repeatspecial = true;
}
linedef { v1 = 34; v2 = 32; sidefront = 59; blocking = true; dontpegbottom = true; } // 41
linedef { v1 = 35; v2 = 34; sidefront = 60; blocking = true; } // 42
linedef { v1 = 33; v2 = 36; sidefront = 61; blocking = true; } // 43
linedef { v1 = 36; v2 = 37; sidefront = 62; blocking = true; } // 44
linedef { v1 = 37; v2 = 38; sidefront = 63; sideback = 64; twosided = true; } // 45
linedef { v1 = 38; v2 = 39; sidefront = 65; blocking = true; } // 46
linedef { v1 = 39; v2 = 40; sidefront = 66; blocking = true; id = 9; } // 47
linedef { v1 = 40; v2 = 35; sidefront = 67; blocking = true; id = 9; } // 48
linedef { v1 = 37; v2 = 24; sidefront = 68; blocking = true; } // 49
linedef { v1 = 23; v2 = 38; sidefront = 69; blocking = true; } // 50
linedef { v1 = 41; v2 = 42; sidefront = 70; blocking = true; special = 243; playeruse = true; } // 51
linedef { v1 = 42; v2 = 20; sidefront = 71; blocking = true; } // 52
linedef { v1 = 19; v2 = 41; sidefront = 72; blocking = true; } // 53

// Players first, then lamps, then what they light.
thing {
    x = 64.0; y = 64.0; angle = 45; type = 1; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 64.0; y = 128.0; angle = 45; type = 2; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 128.0; y = 64.0; angle = 45; type = 3; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 64.0; y = 320.0; angle = 315; type = 4; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 448.0; y = 64.0; angle = 135; type = 11; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 656.0; y = 192.0; angle = 0; type = 2028; comment = "The first lamp."; skill1 = true;
    skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 848.0; y = 192.0; angle = 0; type = 2028; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 256.0; y = 160.0; angle = 0; type = 2014; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 256.0; y = 192.0; angle = 0; type = 2014; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 256.0; y = 224.0; angle = 0; type = 2014; height = 8.0; skill1 = true; skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 1232.0; y = 96.0; angle = 135; type = 3001; ambush = true; skill1 = true;
    skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 1232.0; y = 288.0; angle = 225; type = 3001; scale = 1.25; skill1 = true;
    skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 976.0; y = 96.0; angle = 90; type = 2001; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 976.0; y = 288.0; angle = 0; type = 2008; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 704.0; y = 544.0; angle = 180; type = 3004; health = 0.5; skill1 = true;
    skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 1104.0; y = 544.0; angle = 0; type = 46; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 128.0; y = 544.0; angle = 0; type = 46; skill1 = true; skill2 = true; skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
thing {
    x = 128.0; y = 448.0; angle = 0; type = 2012;
    user_note = "Left by the keeper of the lamps."; skill1 = true; skill2 = true;
    skill3 = true;
    skill4 = true;
    skill5 = true;
    single = true;
    dm = true;
    coop = true;
    class1 = true;
    class2 = true;
    class3 = true;
}
)udmf";

}  // namespace

std::string_view built_in_textmap() {
    return kTextmap.substr(1);  // what the line break after the opening quote adds
}

}  // namespace flatline::engine::tool
