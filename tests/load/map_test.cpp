#include "model/map.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "support/load_text.hpp"
#include "support/oracle.hpp"

namespace {

using flatline::engine::Dialect;
using flatline::engine::find_field;
using flatline::engine::Grammar;
using flatline::engine::LoadResult;
using flatline::engine::Map;

const std::string kText =
    "namespace=\"ZDoom\";"
    "vertex{x=1;y=2;}vertex{x=3;y=4;zfloor=8;}"
    "linedef{v1=0;v2=1;sidefront=0;sideback=1;comment=\"\\\"hi\\\"\";}"
    "sidedef{sector=0;texturetop=\"STONE\";}sidedef{sector=1;texturetop=\"RO\\CK\";}"
    "sector{texturefloor=\"STONE\";textureceiling=\"\";gravity=0.5;user_a=7;}sector{}"
    "thing{x=0;y=0;type=1;}odd{a=\"\\\\b\";}";

class MapTest : public testing::Test {
protected:
    LoadResult<flatline::engine::Map> result_ = load_text::load(kText);
    const Map& map_ = result_.value;
};

TEST(EmptyMap, AnswersEverythingWithNothing) {
    const Map map;
    EXPECT_TRUE(map.empty());
    EXPECT_TRUE(map.vertices().empty() && map.linedefs().empty() && map.sidedefs().empty() &&
                map.sectors().empty() && map.things().empty() && map.names().empty() &&
                map.columns().empty() && map.ids().empty() && map.unknowns().empty());
    EXPECT_EQ(map.column(FLATLINE_SECTOR, "gravity"), nullptr);
    EXPECT_EQ(map.column(FLATLINE_NO_FIELD), nullptr);
    EXPECT_EQ(map.text({0, 5}), "");
    EXPECT_EQ(map.map_namespace(), "");
    EXPECT_EQ(map.dialect(), Dialect::udmf11);
    EXPECT_EQ(map.grammar(), Grammar::v1_1);
    EXPECT_EQ(map.textmap(), "");
    EXPECT_EQ(flatline::engine::locate(map, FLATLINE_VERTEX, 0, FLATLINE_NO_FIELD),
              FLATLINE_NO_OFFSET);
}

TEST_F(MapTest, ViewsHaveTheElements) {
    ASSERT_TRUE(result_) << load_text::story(result_, kText);
    EXPECT_EQ(oracle::first_fault(map_), "");
    EXPECT_FALSE(map_.empty());
    EXPECT_EQ(map_.vertices().size(), 2u);
    EXPECT_EQ(map_.vertices()[1].y, 4);
    EXPECT_EQ(map_.linedefs()[0].sideback, 1u);
    EXPECT_EQ(map_.sidedefs().size(), 2u);
    EXPECT_EQ(map_.sectors().size(), 2u);
    EXPECT_EQ(map_.things()[0].type, 1);
    EXPECT_EQ(map_.sector_lines(1).size(), 1u);
    EXPECT_EQ(map_.textmap().data(), kText.data()) << "borrowed, not copied";
}

TEST_F(MapTest, NamesAndTextsFromTheTextAndFromDecodedStrings) {
    ASSERT_TRUE(result_);
    EXPECT_EQ(map_.name(0), "-");
    EXPECT_EQ(map_.name(map_.sidedefs()[0].texturetop), "STONE");
    EXPECT_EQ(map_.name(map_.sidedefs()[1].texturetop), "ROCK");
    EXPECT_EQ(map_.sectors()[0].texturefloor, map_.sidedefs()[0].texturetop);
    EXPECT_EQ(map_.name(map_.sectors()[0].textureceiling), "");
    EXPECT_EQ(map_.sectors()[1].textureceiling, 0u);
    EXPECT_EQ(map_.names().size(), 4u);
    const flatline_column* comment = map_.column(FLATLINE_LINEDEF, "COMMENT");
    ASSERT_NE(comment, nullptr);
    EXPECT_EQ(map_.text(comment->values.texts[0]), "\"hi\"");
    ASSERT_EQ(map_.unknowns().size(), 3u);
    EXPECT_EQ(map_.text(map_.unknowns()[0].name), "user_a");
    EXPECT_EQ(map_.text(map_.unknowns()[2].value.string), "\\b");
    const std::string_view stone = map_.name(map_.sidedefs()[0].texturetop);
    EXPECT_GE(stone.data(), kText.data());
    EXPECT_LT(stone.data(), kText.data() + kText.size()) << "a view into the text";
}

TEST_F(MapTest, ColumnsByIdAndName) {
    ASSERT_TRUE(result_);
    ASSERT_EQ(map_.columns().size(), 3u);
    for (const flatline_column& column : map_.columns()) {
        EXPECT_EQ(map_.column(column.field), &column);
        EXPECT_EQ(map_.column(column.element, flatline::engine::field_name(column.field)), &column);
    }
    EXPECT_EQ(map_.column(FLATLINE_SECTOR, "gravity")->values.reals[0], 0.5);
    EXPECT_EQ(map_.column(FLATLINE_SECTOR, "heightfloor"), nullptr) << "a member, not a column";
    EXPECT_EQ(map_.column(FLATLINE_SECTOR, "no such field"), nullptr);
    EXPECT_EQ(map_.column(FLATLINE_NO_FIELD), nullptr);
    for (flatline::engine::FieldId id = 0; !flatline::engine::field_name(id).empty(); ++id) {
        const flatline_column* column = map_.column(id);
        EXPECT_TRUE(column == nullptr || column->field == id);
    }
}

TEST_F(MapTest, NamespaceAndDefaults) {
    ASSERT_TRUE(result_);
    EXPECT_EQ(map_.map_namespace(), "zdoom");
    EXPECT_EQ(map_.dialect(), Dialect::zdoom);
    EXPECT_EQ(map_.grammar(), Grammar::v1_1);
    EXPECT_EQ(map_.field_default(find_field(FLATLINE_SECTOR, "gravity")), "1.0");
    EXPECT_EQ(map_.field_default(find_field(FLATLINE_SECTOR, "lightlevel")), "160");
    EXPECT_EQ(map_.field_default(find_field(FLATLINE_VERTEX, "x")), "");
    EXPECT_EQ(map_.field_default(find_field(FLATLINE_GLOBAL, "namespace")), "");
    EXPECT_EQ(map_.field_default(FLATLINE_NO_FIELD), "");
    const LoadResult<flatline::engine::Map> old = load_text::load("namespace=doom;");
    ASSERT_TRUE(old);
    EXPECT_EQ(old.value.grammar(), Grammar::v0_99);
    EXPECT_EQ(old.value.field_default(find_field(FLATLINE_SECTOR, "lightlevel")), "255");
}

TEST_F(MapTest, MovesHandOver) {
    ASSERT_TRUE(result_);
    const flatline_vertex* vertices = map_.vertices().data();
    Map moved(std::move(result_.value));
    EXPECT_TRUE(result_.value.empty());  // NOLINT(bugprone-use-after-move): it is empty
    EXPECT_TRUE(result_.value.vertices().empty());
    EXPECT_EQ(result_.value.map_namespace(), "");
    EXPECT_EQ(moved.vertices().data(), vertices);
    LoadResult<flatline::engine::Map> other = load_text::load("namespace=\"zdoom\";");
    ASSERT_TRUE(other);
    other.value = std::move(moved);
    EXPECT_TRUE(moved.empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(other.value.vertices().data(), vertices);
    Map& same = other.value;
    other.value = std::move(same);
    EXPECT_EQ(oracle::first_fault(other.value), "");
    other.value = Map();
    EXPECT_TRUE(other.value.empty());
}

TEST_F(MapTest, LocateByElementAndField) {
    ASSERT_TRUE(result_);
    const auto at = [&](std::uint8_t element, std::uint32_t index, const char* field) {
        return flatline::engine::locate(map_, element, index, find_field(element, field));
    };
    EXPECT_EQ(at(FLATLINE_VERTEX, 1, "zfloor"), kText.find("8;"));
    EXPECT_EQ(at(FLATLINE_SECTOR, 1, "gravity"), kText.rfind("sector{"));
    EXPECT_EQ(at(FLATLINE_SECTOR, 2, "gravity"), FLATLINE_NO_OFFSET);
    EXPECT_EQ(flatline::engine::locate(map_, FLATLINE_MAP, 0, FLATLINE_NO_FIELD),
              FLATLINE_NO_OFFSET);
}

}  // namespace
