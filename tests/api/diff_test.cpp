// The C functions that compare maps: what they give, and what they refuse.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "flatline/flatline.h"
#include "support/wad_builder.hpp"

namespace capi_diff_test {

struct Loaded {
    explicit Loaded(std::string given) : text(std::move(given)) {
        flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map);
    }
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;
    ~Loaded() { flatline_free(map); }

    std::string text;
    flatline_map* map = nullptr;
};

TEST(CapiDiff, RowsAndFields) {
    const Loaded before(testing_support::square_text());
    const Loaded after(testing_support::square_text() +
                       "thing { x = 8; y = 9; type = 1; }\nsector { texturefloor = \"A\"; "
                       "textureceiling = \"B\"; }\n");
    flatline_diff_result* diff = nullptr;
    ASSERT_EQ(flatline_diff(before.map, after.map, nullptr, &diff), FLATLINE_OK);
    std::size_t count = 0;
    const flatline_change* changes = flatline_diff_changes(diff, &count);
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(changes[0].element, FLATLINE_SECTOR);
    EXPECT_NE(changes[0].x, changes[0].x) << "a sector without lines has no place";
    EXPECT_EQ(changes[1].element, FLATLINE_THING);
    EXPECT_EQ(changes[1].kind, FLATLINE_ADDED);
    EXPECT_EQ(changes[1].before, FLATLINE_NONE);
    EXPECT_EQ(changes[1].x, 8);
    EXPECT_EQ(changes[1].y, 9);
    EXPECT_EQ(flatline_diff_fields(diff, &count), nullptr);
    EXPECT_EQ(count, 0u);
    flatline_free(diff);
}

TEST(CapiDiff, AFieldHasItsNameAndBothValues) {
    const Loaded before("namespace=\"zdoom\"; thing { x = 1; y = 2; type = 3; }");
    const Loaded after("namespace=\"zdoom\"; thing { x = 1; y = 2; type = 4; comment = \"c\"; }");
    flatline_diff_result* diff = nullptr;
    ASSERT_EQ(flatline_diff(before.map, after.map, nullptr, &diff), FLATLINE_OK);
    std::size_t count = 0;
    const flatline_field_change* fields = flatline_diff_fields(diff, &count);
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(std::string(fields[0].name, fields[0].name_size), "type");
    EXPECT_EQ(fields[0].before.value.integer, 3);
    EXPECT_EQ(fields[0].after.value.integer, 4);
    EXPECT_EQ(std::string(fields[1].name, fields[1].name_size), "comment");
    EXPECT_EQ(fields[1].before.kind, FLATLINE_STRING);
    EXPECT_EQ(fields[1].before.size, 0u);
    EXPECT_EQ(std::string(static_cast<const char*>(fields[1].after.data), fields[1].after.size),
              "c");
    flatline_free(diff);
}

TEST(CapiDiff, Errors) {
    const Loaded good(testing_support::square_text());
    const Loaded refused("vertex {");
    flatline_diff_result* diff = nullptr;
    EXPECT_EQ(flatline_diff(good.map, refused.map, nullptr, &diff), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_diff(good.map, good.map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_diff_options options = FLATLINE_DIFF_OPTIONS_INIT;
    options.lossy = 2;
    EXPECT_EQ(flatline_diff(good.map, good.map, &options, &diff), FLATLINE_BAD_ARGUMENT);
    options.lossy = 0;
    flatline_limits low;
    flatline_limits_default(&low);
    flatline_limits_set(&low, "arena-bytes", "100");
    options.limits = &low;
    ASSERT_EQ(flatline_diff(good.map, good.map, &options, &diff), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_finding_count(diff, FLATLINE_ERROR), 1u);
    flatline_free(diff);
    options.limits = nullptr;
    options.progress.report = [](void*, std::uint64_t, std::uint64_t) { return 0; };
    options.progress.interval_ms = FLATLINE_PROGRESS_EVERY_STEP;
    EXPECT_EQ(flatline_diff(good.map, good.map, &options, &diff), FLATLINE_CANCELLED);
    EXPECT_EQ(diff, nullptr);
}

}  // namespace capi_diff_test
