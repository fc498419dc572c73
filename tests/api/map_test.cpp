// The C functions, used as a C program would: nothing else of the library is used here.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "base/reservation.hpp"
#include "flatline/flatline.h"
#include "support/capi_tools.hpp"

namespace capi_test {

using capi_tools::Loaded;
using capi_tools::Pool;

const char* const kSquare =
    "namespace = \"ZDoom\";\n"
    "vertex { x = 0.0; y = 0.0; }\nvertex { x = 64.0; y = 0.0; }\nvertex { x = 64.0; y = 64.0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; }\nlinedef { v1 = 1; v2 = 2; sidefront = 1; }\n"
    "linedef { v1 = 2; v2 = 0; sidefront = 2; }\n"
    "sidedef { sector = 0; texturemiddle = \"STONE\"; }\n"
    "sidedef { sector = 0; texturemiddle = \"ST\\\"ONE\"; }\nsidedef { sector = 0; }\n"
    "sector { texturefloor = \"FLAT1\"; textureceiling = \"F_SKY1\"; gravity = 0.5; }\n"
    "thing { x = 8.0; y = 16.5; type = 1; user_word = \"kept\"; }\n";

const char* const kBadLine =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; }\n"
    "linedef { v1 = 0; v2 = 7; sidefront = 0; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";

TEST(CApi, LoadsArraysTextsAndUnknowns) {
    const std::string text = kSquare;
    const Loaded loaded(text);
    ASSERT_EQ(loaded.status, FLATLINE_OK);
    EXPECT_EQ(flatline_status_of(loaded.map), FLATLINE_OK);
    const flatline_arrays& a = loaded.arrays();
    EXPECT_EQ(a.vertex_count, 3u);
    EXPECT_EQ(a.linedef_count, 3u);
    EXPECT_EQ(a.sidedef_count, 3u);
    EXPECT_EQ(a.sector_count, 1u);
    ASSERT_EQ(a.thing_count, 1u);
    EXPECT_EQ(a.things[0].y, 16.5);
    EXPECT_EQ(a.linedefs[2].sideback, FLATLINE_NONE);
    EXPECT_EQ(loaded.name(a.sidedefs[0].texturemiddle), "STONE");
    EXPECT_EQ(loaded.name(a.sidedefs[1].texturemiddle), "ST\"ONE");
    EXPECT_EQ(loaded.name(a.sidedefs[2].texturemiddle), "-");
    EXPECT_EQ(loaded.name(a.name_count), "");
    EXPECT_EQ(loaded.name(FLATLINE_NONE), "");
    ASSERT_EQ(a.unknown_count, 1u);
    EXPECT_EQ(loaded.text(a.unknowns[0].name), "user_word");
    EXPECT_EQ(loaded.text(a.unknowns[0].value.string), "kept");
    EXPECT_EQ(a.sector_line_rows[1], 3u);
}

TEST(CApi, TellsWhatTheMapIs) {
    const std::string text = kSquare;
    const Loaded loaded(text);
    std::size_t size = 0;
    const char* name = flatline_map_namespace(loaded.map, &size);
    EXPECT_EQ(std::string(name, size), "zdoom");
    EXPECT_STREQ(flatline_map_dialect(loaded.map), "zdoom");
    EXPECT_EQ(flatline_map_grammar(loaded.map), FLATLINE_GRAMMAR_1_1);
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(loaded.map, &announced, &used);
    EXPECT_EQ(
        flatline_memory_by_size(loaded.map) != 0,
        flatline::engine::Reservation::is_free_until_touched(flatline::engine::MemoryHooks()));
    EXPECT_GT(used, 0u);
    EXPECT_LE(used, announced);
}

TEST(CApi, ColumnsByField) {
    const std::string text = std::string(kSquare) + "sector { gravity = 2.5; }\n";
    const Loaded loaded(text);
    const std::uint16_t gravity = flatline_find_field(FLATLINE_SECTOR, "Gravity");
    ASSERT_NE(gravity, FLATLINE_NO_FIELD);
    EXPECT_STREQ(flatline_field_name(gravity), "gravity");
    EXPECT_EQ(flatline_field_block(gravity), FLATLINE_SECTOR);
    EXPECT_EQ(std::atof(flatline_field_default(loaded.map, gravity)), 1.0);
    const flatline_column* column = flatline_map_column(loaded.map, gravity);
    ASSERT_NE(column, nullptr);
    ASSERT_EQ(column->kind, FLATLINE_REAL);
    EXPECT_EQ(column->values.reals[flatline_column_find(column, 0)], 0.5);
    EXPECT_EQ(column->values.reals[flatline_column_find(column, 1)], 2.5);
    EXPECT_EQ(flatline_column_find(column, 2), FLATLINE_NONE);

    EXPECT_EQ(flatline_find_field(FLATLINE_SECTOR, "no_such_field"), FLATLINE_NO_FIELD);
    const std::uint16_t alpha = flatline_find_field(FLATLINE_LINEDEF, "alpha");
    EXPECT_EQ(flatline_map_column(loaded.map, alpha), nullptr);
}

TEST(CApi, ColumnFindOverManyElements) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 100; ++i) {
        text += i % 3 == 1 ? "sector{gravity=2;}" : "sector{}";
    }
    const Loaded loaded(text);
    const flatline_column* column =
        flatline_map_column(loaded.map, flatline_find_field(FLATLINE_SECTOR, "gravity"));
    ASSERT_NE(column, nullptr);
    for (std::uint32_t i = 0; i < 100; ++i) {
        EXPECT_EQ(flatline_column_find(column, i), i % 3 == 1 ? i / 3 : FLATLINE_NONE) << i;
    }
}

TEST(CApi, RefusedMapHasFindingsAndEmptyArrays) {
    const std::string text = kBadLine;
    const Loaded loaded(text);
    EXPECT_EQ(loaded.status, FLATLINE_REFUSED);
    EXPECT_EQ(loaded.arrays().vertex_count, 0u);
    EXPECT_EQ(loaded.arrays().vertices, nullptr);
    EXPECT_EQ(flatline_finding_count(loaded.map, FLATLINE_ERROR), 1u);
    const flatline_finding* finding = loaded.finding("line-vertex-range");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->severity, FLATLINE_ERROR);
    EXPECT_STREQ(flatline_severity_name(finding->severity), "error");
    EXPECT_STREQ(flatline_element_name(finding->element), "linedef");
    EXPECT_STREQ(flatline_lump_name(finding->lump), "TEXTMAP");
    EXPECT_STREQ(flatline_field_name(finding->field), "v2");

    std::uint64_t line = 0;
    std::uint64_t column = 0;
    flatline_place(loaded.map, finding->offset, &line, &column);
    EXPECT_EQ(line, 3u);
    EXPECT_EQ(column, 24u) << "of the value 7";
    flatline_place(loaded.map, FLATLINE_NO_OFFSET, &line, &column);
    EXPECT_EQ(line, 0u);
    EXPECT_EQ(column, 0u);

    flatline_location at{};
    flatline_locate(loaded.map, finding, 1, &at);
    EXPECT_EQ(at.offset, finding->offset);
    EXPECT_EQ(at.line, 3u);
    EXPECT_EQ(at.column, 24u);
    EXPECT_NE(at.point.x, at.point.x) << "a refused map has no places";
    flatline_locate(nullptr, finding, 1, &at);
    EXPECT_EQ(at.offset, finding->offset);
    EXPECT_EQ(at.line, 0u) << "no text";
}

TEST(CApi, DescribeCutsAsSnprintfDoes) {
    const std::string text = "namespace=\"zdoom\";\nvertex { x = 1..2; y = 0; }";
    const Loaded loaded(text);
    ASSERT_EQ(loaded.status, FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(loaded.map, &count);
    ASSERT_GE(count, 1u);
    const std::size_t size = flatline_describe(loaded.map, finding, nullptr, 0);
    std::string whole(size + 1, '#');
    EXPECT_EQ(flatline_describe(loaded.map, finding, whole.data(), whole.size()), size);
    EXPECT_EQ(whole.back(), '\0');
    whole.pop_back();
    EXPECT_EQ(whole.find('\0'), std::string::npos);
    EXPECT_NE(whole.find("1..2"), std::string::npos) << whole;
    char cut[8];
    EXPECT_EQ(flatline_describe(loaded.map, finding, cut, sizeof cut), size);
    EXPECT_EQ(std::string(cut), whole.substr(0, 7));
    char one = '#';
    EXPECT_EQ(flatline_describe(loaded.map, finding, &one, 1), size);
    EXPECT_EQ(one, '\0');
}

TEST(CApi, Options) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.repair = FLATLINE_REPAIR;
    const std::string bad = kBadLine;
    const Loaded repaired(bad, &options);
    EXPECT_EQ(repaired.status, FLATLINE_OK);
    ASSERT_EQ(repaired.arrays().linedef_count, 1u);
    EXPECT_EQ(repaired.arrays().linedefs[0].v2, 0u);
    ASSERT_NE(repaired.finding("line-vertex-range"), nullptr);
    EXPECT_EQ(repaired.finding("line-vertex-range")->repaired, 1);

    options = FLATLINE_OPTIONS_INIT;
    options.extras.namespace_override = "srb2";
    options.extras.grammar = FLATLINE_GRAMMAR_0_99;
    const std::string text = kSquare;
    const Loaded other(text, &options);
    EXPECT_STREQ(flatline_map_dialect(other.map), "srb2");
    EXPECT_EQ(flatline_map_grammar(other.map), FLATLINE_GRAMMAR_0_99);
}

TEST(CApi, PartsAndOtherLumps) {
    const std::string text = kSquare;
    const Loaded plain(text);
    EXPECT_EQ(plain.arrays().blockmap.columns, 0u);
    EXPECT_EQ(plain.arrays().nodes.subsector_count, 0u);

    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BLOCKMAP;
    const unsigned char sees_nothing = 1;
    options.reject = {&sees_nothing, 1};
    const Loaded parts(text, &options);
    ASSERT_EQ(parts.status, FLATLINE_OK);
    EXPECT_GT(parts.arrays().blockmap.columns, 0u);
    EXPECT_EQ(parts.arrays().blockmap.from_lump, 0u);
    ASSERT_NE(parts.arrays().reject.bits, nullptr);
    EXPECT_EQ(parts.arrays().reject.bits[0] & 1, 1);
    EXPECT_EQ(parts.arrays().reject.sector_count, 1u);

    options.products = FLATLINE_PRODUCT_BUILD_NODES;
    const Loaded built(text, &options);
    ASSERT_EQ(built.status, FLATLINE_OK);
    EXPECT_GT(built.arrays().nodes.subsector_count, 0u);
    EXPECT_STREQ(built.arrays().nodes.format, "built");
    EXPECT_EQ(built.arrays().reject.bits, nullptr);

    options = FLATLINE_OPTIONS_INIT;
    options.znodes = {"nonsense", 8};
    const Loaded dropped(text, &options);
    EXPECT_EQ(dropped.status, FLATLINE_OK);
    EXPECT_GT(flatline_finding_count(dropped.map, FLATLINE_WARNING), 0u);
    options.extras.strict = 1;
    const Loaded strict(text, &options);
    EXPECT_EQ(strict.status, FLATLINE_REFUSED);
}

TEST(CApi, BadArguments) {
    flatline_map* map = nullptr;
    const auto status_of = [&](flatline_options options) {
        return flatline_load_borrowed(nullptr, "sector{}", 8, &options, &map);
    };
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.repair = 3;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.extras.grammar = -1;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.products = 1 << 10;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.reject = {nullptr, 1};
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.extras.slope_rules = FLATLINE_SLOPES_SRB2 + 1;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_OPTIONS_INIT;
    options.unused = 1;
    EXPECT_EQ(status_of(options), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(map, nullptr);
    EXPECT_EQ(flatline_load_borrowed(nullptr, nullptr, 1, nullptr, &map), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_load_borrowed(nullptr, "", 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    for (int status = FLATLINE_OK; status <= FLATLINE_FIELD_ABSENT; ++status) {
        EXPECT_STRNE(flatline_status_name(static_cast<flatline_status>(status)), "");
    }
}

TEST(CApi, ProgressMayEndALoad) {
    std::string text = kSquare;
    while (text.size() < 600'000) text += "thing { x = 1; y = 2; type = 3; }\n";
    struct Calls {
        int seen = 0;
        int most = 100;
    } calls;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.progress.report = [](void* context, std::uint64_t done, std::uint64_t total) {
        auto& counted = *static_cast<Calls*>(context);
        return static_cast<std::int32_t>(done <= total && ++counted.seen < counted.most);
    };
    options.progress.context = &calls;
    options.progress.interval_ms = FLATLINE_PROGRESS_EVERY_STEP;
    const Loaded whole(text, &options);
    EXPECT_EQ(whole.status, FLATLINE_OK);
    EXPECT_GE(calls.seen, 2);
    calls = {0, 2};
    const Loaded cancelled(text, &options);
    EXPECT_EQ(cancelled.status, FLATLINE_CANCELLED);
    EXPECT_EQ(flatline_status_of(cancelled.map), FLATLINE_CANCELLED);
    EXPECT_STREQ(flatline_status_name(cancelled.status), "cancelled");
    EXPECT_EQ(cancelled.arrays().thing_count, 0u);
    EXPECT_EQ(calls.seen, 2);
}

TEST(CApi, ThreadsOfTheHost) {
    std::string text = kSquare;
    while (text.size() < 5'000'000) text += "thing { x = 1; y = 2; type = 3; user_a = 4; }\n";
    const Loaded one(text);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.threads = 2;
    int runs = 0;
    options.extras.jobs.context = &runs;
    options.extras.jobs.run = [](void* context, std::size_t count, void (*job)(void*, std::size_t),
                                 void* job_context) {
        ++*static_cast<int*>(context);
        for (std::size_t i = count; i-- > 0;) job(job_context, i);
    };
    const Loaded two(text, &options);
    ASSERT_EQ(two.status, FLATLINE_OK);
    EXPECT_GE(runs, 3);
    const flatline_arrays& a = one.arrays();
    const flatline_arrays& b = two.arrays();
    ASSERT_EQ(a.thing_count, b.thing_count);
    EXPECT_EQ(std::memcmp(a.things, b.things, a.thing_count * sizeof *a.things), 0);
    ASSERT_EQ(a.unknown_count, b.unknown_count);
    EXPECT_EQ(a.unknowns[a.unknown_count - 1].index, b.unknowns[b.unknown_count - 1].index);
    options.extras.jobs = {nullptr, nullptr};
    const Loaded own(text, &options);
    EXPECT_EQ(own.arrays().thing_count, a.thing_count);
}

TEST(CApi, NothingIsALoadableText) {
    flatline_map* map = nullptr;
    EXPECT_EQ(flatline_load_borrowed(nullptr, nullptr, 0, nullptr, &map), FLATLINE_OK);
    EXPECT_EQ(flatline_map_arrays(map)->vertex_count, 0u);
    flatline_free(map);
    EXPECT_EQ(flatline_load_owned(nullptr, {}, nullptr, &map), FLATLINE_OK);
    flatline_free(map);
}

TEST(CApi, LimitsByName) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    double value = 0;
    EXPECT_EQ(flatline_limits_get(&limits, "coordinate", &value), FLATLINE_OK);
    EXPECT_EQ(value, 32768.0);
    EXPECT_EQ(flatline_limits_set(&limits, "things", "3"), FLATLINE_OK);
    EXPECT_EQ(flatline_limits_get(&limits, "things", &value), FLATLINE_OK);
    EXPECT_EQ(value, 3.0);
    EXPECT_EQ(flatline_limits_set(&limits, "things", "-1"), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_limits_set(&limits, "things", nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_limits_set(&limits, "thingies", "1"), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_limits_set(&limits, nullptr, "1"), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_limits_get(&limits, "thingies", &value), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_limits_preset(&limits, "doom"), FLATLINE_BAD_ARGUMENT);
    flatline_limits_get(&limits, "things", &value);
    EXPECT_EQ(value, 3.0);
    EXPECT_EQ(flatline_limits_preset(&limits, "srb2"), FLATLINE_OK);
    flatline_limits_get(&limits, "nesting", &value);
    EXPECT_EQ(value, 1.0);

    std::size_t count = 0;
    while (flatline_limit_name(count) != nullptr) {
        EXPECT_EQ(flatline_limits_get(&limits, flatline_limit_name(count), &value), FLATLINE_OK);
        EXPECT_STRNE(flatline_limit_unit(count), "");
        ++count;
    }
    EXPECT_GT(count, 20u);
    EXPECT_EQ(flatline_limit_unit(count), nullptr);
}

TEST(CApi, MemoryComesFromTheHost) {
    Pool pool;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.memory = pool.memory();
    const std::string text = kSquare;
    {
        const Loaded loaded(text, &options);
        EXPECT_EQ(loaded.status, FLATLINE_OK);
        EXPECT_GT(pool.pieces, 0u);
    }
    EXPECT_EQ(pool.pieces, 0u);
    EXPECT_EQ(pool.bytes, 0u);
    pool.spent = true;
    const Loaded none(text, &options);
    EXPECT_EQ(none.status, FLATLINE_OUT_OF_MEMORY);
    EXPECT_NE(none.finding("out-of-memory"), nullptr);
    EXPECT_EQ(none.arrays().vertex_count, 0u);
}

TEST(CApi, AnnouncesMemoryBeforeALoad) {
    const std::string text = kSquare;
    std::uint64_t of_text = 0;
    std::uint64_t total = 0;
    ASSERT_EQ(flatline_memory_bound(text.data(), text.size(), nullptr, &of_text, &total),
              FLATLINE_OK);
    EXPECT_GT(of_text, 0u);
    EXPECT_LE(of_text, total);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_NONE;
    const Loaded loaded(text, &options);
    std::uint64_t used = 0;
    flatline_memory(loaded.map, nullptr, &used);
    EXPECT_LE(used, total);
    options.repair = -1;
    EXPECT_EQ(flatline_memory_bound(text.data(), text.size(), &options, &of_text, &total),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(of_text + total, 0u);
    EXPECT_EQ(flatline_memory_bound(nullptr, 1, nullptr, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_memory_bound("", 0, nullptr, nullptr, nullptr), FLATLINE_OK);
}

TEST(CApi, ALoaderUsesTheMemoryOfARecycledMapAgain) {
    Pool pool;
    const flatline_memory_hooks memory = pool.memory();
    flatline_loader* loader = flatline_loader_create(&memory);
    ASSERT_NE(loader, nullptr);
    const std::string text = kSquare;
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(loader, text.data(), text.size(), nullptr, &map), FLATLINE_OK);
    flatline_recycle(loader, map);
    pool.spent = true;  // from here on only what the loader has
    ASSERT_EQ(flatline_load_borrowed(loader, text.data(), text.size(), nullptr, &map), FLATLINE_OK);
    flatline_free(loader);
    EXPECT_EQ(flatline_map_arrays(map)->vertices[1].x, 64.0) << "a map outlives its loader";
    flatline_free(map);
    EXPECT_EQ(pool.pieces, 0u);
}

// Every string that comes without a size has its zero byte right after it: read as C reads them,
// each is a plain lower-case word, as all of these are, and nothing that follows it in memory.
TEST(CApi, EveryNameIsTerminated) {
    const auto is_word = [](const char* text) {
        return text[std::strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-")] == '\0';
    };
    std::uint16_t field = 0;
    for (; flatline_field_block(field) != FLATLINE_MAP; ++field) {
        const char* name = flatline_field_name(field);
        EXPECT_TRUE(is_word(name)) << name;
        EXPECT_EQ(flatline_find_field(flatline_field_block(field), name), field) << name;
    }
    EXPECT_GT(field, 300);
    std::uint16_t rule = 0;
    for (; flatline_rule_id(rule) != nullptr; ++rule) {
        EXPECT_TRUE(is_word(flatline_rule_id(rule))) << flatline_rule_id(rule);
    }
    EXPECT_GT(rule, 50);
    EXPECT_EQ(std::strspn(flatline_version(), "0123456789."), std::strlen(flatline_version()));
    for (std::uint8_t i = 0; i <= FLATLINE_PATCH; ++i) {
        EXPECT_TRUE(is_word(flatline_element_name(i))) << flatline_element_name(i);
    }
    EXPECT_STREQ(flatline_element_name(FLATLINE_MAP), "map");
    EXPECT_STREQ(flatline_element_name(200), "");
    EXPECT_STREQ(flatline_severity_name(FLATLINE_NOTE), "note");
    EXPECT_STREQ(flatline_severity_name(200), "");
    EXPECT_STREQ(flatline_lump_name(0), "");
    EXPECT_STREQ(flatline_lump_name(7), "MAP");
    EXPECT_STREQ(flatline_lump_name(200), "");
}

TEST(CApi, FieldsCanBeFoundInTheText) {
    const std::string text = kSquare;
    const Loaded loaded(text);
    const std::uint16_t y = flatline_find_field(FLATLINE_THING, "y");
    const std::uint64_t offset = flatline_locate_field(loaded.map, FLATLINE_THING, 0, y);
    ASSERT_LT(offset, text.size());
    EXPECT_EQ(text.substr(offset, 4), "16.5");
    EXPECT_EQ(flatline_locate_field(loaded.map, FLATLINE_THING, 1, y), FLATLINE_NO_OFFSET);
}

TEST(CApi, NullIsAnEmptyMap) {
    std::size_t size = 1;
    EXPECT_EQ(flatline_status_of(nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_arrays(nullptr)->thing_count, 0u);
    EXPECT_STREQ(flatline_map_text(nullptr, {0, 4}, &size), "");
    EXPECT_EQ(size, 0u);
    EXPECT_STREQ(flatline_map_name(nullptr, 0, nullptr), "");
    EXPECT_STREQ(flatline_map_namespace(nullptr, &size), "");
    EXPECT_STREQ(flatline_map_dialect(nullptr), "udmf11");
    EXPECT_EQ(flatline_map_grammar(nullptr), FLATLINE_GRAMMAR_1_1);
    flatline_memory(nullptr, nullptr, nullptr);
    EXPECT_EQ(flatline_memory_by_size(nullptr), 0);
    EXPECT_EQ(flatline_findings(nullptr, &size), nullptr);
    EXPECT_EQ(flatline_finding_count(nullptr, FLATLINE_ERROR), 0u);
    EXPECT_EQ(flatline_map_column(nullptr, 0), nullptr);
    EXPECT_EQ(flatline_column_find(nullptr, 0), FLATLINE_NONE);
    EXPECT_STREQ(flatline_field_default(nullptr, 0), "");
    EXPECT_STREQ(flatline_field_name(FLATLINE_NO_FIELD), "");
    EXPECT_EQ(flatline_find_field(FLATLINE_THING, nullptr), FLATLINE_NO_FIELD);
    EXPECT_EQ(flatline_describe(nullptr, nullptr, nullptr, 0), 0u);
    flatline_place(nullptr, 0, nullptr, nullptr);
    flatline_locate(nullptr, nullptr, 0, nullptr);
    EXPECT_EQ(flatline_locate_field(nullptr, 0, 0, 0), FLATLINE_NO_OFFSET);
    flatline_limits_default(nullptr);
    EXPECT_EQ(flatline_limits_set(nullptr, "things", "1"), FLATLINE_BAD_ARGUMENT);
    flatline_recycle(nullptr, nullptr);
    flatline_free(nullptr);
    flatline_free(nullptr);
}

}  // namespace capi_test
