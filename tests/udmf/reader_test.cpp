// What the reader makes of values: each kind of field, given twice, given wrongly, or missing.
#include "udmf/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "udmf/reader_story.hpp"

namespace reader_test {

using flatline::engine::Grammar;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Repair;

const std::string kHead = "namespace=\"zdoom\";";

LoadOptions repairing() {
    LoadOptions options;
    options.repair = Repair::repair;
    return options;
}

// A text, its result and what was said of it.
struct Read {
    explicit Read(const std::string& body, const LoadOptions& options = repairing())
        : text(kHead + body),
          result(load_text::load(text, options)),
          story(reader_story::of(result, text)) {
        EXPECT_EQ(oracle::first_fault(result, text), "") << text;
    }
    const flatline::engine::Map& map() const { return result.value; }

    std::string text;
    LoadResult<flatline::engine::Map> result;
    std::string story;
};

// A value as text, whatever its kind, of element 0: "5", "0.5", "true", "'STONE'", "ids 2".
std::string value(const flatline::engine::Map& map, std::uint8_t block, const std::string& name) {
    const auto number = [](double n) {
        std::string text = std::to_string(n);
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
        return text;
    };
    const flatline::engine::FieldId id = flatline::engine::find_field(block, name);
    const void* const elements[] = {map.vertices().data(), map.linedefs().data(),
                                    map.sidedefs().data(), map.sectors().data(),
                                    map.things().data()};
    for (const flatline::engine::StandardField& field : flatline::engine::standard_fields()) {
        if (field.field != id) continue;
        const auto* member = static_cast<const unsigned char*>(elements[block]) + field.offset;
        std::uint32_t bits = 0;
        std::memcpy(&bits, member, 4);
        if (field.bit != 0) return (bits & field.bit) != 0 ? "true" : "false";
        if (field.is_name) return "'" + std::string(map.name(bits)) + "'";
        if (field.kind == FLATLINE_INTEGER) return std::to_string(static_cast<std::int32_t>(bits));
        double real = 0;
        std::memcpy(&real, member, 8);
        return number(real);
    }
    const flatline_column* column = map.column(id);
    if (column == nullptr || column->elements[0] != 0) return "unset";
    switch (column->kind) {
        case FLATLINE_INTEGER:
            return std::to_string(column->values.integers[0]);
        case FLATLINE_REAL:
            return number(column->values.reals[0]);
        case FLATLINE_BOOLEAN:
            return column->values.booleans[0] != 0 ? "true" : "false";
        case FLATLINE_STRING:
            return "'" + std::string(map.text(column->values.texts[0])) + "'";
        default:
            return "ids " + std::to_string(column->values.ids[0].size);
    }
}

// ---- One field of every way to store a value ----

struct Field {
    const char* map_namespace;
    std::uint8_t block;
    const char* name;
    const char* good;  // two good values as in a text, and as value() tells them
    const char* is_good;
    const char* better;
    const char* is_better;
    const char* wrong;     // a value of another kind
    const char* fallback;  // the default as value() tells it
};

constexpr Field kFields[] = {
    {"zdoom", FLATLINE_SECTOR, "id", "5", "5", "-6", "-6", "\"7\"", "0"},
    {"zdoom", FLATLINE_SECTOR, "lightlevel", "1.0", "1", "0x20", "32", "true", "160"},
    {"zdoom", FLATLINE_SECTOR, "heightfloor", "0.5", "0.5", "-7", "-7", "\"x\"", "0"},
    {"srb2", FLATLINE_SECTOR, "heightfloor", "5", "5", "-7", "-7", "false", "0"},
    {"zdoom", FLATLINE_SECTOR, "texturefloor", "\"A\"", "'A'", "\"LONGERTHANFIFTEEN\"",
     "'LONGERTHANFIFTEEN'", "5", "'-'"},
    {"zdoom", FLATLINE_THING, "ambush", "true", "true", "True", "true", "1", "false"},
    {"zdoom", FLATLINE_THING, "conversation", "5", "5", "6", "6", "\"6\"", "unset"},
    {"zdoom", FLATLINE_SECTOR, "gravity", "0.5", "0.5", "2", "2", "true", "unset"},
    {"zdoom", FLATLINE_SECTOR, "silent", "true", "true", "false", "false", "\"true\"", "unset"},
    {"zdoom", FLATLINE_SECTOR, "comment", "\"a\"", "'a'", "\"\\\"\"", "'\"'", "5.5", "unset"},
    {"zdoom", FLATLINE_SECTOR, "moreids", "\"1 2\"", "ids 2", "\"\"", "ids 0", "5", "unset"},
};

class EveryStore : public testing::TestWithParam<Field> {
protected:
    // The field given these values in turn; what is required is there or repaired.
    void give(const std::vector<std::string>& values) {
        const Field& f = GetParam();
        body_ = std::string(flatline::engine::element_name(f.block)) + "{";
        if (f.block == FLATLINE_THING) body_ += "x=1;y=2;type=3;";
        if (f.block == FLATLINE_SECTOR) {
            body_ += "textureceiling=\"C\";";
            if (f.name != std::string("texturefloor")) body_ += "texturefloor=\"F\";";
        }
        for (const std::string& v : values) body_ += std::string(f.name) + "=" + v + ";";
        body_ += "}";
        text_ = "namespace=\"" + std::string(f.map_namespace) + "\";" + body_;
        result_ = load_text::load(text_, repairing());
        EXPECT_EQ(oracle::first_fault(result_, text_), "");
        EXPECT_TRUE(result_) << load_text::story(result_, text_);
    }
    std::string now() const { return value(result_.value, GetParam().block, GetParam().name); }
    // The rules met, without those that the required fields bring.
    std::string rules() const {
        std::string all;
        for (const flatline::engine::Finding& f : result_.findings.kept()) {
            const std::string rule(load_text::rule_id(f));
            if (rule == "sector-missing-field" || rule == "field-fraction") continue;
            EXPECT_EQ(f.field, flatline::engine::find_field(GetParam().block, GetParam().name))
                << rule;
            all += (all.empty() ? "" : " ") + rule;
        }
        return all;
    }

    std::string body_, text_;
    LoadResult<flatline::engine::Map> result_;
};

TEST_P(EveryStore, Once) {
    const Field& f = GetParam();
    give({});
    EXPECT_EQ(now(), f.fallback);
    give({f.good});
    EXPECT_EQ(now(), f.is_good);
    EXPECT_EQ(rules(), "");
    give({f.better});
    EXPECT_EQ(now(), f.is_better);
    EXPECT_EQ(rules(), "");
}

TEST_P(EveryStore, TheLastCounts) {
    const Field& f = GetParam();
    give({f.good, f.better});
    EXPECT_EQ(now(), f.is_better);
    EXPECT_EQ(rules(), "field-duplicate");
    give({f.better, f.good});
    EXPECT_EQ(now(), f.is_good);
    EXPECT_EQ(rules(), "field-duplicate");
    give({f.good, f.better, f.better, f.good});
    EXPECT_EQ(now(), f.is_good);
    EXPECT_EQ(rules(), "field-duplicate field-duplicate field-duplicate");
}

TEST_P(EveryStore, AWrongKindLeavesTheDefault) {
    const Field& f = GetParam();
    give({f.wrong});
    EXPECT_EQ(now(), f.fallback);
    EXPECT_EQ(rules(), "field-type");
}

TEST_P(EveryStore, GoodThenWrongIsTheDefault) {
    const Field& f = GetParam();
    give({f.good, f.wrong});
    EXPECT_EQ(now(), f.fallback);
    EXPECT_EQ(rules(), "field-duplicate field-type");
}

TEST_P(EveryStore, WrongThenGoodIsGood) {
    const Field& f = GetParam();
    give({f.wrong, f.good});
    EXPECT_EQ(now(), f.is_good);
    EXPECT_EQ(rules(), "field-type field-duplicate");
    give({f.wrong, f.wrong, f.better});
    EXPECT_EQ(now(), f.is_better);
    give({f.good, f.wrong, f.better});
    EXPECT_EQ(now(), f.is_better);
    EXPECT_EQ(rules(), "field-duplicate field-type field-duplicate");
}

std::string title(const testing::TestParamInfo<Field>& info) {
    return std::string(info.param.map_namespace) + "_" + info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Reader, EveryStore, testing::ValuesIn(kFields), title);

TEST(Reader, RepeatsAreToldAtTheKeyThatRepeats) {
    const Read r("sector{texturefloor=\"A\";textureceiling=\"B\";id=1;Id =2;gravity=1;gravity=2;}");
    EXPECT_EQ(r.story, "field-duplicate 'Id'@" + std::to_string(r.text.find("Id")) +
                           " sector 0 id\nfield-duplicate 'gravity'@" +
                           std::to_string(r.text.rfind("gravity")) + " sector 0 gravity");
}

TEST(Reader, TheSameFieldInAnotherBlockIsNoRepeat) {
    const Read r("vertex{x=1;y=1;zfloor=1;}vertex{x=2;y=2;zfloor=2;}thing{x=1;y=1;type=1;}");
    EXPECT_EQ(r.story, "");
    EXPECT_EQ(r.map().column(FLATLINE_VERTEX, "zfloor")->count, 2u);
}

// ---- Required fields ----

constexpr const char* kComplete[] = {"x=1;y=2;", "v1=0;v2=0;sidefront=0;", "sector=0;",
                                     "texturefloor=\"A\";textureceiling=\"B\";", "x=1;y=2;type=3;"};

struct Missing {
    std::uint8_t block;
    const char* fields;
    const char* name;
    const char* rule;
};
constexpr Missing kMissing[] = {
    {FLATLINE_VERTEX, "y=2;", "x", "vertex-missing-field"},
    {FLATLINE_VERTEX, "x=1;x=2;", "y", "vertex-missing-field"},
    {FLATLINE_LINEDEF, "v2=0;sidefront=0;", "v1", "line-missing-field"},
    {FLATLINE_LINEDEF, "v1=0;sidefront=0;", "v2", "line-missing-field"},
    {FLATLINE_LINEDEF, "v1=0;v2=0;sideback=0;", "sidefront", "line-missing-front"},
    {FLATLINE_LINEDEF, "v1=0;v2=0;sideback=-1;", "sidefront", "line-no-sides"},
    {FLATLINE_SIDEDEF, "", "sector", "side-missing-field"},
    {FLATLINE_THING, "y=2;type=3;", "x", "thing-missing-field"},
    {FLATLINE_THING, "x=2;type=3;", "y", "thing-missing-field"},
    {FLATLINE_THING, "x=1;y=2;", "type", "thing-missing-field"},
    // Of a wrong kind is as good as missing.
    {FLATLINE_VERTEX, "x=\"1\";y=2;", "x", "vertex-missing-field"},
    {FLATLINE_VERTEX, "x=1;y=2;x=true;", "x", "vertex-missing-field"},
    {FLATLINE_LINEDEF, "v1=\"0\";v2=0;sidefront=0;", "v1", "line-missing-field"},
    {FLATLINE_LINEDEF, "v1=0;v2=0;sidefront=false;", "sidefront", "line-no-sides"},
    {FLATLINE_SIDEDEF, "sector=\"0\";", "sector", "side-missing-field"},
};

std::string body_with(std::uint8_t block, const std::string& fields) {
    std::string body;
    for (const int kind :
         {FLATLINE_SECTOR, FLATLINE_SIDEDEF, FLATLINE_VERTEX, FLATLINE_LINEDEF, FLATLINE_THING}) {
        body += std::string(flatline::engine::element_name(static_cast<std::uint8_t>(kind))) + "{" +
                kComplete[kind] + "}";
    }
    return body + " " + std::string(flatline::engine::element_name(block)) + " {" + fields + "}";
}

TEST(Reader, AMissingFieldRefusesTheMap) {
    for (const Missing& m : kMissing) {
        const Read r(body_with(m.block, m.fields), LoadOptions{});
        EXPECT_EQ(r.result.status, flatline::engine::Status::refused) << m.fields;
        const std::string element(flatline::engine::element_name(m.block));
        const std::string line = std::string(m.rule) + " '" + element + "'@" +
                                 std::to_string(r.text.rfind(" " + element + " ") + 1) + " " +
                                 element + " 1 " + m.name + "!";
        EXPECT_NE(r.story.find(line), std::string::npos) << line << "\nnot in\n" << r.story;
    }
}

TEST(Reader, RepairMakesItZero) {
    for (const Missing& m : kMissing) {
        const Read r(body_with(m.block, m.fields));
        ASSERT_TRUE(r.result) << r.story;
        EXPECT_NE(r.story.find(" 1 " + std::string(m.name) + "+"), std::string::npos) << r.story;
        EXPECT_EQ(r.result.findings.errors(), r.story.find("field-type") != std::string::npos)
            << "a repair is a warning";
        const flatline_arrays& a = r.map().arrays();
        switch (m.block) {
            case FLATLINE_VERTEX:
                EXPECT_EQ(m.name[0] == 'x' ? a.vertices[1].x : a.vertices[1].y, 0);
                break;
            case FLATLINE_LINEDEF:
                EXPECT_EQ(a.linedefs[1].v1 + a.linedefs[1].v2 + a.linedefs[1].sidefront, 0u);
                break;
            case FLATLINE_SIDEDEF:
                EXPECT_EQ(a.sidedefs[1].sector, 0u);
                break;
            default:
                EXPECT_EQ(value(r.map(), FLATLINE_THING, "x"), "1");
        }
    }
}

TEST(Reader, RepairNeedsAnElementZero) {
    EXPECT_EQ(Read("linedef{}").result.status, flatline::engine::Status::refused);
    EXPECT_EQ(Read("sidedef{}").result.status, flatline::engine::Status::refused);
    EXPECT_EQ(Read("vertex{}").result.status, flatline::engine::Status::ok);
    EXPECT_EQ(Read("vertex{}sidedef{}sector{}linedef{}").result.status,
              flatline::engine::Status::ok);
}

TEST(Reader, AllThatIsMissingIsListedAndIndicesToo) {
    const Read r("vertex{}linedef{v1=7;}thing{}sidedef{sector=9;}", LoadOptions{});
    EXPECT_EQ(r.result.status, flatline::engine::Status::refused);
    std::string rules;
    for (const flatline::engine::Finding& f : r.result.findings.kept()) {
        rules += std::string(load_text::rule_id(f)) + " " +
                 std::string(flatline::engine::field_name(f.field)) + "\n";
    }
    EXPECT_EQ(rules,
              "vertex-missing-field x\nvertex-missing-field y\nline-missing-field v2\n"
              "line-no-sides sidefront\nthing-missing-field x\nthing-missing-field y\n"
              "thing-missing-field type\nline-vertex-range v1\nside-sector-range sector\n");
}

TEST(Reader, SectorsWithoutFlatsAreNoRepair) {
    for (const bool repair : {false, true}) {
        const Read r("sector{}", repair ? repairing() : LoadOptions{});
        ASSERT_TRUE(r.result);
        EXPECT_EQ(r.story,
                  "sector-missing-field 'sector'@18 sector 0 texturefloor\n"
                  "sector-missing-field 'sector'@18 sector 0 textureceiling");
        EXPECT_EQ(r.result.findings.warnings(), 2u);
        EXPECT_EQ(r.map().name(r.map().sectors()[0].texturefloor), "-");
    }
}

// Control sectors of SRB2 have no height, and their makers leave the flats out.
TEST(Reader, SectorsOfSrb2WithoutHeightMayLeaveFlatsOut) {
    const auto warnings = [](const std::string& text) {
        const LoadResult<flatline::engine::Map> result = load_text::load(text, {});
        EXPECT_EQ(result.findings.kept().size(), 2u) << text;
        return result.findings.warnings();
    };
    EXPECT_EQ(warnings("namespace=\"srb2\";sector{}"), 0u);
    EXPECT_EQ(warnings("namespace=\"srb2\";sector{heightfloor=8;heightceiling=-8;}"), 0u);
    EXPECT_EQ(warnings("namespace=\"srb2\";sector{heightceiling=1;}"), 2u);
    EXPECT_EQ(warnings("namespace=\"zdoom\";sector{}"), 2u);
}

TEST(Reader, NoBackSideIsNoFault) {
    const Read r(body_with(FLATLINE_LINEDEF, "v1=0;v2=0;sidefront=0;sideback=-1;"), LoadOptions{});
    ASSERT_TRUE(r.result) << r.story;
    EXPECT_EQ(r.story, "");
    EXPECT_EQ(r.map().linedefs()[1].sideback, FLATLINE_NONE);
    EXPECT_EQ(r.map().linedefs()[0].sideback, FLATLINE_NONE) << "and it is the default";
}

// ---- Numbers ----

TEST(Reader, FractionsOfIntegersAreCutWithAFinding) {
    struct Row {
        const char* text;
        std::int32_t value;
        bool finding;
    };
    for (const Row& row : {Row{"1.0", 1, true}, Row{"-1.9", -1, true}, Row{"0.99", 0, true},
                           Row{"1e2", 100, true}, Row{".5", 0, true}, Row{"7.", 7, true},
                           Row{"0123", 123, false}, Row{"0x10", 16, false}, Row{"+8", 8, false}}) {
        const Read r("vertex{x=0;y=0;}thing{x=0;y=0;type=" + std::string(row.text) + ";}");
        ASSERT_TRUE(r.result) << r.story;
        EXPECT_EQ(r.map().things()[0].type, row.value) << row.text;
        EXPECT_EQ(load_text::find(r.result, "field-fraction") != nullptr, row.finding) << row.text;
        if (row.finding) {
            EXPECT_EQ(r.result.findings.kept()[0].a, row.value);
        }
    }
}

TEST(Reader, CoordinatesRefuseAndHeightsAreToldOf) {
    LoadOptions options = repairing();
    options.limits.coordinate = 100;
    for (const char* good : {"100", "-100", "100.0", "1e2", "99.999", "-0x64"}) {
        EXPECT_TRUE(Read("vertex{x=" + std::string(good) + ";y=0;}", options).result) << good;
    }
    for (const char* bad : {"101", "100.001", "-100.001", "1e3", "0x65", "1e300", "-101"}) {
        const std::string number = bad;
        const Read vertex("vertex{x=0;y=" + number + ";}", options);
        EXPECT_EQ(vertex.story, "limit-coordinate '" + number + "'@31 vertex 0 y!");
        const Read thing("thing{x=" + number + ";}", options);
        EXPECT_EQ(thing.story, "limit-coordinate '" + number + "'@26 thing 0 x!");
        const Read height("thing{x=0;y=0;type=1;height=" + number + ";}", options);
        EXPECT_TRUE(height.result);
        EXPECT_EQ(height.story, "coord-range '" + number + "'@46 thing 0 height");
        EXPECT_TRUE(Read("sector{gravity=" + number + ";}", options).result) << "no coordinate";
    }
}

TEST(Reader, ZeroKeepsItsSignInRealsOnly) {
    const Read r("vertex{x=-0;y=-0.0;}sector{heightfloor=-0;}");
    ASSERT_TRUE(r.result);
    EXPECT_TRUE(std::signbit(r.map().vertices()[0].x));
    EXPECT_TRUE(std::signbit(r.map().vertices()[0].y));
    const std::string srb2 = "namespace=\"srb2\";sector{heightfloor=-0;}";
    const LoadResult<flatline::engine::Map> whole = load_text::load(srb2);
    ASSERT_TRUE(whole);
    EXPECT_FALSE(std::signbit(whole.value.sectors()[0].heightfloor)) << "an integer has no -0";
}

TEST(Reader, ValuesOutsideTheirSetAreKeptWithAFinding) {
    const Read r("linedef{v1=0;v2=0;sidefront=0;renderstyle=\"nosuch\";}vertex{}sidedef{}sector{}");
    ASSERT_TRUE(r.result) << r.story;
    EXPECT_NE(load_text::find(r.result, "field-enum"), nullptr);
    EXPECT_EQ(value(r.map(), FLATLINE_LINEDEF, "renderstyle"), "'nosuch'");
    const Read empty("linedef{v1=0;v2=0;sidefront=0;renderstyle=\"\";}vertex{}sidedef{}sector{}");
    EXPECT_EQ(load_text::find(empty.result, "field-enum"), nullptr);
}

// ---- What is not known ----

TEST(Reader, UnknownsAreKeptInOrderWithTheirKinds) {
    const Read r(
        "a=1;sector{user_b=2.5;C=\"\\\"\";d=TRUE;in{e=-7;f{}}}G{h=9223372036854775807;}"
        "i=0x8000000000;");
    ASSERT_TRUE(r.result) << r.story;
    std::string all;
    for (const flatline_unknown& u : r.map().unknowns()) {
        all += std::string(r.map().text(u.name)) + " " + std::to_string(u.depth) + " " +
               std::string(flatline::engine::element_name(u.element)) + " ";
        if (u.kind == FLATLINE_INTEGER) all += std::to_string(u.value.integer);
        if (u.kind == FLATLINE_REAL) all += std::to_string(u.value.real);
        if (u.kind == FLATLINE_BOOLEAN) all += u.value.boolean != 0 ? "true" : "false";
        if (u.kind == FLATLINE_STRING) all += "'" + std::string(r.map().text(u.value.string)) + "'";
        if (u.kind == FLATLINE_UNKNOWN_BLOCK) all += "{" + std::to_string(u.value.block_end);
        all += "\n";
    }
    EXPECT_EQ(all,
              "a 0 global 1\nuser_b 0 sector 2.500000\nC 0 sector '\"'\nd 0 sector true\n"
              "in 0 sector {7\ne 1 sector -7\nf 1 sector {7\nG 0 block {9\n"
              "h 1 block 9223372036854775807\ni 0 global 549755813888\n");
}

TEST(Reader, FieldsForEverybodyAreNoFinding) {
    EXPECT_EQ(Read("user_a=1;vertex{x=0;y=0;USER_b=1;user_=2;}").story, "");
    const Read r("userb=1;vertex{x=0;y=0;user=1;}");
    EXPECT_EQ(r.story, "field-unknown 'userb'@18 global\nfield-unknown 'user'@41 vertex 0");
}

}  // namespace reader_test
