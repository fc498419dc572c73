// What a binary map becomes, through the function that a host calls.
#include "binary/reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/check.hpp"
#include "model/nodes.hpp"
#include "model/runtime.hpp"
#include "support/binary_map.hpp"
#include "support/counting_memory.hpp"
#include "support/map_json.hpp"

namespace binary_reader_test {

using namespace flatline::engine;
using binary_map::findings;
using binary_map::Line;
using binary_map::Thing;

using Lumps = binary_map::Map;

std::string namespace_and_dialect(const flatline::engine::Map& map) {
    return std::string(map.map_namespace()) + " " + std::string(dialect_name(map.dialect()));
}

TEST(BinaryReader, NumbersHaveTheSignsOfThePorts) {
    Lumps lumps;
    lumps.vertex(-32768, 32767).vertex(1, -1);
    lumps.side("A", "B", "C", 0, -32768, 32767).sector(-1, -32768, "F", "G", -5, 0x8001, -1);
    Line line;
    line.special = 0x8005;
    line.tag = 0xFFFF;
    lumps.line(line);
    Thing thing;
    thing.x = -7;
    thing.y = 9;
    thing.angle = -45;
    thing.type = 0x9000;
    lumps.thing(thing);
    const auto result = lumps.load();
    ASSERT_TRUE(result) << findings(result.findings);
    const flatline::engine::Map& map = result.value;
    EXPECT_EQ(map.vertices()[0].x, -32768.0);
    EXPECT_EQ(map.vertices()[0].y, 32767.0);
    EXPECT_EQ(map.linedefs()[0].special, 0x8005);
    EXPECT_EQ(map.linedefs()[0].id, -1);
    EXPECT_EQ(map.linedefs()[0].arg[0], -1);
    EXPECT_EQ(map.linedefs()[0].sideback, FLATLINE_NONE);
    EXPECT_EQ(map.sidedefs()[0].offsetx, -32768.0);
    EXPECT_EQ(map.sidedefs()[0].offsety, 32767.0);
    EXPECT_EQ(map.sectors()[0].heightfloor, -1.0);
    EXPECT_EQ(map.sectors()[0].heightceiling, -32768.0);
    EXPECT_EQ(map.sectors()[0].lightlevel, -5);
    EXPECT_EQ(map.sectors()[0].special, 0x8001);
    EXPECT_EQ(map.sectors()[0].id, -1);
    EXPECT_EQ(map.things()[0].x, -7.0);
    EXPECT_EQ(map.things()[0].angle, -45);
    EXPECT_EQ(map.things()[0].type, 0x9000);
    EXPECT_EQ(map.format(), MapFormat::doom);
    EXPECT_EQ(map.textmap(), "");
    EXPECT_EQ(namespace_and_dialect(map), "doom udmf11");
}

TEST(BinaryReader, HexenFormat) {
    Lumps lumps = Lumps::ground(true);
    Line line;
    line.special = 200;
    for (std::uint32_t i = 0; i < 5; ++i) line.args[i] = 250 + i;
    lumps.line(line);
    Thing thing;
    thing.id = -3;
    thing.z = -40;
    thing.special = 255;
    for (std::uint32_t i = 0; i < 5; ++i) thing.args[i] = 100 + i;
    lumps.thing(thing);
    const auto result = lumps.load();
    ASSERT_TRUE(result) << findings(result.findings);
    const flatline_linedef& loaded = result.value.linedefs()[0];
    EXPECT_EQ(loaded.special, 200);
    EXPECT_EQ(loaded.id, -1);
    EXPECT_EQ(loaded.arg[4], 254);
    EXPECT_EQ(loaded.flags, static_cast<std::uint32_t>(FLATLINE_LINE_PLAYERCROSS));
    const flatline_thing& at = result.value.things()[0];
    EXPECT_EQ(at.id, -3);
    EXPECT_EQ(at.height, -40.0);
    EXPECT_EQ(at.special, 255);
    EXPECT_EQ(at.arg[4], 104);
    EXPECT_EQ(result.value.format(), MapFormat::hexen);
    EXPECT_EQ(namespace_and_dialect(result.value), "hexen udmf11");
}

TEST(BinaryReader, NamesAreViewsIntoTheLumps) {
    Lumps lumps = Lumps::ground();
    lumps.side("-\0GARBAG", "EIGHTLEN", "").sector(0, 0, "FLOOR", "flat\x80");
    const auto result = lumps.load();
    ASSERT_TRUE(result);
    const flatline::engine::Map& map = result.value;
    std::vector<std::string> names;
    for (const flatline_text& text : map.names()) names.emplace_back(map.text(text));
    EXPECT_EQ(names,
              (std::vector<std::string>{"-", "WALL", "EIGHTLEN", "", "FLOOR", "CEIL", "flat\x80"}));
    const auto lies_in = [&](std::uint32_t id, const std::string& lump) {
        const char* at = map.name(id).data();
        return at >= lump.data() && at < lump.data() + lump.size();
    };
    EXPECT_TRUE(lies_in(1, lumps.sidedefs));
    EXPECT_TRUE(lies_in(4, lumps.sectors));
    EXPECT_EQ(map.sidedefs()[1].texturetop, 0u);
    EXPECT_EQ(map.name(map.sectors()[1].texturefloor), "FLOOR");
    // A name that only begins with the sign for none is a name, as in text.
    lumps.side("-X", "-", "-");
    const auto more = lumps.load();
    EXPECT_EQ(more.value.name(more.value.sidedefs()[2].texturetop), "-X");
}

TEST(BinaryReader, VerticesEndBehindTheLastOneThatALineNames) {
    Lumps lumps = Lumps::ground();
    for (int i = 2; i < 10; ++i) lumps.vertex(i, i);
    Line line;
    line.v2 = 5;
    lumps.line(line);
    const auto result = lumps.load();
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value.vertices().size(), 6u);
    lumps.linedefs.clear();
    EXPECT_EQ(lumps.load().value.vertices().size(), 10u);
}

TEST(BinaryReader, BIN_01_BytesBehindTheLastRecordAreAWarning) {
    Lumps lumps = Lumps::square();
    lumps.things += "abc";
    lumps.sidedefs += std::string(29, 'x');
    lumps.vertexes += "y";
    const auto result = lumps.load();
    ASSERT_TRUE(result);
    EXPECT_EQ(findings(result.findings),
              "lump-remainder VERTEXES@16+0\nlump-remainder SIDEDEFS@120+0\n"
              "lump-remainder THINGS@10+0\n");
    EXPECT_EQ(result.findings.warnings(), 3u);
    EXPECT_EQ(load_text::sentence(result.findings.kept()[1], ""),
              "29 bytes follow the last of 4 whole records; they are ignored");
    EXPECT_EQ(result.value.things().size(), 1u);
}

TEST(BinaryReader, EmptyLumpsAreAnEmptyMap) {
    const auto result = load_binary_borrowed({}, {});
    ASSERT_TRUE(result) << findings(result.findings);
    EXPECT_EQ(result.value.vertices().size(), 0u);
    EXPECT_EQ(result.value.names().size(), 1u);
    EXPECT_EQ(result.value.name(0), "-");
    EXPECT_EQ(result.value.map_namespace(), "doom");
}

// ---- Bad indices -------------------------------------------------------------------------------

Lumps with_bad_indices(bool hexen) {
    Lumps lumps = Lumps::ground(hexen);
    Line line;
    lumps.line(line);
    line.v1 = 2;  // there are two
    lumps.line(line);
    line = {};
    line.v2 = 0xFFFF;
    lumps.line(line);
    line = {};
    line.front = 0xFFFF;
    line.back = 0;
    lumps.line(line);
    line.back = 0xFFFF;
    lumps.line(line);
    line = {};
    line.front = 1;
    line.back = 0xFFFE;
    lumps.line(line);
    lumps.side("-", "-", "-", 1);
    lumps.side("-", "-", "-", 0xFFFF);
    line = {};
    line.front = 3;
    lumps.line(line);
    return lumps;
}

TEST(BinaryReader, BIN_02_BadIndicesRefuseWithLumpRecordAndByte) {
    const auto doom = with_bad_indices(false).load();
    EXPECT_EQ(doom.status, Status::refused);
    EXPECT_EQ(findings(doom.findings),
              "line-vertex-range LINEDEFS@14+2 linedef 1 v1\n"
              "line-vertex-range LINEDEFS@30+2 linedef 2 v2\n"
              "line-missing-front LINEDEFS@52+2 linedef 3 sidefront\n"
              "line-no-sides LINEDEFS@66+2 linedef 4 sidefront\n"
              "line-side-range LINEDEFS@82+2 linedef 5 sideback\n"
              "line-side-range LINEDEFS@94+2 linedef 6 sidefront\n"
              "side-sector-range SIDEDEFS@58+2 sidedef 1 sector\n"
              "side-sector-range SIDEDEFS@88+2 sidedef 2 sector\n");
    EXPECT_EQ(load_text::sentence(doom.findings.kept()[1], ""),
              "linedef 2: v2 is 65535, but the map has 2 vertices");
    const auto hexen = with_bad_indices(true).load();
    EXPECT_EQ(hexen.status, Status::refused);
    EXPECT_EQ(findings(hexen.findings).substr(0, 46),
              "line-vertex-range LINEDEFS@16+2 linedef 1 v1\nl");
}

TEST(BinaryReader, BadIndicesAreRepaired) {
    LoadOptions options;
    options.repair = Repair::repair;
    const auto result = with_bad_indices(false).load(options);
    ASSERT_TRUE(result) << findings(result.findings);
    EXPECT_EQ(result.findings.warnings(), 8u);
    for (const Finding& finding : result.findings.kept()) {
        EXPECT_EQ(finding.repaired, 1);
        EXPECT_NE(finding.offset, FLATLINE_NO_OFFSET);
    }
    const flatline::engine::Map& map = result.value;
    EXPECT_EQ(map.linedefs()[1].v1, 0u);
    EXPECT_EQ(map.linedefs()[3].sidefront, 0u);
    EXPECT_EQ(map.linedefs()[4].sidefront, 0u);
    EXPECT_EQ(map.linedefs()[5].sideback, FLATLINE_NONE);
    EXPECT_EQ(map.linedefs()[6].sidefront, 0u);
    EXPECT_EQ(map.sidedefs()[1].sector, 0u);
    // Nothing can stand in for what does not exist at all.
    Lumps none = with_bad_indices(false);
    none.vertexes.clear();
    EXPECT_EQ(none.load(options).status, Status::refused);
    none = with_bad_indices(false);
    none.sectors.clear();
    EXPECT_EQ(none.load(options).status, Status::refused);
}

TEST(BinaryReader, OneRepairedVertexIsEnoughOfThem) {
    Lumps lumps = Lumps::ground();
    Line line;
    line.v1 = line.v2 = 900;
    lumps.line(line);
    LoadOptions options;
    options.repair = Repair::repair;
    const auto result = lumps.load(options);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value.vertices().size(), 1u);

    // Those that exist are kept as far as lines name them.
    line.v1 = 1;
    lumps.vertex(5, 5).line(line);
    EXPECT_EQ(lumps.load(options).value.vertices().size(), 2u);
}

// ---- Namespaces --------------------------------------------------------------------------------

TEST(BinaryReader, TheNamespaceOfTheCallerCounts) {
    const Lumps lumps = Lumps::square();
    EXPECT_EQ(namespace_and_dialect(lumps.load_as("Eternity").value), "eternity eternity");
    const auto unknown = lumps.load_as("Nobody");
    ASSERT_TRUE(unknown);
    EXPECT_EQ(namespace_and_dialect(unknown.value), "nobody udmf11");
    EXPECT_EQ(findings(unknown.findings), "namespace-unknown \n");
}

TEST(BinaryReader, Srb2IsReadAsFarAsIsSafe) {
    Lumps lumps = Lumps::ground();
    const auto add = [&](std::uint32_t type, std::uint32_t flags) {
        Thing thing;
        thing.type = type;
        thing.flags = flags;
        lumps.thing(thing);
    };
    add(300, 0x1232);           // height 0x123, flip
    add(0x2000 | 301, 0x000D);  // parameter 2, bits without a field
    add(1705, 0x1232);          // a hoop
    add(750, 0x0010);           // a slope vertex without a parameter
    add(0x1000 | 750, 0xFFFF);
    Line line;
    line.tag = 9;
    line.flags = 0x2000;
    lumps.line(line);
    const auto result = lumps.load_as("srb2");
    ASSERT_TRUE(result);
    const flatline::engine::Map& map = result.value;
    std::vector<std::string> things;
    for (std::uint32_t i = 0; i < map.things().size(); ++i) {
        things.push_back(std::to_string(map.things()[i].type) + " " +
                         std::to_string(static_cast<int>(map.things()[i].height)) + " " +
                         binary_map::boolean(map, FLATLINE_THING, i, "flip") + " " +
                         binary_map::unknowns(map, FLATLINE_THING, i));
    }
    EXPECT_EQ(things, (std::vector<std::string>{
                          "300 291 true ", "301 0 false user_extrainfo=2 user_flags=13 ",
                          "1705 4658 false ", "750 1 false ", "750 -1 false user_extrainfo=1 "}));
    EXPECT_EQ(map.linedefs()[0].id, 9);
    EXPECT_EQ(map.linedefs()[0].arg[0], 0);
    EXPECT_EQ(binary_map::unknowns(map, FLATLINE_LINEDEF, 0), "user_flags=8192 ");
}

// ---- Limits, memory, progress -------------------------------------------------------------------

struct CountLimit {
    const char* rule;
    std::uint64_t Limits::*limit;
    std::uint64_t count;
    const char* place;
};

TEST(BinaryReader, LimitsOfElements) {
    const Lumps lumps = Lumps::square();
    const CountLimit rows[] = {
        {"limit-vertices", &Limits::vertices, 4, "VERTEXES@12"},
        {"limit-linedefs", &Limits::linedefs, 4, "LINEDEFS@42"},
        {"limit-sidedefs", &Limits::sidedefs, 4, "SIDEDEFS@90"},
        {"limit-sectors", &Limits::sectors, 1, "SECTORS@0"},
        {"limit-things", &Limits::things, 1, "THINGS@0"},
        {"limit-text-bytes", &Limits::text_bytes,
         lumps.vertexes.size() + lumps.linedefs.size() + lumps.sidedefs.size() +
             lumps.sectors.size() + lumps.things.size(),
         ""},
        {"limit-string-bytes", &Limits::string_bytes, 5, ""},
    };
    for (const CountLimit& row : rows) {
        LoadOptions options;
        options.limits.*row.limit = row.count;
        EXPECT_TRUE(lumps.load(options)) << row.rule;
        options.limits.*row.limit = row.count - 1;
        const auto result = lumps.load(options);
        EXPECT_EQ(result.status, Status::refused) << row.rule;
        ASSERT_EQ(result.findings.kept().size(), 1u) << row.rule;
        const std::string finding = findings(result.findings);
        EXPECT_EQ(finding.substr(0, finding.find('+')).substr(0, finding.find('\n')),
                  std::string(row.rule) + " " + row.place);
        EXPECT_EQ(result.findings.kept()[0].a, static_cast<std::int64_t>(row.count)) << row.rule;
    }
}

TEST(BinaryReader, TheNamespaceOfTheCallerIsAString) {
    LoadOptions options;
    options.namespace_override = "long-name";
    options.limits.string_bytes = 9;
    EXPECT_TRUE(Lumps::square().load(options));
    options.limits.string_bytes = 8;
    const auto result = Lumps::square().load(options);
    EXPECT_EQ(findings(result.findings), "limit-string-bytes \n");
    EXPECT_EQ(result.findings.kept()[0].a, 9);
    EXPECT_EQ(result.findings.kept()[0].b, 8);
    EXPECT_EQ(result.findings.kept()[0].lump,
              static_cast<std::uint8_t>(flatline::engine::Lump::none));
}

TEST(BinaryReader, OnlyVerticesThatAreUsedCount) {
    Lumps lumps = Lumps::square();
    for (int i = 0; i < 100; ++i) lumps.vertex(i, i);
    LoadOptions options;
    options.limits.vertices = 4;
    EXPECT_TRUE(lumps.load(options));
    // A line that names the first one that is not there makes none of those between them used.
    Line line;
    line.v2 = 104;
    lumps.line(line);
    EXPECT_EQ(findings(lumps.load(options).findings),
              "line-vertex-range LINEDEFS@58+2 linedef 4 v2\n");
}

TEST(BinaryReader, LimitsOfUnknownFieldsAndCoordinates) {
    Lumps lumps = Lumps::ground();
    Line line;
    line.flags = 0x1400;  // two fields that "doom" does not know
    lumps.line(line);
    LoadOptions options;
    options.limits.unknown_fields = 2;
    EXPECT_TRUE(lumps.load(options));
    options.limits.unknown_fields = 1;
    const auto refused = lumps.load(options);
    EXPECT_EQ(findings(refused.findings), "limit-unknown-fields \n");
    EXPECT_EQ(refused.findings.kept()[0].a, 2);
    EXPECT_EQ(refused.findings.kept()[0].b, 1);

    Lumps far = Lumps::ground();
    far.vertexes.clear();
    far.vertex(0, 0).vertex(64, -1001).line({});
    Thing thing;
    thing.x = 1001;
    far.sector(2000, -2000, "-", "-").thing(thing);
    options = {};
    options.limits.coordinate = 1001;
    EXPECT_TRUE(far.load(options));
    EXPECT_EQ(findings(far.load(options).findings),
              "coord-range SECTORS@26+2 sector 1 heightfloor\n"
              "coord-range SECTORS@28+2 sector 1 heightceiling\n");
    options.limits.coordinate = 1000.5;  // -1001 is within 16.16 numbers of it, 1001 is not
    EXPECT_EQ(findings(far.load(options).findings),
              "coord-range SECTORS@26+2 sector 1 heightfloor\n"
              "coord-range SECTORS@28+2 sector 1 heightceiling\n"
              "limit-coordinate THINGS@0+2 thing 0 x\n");
    options.limits.coordinate = 1000;
    EXPECT_EQ(findings(far.load(options).findings), "limit-coordinate VERTEXES@6+2 vertex 1 y\n");
}

Lumps large_map() {
    Lumps lumps;
    lumps.vertex(0, 0).vertex(64, 0).sector(0, 128, "FLOOR", "CEIL");
    for (std::uint32_t i = 0; i < 3000; ++i) {
        Line line;
        line.front = i;
        line.flags = i & 0xFFFF;
        lumps.line(line);
        lumps.side("A" + std::to_string(i), "B" + std::to_string(i % 100), "-");
        Thing thing;
        thing.flags = i;
        lumps.thing(thing);
    }
    return lumps;
}

TEST(BinaryReader, BIN_04_MemoryIsAnnouncedToTheByte) {
    for (const Lumps& lumps : {Lumps::square(), Lumps::square(true), large_map()}) {
        for (const char* name : {"doom", "zdoom", "srb2"}) {
            LoadOptions options;
            options.products = 0;
            options.namespace_override = name;
            const auto result = lumps.load(options);
            ASSERT_TRUE(result);
            // Only of the lines of sectors a bound is announced: two for each line.
            const std::uint64_t pairs = (8 * result.value.linedefs().size() + 63) / 64 * 64;
            const std::uint64_t lines = 4 * std::uint64_t{result.value.arrays().sector_line_count};
            EXPECT_EQ(result.memory.used + pairs - lines, result.memory.announced) << name;
            const MemoryBound bound = memory_bound(lumps.lumps(), options);
            EXPECT_LE(bound.text, result.memory.announced);
            EXPECT_GE(bound.total, result.memory.announced);
            // With one byte less the load is refused before it takes it.
            options.limits.arena_bytes = result.memory.used;
            EXPECT_TRUE(lumps.load(options));
            options.limits.arena_bytes = result.memory.used - 1;
            const auto refused = lumps.load(options);
            EXPECT_EQ(findings(refused.findings), "limit-arena-bytes \n");
        }
    }
}

// The arrays, the table of names and the list of names are each larger than what comes after them.
TEST(BinaryReader, BIN_04_EveryLowerLimitOfMemoryRefuses) {
    for (const bool hexen : {false, true}) {
        Lumps lumps = Lumps::square(hexen);
        for (int i = 0; i < 1000; ++i) lumps.thing({}).side("A" + std::to_string(i), "-", "-");
        LoadOptions options;
        options.products = 0;
        const std::uint64_t used = lumps.load(options).memory.used;
        for (std::uint64_t bytes = 0; bytes < used; bytes += 1024) {
            options.limits.arena_bytes = bytes;
            ASSERT_EQ(findings(lumps.load(options).findings), "limit-arena-bytes \n") << bytes;
        }
    }
}

TEST(BinaryReader, WhatIsAnnouncedBeforeTheFirstName) {
    Lumps lumps = Lumps::square();
    LoadOptions options;
    options.products = 0;
    const MemoryBound bound = memory_bound(lumps.lumps(), options);
    options.limits.arena_bytes = bound.text - 1;
    EXPECT_EQ(lumps.load(options).status, Status::refused);
    options.limits.text_bytes = 10;
    EXPECT_EQ(memory_bound(lumps.lumps(), options).total, 0u);
}

TEST(BinaryReader, EveryAllocationMayFail) {
    const Lumps lumps = large_map();
    counting_memory::Memory memory;
    LoadOptions options;
    options.memory = memory.hooks();
    ASSERT_TRUE(lumps.load(options));
    const std::uint64_t calls = memory.calls();
    EXPECT_GT(calls, 4u);
    for (std::uint64_t i = 0; i < calls; ++i) {
        memory.fail_at(i, true);
        EXPECT_EQ(lumps.load(options).status, Status::out_of_memory) << i;
        memory.heal();
        EXPECT_EQ(memory.open_blocks(), 0u) << i;
    }
    EXPECT_FALSE(memory.misused());
}

TEST(BinaryReader, ProgressIsToldAndMayEndTheLoad) {
    const Lumps lumps = large_map();
    struct Story {
        std::vector<std::uint64_t> done;
        std::uint64_t total = 0;
        std::size_t end_after = SIZE_MAX;
    };
    const auto report = [](void* context, std::uint64_t done, std::uint64_t total) {
        auto& story = *static_cast<Story*>(context);
        story.done.push_back(done);
        story.total = total;
        return story.done.size() < story.end_after;
    };
    Story story;
    LoadOptions options;
    options.progress = {report, &story, 0};
    ASSERT_TRUE(lumps.load(options));
    EXPECT_EQ(story.total, lumps.linedefs.size() + lumps.sidedefs.size() + lumps.vertexes.size() +
                               lumps.sectors.size() + lumps.things.size());
    EXPECT_TRUE(std::is_sorted(story.done.begin(), story.done.end()));
    EXPECT_EQ(story.done.back(), story.total);
    const std::size_t calls = story.done.size();
    for (std::size_t i = 1; i <= calls; ++i) {
        Story ending;
        ending.end_after = i;
        options.progress.context = &ending;
        const auto result = lumps.load(options);
        EXPECT_EQ(result.status, Status::cancelled) << i;
        EXPECT_EQ(result.findings.total(), 0u);
    }
}

// ---- What comes after the reader ---------------------------------------------------------------

TEST(BinaryReader, RejectAndBlockmapAreTaken) {
    Lumps lumps = Lumps::square();
    lumps.reject.assign(1, '\x01');
    LoadOptions options;
    options.products = FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_BLOCKMAP;
    const auto result = lumps.load(options);
    ASSERT_TRUE(result);
    ASSERT_NE(result.value.reject().bits, nullptr);
    EXPECT_EQ(result.value.reject().bits[0], 1);
    EXPECT_GT(result.value.blockmap().columns, 0u);
}

TEST(BinaryReader, ChecksNameLumpAndByte) {
    Lumps lumps = Lumps::square();
    Line line;
    line.flags = 4;
    line.v2 = 0;
    lumps.line(line);
    const auto result = lumps.load();
    ASSERT_TRUE(result);
    const FindingList list = check(result.value).findings;
    EXPECT_EQ(findings(list),
              "line-zero-length LINEDEFS@56+14 linedef 4\n"
              "line-twosided-no-back LINEDEFS@60+2 linedef 4 twosided\n"
              "exit-missing \n"
              "side-shared SIDEDEFS@0+30 sidedef 0\n");
    std::vector<std::uint64_t> places(list.kept().size());
    locate(result.value, list.kept(), places.data());
    EXPECT_EQ(places, (std::vector<std::uint64_t>{56, 60, FLATLINE_NO_OFFSET, 0}));
    EXPECT_EQ(locate(result.value, FLATLINE_LINEDEF, 4, find_field(FLATLINE_LINEDEF, "v2")), 58u);
}

// ZDoom's Plane_Align is a special of lines in Hexen format too.
TEST(BinaryReader, SlopesOfTheNamespace) {
    Lumps lumps;
    lumps.hexen = true;
    lumps.vertex(0, 0).vertex(0, 64).vertex(64, 64).vertex(64, 0).vertex(-64, 0).vertex(-64, 64);
    const auto add = [&](std::uint32_t v1, std::uint32_t v2, std::uint32_t front,
                         std::uint32_t back) {
        Line line;
        line.v1 = v1;
        line.v2 = v2;
        line.front = front;
        line.back = back;
        if (back != 0xFFFF) line.special = 181;
        line.args[0] = back != 0xFFFF ? 1 : 0;
        line.flags = back != 0xFFFF ? 4 : 1;
        lumps.line(line);
    };
    add(0, 1, 0, 1);
    for (std::uint32_t v : {1u, 2u, 3u}) add(v, (v + 1) % 4, 2, 0xFFFF);
    for (std::uint32_t i = 0; i < 3; ++i) lumps.side("-", "-", "-", i == 1 ? 1 : 0);
    add(1, 5, 1, 0xFFFF);
    add(5, 4, 1, 0xFFFF);
    add(4, 0, 1, 0xFFFF);
    lumps.sector(0, 128, "F", "C").sector(32, 128, "F", "C");
    const auto zdoom = lumps.load_as("zdoom");
    ASSERT_TRUE(zdoom) << findings(zdoom.findings);
    EXPECT_EQ(zdoom.value.floor_source(0).kind, FLATLINE_PLANE_LINE);
    EXPECT_TRUE(lumps.load().value.is_flat(0));
    LoadOptions options;
    options.slope_rules = SlopeRules::zdoom;
    EXPECT_EQ(lumps.load(options).value.floor_source(0).kind, FLATLINE_PLANE_LINE);
}

TEST(BinaryReader, RuntimeStructuresAndNodesAreBuilt) {
    const auto result = Lumps::square().load();
    ASSERT_TRUE(result);
    const auto runtime = build_runtime(result.value);
    ASSERT_TRUE(runtime);
    const auto nodes = build_nodes(result.value);
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes.value.subsectors().size(), 1u);
    LoadOptions options;
    options.products |= FLATLINE_PRODUCT_BUILD_NODES;
    EXPECT_EQ(Lumps::square().load(options).value.nodes().subsector_count, 1u);
}

TEST(BinaryReader, ALoaderUsesItsMemoryAgain) {
    const Lumps large = large_map();
    const Lumps small = Lumps::square();
    Loader loader;
    LoadOptions options;
    const std::string expected = map_json::dump(small.load().value).dump();
    for (int i = 0; i < 3; ++i) {
        auto first = loader.load_binary_borrowed(large.lumps(), options);
        ASSERT_TRUE(first);
        loader.recycle(std::move(first.value));
        auto second = loader.load_binary_borrowed(small.lumps(), options);
        ASSERT_TRUE(second);
        EXPECT_EQ(map_json::dump(second.value).dump(), expected);
        loader.recycle(std::move(second.value));
    }
}

TEST(BinaryReader, AMapMayOwnItsLumps) {
    const Lumps lumps = Lumps::square();
    const std::string bytes = lumps.sidedefs + lumps.sectors;
    Buffer buffer = Buffer::copy_of(load_text::bytes(bytes));
    BinaryLumps owned = lumps.lumps();
    owned.sidedefs = {buffer.data(), lumps.sidedefs.size()};
    owned.sectors = {buffer.data() + lumps.sidedefs.size(), lumps.sectors.size()};
    auto result = load_binary_owned(owned, std::move(buffer));
    ASSERT_TRUE(result);
    EXPECT_EQ(result.text.data(), nullptr);
    EXPECT_EQ(result.value.name(result.value.sectors()[0].texturefloor), "FLOOR");
    // Without success they are given back.
    LoadOptions options;
    options.limits.sectors = 0;
    auto refused = load_binary_owned(owned, Buffer::copy_of(load_text::bytes(bytes)), options);
    EXPECT_EQ(refused.status, Status::refused);
    EXPECT_NE(refused.text.data(), nullptr);
}

}  // namespace binary_reader_test
