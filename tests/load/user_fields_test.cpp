// Fields that no dialect knows, by element, in C++ and in C.
#include "model/user_fields.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "model/load.hpp"
#include "support/capi_tools.hpp"
#include "support/load_text.hpp"

namespace user_fields_test {

using flatline::engine::build_user_fields;
using flatline::engine::Status;
using flatline::engine::UserFields;

const std::string kText =
    "namespace = \"zdoom\"; user_global = 1;\n"
    "vertex { x = 0; y = 0; } vertex { x = 8; y = 0; user_Height = 3; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; user_sound = \"creak\"; user_delay = 35; }\n"
    "linedef { v1 = 1; v2 = 0; sidefront = 0; }\n"
    "thing { x = 1; y = 2; type = 1; }\n"
    "thing { x = 1; y = 2; type = 1; USER_DELAY = 7; other = true; user_delay = 8; }\n"
    "linedef { v1 = 1; v2 = 0; sidefront = 0; user_sound = \"wind\"; }\n"
    "strange { user_inner = 5; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";

std::string name_of(const flatline::engine::Map& map, const UserFields& fields,
                    std::uint32_t name) {
    return std::string(map.text(fields.names()[name]));
}

TEST(UserFields, OfEachElementInTheOrderOfTheText) {
    const auto loaded = load_text::load(kText);
    ASSERT_TRUE(loaded) << load_text::story(loaded, kText);
    const flatline::engine::Map& map = loaded.value;
    const auto built = build_user_fields(map);
    ASSERT_TRUE(built);
    const UserFields& fields = built.value;
    EXPECT_LE(built.memory.used, built.memory.announced);
    EXPECT_EQ(built.findings.total(), 0u);

    const auto of_line = fields.of(FLATLINE_LINEDEF, 0);
    ASSERT_EQ(of_line.size(), 2u);
    EXPECT_EQ(name_of(map, fields, of_line[0].name), "user_sound");
    EXPECT_EQ(map.text(map.unknowns()[of_line[0].unknown].value.string), "creak");
    EXPECT_EQ(name_of(map, fields, of_line[1].name), "user_delay");
    EXPECT_EQ(map.unknowns()[of_line[1].unknown].value.integer, 35);
    EXPECT_TRUE(fields.of(FLATLINE_LINEDEF, 1).empty());
    ASSERT_EQ(fields.of(FLATLINE_LINEDEF, 2).size(), 1u);
    EXPECT_EQ(fields.of(FLATLINE_LINEDEF, 2)[0].name, of_line[0].name) << "interned";
    EXPECT_TRUE(fields.of(FLATLINE_VERTEX, 0).empty());
    EXPECT_EQ(fields.of(FLATLINE_VERTEX, 1).size(), 1u);
    EXPECT_TRUE(fields.of(FLATLINE_SECTOR, 0).empty());
    const auto of_thing = fields.of(FLATLINE_THING, 1);
    ASSERT_EQ(of_thing.size(), 3u);
    EXPECT_EQ(of_thing[0].name, of_line[1].name) << "without case";
    EXPECT_EQ(name_of(map, fields, of_thing[1].name), "other");
    // No element, or none of a kind.
    EXPECT_TRUE(fields.of(FLATLINE_LINEDEF, 3).empty());
    EXPECT_TRUE(fields.of(FLATLINE_THING, FLATLINE_NONE).empty());
    EXPECT_TRUE(fields.of(FLATLINE_GLOBAL, 0).empty());
}

TEST(UserFields, NamesOnceAndFound) {
    const auto loaded = load_text::load(kText);
    const auto built = build_user_fields(loaded.value);
    const UserFields& fields = built.value;
    std::string names;
    for (std::uint32_t i = 0; i < fields.names().size(); ++i) {
        names += name_of(loaded.value, fields, i) + " ";
    }
    EXPECT_EQ(names, "other user_delay user_Height user_sound ");
    const auto find = [&](std::string_view name) {
        return flatline::engine::find_user_name(loaded.value, fields.arrays(), name);
    };
    EXPECT_EQ(find("user_delay"), 1u);
    EXPECT_EQ(find("User_HEIGHT"), 2u);
    EXPECT_EQ(find("user_inner"), FLATLINE_NONE) << "in an unknown block";
    EXPECT_EQ(find("user_global"), FLATLINE_NONE) << "in no element";
    EXPECT_EQ(find(""), FLATLINE_NONE);
    EXPECT_EQ(find("zzz"), FLATLINE_NONE);
    const auto* last = flatline::engine::find_user_field(fields.arrays(), FLATLINE_THING, 1, 1);
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(loaded.value.unknowns()[last->unknown].value.integer, 8);
    EXPECT_EQ(flatline::engine::find_user_field(fields.arrays(), FLATLINE_THING, 0, 1), nullptr);
    EXPECT_EQ(flatline::engine::find_user_field(fields.arrays(), FLATLINE_THING, 1, 99), nullptr);
}

// What stands in a block of the element is the block's.
TEST(UserFields, OfABlockInAnElement) {
    const std::string text =
        "namespace = \"zdoom\"; thing { x = 1; y = 2; type = 1; inner { user_deep = 5; } user_a = "
        "6; }";
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded) << load_text::story(loaded, text);
    ASSERT_EQ(loaded.value.unknowns().size(), 3u);
    const auto built = build_user_fields(loaded.value);
    ASSERT_EQ(built.value.of(FLATLINE_THING, 0).size(), 1u);
    EXPECT_EQ(name_of(loaded.value, built.value, 0), "user_a");
}

TEST(UserFields, OfMapsWithoutAny) {
    const flatline::engine::Map empty;
    const auto none = build_user_fields(empty);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none.value.of(FLATLINE_THING, 0).empty());
    EXPECT_EQ(flatline::engine::find_user_name(empty, none.value.arrays(), "user_a"),
              FLATLINE_NONE);
    const auto loaded = load_text::load("namespace = \"zdoom\"; vertex { x = 0; y = 0; }");
    const auto built = build_user_fields(loaded.value);
    ASSERT_TRUE(built);
    EXPECT_TRUE(built.value.of(FLATLINE_VERTEX, 0).empty());
    EXPECT_TRUE(built.value.names().empty());
}

// Each element has what a walk over all unknowns finds for it.
TEST(UserFields, AgreeWithAWalkOverAllUnknowns) {
    std::mt19937 random(7);
    std::string text = "namespace = \"zdoom\";\n";
    for (int i = 0; i < 400; ++i) {
        const bool thing = random() % 2 != 0;
        text += thing ? "thing { x = 0; y = 0; type = 1;" : "vertex { x = 0; y = 0;";
        for (auto n = random() % 4; n > 0; --n) {
            text += " user_" + std::string(1 + random() % 3, 'a') + " = " + std::to_string(n) + ";";
        }
        text += " }\n";
    }
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    const flatline::engine::Map& map = loaded.value;
    const auto built = build_user_fields(map);
    ASSERT_TRUE(built);
    std::size_t all = 0;
    for (const std::uint8_t kind : {FLATLINE_VERTEX, FLATLINE_THING}) {
        const std::size_t count =
            kind == FLATLINE_VERTEX ? map.vertices().size() : map.things().size();
        for (std::uint32_t i = 0; i < count; ++i) {
            std::vector<std::uint32_t> expected, met;
            for (std::uint32_t u = 0; u < map.unknowns().size(); ++u) {
                if (map.unknowns()[u].element == kind && map.unknowns()[u].index == i) {
                    expected.push_back(u);
                }
            }
            for (const flatline_user_field& field : built.value.of(kind, i)) {
                met.push_back(field.unknown);
                ASSERT_EQ(name_of(map, built.value, field.name),
                          map.text(map.unknowns()[field.unknown].name));
            }
            ASSERT_EQ(met, expected) << int{kind} << " " << i;
            all += met.size();
        }
    }
    EXPECT_EQ(all, map.unknowns().size());
    EXPECT_EQ(built.value.names().size(), 3u);
}

TEST(UserFields, TooLittleMemory) {
    const auto loaded = load_text::load(kText);
    flatline::engine::UserFieldsOptions options;
    options.limits.arena_bytes = 16;
    const auto refused = build_user_fields(loaded.value, options);
    EXPECT_EQ(refused.status, Status::refused);
    ASSERT_EQ(refused.findings.kept().size(), 1u);
    EXPECT_EQ(load_text::rule_id(refused.findings.kept()[0]), "limit-arena-bytes");
    EXPECT_TRUE(refused.value.of(FLATLINE_LINEDEF, 0).empty());
    // The first and the second request fail.
    for (int requests = 0; requests < 2; ++requests) {
        int left = requests;
        flatline::engine::UserFieldsOptions none;
        none.memory.context = &left;
        none.memory.acquire = [](void* context, std::size_t bytes) -> void* {
            int& more = *static_cast<int*>(context);
            return more-- > 0 ? std::aligned_alloc(64, (bytes + 63) / 64 * 64) : nullptr;
        };
        none.memory.release = [](void*, void* memory, std::size_t) { std::free(memory); };
        EXPECT_EQ(build_user_fields(loaded.value, none).status, Status::out_of_memory);
    }
}

TEST(UserFields, InC) {
    const capi_tools::Loaded loaded(kText);
    ASSERT_EQ(loaded.status, FLATLINE_OK);
    flatline_built_user_fields* built = nullptr;
    ASSERT_EQ(flatline_build_user_fields(loaded.map, nullptr, &built), FLATLINE_OK);
    const flatline_user_fields* fields = flatline_built_user_fields_arrays(built);
    std::size_t count = 0;
    const flatline_user_field* own = flatline_user_fields_of(fields, FLATLINE_LINEDEF, 0, &count);
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(loaded.text(fields->names[own[1].name]), "user_delay");
    const std::uint32_t name = flatline_find_user_name(loaded.map, fields, "USER_delay");
    EXPECT_EQ(name, own[1].name);
    EXPECT_EQ(flatline_find_user_field(fields, FLATLINE_LINEDEF, 0, name), own + 1);
    EXPECT_EQ(flatline_user_fields_of(fields, FLATLINE_LINEDEF, 1, &count), nullptr);
    EXPECT_EQ(count, 0u);
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(built, &announced, &used);
    EXPECT_GE(announced, used);
    EXPECT_GT(used, 0u);
    EXPECT_EQ(flatline_findings(built, &count), nullptr);
    flatline_free(built);

    // What is missing, what is too small, and a struct of an older header.
    EXPECT_EQ(flatline_build_user_fields(loaded.map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_build_user_fields(nullptr, nullptr, &built), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(built, nullptr);
    flatline_user_fields_options options = FLATLINE_USER_FIELDS_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_build_user_fields(loaded.map, &options, &built), FLATLINE_BAD_ARGUMENT);
    flatline_limits limits;
    flatline_limits_default(&limits);
    flatline_limits_set(&limits, "arena-bytes", "16");
    options.limits = &limits;
    options.struct_size = offsetof(flatline_user_fields_options, memory);
    options.memory.acquire = reinterpret_cast<decltype(options.memory.acquire)>(1);
    EXPECT_EQ(flatline_build_user_fields(loaded.map, &options, &built), FLATLINE_REFUSED);
    EXPECT_NE(flatline_findings(built, &count), nullptr);
    EXPECT_EQ(count, 1u);
    flatline_free(built);
    flatline_free(nullptr);
    EXPECT_EQ(flatline_built_user_fields_arrays(nullptr)->field_count, 0u);
    EXPECT_EQ(flatline_findings(nullptr, nullptr), nullptr);
    EXPECT_EQ(flatline_user_fields_of(nullptr, 0, 0, nullptr), nullptr);
    EXPECT_EQ(flatline_find_user_name(nullptr, nullptr, nullptr), FLATLINE_NONE);
    EXPECT_EQ(flatline_find_user_field(nullptr, 0, 0, 0), nullptr);
}

}  // namespace user_fields_test
