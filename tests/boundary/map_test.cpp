// flatline/map.hpp: loading a map, and its accessors.
#include "flatline/map.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "boundary/maps.hpp"

namespace map_test {

using namespace boundary;
using namespace flatline;

TEST(Map, GivesItsElements) {
    const Result<Map> loaded = load(kRooms);
    ASSERT_TRUE(loaded);
    const Map& map = *loaded;
    EXPECT_EQ(map.vertices()[4].x, 256.0);
    EXPECT_EQ(map.linedefs()[2].sideback, 3u);
    EXPECT_EQ(map.sidedefs().size(), 8u);
    EXPECT_EQ(map.sectors()[1].id, 2);
    EXPECT_EQ(map.things()[1].type, 3001);
    EXPECT_EQ(map.name(map.sidedefs()[0].texturemiddle), "STARTAN2");
    EXPECT_EQ(map.name(0), "-");
    EXPECT_EQ(map.name(1000), "");
    EXPECT_EQ(map.text(map.names()[map.sectors()[1].texturefloor]), "FLAT5");
    EXPECT_EQ(map.arrays().vertex_count, 6u);

    ASSERT_EQ(map.sector_lines(0).size(), 4u);
    EXPECT_EQ(map.sector_lines(1)[0], 2u);
    EXPECT_EQ(map.sector_lines(1).size(), 4u);

    ASSERT_EQ(map.unknowns().size(), 1u);
    EXPECT_EQ(map.text(map.unknowns()[0].name), "user_note");
    EXPECT_EQ(map.text(map.unknowns()[0].value.string), "guards the door");
}

TEST(Map, SaysWhatItWasReadAs) {
    const Result<Map> map = load(kRooms);
    EXPECT_EQ(map->format(), FLATLINE_FORMAT_UDMF);
    EXPECT_EQ(map->map_namespace(), "zdoom");
    EXPECT_EQ(map->dialect(), "zdoom");
    EXPECT_EQ(map->grammar(), FLATLINE_GRAMMAR_1_1);
    EXPECT_EQ(map->textmap(), kRooms);
}

TEST(Map, KeepsWhatItWasGivenAs) {
    LoadOptions options;
    options.extras.namespace_override = "dsda";
    const Result<Map> map = load(kRooms, options);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->map_namespace(), "dsda");
    EXPECT_EQ(map->own_namespace(), "zdoom");
    char name[9];
    map->copy_name(map->sidedefs()[0].texturemiddle, name);
    EXPECT_STREQ(name, "STARTAN2");
    EXPECT_TRUE(map->stored<flatline_doom_linedef>(FLATLINE_LINEDEF).empty());
}

TEST(Map, ColumnsHoldWhatSomeElementsGive) {
    const Result<Map> loaded = load(kRooms);
    const Map& map = *loaded;
    EXPECT_EQ(map.columns().size(), map.arrays().column_count);
    const flatline_column* gravity = map.column(FLATLINE_SECTOR, "Gravity");
    ASSERT_NE(gravity, nullptr);
    EXPECT_EQ(gravity, map.column(flatline_find_field(FLATLINE_SECTOR, "gravity")));
    ColumnCursor cursor(gravity);
    EXPECT_EQ(cursor.find(0), FLATLINE_NONE);
    const std::uint32_t entry = cursor.find(1);
    ASSERT_EQ(entry, 0u);
    EXPECT_EQ(gravity->values.reals[entry], 0.5);
    EXPECT_EQ(cursor.place(), 0u);
    EXPECT_EQ(ColumnCursor(gravity, 9).find(1), 0u);
    EXPECT_EQ(ColumnCursor(nullptr).find(1), FLATLINE_NONE);
    EXPECT_EQ(map.column(FLATLINE_SECTOR, "no_such_field"), nullptr);

    const flatline_column* ids = map.column(FLATLINE_SECTOR, "moreids");
    ASSERT_NE(ids, nullptr);
    ASSERT_EQ(ids->values.ids[0].size, 2u);
    EXPECT_EQ(map.ids()[ids->values.ids[0].offset + 1], 6);
    EXPECT_EQ(map.field_default(gravity->field), "1.0");
    EXPECT_EQ(map.default_value(gravity->field).real, 1.0);
    EXPECT_EQ(map.default_value(FLATLINE_NO_FIELD).kind, FLATLINE_NO_VALUE);
}

TEST(Map, PlanesAreLevelOrSlope) {
    const Result<Map> loaded = load(kRooms);
    const Map& map = *loaded;
    EXPECT_TRUE(map.is_flat(0));
    EXPECT_FALSE(map.is_flat(1));
    for (std::uint32_t sector = 0; sector < 2; ++sector) {
        const flatline_plane ceiling = map.ceiling_plane(sector);
        EXPECT_EQ(flatline_z_at(&ceiling, 1, 2), 128.0);
    }
    const flatline_plane floor = map.floor_plane(1);
    EXPECT_NEAR(flatline_z_at(&floor, 256, 0) - flatline_z_at(&floor, 128, 0), 32, 1e-9);
    EXPECT_EQ(map.floor_source(1).kind, FLATLINE_PLANE_FIELDS);
    EXPECT_EQ(map.ceiling_source(1).kind, FLATLINE_PLANE_FLAT);
    ASSERT_EQ(map.planes().size(), 1u);
    EXPECT_EQ(map.planes()[0].c, floor.c);
    EXPECT_EQ(map.plane_sources()[0].kind, FLATLINE_PLANE_FIELDS);
}

TEST(Map, FindsPlacesInTheText) {
    const Result<Map> loaded = load(kRooms);
    const Map& map = *loaded;
    const FieldId x = flatline_find_field(FLATLINE_VERTEX, "x");
    EXPECT_EQ(map.value_text(FLATLINE_VERTEX, 4, x), "256.0");
    EXPECT_EQ(map.value_text(FLATLINE_VERTEX, 400, x), "");
    const std::uint64_t at = map.locate(FLATLINE_VERTEX, 4, x);
    EXPECT_EQ(std::string(kRooms).substr(at, 5), "256.0");
    EXPECT_EQ(map.locate(FLATLINE_VERTEX, 400, x), FLATLINE_NO_OFFSET);

    flatline_finding finding = make_finding(Rule::line_zero_length);
    finding.element = FLATLINE_LINEDEF;
    finding.index = 2;
    const flatline_finding findings[] = {finding};
    const std::vector<flatline_location> places = map.locate(findings);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_EQ(std::string(kRooms).substr(places[0].offset, 7), "linedef");
    EXPECT_EQ(places[0].line, 10u);
    finding.offset = places[0].offset;
    EXPECT_EQ(place(Finding(finding, map.raw())).line, 10u);
    EXPECT_TRUE(map.locate(View<flatline_finding>()).empty());
}

TEST(Map, EmptyOnesHaveNothing) {
    const Map map;
    EXPECT_TRUE(map.empty());
    EXPECT_TRUE(map.linedefs().empty());
    EXPECT_TRUE(map.names().empty());
    EXPECT_EQ(map.name(0), "");
    EXPECT_EQ(map.textmap(), "");
    EXPECT_EQ(map.map_namespace(), "");
    EXPECT_EQ(map.column(FLATLINE_SECTOR, "gravity"), nullptr);
    EXPECT_EQ(map.nodes().node_count, 0u);
    EXPECT_EQ(map.blockmap().columns, 0u);
    EXPECT_EQ(map.reject().bits, nullptr);
    EXPECT_TRUE(map.findings().empty());
    EXPECT_EQ(map.memory().used, 0u);
}

TEST(Load, TakesEveryKindOfText) {
    const std::string text = kRooms;
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    std::vector<std::byte> others(text.size());
    std::memcpy(others.data(), text.data(), text.size());
    const auto lines = [](const Result<Map>& map) { return map->linedefs().size(); };
    EXPECT_EQ(lines(load(text)), 7u);
    EXPECT_EQ(lines(load(std::string_view(text))), 7u);
    EXPECT_EQ(lines(load(text.c_str())), 7u);
    EXPECT_EQ(lines(load(bytes)), 7u);
    EXPECT_EQ(lines(load(others)), 7u);
    EXPECT_EQ(lines(load(text.data(), text.size())), 7u);
    EXPECT_EQ(lines(load(static_cast<const void*>(bytes.data()), bytes.size())), 7u);
    EXPECT_EQ(lines(load({text.data(), text.size()})), 7u);
    EXPECT_EQ(lines(load(std::string(text))), 7u);
    EXPECT_EQ(lines(load(std::vector<std::byte>(others))), 7u);
    EXPECT_EQ(lines(load(Buffer::copy_of(text))), 7u);
    // A text without a statement is a map without elements.
    EXPECT_TRUE(load("").has(Rule::namespace_missing));
    EXPECT_TRUE(load(std::vector<char>()).has(Rule::namespace_missing));
    EXPECT_TRUE(load(nullptr, 0).has(Rule::namespace_missing));
}

TEST(Load, BorrowsWhatIsNamedAndOwnsWhatIsMoved) {
    const std::string named = kRooms;
    const Result<Map> borrowed = load(named);
    EXPECT_EQ(borrowed->textmap().data(), named.data());

    auto moved = std::make_unique<std::string>(kRooms);
    const char* const at = moved->data();
    const Result<Map> owned = load(std::move(*moved));
    moved.reset();
    EXPECT_EQ(owned->textmap().data(), at);
    EXPECT_EQ(owned->textmap(), kRooms);
    EXPECT_EQ(owned->name(owned->sidedefs()[0].texturemiddle), "STARTAN2");
}

struct Frees {
    int calls = 0;
};

TEST(Load, AnOwnedTextIsFreedOnceWhateverComes) {
    Frees frees;
    const auto text_of = [&frees](const char* text) {
        return Buffer(
            {const_cast<char*>(text), std::strlen(text),
             [](void* context, void*, std::size_t) { ++static_cast<Frees*>(context)->calls; },
             &frees});
    };
    {
        const Result<Map> good = load(text_of(kRooms));
        EXPECT_TRUE(good);
        EXPECT_EQ(frees.calls, 0);
    }
    EXPECT_EQ(frees.calls, 1);
    {
        const Result<Map> bad = load(text_of(kBadLine));
        EXPECT_FALSE(bad);
        EXPECT_EQ(frees.calls, 1);
    }
    EXPECT_EQ(frees.calls, 2);
    LoadOptions wrong;
    wrong.repair = 77;
    EXPECT_EQ(load(text_of(kRooms), wrong).status(), Status::bad_argument);
    EXPECT_EQ(frees.calls, 3);
    Loader loader;
    loader.recycle(loader.load(text_of(kRooms)).take());
    EXPECT_EQ(frees.calls, 4);
}

TEST(Load, OptionsChooseWhatIsMade) {
    LoadOptions options;
    EXPECT_EQ(load(kRooms, options)->blockmap().columns, 0u);
    options.add_products(FLATLINE_PRODUCT_BLOCKMAP).add_products(FLATLINE_PRODUCT_BUILD_NODES);
    const Result<Map> map = load(kRooms, options);
    EXPECT_GT(map->blockmap().columns, 0u);
    EXPECT_GT(map->nodes().subsector_count, 0u);
    EXPECT_FALSE(map->is_flat(1));
    options.products = FLATLINE_PRODUCT_NONE;
    EXPECT_TRUE(load(kRooms, options)->is_flat(1));

    const char* const rules[] = {"line-vertex-range"};
    EXPECT_TRUE(load(kBadLine, LoadOptions().repair_only(rules)));
    const char* const others[] = {"line-side-range"};
    EXPECT_FALSE(load(kBadLine, LoadOptions().repair_only(others)));
}

TEST(Load, LimitsMemoryAndProgressAreTheHosts) {
    Limits limits;
    limits.things = 1;
    LoadOptions options;
    options.limits = &limits;
    const Result<Map> refused = load(kRooms, options);
    EXPECT_EQ(refused.status(), Status::refused);
    EXPECT_TRUE(refused.has(Rule::limit_things));

    int calls = 0;
    LoadOptions stopped;
    stopped.progress = stopping(calls);
    const Result<Map> cancelled = load(kRooms, stopped);
    EXPECT_EQ(cancelled.status(), Status::cancelled);
    EXPECT_EQ(calls, 1);
    EXPECT_TRUE(cancelled->linedefs().empty());
    EXPECT_TRUE(cancelled.findings().empty());

    Pool pool;
    LoadOptions own;
    own.memory = pool.hooks();
    {
        const Result<Map> map = load(kRooms, own);
        ASSERT_TRUE(map);
        EXPECT_GT(pool.pieces, 0u);
    }
    EXPECT_EQ(pool.pieces, 0u);
    pool.spent = true;
    const Result<Map> none = load(kRooms, own);
    EXPECT_EQ(none.status(), Status::out_of_memory);
    EXPECT_TRUE(none.has(Rule::out_of_memory));
}

TEST(Load, AnnounceBoundsTheMemory) {
    const Result<MemoryBound> bound = memory_bound(kRooms);
    ASSERT_TRUE(bound);
    EXPECT_GT(bound->text, 0u);
    EXPECT_GE(bound->total, bound->text);
    LoadOptions options;
    options.products = FLATLINE_PRODUCT_NONE;
    EXPECT_LE(load(kRooms, options).memory().used, bound->total);
    options.struct_size = 1;
    EXPECT_EQ(memory_bound(kRooms, options).status(), Status::bad_argument);
}

// A triangle of Hexen format, whose lines have special 121, which gives them ids.
struct Triangle {
    const unsigned char vertexes[12] = {0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 0, 0};
    const unsigned char linedefs[48] = {0, 0, 1, 0, 1, 0, 121, 5, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF,
                                        1, 0, 2, 0, 1, 0, 121, 6, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF,
                                        2, 0, 0, 0, 1, 0, 121, 7, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    std::string sidedefs = std::string("\0\0\0\0-\0\0\0\0\0\0\0-\0\0\0\0\0\0\0BRICK1\0\0\0\0", 30);
    std::string sectors = std::string("\0\0\200\0FLAT1\0\0\0FLAT1\0\0\0\240\0\0\0\0\0", 26);

    BinaryLumps lumps() const {
        BinaryLumps lumps;
        lumps.vertexes = {vertexes, sizeof vertexes};
        lumps.linedefs = {linedefs, sizeof linedefs};
        lumps.sidedefs = Bytes(sidedefs);
        lumps.sectors = Bytes(sectors);
        lumps.hexen = 1;
        return lumps;
    }
};

TEST(Load, BinaryLumpsAreBorrowedOrOwned) {
    const Triangle triangle;
    const Result<Map> map = load_binary(triangle.lumps());
    ASSERT_TRUE(map);
    EXPECT_EQ(map->format(), FLATLINE_FORMAT_HEXEN);
    EXPECT_EQ(map->map_namespace(), "hexen");
    EXPECT_EQ(map->linedefs()[1].id, 6);
    EXPECT_EQ(map->textmap(), "");
    EXPECT_EQ(map->name(map->sidedefs()[0].texturemiddle), "BRICK1");

    Buffer names = Buffer::copy_of(triangle.sidedefs);
    BinaryLumps owned = triangle.lumps();
    owned.sidedefs = names.bytes();
    const Result<Map> other = load_binary(owned, std::move(names));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->name(other->sidedefs()[0].texturemiddle), "BRICK1");

    const Result<MemoryBound> bound = memory_bound(triangle.lumps());
    ASSERT_TRUE(bound);
    EXPECT_LE(map.memory().used, bound->total + (1u << 20));
    BinaryLumps broken = triangle.lumps();
    broken.linedefs.size = 47;
    EXPECT_FALSE(load_binary(broken).findings().empty());
    BinaryLumps none;
    none.struct_size = 1;
    EXPECT_EQ(load_binary(none).status(), Status::bad_argument);
}

TEST(Loader, LoadsManyMapsInItsMemory) {
    Pool pool;
    {
        Loader loader(pool.hooks());
        ASSERT_NE(loader.raw(), nullptr);
        for (int i = 0; i < 3; ++i) {
            Result<Map> map = loader.load(kRooms);
            ASSERT_TRUE(map);
            EXPECT_EQ(map->linedefs().size(), 7u);
            loader.recycle(std::move(map).take());
        }
        EXPECT_TRUE(loader.load(kRooms, std::strlen(kRooms)));
        const Triangle triangle;
        EXPECT_TRUE(loader.load_binary(triangle.lumps()));
        EXPECT_TRUE(loader.load_binary(triangle.lumps(), Buffer::allocate(1)));
        EXPECT_GT(pool.pieces, 0u);
        Loader moved = std::move(loader);
        EXPECT_TRUE(moved.load(kRooms));
    }
    EXPECT_EQ(pool.pieces, 0u);
}

TEST(Loader, MapsOutliveIt) {
    Result<Map> map = Loader().load(std::string(kRooms));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->name(map->sidedefs()[0].texturemiddle), "STARTAN2");
}

TEST(Loader, HooksThatCannotBeUsedAreToldAtTheLoad) {
    flatline_memory_hooks half = Pool().hooks();
    half.release = nullptr;
    Loader loader(half);
    EXPECT_EQ(loader.raw(), nullptr);
    EXPECT_EQ(loader.load(kRooms).status(), Status::bad_argument);
}

TEST(Fields, TablesAreThoseOfC) {
    bool zdoom = false;
    for (const flatline_namespace_row& row : namespace_rows()) {
        zdoom =
            zdoom || (std::string(row.name) == "zdoom" && row.dialect == FLATLINE_DIALECT_ZDOOM);
    }
    EXPECT_TRUE(zdoom);
    bool gravity = false;
    for (const flatline_field_row& row : field_rows(FLATLINE_DIALECT_ZDOOM)) {
        EXPECT_EQ(row.dialect, FLATLINE_DIALECT_ZDOOM);
        gravity = gravity || std::string(row.name) == "gravity";
    }
    EXPECT_TRUE(gravity);
    EXPECT_TRUE(field_rows(99).empty());
    std::size_t names = 0;
    for (const flatline_standard_field_row& row : standard_fields()) names += row.is_name;
    EXPECT_EQ(names, 5u);  // three of sidedefs, two of sectors
}

}  // namespace map_test
