// The C functions that hold the names and thing types of a game.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "support/host_files.hpp"

namespace capi_resources_test {

class CApiResources : public testing::Test {
protected:
    CApiResources() {
        flatline_resources_options options = FLATLINE_RESOURCES_OPTIONS_INIT;
        options.report = [](void* context, const char* path, std::size_t path_size,
                            const flatline_finding* finding) {
            static_cast<std::vector<std::string>*>(context)->push_back(
                std::string(path, path_size) + ": " + flatline_rule_id(finding->rule));
        };
        options.context = &reported;
        EXPECT_EQ(flatline_resources_new(&options, &resources), FLATLINE_OK);
    }
    ~CApiResources() override {
        flatline_free(resources);
        flatline_free(archive);
    }
    flatline_status open_tree() {
        const flatline_source source = files.source();
        return flatline_archive_from_source(&source, nullptr, &archive);
    }
    std::string size_of(const char* texture) const {
        std::uint32_t width = 9;
        std::uint32_t height = 9;
        flatline_resources_texture_size(resources, texture, &width, &height);
        return std::to_string(width) + "x" + std::to_string(height);
    }

    std::vector<std::string> reported;
    capi_tools::HostFiles files;
    flatline_resources* resources = nullptr;
    flatline_archive* archive = nullptr;
};

TEST_F(CApiResources, NamesOfAKind) {
    for (std::uint8_t kind = FLATLINE_TEXTURE; kind <= FLATLINE_FILE; ++kind) {
        EXPECT_EQ(flatline_resources_has(resources, kind), 0);
        EXPECT_EQ(flatline_resources_add(resources, kind, "Name", 64, 128), FLATLINE_OK);
        EXPECT_EQ(flatline_resources_has(resources, kind), 1);
        EXPECT_EQ(flatline_resources_knows(resources, kind, "NAME"), 1);
        EXPECT_EQ(flatline_resources_knows(resources, kind, "OTHER"), 0);
    }
    EXPECT_EQ(size_of("name"), "64x128");
    EXPECT_EQ(size_of("other"), "0x0");
    EXPECT_EQ(flatline_resources_add(resources, FLATLINE_FILE + 1, "A", 0, 0),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_resources_has(resources, FLATLINE_FILE + 1), 0);
    EXPECT_EQ(flatline_resources_knows(resources, FLATLINE_FILE + 1, "NAME"), 0);
}

TEST_F(CApiResources, ABaseBehindThem) {
    flatline_resources* base = nullptr;
    ASSERT_EQ(flatline_resources_new(nullptr, &base), FLATLINE_OK);
    ASSERT_EQ(flatline_resources_add(base, FLATLINE_TEXTURE, "WALL", 8, 9), FLATLINE_OK);
    flatline_resources_set_base(resources, base);
    EXPECT_EQ(flatline_resources_knows(resources, FLATLINE_TEXTURE, "wall"), 1);
    EXPECT_EQ(flatline_resources_has(resources, FLATLINE_TEXTURE), 1);
    EXPECT_EQ(size_of("WALL"), "8x9");
    flatline_resources_set_base(resources, nullptr);
    EXPECT_EQ(flatline_resources_knows(resources, FLATLINE_TEXTURE, "wall"), 0);
    flatline_free(base);
}

TEST_F(CApiResources, ThingTypes) {
    flatline_thing_type type = {16, 56, 3004, 2, 2, 1, 0};
    EXPECT_EQ(flatline_resources_has_thing_types(resources), 0);
    ASSERT_EQ(flatline_resources_add_thing_type(resources, &type), FLATLINE_OK);
    EXPECT_EQ(flatline_resources_has_thing_types(resources), 1);
    EXPECT_EQ(flatline_resources_has_classes(resources), 0);
    flatline_thing_type got = {};
    ASSERT_EQ(flatline_resources_thing_type(resources, 3004, &got), FLATLINE_OK);
    EXPECT_EQ(got.radius, 16);
    EXPECT_EQ(got.height, 56);
    EXPECT_EQ(got.blocking, 2);
    EXPECT_EQ(got.error, 2);
    EXPECT_EQ(got.obsolete, 1);
    got.radius = 1;
    EXPECT_EQ(flatline_resources_thing_type(resources, 5, &got), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(got.radius, 1) << "as it was";
    EXPECT_EQ(flatline_resources_thing_type(resources, 3004, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiResources, OutOfATree) {
    files.files = {{"decorate.txt", "actor Imp 3001 { }"},
                   {"game.cfg", "thingtypes { m { width = 20; 9 { } } } wrong"},
                   {"textures/brick.png", "?"}};
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    ASSERT_EQ(flatline_resources_add_archive(resources, archive), FLATLINE_OK);
    EXPECT_EQ(flatline_resources_knows(resources, FLATLINE_TEXTURE, "BRICK"), 1);
    EXPECT_EQ(flatline_resources_has_classes(resources), 1);
    EXPECT_EQ(flatline_resources_has_thing_types(resources), 0) << "classes are not all of them";
    ASSERT_EQ(flatline_resources_add_game_config(resources, archive, "GAME.CFG"), FLATLINE_OK);
    flatline_thing_type got = {};
    EXPECT_EQ(flatline_resources_thing_type(resources, 9, &got), FLATLINE_OK);
    EXPECT_EQ(got.radius, 20);
    ASSERT_EQ(reported.size(), 1u);
    EXPECT_EQ(reported[0].substr(0, 10), "game.cfg: ");
    EXPECT_EQ(flatline_resources_add_game_config(resources, archive, "none.cfg"), FLATLINE_REFUSED);
}

TEST_F(CApiResources, OverTheirLimit) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "resource-names", "1"), FLATLINE_OK);
    flatline_resources_options options = FLATLINE_RESOURCES_OPTIONS_INIT;
    options.limits = &limits;
    flatline_resources* few = nullptr;
    ASSERT_EQ(flatline_resources_new(&options, &few), FLATLINE_OK);
    EXPECT_EQ(flatline_resources_add(few, FLATLINE_FLAT, "A", 0, 0), FLATLINE_OK);
    EXPECT_EQ(flatline_resources_add(few, FLATLINE_FLAT, "B", 0, 0), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_resources_knows(few, FLATLINE_FLAT, "A"), 1) << "what was there stays";
    flatline_free(few);
}

}  // namespace capi_resources_test
