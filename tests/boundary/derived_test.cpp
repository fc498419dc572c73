// flatline/derived.hpp: nodes, walks, tables of a port, user fields, numbers for a host.
#include "flatline/derived.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "boundary/maps.hpp"

namespace derived_test {

using namespace boundary;
using namespace flatline;

class Derived : public testing::Test {
protected:
    Result<Map> loaded = load(kRooms, LoadOptions().add_products(FLATLINE_PRODUCT_BLOCKMAP));
    const Map& map = *loaded;
};

TEST_F(Derived, NodesAreBuilt) {
    const Result<Nodes> nodes = build_nodes(map);
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->bsp().original_vertices, 6u);
    EXPECT_EQ(nodes->subsectors().size(), nodes->bsp().subsector_count);
    EXPECT_EQ(nodes->nodes().size() + 1, nodes->subsectors().size());
    EXPECT_GE(nodes->segs().size(), 8u);
    EXPECT_EQ(nodes->vertices().size(), nodes->bsp().vertex_count);
    const std::uint32_t west = nodes->subsector_at(64, 64);
    const std::uint32_t east = nodes->subsector_at(192, 64);
    EXPECT_EQ(nodes->subsectors()[west].sector, 0u);
    EXPECT_EQ(nodes->subsectors()[east].sector, 1u);
    EXPECT_EQ(flatline_subsector_at(&nodes->bsp(), 64, 64), west);
    EXPECT_EQ(Nodes().subsector_at(0, 0), FLATLINE_NONE);
}

TEST_F(Derived, NodesCanBeRefusedAndCancelled) {
    EXPECT_EQ(build_nodes(Map()).status(), Status::bad_argument);
    Limits limits;
    limits.segs = 1;
    NodesOptions options;
    options.limits = &limits;
    const Result<Nodes> refused = build_nodes(map, options);
    EXPECT_EQ(refused.status(), Status::refused);
    EXPECT_TRUE(refused.has(Rule::limit_segs));
    EXPECT_TRUE(refused->subsectors().empty());
    int calls = 0;
    NodesOptions stopped;
    stopped.progress = stopping(calls);
    EXPECT_EQ(build_nodes(map, stopped).status(), Status::cancelled);
    EXPECT_GT(calls, 0);
}

TEST_F(Derived, NodesAreReadFromALump) {
    MapLumpsOptions options;
    const Result<MapLumps> lumps = make_map_lumps(map, options);
    ASSERT_TRUE(lumps);
    Bytes znodes;
    for (const flatline_named_lump& lump : lumps->lumps()) {
        if (std::string(lump.name) == "ZNODES") znodes = {lump.bytes.data, lump.bytes.size};
    }
    ASSERT_FALSE(znodes.empty());
    const Result<Nodes> read = read_nodes(map, znodes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->segs().size(), build_nodes(map)->segs().size());
    const Result<Nodes> broken = read_nodes(map, {znodes.data(), znodes.size() - 1});
    EXPECT_EQ(broken.status(), Status::refused);
    EXPECT_EQ(broken.findings()[0].lump, FLATLINE_LUMP_ZNODES);
}

TEST_F(Derived, WalksOfTheBlockmapMeetCellsAndLines) {
    const flatline_blockmap& blocks = map.blockmap();
    ASSERT_GT(blocks.columns, 0u);
    std::vector<std::uint32_t> cells;
    EXPECT_TRUE(for_each_cell_in_box(blocks, 1, 1, 2, 2,
                                     [&](std::uint32_t cell) { cells.push_back(cell); }));
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(cells[0], flatline_cell_at(&blocks, 1, 1));
    EXPECT_FALSE(cell_lines(blocks, cells[0]).empty());

    std::size_t met = 0;
    const auto first_only = [&met](std::uint32_t) {
        ++met;
        return false;
    };
    EXPECT_FALSE(for_each_cell_on_segment(blocks, 1, 1, 250, 1, first_only));
    EXPECT_EQ(met, 1u);
    met = 0;
    EXPECT_TRUE(for_each_cell_on_segment(blocks, 1, 1, 250, 1, [&](std::uint32_t) { ++met; }));
    EXPECT_EQ(met, 2u);

    std::vector<std::uint32_t> scratch(map.linedefs().size());
    LineMarks marks(scratch.data(), scratch.size());
    std::vector<int> times(map.linedefs().size());
    const auto visit = [&times](std::uint32_t line) {
        ++times[line];
        return true;
    };
    EXPECT_TRUE(for_each_line_in_box(blocks, marks, 0, 0, 256, 128, visit));
    EXPECT_EQ(times, std::vector<int>(7, 1));
    EXPECT_TRUE(for_each_line_near_segment(blocks, marks, 1, 1, 250, 1, visit));
    EXPECT_EQ(times[2], 2);
    EXPECT_FALSE(for_each_line_near_segment(blocks, marks, 1, 1, 250, 1, first_only));
    marks.begin();
    EXPECT_TRUE(marks.first(3));
    EXPECT_FALSE(marks.first(3));
    EXPECT_FALSE(marks.first(300));
}

TEST_F(Derived, RejectAsksTheTable) {
    EXPECT_TRUE(sees(map.reject(), 0, 1));  // there is none
    const unsigned char bits[] = {0x02};
    LoadOptions options;
    options.reject = Bytes(View<unsigned char>(bits));
    const Result<Map> dark = load(kRooms, options);
    EXPECT_FALSE(sees(dark->reject(), 0, 1));
    EXPECT_TRUE(sees(dark->reject(), 1, 0));
    EXPECT_TRUE(sees(dark->reject(), 1, 1));
}

TEST_F(Derived, RuntimeHasWhatPortsCompute) {
    const Result<Nodes> nodes = build_nodes(map);
    RuntimeOptions options;
    options.nodes = &nodes->bsp();
    const Result<Runtime> built = build_runtime(map, FLATLINE_RUNTIME_ALL, options);
    ASSERT_TRUE(built);
    const Runtime& runtime = *built;
    EXPECT_EQ(runtime.line_data()[1].dx, 128.0);
    EXPECT_EQ(runtime.line_data()[2].back_sector, 1u);
    EXPECT_EQ(runtime.side_lines()[3], 2u);
    EXPECT_EQ(runtime.vertex_lines(2).size(), 3u);
    ASSERT_EQ(runtime.neighbours(0).size(), 1u);
    EXPECT_EQ(runtime.neighbours(0)[0], 1u);
    EXPECT_EQ(runtime.sector_bounds()[1].left, 128.0);
    ASSERT_EQ(runtime.sectors_with(2).size(), 1u);
    EXPECT_EQ(runtime.sectors_with(6)[0], 1u);  // of moreids
    EXPECT_EQ(runtime.lines_with(10)[0], 2u);
    EXPECT_EQ(runtime.things_with(7)[0], 1u);
    EXPECT_TRUE(runtime.things_with(8).empty());
    EXPECT_EQ(runtime.thing_places()[1].sector, 1u);
    EXPECT_EQ(runtime.thing_places()[1].subsector, nodes->subsector_at(192, 64));
    EXPECT_TRUE(runtime.polyobjects().empty());
    EXPECT_TRUE(runtime.gaps(0).empty());
    ASSERT_EQ(runtime.seg_data().size(), nodes->bsp().seg_count);
    EXPECT_GE(runtime.trail_vertices().size(), map.vertices().size());
    EXPECT_EQ(runtime.trail_vertices()[4].drawn_x, 256 << 16);
    EXPECT_FALSE(runtime.subsector_lines(0).empty());
    ASSERT_EQ(runtime.sound_groups().size(), 2u);
    EXPECT_TRUE(runtime.sound_neighbours(runtime.sound_groups()[0]).empty());

    const Result<Runtime> tags = build_runtime(map, FLATLINE_RUNTIME_TAGS);
    ASSERT_TRUE(tags);
    EXPECT_TRUE(tags->line_data().empty());
    EXPECT_TRUE(tags->vertex_lines(0).empty());
    EXPECT_EQ(tags->sectors_with(1).size(), 1u);
    EXPECT_EQ(tags->arrays().tables, std::uint32_t{FLATLINE_RUNTIME_TAGS});
    EXPECT_EQ(build_runtime(map, 1u << 30).status(), Status::bad_argument);
    int calls = 0;
    options.progress = stopping(calls);
    EXPECT_EQ(build_runtime(map, FLATLINE_RUNTIME_ALL, options).status(), Status::cancelled);
}

TEST(DerivedTables, PolyobjectsAndGaps) {
    // A map with a spot, its anchor and two lines of polyobject 1, and a sector that is open.
    const char* const text =
        "namespace = \"zdoom\";\n"
        "vertex{x=0;y=0;}vertex{x=0;y=64;}vertex{x=64;y=64;}\n"
        "linedef{v1=0;v2=1;sidefront=0;special=1;arg0=1;}\n"
        "linedef{v1=1;v2=0;sidefront=1;}\n"
        "linedef{v1=1;v2=2;sidefront=2;}\n"
        "sidedef{sector=0;}sidedef{sector=0;}sidedef{sector=0;}\n"
        "sector{texturefloor=\"A\";textureceiling=\"A\";}\n"
        "thing{x=8;y=8;type=9300;angle=1;}thing{x=8;y=8;type=9301;angle=1;}\n";
    const Result<Map> map = load(text);
    ASSERT_TRUE(map);
    const Result<Runtime> runtime = build_runtime(*map);
    ASSERT_TRUE(runtime);
    ASSERT_EQ(runtime->polyobjects().size(), 1u);
    const flatline_polyobject& object = runtime->polyobjects()[0];
    EXPECT_EQ(object.number, 1);
    ASSERT_EQ(runtime->lines_of(object).size(), 2u);
    EXPECT_EQ(runtime->lines_of(object)[0], 0u);
    ASSERT_EQ(runtime->gaps(0).size(), 2u);
    EXPECT_EQ(runtime->gaps(0)[0].vertex, 1u);
}

TEST_F(Derived, UserFieldsAreFoundByElement) {
    const Result<UserFields> fields = build_user_fields(map);
    ASSERT_TRUE(fields);
    ASSERT_EQ(fields->names().size(), 1u);
    EXPECT_EQ(map.text(fields->names()[0]), "user_note");
    EXPECT_EQ(fields->find_name(map, "USER_NOTE"), 0u);
    EXPECT_EQ(fields->find_name(map, "user_other"), FLATLINE_NONE);
    ASSERT_EQ(fields->of(FLATLINE_THING, 1).size(), 1u);
    EXPECT_TRUE(fields->of(FLATLINE_THING, 0).empty());
    EXPECT_TRUE(fields->of(FLATLINE_THING, 99).empty());
    EXPECT_TRUE(fields->of(99, 0).empty());
    const flatline_user_field* note = fields->find(FLATLINE_THING, 1, 0);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(map.text(map.unknowns()[note->unknown].value.string), "guards the door");
    EXPECT_EQ(fields->find(FLATLINE_THING, 0, 0), nullptr);
    EXPECT_EQ(fields->arrays().field_count, 1u);
    Limits limits;
    limits.arena_bytes = 1;
    UserFieldsOptions options;
    options.limits = &limits;
    EXPECT_EQ(build_user_fields(map, options).status(), Status::refused);
}

TEST_F(Derived, NumbersAs16_16) {
    const Result<std::int32_t> half = fixed_of_text("0.5", FLATLINE_FIXED_EXACT);
    ASSERT_TRUE(half);
    EXPECT_EQ(*half, 0x8000);
    EXPECT_EQ(fixed_of_text("99999", FLATLINE_FIXED_EXACT).status(), Status::bad_argument);
    EXPECT_EQ(fixed_of_text("0x10", FLATLINE_FIXED_DIGITS).status(), Status::bad_argument);
    std::vector<std::int32_t> xs(map.vertices().size());
    const FieldId x = flatline_find_field(FLATLINE_VERTEX, "x");
    EXPECT_EQ(fixed_values(map, x, FLATLINE_FIXED_CAST, -1, xs.data(), xs.size()), Status::ok);
    EXPECT_EQ(xs[4], 256 << 16);
    EXPECT_EQ(fixed_values(map, x, FLATLINE_FIXED_CAST, -1, xs.data(), 1), Status::bad_argument);
}

struct FixedVertex {
    std::int32_t x, y;
};

TEST_F(Derived, SeveralNumbersAs16_16InOnePass) {
    std::vector<FixedVertex> all(map.vertices().size());
    const auto column = [&](const char* name, std::int32_t FixedVertex::*member) {
        return fixed_column(flatline_find_field(FLATLINE_VERTEX, name), all.data(), all.size(),
                            member, FLATLINE_FIXED_CAST);
    };
    const flatline_fixed_column both[] = {column("x", &FixedVertex::x),
                                          column("y", &FixedVertex::y)};
    EXPECT_EQ(fixed_columns(map, both), Status::ok);
    EXPECT_EQ(all[4].x, 256 << 16);
    EXPECT_EQ(all[4].y, static_cast<std::int32_t>(map.vertices()[4].y * 65536));
    EXPECT_EQ(fixed_columns(Map(), both), Status::bad_argument);
}

struct FlaggedThing {
    std::uint16_t flags;
};

TEST_F(Derived, BitsAndMasksOfAHostsStructs) {
    std::vector<FlaggedThing> things(2, {0x40});
    const FieldId skill = flatline_find_field(FLATLINE_THING, "skill1");
    EXPECT_TRUE(scatter(map, skill, host_bits(things.data(), 2, &FlaggedThing::flags, 2)));
    EXPECT_EQ(things[0].flags, 0x42);
    EXPECT_EQ(things[1].flags, 0x40);
    EXPECT_EQ(given(map, skill, host_bits(things.data(), 2, &FlaggedThing::flags, 1)), Status::ok);
    EXPECT_EQ(things[0].flags, 0x43);
    EXPECT_EQ(given(map, flatline_find_field(FLATLINE_THING, "no_field"),
                    host_bits(things.data(), 2, &FlaggedThing::flags, 1)),
              Status::bad_argument);
}

struct HostThing {
    float x;
    std::uint8_t angle;
    std::int16_t type;
    bool skill;
    std::int32_t fixed;
};

TEST_F(Derived, ScatterFillsAHostsStructs) {
    std::vector<HostThing> things(2);
    const auto fill = [&](const char* field, const flatline_host_column& to) {
        return scatter(map, flatline_find_field(FLATLINE_THING, field), to);
    };
    HostThing* const at = things.data();
    EXPECT_TRUE(fill("x", host_column(at, 2, &HostThing::x)));
    EXPECT_TRUE(fill("type", host_column(at, 2, &HostThing::type)));
    EXPECT_TRUE(fill("skill1", host_column(at, 2, &HostThing::skill)));
    EXPECT_EQ(things[1].x, 192.0f);
    EXPECT_EQ(things[1].type, 3001);
    EXPECT_TRUE(things[0].skill);
    EXPECT_FALSE(things[1].skill);
    flatline_host_column fixed = host_column(at, 2, &HostThing::fixed);
    fixed.type = FLATLINE_HOST_FIXED;
    EXPECT_TRUE(fill("y", fixed));
    EXPECT_EQ(things[0].fixed, 64 << 16);

    std::vector<std::int8_t> narrow(2, -5);
    struct Narrow {
        std::int8_t type;
    };
    auto* const small = reinterpret_cast<Narrow*>(narrow.data());
    const Result<std::uint32_t> refused = fill("type", host_column(small, 2, &Narrow::type));
    EXPECT_EQ(refused.status(), Status::refused);
    EXPECT_EQ(*refused, 1u);
    EXPECT_EQ(narrow[0], -5);
    const Result<std::uint32_t> clamped =
        fill("type", host_column(small, 2, &Narrow::type, FLATLINE_RANGE_CLAMP));
    EXPECT_TRUE(clamped);
    EXPECT_EQ(*clamped, 1u);
    EXPECT_EQ(narrow[1], 127);
    EXPECT_EQ(fill("type", host_column(at, 1, &HostThing::type)).status(), Status::bad_argument);
    EXPECT_EQ(fill("no_field", host_column(at, 2, &HostThing::type)).status(),
              Status::bad_argument);
    EXPECT_EQ(*fill("x", host_column(at, 2, &HostThing::x)), FLATLINE_NONE);
    const Result<Map> doom = load("namespace = \"doom\"; thing { x = 1; y = 2; type = 3; }");
    const FieldId alpha = flatline_find_field(FLATLINE_THING, "alpha");
    const Result<std::uint32_t> absent =
        scatter(*doom, alpha, host_column(at, 2, &HostThing::x, FLATLINE_RANGE_REFUSE, 0.25));
    EXPECT_EQ(absent.status(), Status::field_absent);
    EXPECT_EQ(things[0].x, 0.25f);
}

struct AllTypes {
    std::int8_t i8;
    std::uint8_t u8;
    std::int16_t i16;
    std::uint16_t u16;
    std::int32_t i32;
    std::uint32_t u32;
    float f;
    double d;
    bool b;
};

TEST(DerivedTables, HostColumnsKnowTheirTypes) {
    AllTypes all[1] = {};
    const auto type = [&](auto member) { return host_column(all, 1, member).type; };
    EXPECT_EQ(type(&AllTypes::i8), FLATLINE_HOST_INT8);
    EXPECT_EQ(type(&AllTypes::u8), FLATLINE_HOST_UINT8);
    EXPECT_EQ(type(&AllTypes::i16), FLATLINE_HOST_INT16);
    EXPECT_EQ(type(&AllTypes::u16), FLATLINE_HOST_UINT16);
    EXPECT_EQ(type(&AllTypes::i32), FLATLINE_HOST_INT32);
    EXPECT_EQ(type(&AllTypes::u32), FLATLINE_HOST_UINT32);
    EXPECT_EQ(type(&AllTypes::f), FLATLINE_HOST_FLOAT);
    EXPECT_EQ(type(&AllTypes::d), FLATLINE_HOST_DOUBLE);
    EXPECT_EQ(type(&AllTypes::b), FLATLINE_HOST_BOOL);
    const flatline_host_column column = host_column(all, 1, &AllTypes::d, FLATLINE_RANGE_WRAP);
    EXPECT_EQ(column.base, &all[0].d);
    EXPECT_EQ(column.stride, sizeof(AllTypes));
    EXPECT_EQ(column.count, 1u);
    EXPECT_EQ(column.range, FLATLINE_RANGE_WRAP);
}

}  // namespace derived_test
