#include <gtest/gtest.h>

#include "check/check_maps.hpp"
#include "model/resources.hpp"

namespace check_tutti_frutti_test {

using check_maps::Drawing;
using check_maps::only;
using flatline::engine::ResourceKind;
using flatline::engine::Rule;
using flatline::engine::Status;

class TuttiFrutti : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(resources.add(ResourceKind::texture, "LOW", {64, 72}), Status::ok);
        ASSERT_EQ(resources.add(ResourceKind::texture, "TILES", {64, 128}), Status::ok);
        ASSERT_EQ(resources.add(ResourceKind::texture, "TALL", {64, 256}), Status::ok);
        ASSERT_EQ(resources.add(ResourceKind::texture, "SOME"), Status::ok);
    }
    std::string find(const Drawing& map) const {
        flatline::engine::CheckOptions options = only({Rule::texture_tutti_frutti});
        options.resources = &resources;
        return check_maps::checked(map.text(), options);
    }
    std::string wall(const char* texture, int height, const char* name_space = "doom") const {
        Drawing map(name_space);
        map.sector("heightceiling=" + std::to_string(height) + ";");
        map.vertex(0, 0);
        map.vertex(0, 64);
        map.vertex(64, 0);
        map.line(0, 1, 0, -1, "", std::string("texturemiddle=\"") + texture + "\";");
        map.line(1, 2, 0);
        map.line(2, 0, 0);
        return find(map);
    }

    flatline::engine::Resources resources;
};

TEST_F(TuttiFrutti, AWallTallerThanATextureThatIsNotRepeated) {
    constexpr char kFound[] = "texture-tutti-frutti sidedef 0 texturemiddle";
    EXPECT_EQ(wall("LOW", 73), kFound);
    EXPECT_EQ(wall("low", 73), kFound);
    EXPECT_EQ(wall("LOW", 72), "");
    EXPECT_EQ(wall("TILES", 1000), "");
    EXPECT_EQ(wall("TALL", 256), "");
    EXPECT_EQ(wall("TALL", 257), kFound);
    EXPECT_EQ(wall("SOME", 1000), "") << "its size is not known";
    EXPECT_EQ(wall("GONE", 1000), "");
    for (const char* name_space : {"heretic", "hexen", "strife"}) {
        EXPECT_EQ(wall("LOW", 73, name_space), kFound) << name_space;
    }
    for (const char* name_space : {"zdoom", "dsda", "srb2", "eternity"}) {
        EXPECT_EQ(wall("LOW", 73, name_space), "") << name_space;
    }
}

TEST_F(TuttiFrutti, StepsAndBeams) {
    const auto between = [&](const std::string& second, const std::string& front) {
        Drawing map("doom");
        map.sector("heightfloor=0;textureceiling=\"F_SKY1\";");
        map.sector(second);
        for (const auto& [x, y] :
             {std::pair{0, 0}, {0, 64}, {64, 64}, {128, 64}, {128, 0}, {64, 0}}) {
            map.vertex(x, y);
        }
        const int sectors[] = {0, 0, 1, 1, 1, 0};
        for (int i = 0; i < 6; ++i) map.line(i, (i + 1) % 6, sectors[i]);
        map.line(2, 5, 0, 1, "", front);
        return find(map);
    };
    EXPECT_EQ(between("heightfloor=73;", "texturebottom=\"LOW\";"),
              "texture-tutti-frutti sidedef 6 texturebottom");
    EXPECT_EQ(between("heightfloor=72;", "texturebottom=\"LOW\";"), "");
    EXPECT_EQ(between("heightceiling=55;", "texturetop=\"LOW\";"),
              "texture-tutti-frutti sidedef 6 texturetop");
    EXPECT_EQ(between("heightceiling=56;", "texturetop=\"LOW\";"), "");
    EXPECT_EQ(between("heightceiling=20;textureceiling=\"F_SKY1\";", "texturetop=\"LOW\";"), "");
    EXPECT_EQ(between("", "texturemiddle=\"LOW\";"), "") << "it is not repeated by any port";
}

}  // namespace check_tutti_frutti_test
