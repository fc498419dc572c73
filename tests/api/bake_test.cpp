// The C functions about baked maps: what they take, what they give, and how they end.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "support/wad_builder.hpp"

namespace capi_bake_test {

constexpr char kDoom3[] = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";

// A file at a multiple of 8.
struct File {
    std::vector<std::uint64_t> words;
    std::size_t size = 0;

    const void* data() const { return words.data(); }
    unsigned char* bytes() { return reinterpret_cast<unsigned char*>(words.data()); }
    flatline_sink sink() {
        const auto write = [](void* context, const void* bytes, size_t count) {
            auto* file = static_cast<File*>(context);
            file->words.resize((file->size + count) / 8 + 1);
            std::memcpy(file->bytes() + file->size, bytes, count);
            file->size += count;
            return 1;
        };
        return {write, this};
    }
};

class CApiBake : public testing::Test {
protected:
    CApiBake() : text(testing_support::square_text("zdoom")) {
        EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
                  FLATLINE_OK);
        const flatline_sink to = file.sink();
        EXPECT_EQ(flatline_map_bake(map, &to, nullptr), FLATLINE_OK);
    }
    ~CApiBake() override { flatline_free(map); }

    std::string text;
    flatline_map* map = nullptr;
    File file;
};

TEST_F(CApiBake, OpensWhatItBaked) {
    flatline_baked_options options = FLATLINE_BAKED_OPTIONS_INIT;
    options.text = text.data();
    options.text_size = text.size();
    flatline_map* opened = nullptr;
    ASSERT_EQ(flatline_map_open_baked(file.data(), file.size, &options, &opened), FLATLINE_OK);
    EXPECT_EQ(flatline_status_of(opened), FLATLINE_OK);
    EXPECT_EQ(flatline_map_arrays(opened)->linedef_count, flatline_map_arrays(map)->linedef_count);
    size_t size = 0;
    EXPECT_EQ(flatline_map_textmap(opened, &size), text.data());
    EXPECT_EQ(size, text.size());
    EXPECT_STREQ(flatline_map_namespace(opened, nullptr), "zdoom");
    std::size_t own = 0, other = 0;
    flatline_findings(map, &own);
    flatline_findings(opened, &other);
    EXPECT_EQ(own, other);
    EXPECT_EQ(flatline_map_baked_runtime(opened), nullptr);
    // It is a map like any other: it can be built from, baked again, given to a loader.
    flatline_built_runtime* runtime = nullptr;
    ASSERT_EQ(flatline_build_runtime(opened, FLATLINE_RUNTIME_ALL, nullptr, &runtime), FLATLINE_OK);
    flatline_bake_options with = FLATLINE_BAKE_OPTIONS_INIT;
    with.runtime = runtime;
    File again;
    const flatline_sink to = again.sink();
    EXPECT_EQ(flatline_map_bake(opened, &to, &with), FLATLINE_OK);
    flatline_free(runtime);
    flatline_loader* loader = flatline_loader_create(nullptr);
    flatline_recycle(loader, opened);
    ASSERT_EQ(flatline_map_open_baked(again.data(), again.size, nullptr, &opened), FLATLINE_OK);
    ASSERT_NE(flatline_map_baked_runtime(opened), nullptr);
    EXPECT_EQ(flatline_map_baked_runtime(opened)->tables, std::uint32_t{FLATLINE_RUNTIME_ALL});
    flatline_map* loaded = nullptr;
    EXPECT_EQ(flatline_load_borrowed(loader, text.data(), text.size(), nullptr, &loaded),
              FLATLINE_OK);
    flatline_free(loaded);
    flatline_free(opened);
    flatline_free(loader);
}

TEST_F(CApiBake, RefusesWhatItDidNotBake) {
    flatline_map* opened = map;
    EXPECT_EQ(flatline_map_open_baked(text.data(), text.size(), nullptr, &opened),
              FLATLINE_UNUSABLE);
    EXPECT_EQ(opened, nullptr);
    file.bytes()[file.size - 1] ^= 1;
    EXPECT_EQ(flatline_map_open_baked(file.data(), file.size, nullptr, &opened), FLATLINE_UNUSABLE);
    EXPECT_EQ(opened, nullptr);
    flatline_doom3_map* doom3 = nullptr;
    EXPECT_EQ(flatline_doom3_map_open_baked(file.data(), file.size, nullptr, &doom3),
              FLATLINE_UNUSABLE);
    EXPECT_STREQ(flatline_status_name(FLATLINE_UNUSABLE), "unusable");
}

TEST_F(CApiBake, TakesOnlyGoodArguments) {
    flatline_map* opened = nullptr;
    const flatline_sink to = file.sink();
    EXPECT_EQ(flatline_map_bake(nullptr, &to, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_bake(map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    const flatline_sink none = {nullptr, nullptr};
    EXPECT_EQ(flatline_map_bake(map, &none, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_open_baked(nullptr, 1, nullptr, &opened), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_map_open_baked(nullptr, 0, nullptr, &opened), FLATLINE_UNUSABLE);
    EXPECT_EQ(flatline_map_open_baked(file.data(), file.size, nullptr, nullptr),
              FLATLINE_BAD_ARGUMENT);
    flatline_map* refused = nullptr;
    EXPECT_EQ(flatline_load_borrowed(nullptr, "vertex {", 8, nullptr, &refused), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_map_bake(refused, &to, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_free(refused);
    const flatline_sink full = {[](void*, const void*, size_t) { return 0; }, nullptr};
    EXPECT_EQ(flatline_map_bake(map, &full, nullptr), FLATLINE_CANCELLED);
}

TEST_F(CApiBake, KeysTellLoadsApart) {
    uint8_t key[FLATLINE_BAKE_KEY_BYTES], other[FLATLINE_BAKE_KEY_BYTES];
    flatline_named_lump lump = {"TEXTMAP", {text.data(), text.size()}};
    ASSERT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, nullptr, key), FLATLINE_OK);
    ASSERT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, nullptr, other), FLATLINE_OK);
    EXPECT_EQ(std::memcmp(key, other, sizeof key), 0);
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.repair = FLATLINE_REPAIR;
    ASSERT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, &options, other), FLATLINE_OK);
    EXPECT_NE(std::memcmp(key, other, sizeof key), 0);
    EXPECT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 17, nullptr, key),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, nullptr, 1, nullptr, key),
              FLATLINE_BAD_ARGUMENT);
    ASSERT_EQ(flatline_bake_key(FLATLINE_FORMAT_HEXEN, &lump, 1, nullptr, other), FLATLINE_OK);
    EXPECT_NE(std::memcmp(key, other, sizeof key), 0);
    EXPECT_EQ(flatline_bake_key(FLATLINE_FORMAT_DOOM3, &lump, 1, nullptr, other),
              FLATLINE_BAD_ARGUMENT);
    lump.name = nullptr;
    EXPECT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, nullptr, key),
              FLATLINE_BAD_ARGUMENT);
    lump = {"TEXTMAP", {nullptr, 1}};
    EXPECT_EQ(flatline_bake_key(FLATLINE_FORMAT_UDMF, &lump, 1, nullptr, key),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_doom3_bake_key(kDoom3, sizeof kDoom3 - 1, nullptr, other), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_bake_key(nullptr, 1, nullptr, other), FLATLINE_BAD_ARGUMENT);
}

TEST(CApiBakeDoom3, OpensWhatItBaked) {
    flatline_doom3_map* map = nullptr;
    ASSERT_EQ(flatline_doom3_load_borrowed(nullptr, kDoom3, sizeof kDoom3 - 1, nullptr, &map),
              FLATLINE_OK);
    File file;
    const flatline_sink to = file.sink();
    ASSERT_EQ(flatline_doom3_map_bake(map, &to, nullptr), FLATLINE_OK);
    flatline_free(map);
    ASSERT_EQ(flatline_doom3_map_open_baked(file.data(), file.size, nullptr, &map), FLATLINE_OK);
    EXPECT_EQ(flatline_doom3_map_arrays(map)->entity_count, 1u);
    size_t size = 0;
    EXPECT_STREQ(std::string(flatline_doom3_map_source(map, &size), sizeof kDoom3 - 1).c_str(),
                 kDoom3);
    EXPECT_EQ(size, sizeof kDoom3 - 1);
    flatline_free(map);
}

}  // namespace capi_bake_test
