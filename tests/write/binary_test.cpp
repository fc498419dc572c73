// Maps as binary lumps: what is refused by name, and what comes back to the byte.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/archive_map.hpp"
#include "model/binary.hpp"
#include "model/write.hpp"
#include "support/binary_map.hpp"
#include "support/corpus.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/lump_bytes.hpp"
#include "support/map_round_trip.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace write_binary_test {

using flatline::engine::BinaryLumps;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::MapFormat;
using flatline::engine::Status;
using load_text::bytes;

struct Lumps {
    std::string vertexes, linedefs, sidedefs, sectors, things;

    BinaryLumps view(bool hexen) const {
        BinaryLumps lumps;
        lumps.vertexes = bytes(vertexes);
        lumps.linedefs = bytes(linedefs);
        lumps.sidedefs = bytes(sidedefs);
        lumps.sectors = bytes(sectors);
        lumps.things = bytes(things);
        lumps.hexen = hexen;
        return lumps;
    }
};

struct Written {
    flatline::engine::WriteResult result;
    Lumps lumps;
};

Written write(const Map& map, MapFormat format, bool lossy = false) {
    Written written;
    Lumps& to = written.lumps;
    using map_round_trip::sink_to;
    const flatline::engine::BinarySinks sinks{sink_to(to.vertexes), sink_to(to.linedefs),
                                              sink_to(to.sidedefs), sink_to(to.sectors),
                                              sink_to(to.things)};
    flatline::engine::BinaryOptions options;
    options.format = format;
    options.lossy = lossy;
    written.result = flatline::engine::write_binary(map, sinks, options);
    return written;
}

/// "linedef 3 alpha; thing 0 user_x" of all that would be lost.
std::string losses(const Map& map, MapFormat format) {
    const Written written = write(map, format);
    std::string all;
    for (const flatline::engine::Finding& finding : written.result.findings.kept()) {
        EXPECT_EQ(load_text::rule_id(finding), "convert-loss");
        EXPECT_EQ(finding.refuses, 1);
        if (!all.empty()) all += "; ";
        all += std::string(flatline::engine::element_name(finding.element));
        if (finding.index != FLATLINE_NONE) all += " " + std::to_string(finding.index);
        const std::string_view field = flatline::engine::field_name(finding.field);
        all += " " + std::string(finding.length == 0
                                     ? field
                                     : map.textmap().substr(finding.offset, finding.length));
    }
    if (!all.empty()) {
        EXPECT_EQ(written.result.status, Status::refused);
        EXPECT_EQ(written.result.bytes, 0u);
        EXPECT_EQ(written.lumps.vertexes + written.lumps.things, "");
    }
    return all;
}

std::string map_of(const std::string& space, const std::string& line, const std::string& thing,
                   const std::string& more = "") {
    return "namespace = \"" + space +
           "\"; vertex { x = -32768; y = 0; } vertex { x = 32767; y = 1; }"
           "linedef { v1 = 0; v2 = 1; sidefront = 0; " +
           line +
           " } sidedef { sector = 0; texturetop = \"LONGNAME\"; }"
           "sector { texturefloor = \"\"; textureceiling = \"C\"; }"
           "thing { x = 1; y = 2; type = 3; " +
           thing + " }" + more;
}

const char* const kDoomThing = "single = true; dm = true; coop = true;";

// Written, and read with the namespace, it is the same map.
void expect_back(const std::string& text, MapFormat format) {
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map) << load_text::story(map, text);
    const Written written = write(map.value, format);
    ASSERT_EQ(losses(map.value, format), "") << text;
    ASSERT_TRUE(written.result);
    LoadOptions options;
    options.namespace_override = map.value.map_namespace();
    const LoadResult<Map> back = flatline::engine::load_binary_borrowed(
        written.lumps.view(format == MapFormat::hexen), options);
    ASSERT_TRUE(back);
    EXPECT_EQ(map_round_trip::content(back.value), map_round_trip::content(map.value)) << text;
}

void expect_losses(const std::string& text, MapFormat format, const std::string& expected) {
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map) << load_text::story(map, text);
    EXPECT_EQ(losses(map.value, format), expected) << text;
}

// Without a special the tag is the id, and an argument says nothing. What a text gives though it is
// the default anyway is no loss either.
TEST(WriteBinary, WhatIsNoLoss) {
    for (const char* line :
         {"id = 5;", "id = 0;", "alpha = 1.0;", "moreids = \"\";", "comment = \"\";"}) {
        expect_losses(map_of("zdoom", line, kDoomThing), MapFormat::doom, "");
    }
    const std::string sector =
        "sector { texturefloor = \"F\"; textureceiling = \"C\"; xscalefloor = 1.0; gravity = 1.0; "
        "rotationfloor = 0.0; }";
    expect_losses(map_of("zdoom", "", kDoomThing, sector), MapFormat::doom, "");
    expect_losses(map_of("zdoom", "", kDoomThing, "sector { gravity = 0.5; }"), MapFormat::doom,
                  "sector 1 gravity");
    expect_losses(map_of("zdoom", "moreids = \"7\";", kDoomThing), MapFormat::doom,
                  "linedef 0 moreids");
    const std::string text = map_of("zdoom", "id = 5;", kDoomThing);
    const LoadResult<Map> map = load_text::load(text);
    const Written written = write(map.value, MapFormat::doom);
    EXPECT_EQ(written.lumps.linedefs.substr(8, 2), std::string("\5\0", 2)) << "the tag";
}

// Each kind of loss is one warning with its count; what is written is as near as can be.
TEST(WriteBinary, LossesAreCounted) {
    const std::string text =
        map_of("zdoom", "special = 80; arg0 = 4; playercross = true; alpha = 0.5;",
               std::string(kDoomThing) + " user_a = 1;",
               "thing { x = 1.6; y = -7.6; type = 3; user_a = 2; USER_B = 3; single = true; "
               "dm = true; coop = true; }"
               "sector { texturefloor = \"LONGERTHAN8\"; textureceiling = \"C\"; special = 9; }");
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map) << load_text::story(map, text);
    const Written written = write(map.value, MapFormat::doom, true);
    ASSERT_EQ(written.result.status, Status::ok);
    std::string all;
    for (const flatline::engine::Finding& finding : written.result.findings.kept()) {
        EXPECT_EQ(load_text::rule_id(finding), "convert-loss");
        EXPECT_EQ(finding.severity, FLATLINE_WARNING);
        EXPECT_EQ(finding.refuses, 0);
        const std::string_view field = flatline::engine::field_name(finding.field);
        all +=
            std::string(flatline::engine::element_name(finding.element)) + " " +
            std::to_string(finding.index) + " " +
            std::string(field.empty() ? map.value.textmap().substr(finding.offset, finding.length)
                                      : field) +
            " " + std::to_string(finding.a) + "; ";
    }
    EXPECT_EQ(all,
              "linedef 0 playercross 1; linedef 0 special 1; linedef 0 arg0 1; linedef 0 alpha 1; "
              "sector 1 texturefloor 1; sector 1 special 1; thing 0 user_a 2; thing 1 x 1; "
              "thing 1 y 1; thing 1 USER_B 1; ");
    const auto word = [](const std::string& lump, std::size_t at) {
        return static_cast<std::int16_t>(static_cast<unsigned char>(lump[at]) |
                                         static_cast<unsigned char>(lump[at + 1]) << 8);
    };
    EXPECT_EQ(word(written.lumps.things, 10), 2);
    EXPECT_EQ(word(written.lumps.things, 12), -8);
    EXPECT_EQ(word(written.lumps.linedefs, 6), 0) << "no special rather than another one";
    EXPECT_EQ(written.lumps.sectors.substr(26 + 4, 8), std::string("-\0\0\0\0\0\0\0", 8));
    EXPECT_EQ(word(written.lumps.sectors, 26 + 22), 0);
}

// An index is no matter of more or less.
TEST(WriteBinary, AnIndexThatDoesNotFitIsRefusedNevertheless) {
    std::string text = "namespace = \"doom\";";
    for (int i = 0; i < 65537; ++i) text += "vertex { x = 0; y = 0; }";
    text +=
        "linedef { v1 = 0; v2 = 65536; sidefront = 0; } sidedef { sector = 0; }"
        "sector { texturefloor = \"F\"; textureceiling = \"C\"; }";
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    const Written written = write(map.value, MapFormat::doom, true);
    EXPECT_EQ(written.result.status, Status::refused);
    ASSERT_EQ(written.result.findings.kept().size(), 1u);
    EXPECT_EQ(flatline::engine::field_name(written.result.findings.kept()[0].field), "v2");
}

// Many names are many kinds, up to a bound.
TEST(WriteBinary, NamesBeyondTheBoundAreOneKind) {
    std::string fields;
    for (int i = 0; i < 300; ++i) fields += "user_" + std::to_string(i) + " = 1;";
    const std::string text = map_of("doom", fields, kDoomThing);
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map);
    const Written written = write(map.value, MapFormat::doom, true);
    ASSERT_EQ(written.result.status, Status::ok);
    std::int64_t losses = 0;
    for (const auto& finding : written.result.findings.kept()) losses += finding.a;
    EXPECT_EQ(losses, 300);
    EXPECT_EQ(written.result.findings.kept().size(), 256u);
}

// Readers of Hexen's format take a number for another special than Doom's namespaces do.
TEST(WriteBinary, SpecialsOfDoomAreNotThoseOfHexensFormat) {
    const std::string sector = "sector { special = 9; }";
    for (const char* name : {"doom", "heretic", "strife", "woof"}) {
        const std::string special = "special = 31; playercross = true;";
        expect_losses(map_of(name, special, ""), MapFormat::hexen, "linedef 0 special");
        expect_losses(map_of(name, "", "", sector), MapFormat::hexen, "sector 1 special");
        expect_losses(map_of(name, "", ""), MapFormat::hexen, "");
    }
    for (const char* name : {"hexen", "zdoom"}) {
        expect_losses(map_of(name, "special = 31; playercross = true;", "", sector),
                      MapFormat::hexen, "");
    }
    // What came in that format goes back to it.
    binary_map::Map lumps = binary_map::Map::square(true);
    binary_map::Line line;
    line.special = 31;
    const auto map = lumps.line(line).load_as("doom");
    ASSERT_TRUE(map);
    EXPECT_EQ(losses(map.value, MapFormat::hexen), "");
}

TEST(WriteBinary, DoomFormat) {
    for (const char* line :
         {"", "id = 5; arg0 = 5;", "id = -3; arg0 = -3;", "special = 65535;", "blocking = true;",
          "twosided = true; mapped = true; dontdraw = true; passuse = true;", "midtex3d = true;",
          "blocklandmonsters = true; blockplayers = true; user_flags = 16384;",
          "user_flags = 65024; blocking = true;", "midtex3d = true; user_flags = 32768;"}) {
        expect_back(map_of("doom", line, kDoomThing), MapFormat::doom);
    }
    for (const char* thing : {"skill1 = true; skill2 = true;", "skill3 = true; ambush = true;",
                              "friend = true;", "angle = -45; skill4 = true; skill5 = true;",
                              "user_flags = 256; ambush = true;", "user_flags = 61184;"}) {
        expect_back(map_of("doom", "", std::string(kDoomThing) + thing), MapFormat::doom);
    }
    expect_back(map_of("doom", "", "skill3 = true;"), MapFormat::doom);
}

TEST(WriteBinary, NamespacesOfDoomFormat) {
    expect_back(map_of("heretic", "mapped = true;", "single = true; dm = true; coop = true;"),
                MapFormat::doom);
    expect_back(map_of("strife", "jumpover = true; blockfloaters = true; translucent = true;",
                       "standing = true; single = true; strifeally = true; translucent = true; "
                       "dm = true; coop = true;"),
                MapFormat::doom);
    expect_back(map_of("eternity", "id = 3; arg0 = 3; midtex3d = true; blockplayers = true;",
                       "dormant = true; single = true;"),
                MapFormat::doom);
    expect_back(map_of("dsda", "id = 3; arg0 = 3; blockplayers = true; midtex3d = true;", ""),
                MapFormat::doom);
    for (const char* line :
         {"dontpegbottom = true; midpeg = true;", "dontpegbottom = true;", "midpeg = true;",
          "id = 7; noclimb = true; user_flags = 8192;", "bouncy = true; transfer = true;"}) {
        for (const char* thing :
             {"", "height = 4095; flip = true; user_flags = 13;", "user_extrainfo = 15;"}) {
            expect_back(map_of("srb2", line, thing), MapFormat::doom);
        }
    }
    expect_back(map_of("srb2", "", "",
                       "thing { x = 1; y = 2; type = 1705; height = -32768; }"
                       "thing { x = 1; y = 2; type = 750; height = 32767; "
                       "user_extrainfo = 2; }"
                       "thing { x = 1; y = 2; type = 750; height = 4000; }"),
                MapFormat::doom);
}

TEST(WriteBinary, HexenFormat) {
    for (const char* line :
         {"id = -1;", "id = 0;", "id = 255;",
          "special = 80; arg0 = 255; arg4 = 1; playercross = true;",
          "special = 80; playeruse = true; repeatspecial = true;", "special = 1; impact = true;",
          "playeruse = true;", "monstercross = true; user_flags = 57344;",
          "special = 1; user_flags = 6144;"}) {
        expect_back(map_of("hexen", line, "single = true; class1 = true; dormant = true;"),
                    MapFormat::hexen);
    }
    for (const char* line :
         {"id = 65535;", "id = 300; zoneboundary = true; jumpover = true; firstsideonly = true;",
          "id = 0; clipmidtex = true;",
          "special = 208; id = 9; arg0 = 9; arg1 = 7; arg2 = 1; wrapmidtex = "
          "true; playercross = true;",
          "special = 1; id = 200; arg0 = 4; playeruse = true;",
          "special = 5; id = 3; playeruse = true; passuse = true;",
          "special = 181; id = 3; arg0 = 1; impact = true; missilecross = true;",
          "special = 215; id = 1; playercross = true;",
          "special = 156; id = 8; monstercross = true;",
          "special = 222; id = 6; arg0 = 6; playercross = true;",
          "special = 190; arg1 = 3; id = 6; arg0 = 6; playercross = true;",
          "special = 190; arg1 = 2; arg0 = 6; playercross = true;",
          "special = 160; arg0 = 1000; arg1 = 1; playercross = true;",
          "special = 160; arg0 = 10; arg1 = 9; id = 44; playercross = true;",
          "special = 80; monsteractivate = true; blockplayers = true; blockeverything = true; "
          "playercross = true;"}) {
        expect_back(
            map_of("zdoom", line,
                   "id = -5; height = -8; special = 80; arg0 = 1; arg4 = 255; skill1 = "
                   "true; skill2 = true; friend = true; translucent = true; class3 = true;"),
            MapFormat::hexen);
    }
}

TEST(WriteBinary, EachFieldThatWouldBeLostIsNamed) {
    const std::string doom = "doom";
    const auto of_line = [&](const std::string& line) { return map_of(doom, line, kDoomThing); };
    expect_losses(of_line("arg0 = 1;"), MapFormat::doom, "linedef 0 arg0");
    expect_losses(of_line("id = 40000; arg0 = 40000;"), MapFormat::doom,
                  "linedef 0 id; linedef 0 arg0");
    expect_losses(of_line("special = -1;"), MapFormat::doom, "linedef 0 special");
    expect_losses(of_line("special = 65536;"), MapFormat::doom, "linedef 0 special");
    expect_losses(of_line("arg1 = 1; arg4 = 2; playeruse = true; repeatspecial = true;"),
                  MapFormat::doom,
                  "linedef 0 playeruse; linedef 0 repeatspecial; linedef 0 arg1; linedef 0 arg4");
    expect_losses(of_line("comment = \"\"; user_x = 1; user_flags = -1; sideback = -1;"),
                  MapFormat::doom, "linedef 0 user_x; linedef 0 user_flags");
    expect_losses(of_line("comment = \"note\"; user_flags = 1;"), MapFormat::doom,
                  "linedef 0 blocking; linedef 0 comment; linedef 0 user_flags");
    expect_losses(of_line("midtex3d = 1; blk { a = 1; b { } }"), MapFormat::doom,
                  "linedef 0 midtex3d; linedef 0 blk");

    const auto of_thing = [&](const std::string& thing) {
        return map_of(doom, "", kDoomThing + thing);
    };
    expect_losses(of_thing("skill1 = true;"), MapFormat::doom, "thing 0 skill2");
    expect_losses(of_thing("skill5 = true;"), MapFormat::doom, "thing 0 skill4");
    expect_losses(of_thing("id = 1; height = 8; special = 1; arg2 = 3; class1 = true;"),
                  MapFormat::doom,
                  "thing 0 id; thing 0 height; thing 0 class1; thing 0 special; thing 0 arg2");
    expect_losses(map_of("heretic", "", "single = true;"), MapFormat::doom,
                  "thing 0 dm; thing 0 coop");

    expect_losses(
        map_of(doom, "", kDoomThing,
               "vertex { x = 0.5; y = 32768; } sidedef { sector = 0; offsetx = 40000; "
               "texturemiddle = \"NINEBYTES\"; } sector { texturefloor = \"TOO_LONG_1\"; "
               "textureceiling = \"C\"; heightfloor = 40000; lightlevel = -32769; special "
               "= 65536; id = 32768; comment = \"x\"; }"
               "glob = 1; blk { x = 1; }"),
        MapFormat::doom,
        "global glob; block blk; vertex 2 x; vertex 2 y; sidedef 1 offsetx; "
        "sidedef 1 texturemiddle; sector 1 heightfloor; sector 1 texturefloor; "
        "sector 1 lightlevel; sector 1 special; sector 1 id; sector 1 comment");
    expect_losses(map_of("zdoom", "alpha = 0.5;", kDoomThing,
                         "sector { heightfloor = 0.5; "
                         "texturefloor = \"F\"; textureceiling = \"C\"; gravity = 1.0; }"),
                  MapFormat::doom, "linedef 0 alpha; sector 1 heightfloor");
}

// A type of more than 12 bits leaves its upper ones where the parameter is read; a parameter of
// more than 4 bits decides nothing.
TEST(WriteBinary, TypesAndParametersOfSrb2ThatDoNotFit) {
    const auto of_thing = [](const std::string& thing) {
        return map_of("srb2", "", "", "thing { x = 1; y = 2; " + thing + " }");
    };
    expect_losses(of_thing("type = 4095; user_extrainfo = 15;"), MapFormat::doom, "");
    expect_losses(of_thing("type = 4097; user_extrainfo = 3;"), MapFormat::doom,
                  "thing 1 type; thing 1 user_extrainfo");
    expect_losses(of_thing("type = 750; height = 32767; user_extrainfo = 1;"), MapFormat::doom, "");
    expect_losses(of_thing("type = 750; height = 32767; user_extrainfo = 17;"), MapFormat::doom,
                  "thing 1 height; thing 1 user_extrainfo");
}

// The name of such a field stands in no lump.
TEST(WriteBinary, FieldsThatABinaryMapGave) {
    binary_map::Map lumps = binary_map::Map::square(false);
    binary_map::Line line;
    line.flags = 0x0E00;  // nothing in Doom, and something else in Hexen
    const auto map = lumps.line(line).load_as("doom");
    ASSERT_TRUE(map);
    ASSERT_FALSE(map.value.unknowns().empty());
    const Written written = write(map.value, MapFormat::hexen);
    EXPECT_EQ(written.result.status, Status::refused);
    std::size_t unnamed = 0;
    for (const flatline::engine::Finding& finding : written.result.findings.kept()) {
        EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(flatline::engine::Lump::none));
        EXPECT_EQ(finding.length, 0u);
        EXPECT_EQ(finding.offset, FLATLINE_NO_OFFSET);
        unnamed += finding.field == FLATLINE_NO_FIELD;
    }
    EXPECT_GE(unnamed, 1u);
}

TEST(WriteBinary, WhatHexenFormatCannotHold) {
    const auto of_line = [](const std::string& line) { return map_of("hexen", line, ""); };
    expect_losses(of_line("special = 80;"), MapFormat::hexen, "linedef 0 playercross");
    expect_losses(of_line("playercross = true;"), MapFormat::hexen, "linedef 0 playercross");
    expect_losses(of_line("special = 80; playeruse = true; impact = true;"), MapFormat::hexen,
                  "linedef 0 impact");
    expect_losses(of_line("special = 256; arg1 = 256; arg2 = -1; playeruse = true;"),
                  MapFormat::hexen, "linedef 0 special; linedef 0 arg1; linedef 0 arg2");
    expect_losses(of_line("id = 256;"), MapFormat::hexen, "linedef 0 id");
    expect_losses(of_line("id = 4; arg0 = 3;"), MapFormat::hexen, "linedef 0 arg0");
    expect_losses(of_line("id = 4; special = 80; playeruse = true;"), MapFormat::hexen,
                  "linedef 0 id");
    expect_losses(of_line("special = 121; playeruse = true;"), MapFormat::hexen,
                  "linedef 0 id; linedef 0 special");
    expect_losses(map_of("zdoom", "special = 1; playeruse = true;", ""), MapFormat::hexen,
                  "linedef 0 id");
    expect_losses(map_of("zdoom", "zoneboundary = true; special = 80; playeruse = true;", ""),
                  MapFormat::hexen, "linedef 0 zoneboundary");
    expect_losses(map_of("hexen", "", "friend = true; id = 32768;"), MapFormat::hexen,
                  "thing 0 id; thing 0 friend");
}

TEST(WriteBinary, IndicesBeyondSixteenBits) {
    std::string text = map_of("doom", "", kDoomThing);
    for (int i = 0; i < 65536; ++i) text += "vertex{x=0;y=0;}sidedef{sector=0;}";
    text += "linedef { v1 = 65535; v2 = 65537; sidefront = 65534; sideback = 65535; }";
    expect_losses(text, MapFormat::doom, "linedef 1 v2; linedef 1 sideback");
}

// Lines with an unknown field each stand in the list before things, which have none: a search from
// its beginning for each thing would keep this test for most of a minute.
TEST(WriteBinary, ManyUnknownFieldsBeforeThingsThatHaveNone) {
    constexpr int kCount = 150'000;
    std::string text = map_of("doom", "", kDoomThing);
    for (int i = 0; i < kCount; ++i) {
        text +=
            "linedef{v1=0;v2=1;sidefront=0;user_flags=2048;}thing{x=1;y=2;type=3;single=true;"
            "dm=true;coop=true;}";
    }
    const LoadResult<Map> map = load_text::load(text);
    ASSERT_TRUE(map) << load_text::story(map, text);
    EXPECT_TRUE(write(map.value, MapFormat::doom).result);
}

TEST(WriteBinary, OtherFormatsAreRefused) {
    const std::string text = map_of("doom", "", kDoomThing);
    const LoadResult<Map> map = load_text::load(text);
    for (const MapFormat format : {MapFormat::udmf, MapFormat::doom3}) {
        EXPECT_EQ(write(map.value, format).result.status, Status::refused);
    }
}

TEST(WriteBinary, ASinkMayEndIt) {
    const std::string text = map_of("doom", "", kDoomThing);
    const LoadResult<Map> map = load_text::load(text);
    std::string taken;
    flatline::engine::BinarySinks sinks;
    sinks.vertexes = map_round_trip::sink_to(taken);
    const flatline::engine::WriteResult result = flatline::engine::write_binary(map.value, sinks);
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.bytes, 8u);
    EXPECT_EQ(taken.size(), 8u);
}

// ---- Real maps ---------------------------------------------------------------------------------

std::string lump_of(flatline::engine::Archive& archive, std::size_t map, std::string_view name) {
    const flatline::engine::MapLump* lump = archive.maps()[map].lump(name, false);
    flatline::engine::FindingList findings;
    if (lump == nullptr) return "";
    const flatline::engine::Buffer data =
        testing_support::lump_bytes(archive, map, *lump, findings);
    return {reinterpret_cast<const char*>(data.data()), data.size()};
}

// Zeros after the first NUL of the names at these places of each record; no rest after the last.
std::string with_clean_names(std::string lump, std::size_t record,
                             const std::vector<std::size_t>& names) {
    lump.resize(lump.size() / record * record);
    for (std::size_t at = 0; at < lump.size(); at += record) {
        for (const std::size_t name : names) {
            bool ended = false;
            for (std::size_t i = 0; i < 8; ++i) {
                char& c = lump[at + name + i];
                ended = ended || c == '\0';
                if (ended) c = '\0';
            }
        }
    }
    return lump;
}

Lumps stored_lumps(flatline::engine::Archive& archive, std::size_t map, bool hexen) {
    Lumps lumps;
    lumps.vertexes = lump_of(archive, map, "VERTEXES");
    lumps.linedefs = with_clean_names(lump_of(archive, map, "LINEDEFS"), hexen ? 16 : 14, {});
    lumps.sidedefs = with_clean_names(lump_of(archive, map, "SIDEDEFS"), 30, {4, 12, 20});
    lumps.sectors = with_clean_names(lump_of(archive, map, "SECTORS"), 26, {4, 12});
    lumps.things = with_clean_names(lump_of(archive, map, "THINGS"), hexen ? 20 : 10, {});
    return lumps;
}

struct Counts {
    std::size_t maps = 0;
    std::size_t refused = 0;
};

// Binary to UDMF: the same map. From there to binary again: the same lumps.
void check_map(flatline::engine::Archive& archive, std::size_t i, const std::string& title,
               const std::string& name_space, Counts& counts) {
    const flatline::engine::MapEntry& entry = archive.maps()[i];
    flatline::engine::Loader loader;
    LoadOptions options;
    options.namespace_override = name_space;
    const LoadResult<Map> map = flatline::engine::load_map(archive, i, loader, options);
    if (!map) {
        ++counts.refused;
        return;
    }
    ++counts.maps;
    SCOPED_TRACE(title + " " + std::string(entry.name) + " as " + name_space);
    EXPECT_EQ(map_round_trip::fault(map.value), "");
    const std::string text =
        map_round_trip::written(map.value, flatline::engine::TextStyle::compact);
    const LoadResult<Map> udmf = load_text::load(text);
    ASSERT_TRUE(udmf);
    ASSERT_EQ(losses(udmf.value, entry.format), "");
    const Lumps again = write(udmf.value, entry.format).lumps;
    const Lumps stored = stored_lumps(archive, i, entry.format == MapFormat::hexen);
    EXPECT_TRUE(again.things == stored.things);
    EXPECT_TRUE(again.linedefs == stored.linedefs);
    EXPECT_TRUE(again.sidedefs == stored.sidedefs);
    EXPECT_TRUE(again.sectors == stored.sectors);
    EXPECT_TRUE(stored.vertexes.rfind(again.vertexes, 0) == 0);
    EXPECT_EQ(again.vertexes.size(), 4 * map.value.vertices().size());
}

// With a step each map is in every step-th namespace, from another first one.
void check_wad(const std::string& path, const std::string& title, Counts& counts,
               std::size_t step = 1) {
    const std::string wad = corpus::read_file(path);
    if (!corpus::is_wad(wad)) return;
    flatline::engine::Archive archive = flatline::engine::Archive::from_file(
        std::make_unique<testing_support::FakeFile>(wad), "a.wad", flatline::engine::Limits());
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        const MapFormat format = archive.maps()[i].format;
        std::vector<std::string> spaces;
        if (format == MapFormat::doom) spaces = {"", "heretic", "strife", "eternity", "srb2"};
        if (format == MapFormat::hexen) spaces = {"", "zdoom"};
        for (std::size_t k = i % step; k < spaces.size(); k += step) {
            check_map(archive, i, title, spaces[k], counts);
        }
    }
}

TEST(WriteBinary, CorpusComesBack) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    Counts counts;
    for (const std::string& path : corpus::files()) {
        check_wad(path, corpus::short_name(path), counts, testing_support::one_in(2, 5));
    }
    std::printf("%zu maps in their namespaces, %zu refused when loaded\n", counts.maps,
                counts.refused);
    EXPECT_GT(counts.maps, 100 / testing_support::one_in(1, 3));
}

TEST(WriteBinary, FreedoomComesBack) {
    Counts counts;
    for (const char* path :
         {"/usr/share/games/doom/freedoom1.wad", "/usr/share/games/doom/freedoom2.wad"}) {
        if (!std::filesystem::exists(path)) continue;
        check_wad(path, path, counts, testing_support::one_in(5, 10));
    }
    if (counts.maps == 0) GTEST_SKIP() << needs::package("freedoom");
    EXPECT_EQ(counts.refused, 0u);
}

}  // namespace write_binary_test
