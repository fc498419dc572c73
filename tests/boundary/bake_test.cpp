// flatline/write.hpp: baked maps.
#include "flatline/write.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "boundary/maps.hpp"
#include "flatline/derived.hpp"

namespace bake_test {

using namespace boundary;
using namespace flatline;

// At a multiple of 8.
class Words {
public:
    explicit Words(const std::string& file) : words_(file.size() / 8 + 1), size_(file.size()) {
        std::memcpy(words_.data(), file.data(), size_);
    }
    Bytes bytes() const { return {words_.data(), size_}; }

private:
    std::vector<std::uint64_t> words_;
    std::size_t size_;
};

TEST(Bake, AMapOpensAsItself) {
    const std::string text = kRooms;
    const Result<Map> map = load(text);
    ASSERT_TRUE(map);
    const flatline_named_lump lump = {"TEXTMAP", Bytes(text)};
    const Result<BakeKey> key = bake_key({&lump, 1});
    ASSERT_TRUE(key);
    LoadOptions repairs;
    repairs.repair = FLATLINE_REPAIR;
    EXPECT_NE(*bake_key({&lump, 1}, repairs), *key);

    const auto runtime = build_runtime(*map);
    BakeOptions with;
    with.key = key->data();
    with.runtime = runtime->raw();
    std::string file;
    EXPECT_EQ(bake(*map, sink_to(file), with), Status::ok);
    const Words words(file);
    BakedOptions options;
    options.key = key->data();
    options.text = text.data();
    options.text_size = text.size();
    const Result<Map> opened = open_baked(words.bytes(), options);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->textmap(), text);
    EXPECT_EQ(opened->things()[1].id, 7);
    EXPECT_EQ(opened->linedefs().size(), map->linedefs().size());
    ASSERT_NE(baked_runtime(*opened), nullptr);
    EXPECT_EQ(baked_runtime(*opened)->line_count, map->linedefs().size());
    EXPECT_EQ(baked_runtime(*map), nullptr);

    file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 1);
    const Words damaged(file);
    const Result<Map> none = open_baked(damaged.bytes());
    EXPECT_EQ(none.status(), Status::unusable);
    EXPECT_TRUE(none.findings().empty());
    EXPECT_EQ(bake(Map(), sink_to(file)), Status::bad_argument);
}

TEST(Bake, ADoom3MapOpensAsItself) {
    const std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    const Result<Doom3Map> map = load_doom3(text);
    ASSERT_TRUE(map);
    std::string file;
    EXPECT_EQ(bake(*map, sink_to(file)), Status::ok);
    const Words words(file);
    const Result<Doom3Map> opened = open_baked_doom3(words.bytes());
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->source(), text);
    EXPECT_EQ(open_baked(words.bytes()).status(), Status::unusable);
    Doom3Options partial;
    partial.partial = 1;
    EXPECT_NE(*bake_key(text, partial), *bake_key(text, Doom3Options()));
}

}  // namespace bake_test
