// The builder by hand: what each way of storing does to the element, to the columns and to what is
// known to be given.
#include "udmf/builder.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "support/load_text.hpp"
#include "udmf/memory_plan.hpp"

namespace builder_test {
namespace {

using flatline::engine::udmf::Builder;
using flatline::engine::udmf::ColumnBoolean;
using flatline::engine::udmf::FieldRecord;
using flatline::engine::udmf::OpenBlock;
using flatline::engine::udmf::SideValue;

class BuilderTest : public testing::Test {
protected:
    BuilderTest() {
        limits_.things = 2;
        limits_.unknown_fields = 1;
        source_.set(load_text::bytes(kText));
        budget_.announce(1u << 20);
        const auto plan = flatline::engine::udmf::plan_slice(
            flatline::engine::udmf::TextBounds({10, 100, true, false}, {{}, 0, 10}, limits_), 1000,
            limits_, false);
        EXPECT_TRUE(take_memory(plan, {}, {}, memory_, values_));
        place_arrays(plan, memory_, values_, hooks_, budget_, raw_);
        builder_.attach(raw_);
        EXPECT_TRUE(builder_.begin({}, budget_, false));
        builder_.set_defaults(
            flatline::engine::udmf::make_defaults(flatline::engine::Dialect::zdoom, false, false));
    }

    const FieldRecord& field(std::uint8_t block, std::string_view name) const {
        return *table_.find(block, flatline::engine::udmf::make_key(name));
    }
    void open(std::uint8_t kind) {
        ASSERT_TRUE(builder_.open(open_, kind, source_.base, source_.base));
    }
    // The only value for a column so far.
    const SideValue& only_value() const {
        EXPECT_EQ(raw_.values.size(), 1u);
        return raw_.values[0];
    }

    static constexpr std::string_view kText = "STONE METAL";
    flatline::engine::Limits limits_;
    flatline::engine::udmf::Source source_;
    flatline::engine::Budget budget_{1u << 20};
    flatline::engine::MemoryHooks hooks_;
    flatline::engine::udmf::RawMemory memory_;
    flatline::engine::Reservation values_;
    flatline::engine::udmf::RawMap raw_;
    flatline::engine::udmf::FieldTable table_{flatline::engine::Dialect::zdoom, false};
    std::unique_ptr<flatline::engine::text::NamePool> names_ =
        std::make_unique<flatline::engine::text::NamePool>();
    std::uint32_t last_block_[flatline::engine::udmf::kFieldBound];
    Builder builder_{*names_, last_block_, limits_, source_};
    OpenBlock open_;
};

TEST_F(BuilderTest, MembersAreStoredOnce) {
    open(FLATLINE_SECTOR);
    EXPECT_EQ(raw_.sectors[0].lightlevel, 160) << "the default";
    const FieldRecord& light = field(FLATLINE_SECTOR, "lightlevel");
    EXPECT_TRUE(builder_.store(open_, light, std::int32_t{7}));
    EXPECT_FALSE(builder_.store(open_, light, std::int32_t{8})) << "given before";
    EXPECT_EQ(raw_.sectors[0].lightlevel, 7);
    EXPECT_TRUE(builder_.forget(open_, light));
    EXPECT_FALSE(builder_.forget(open_, light)) << "forgotten";
    EXPECT_TRUE(builder_.store(open_, light, std::int32_t{8}));
    EXPECT_EQ(raw_.sectors[0].lightlevel, 8);
    EXPECT_TRUE(builder_.store_default(open_, light));
    EXPECT_EQ(raw_.sectors[0].lightlevel, 160);
    EXPECT_EQ(raw_.values.size(), 0u);
}

TEST_F(BuilderTest, EveryKindOfMember) {
    open(FLATLINE_SECTOR);
    EXPECT_TRUE(builder_.store(open_, field(FLATLINE_SECTOR, "heightfloor"), -2.5));
    EXPECT_EQ(raw_.sectors[0].heightfloor, -2.5);
    const FieldRecord& flat = field(FLATLINE_SECTOR, "texturefloor");
    EXPECT_TRUE(builder_.store(open_, flat, flatline_text{0, 5}));
    EXPECT_EQ(builder_.string_of(raw_.names[raw_.sectors[0].texturefloor]), "STONE");
    // A height outside zdoom is an integer in the text and a double in the struct.
    const flatline::engine::udmf::FieldTable srb2(flatline::engine::Dialect::srb2, false);
    const auto* height =
        srb2.find(FLATLINE_SECTOR, flatline::engine::udmf::make_key("heightceiling"));
    ASSERT_EQ(height->store, flatline::engine::udmf::Store::whole);
    EXPECT_TRUE(builder_.store(open_, *height, std::int32_t{-64}));
    EXPECT_EQ(raw_.sectors[0].heightceiling, -64.0);
    builder_.close(open_);

    open(FLATLINE_THING);
    const FieldRecord& single = field(FLATLINE_THING, "single");
    EXPECT_TRUE(builder_.store(open_, single, true));
    EXPECT_EQ(raw_.things[0].flags, FLATLINE_THING_SINGLE);
    FieldRecord not_single = single;
    not_single.store = flatline::engine::udmf::Store::not_flag;
    EXPECT_TRUE(builder_.forget(open_, single));
    EXPECT_TRUE(builder_.store(open_, not_single, true));
    EXPECT_EQ(raw_.things[0].flags, 0u);
}

TEST_F(BuilderTest, ColumnsOncePerBlock) {
    open(FLATLINE_THING);
    const FieldRecord& gravity = field(FLATLINE_THING, "gravity");
    EXPECT_TRUE(builder_.store(open_, gravity, 0.5));
    EXPECT_FALSE(builder_.store(open_, gravity, 0.25));
    EXPECT_EQ(only_value().real, 0.5);
    EXPECT_EQ(only_value().field, gravity.field);
    EXPECT_EQ(only_value().block, FLATLINE_THING);
    EXPECT_EQ(only_value().kind, FLATLINE_REAL);
    EXPECT_TRUE(builder_.forget(open_, gravity));
    EXPECT_TRUE(builder_.store_default(open_, gravity));
    EXPECT_EQ(raw_.values[1].kind, flatline::engine::udmf::kUnset);
    open(FLATLINE_THING);
    EXPECT_TRUE(builder_.store(open_, gravity, 2.0)) << "another block";
    EXPECT_EQ(raw_.values[2].element, 1u);
}

TEST_F(BuilderTest, BooleansOfColumnsAllOrNone) {
    open(FLATLINE_THING);
    const flatline::engine::FieldId a = field(FLATLINE_THING, "countsecret").field;
    const flatline::engine::FieldId b = field(FLATLINE_THING, "invisible").field;
    const ColumnBoolean both[] = {{a, true}, {b, false}};
    EXPECT_TRUE(builder_.columns(open_.serial, open_.index, open_.kind, both, 1));
    EXPECT_FALSE(builder_.columns(open_.serial, open_.index, open_.kind, both, 2))
        << "the first was given before";
    EXPECT_EQ(only_value().integer, 1);
    EXPECT_EQ(only_value().kind, FLATLINE_BOOLEAN);
}

TEST_F(BuilderTest, BlocksUpToTheLimitAndWhatTheyMiss) {
    open(FLATLINE_THING);
    EXPECT_NE(builder_.missing(open_), 0u);
    for (const char* name : {"x", "y"}) {
        EXPECT_TRUE(builder_.store(open_, field(FLATLINE_THING, name), 1.0));
    }
    const FieldRecord& type = field(FLATLINE_THING, "type");
    EXPECT_EQ(builder_.missing(open_), type.seen);
    EXPECT_EQ(builder_.missing(open_, type.seen), 0u);
    open_.bad = type.seen;  // its value was of a wrong kind
    EXPECT_EQ(builder_.missing(open_, type.seen), type.seen);
    open(FLATLINE_THING);
    const OpenBlock before = open_;
    EXPECT_FALSE(builder_.open(open_, FLATLINE_THING, source_.base, source_.base));
    EXPECT_EQ(open_.serial, before.serial);
    EXPECT_EQ(open_.index, 1u);
    EXPECT_EQ(builder_.block_limit(FLATLINE_THING).count, 2u);
    EXPECT_EQ(builder_.block_limit(FLATLINE_THING).limit, 2u);
}

TEST_F(BuilderTest, UnknownFieldsUpToTheLimit) {
    flatline_unknown value{};
    value.kind = FLATLINE_INTEGER;
    value.value.integer = 4;
    const unsigned char* const key = source_.base + 6;
    EXPECT_TRUE(builder_.keep_unknown(open_.element(), FLATLINE_GLOBAL, key, key + 5, value));
    EXPECT_EQ(raw_.unknowns[0].index, FLATLINE_NONE);
    EXPECT_EQ(raw_.unknowns[0].element, FLATLINE_GLOBAL);
    EXPECT_EQ(builder_.string_of(raw_.unknowns[0].name), "METAL");
    EXPECT_TRUE(builder_.unknowns_are_full());
    EXPECT_FALSE(builder_.keep_unknown(open_.element(), FLATLINE_GLOBAL, key, key + 5, value));
}

TEST_F(BuilderTest, StringsWithoutTheirEscapes) {
    constexpr std::string_view kEscaped = "a\\\"b\\\\";
    const auto* p = reinterpret_cast<const unsigned char*>(kEscaped.data());
    flatline_text text;
    ASSERT_TRUE(builder_.decode(p, p + kEscaped.size(), 4, text));
    EXPECT_EQ(builder_.string_of(text), "a\"b\\");
    ASSERT_TRUE(builder_.keep_namespace("ZDoom"));
    EXPECT_EQ(builder_.string_of(raw_.map_namespace), "zdoom");
}

}  // namespace
}  // namespace builder_test
