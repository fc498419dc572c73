// Repairs rule by rule, numbers that do not fit, colours of 32 bits without a sign.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "model/load.hpp"
#include "support/load_text.hpp"

namespace repair_rules_test {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;
using flatline::engine::Repair;
using flatline::engine::Repairs;
using flatline::engine::Rule;
using flatline::engine::Status;

LoadResult<Map> load(const std::string& body, const Repairs& repair = Repair::refuse) {
    static std::string text;  // as long as the map
    text = "namespace=\"zdoom\";" + body;
    LoadOptions options;
    options.repair = repair;
    return flatline::engine::load_borrowed(load_text::bytes(text), options);
}

const std::string kPlace = "vertex{x=1;y=1;}sector{texturefloor=\"A\";textureceiling=\"A\";}";

TEST(RepairRules, EachAloneIsEnoughForItsFault) {
    const struct {
        Rule rule;
        std::string fault;
    } faults[] = {
        {Rule::vertex_missing_field, "vertex{x=1;}"},
        {Rule::line_missing_field, "sidedef{sector=0;}linedef{v1=0;sidefront=0;}"},
        {Rule::line_missing_front, "sidedef{sector=0;}linedef{v1=0;v2=0;sideback=0;}"},
        {Rule::line_no_sides, "sidedef{sector=0;}linedef{v1=0;v2=0;}"},
        {Rule::side_missing_field, "sidedef{}"},
        {Rule::thing_missing_field, "thing{x=1;y=1;}"},
        {Rule::line_vertex_range, "sidedef{sector=0;}linedef{v1=9;v2=0;sidefront=0;}"},
        {Rule::line_side_range, "sidedef{sector=0;}linedef{v1=0;v2=0;sidefront=3;}"},
        {Rule::side_sector_range, "sidedef{sector=5;}"},
        {Rule::number_range, "thing{x=1;y=1;type=1;id=2147483648;}"},
    };
    EXPECT_EQ(flatline::engine::repairable_rules().size(), std::size(faults));
    for (const auto& fault : faults) {
        SCOPED_TRACE(fault.fault);
        Repairs others;
        for (const Rule rule : flatline::engine::repairable_rules()) {
            if (rule != fault.rule) others.add(rule);
        }
        EXPECT_EQ(load(kPlace + fault.fault).status, Status::refused);
        EXPECT_EQ(load(kPlace + fault.fault, others).status, Status::refused);
        EXPECT_EQ(load(kPlace + fault.fault, Repair::repair).status, Status::ok);
        const LoadResult<Map> result = load(kPlace + fault.fault, {fault.rule});
        ASSERT_EQ(result.status, Status::ok);
        ASSERT_EQ(result.findings.kept().size(), 1u);
        EXPECT_EQ(result.findings.kept()[0].rule, static_cast<std::uint16_t>(fault.rule));
        EXPECT_EQ(result.findings.kept()[0].repaired, 1);
        EXPECT_EQ(result.findings.errors(), 0u);
    }
}

// Integers as ports that keep the low 32 bits; what is no integer, and indices, the nearest.
TEST(RepairRules, NumbersThatDoNotFit) {
    const struct {
        const char* number;
        std::int32_t value;
    } numbers[] = {
        {"2147483648", INT32_MIN},
        {"-2147483649", INT32_MAX},
        {"4294967296", 0},
        {"99999999999", 1215752191},
        {"+99999999999999999999", 1661992959},
        {"-99999999999999999999", -1661992959},
        {"0xFFFFFFFF", -1},
        {"0x10000000000000001", 1},
        {"2147483648.0", INT32_MAX},
        {"-1e10", INT32_MIN},
    };
    for (const auto& row : numbers) {
        const LoadResult<Map> result =
            load("thing{x=1;y=1;type=1;id=" + std::string(row.number) + ";}", {Rule::number_range});
        ASSERT_EQ(result.status, Status::ok) << row.number;
        EXPECT_EQ(result.value.things()[0].id, row.value) << row.number;
        const flatline::engine::Finding* finding = load_text::find(result, "number-range");
        ASSERT_NE(finding, nullptr);
        EXPECT_EQ(finding->repaired, 1);
        EXPECT_EQ(finding->severity,
                  static_cast<std::uint8_t>(flatline::engine::Severity::warning));
    }
    const std::string line = kPlace + "sidedef{sector=0;}linedef{v1=4294967296;v2=0;sidefront=0;}";
    EXPECT_EQ(load(line, {Rule::number_range}).status, Status::refused) << "not vertex 0 by chance";
    EXPECT_EQ(load(line, Repair::repair).status, Status::ok);
}

TEST(RepairRules, ColoursHave32BitsWithoutASign) {
    const struct {
        const char* number;
        std::uint32_t value;
    } colours[] = {
        {"4294967295", 0xFFFFFFFFu}, {"2147483648", 0x80000000u}, {"0xFF102030", 0xFF102030u},
        {"-1", 0xFFFFFFFFu},         {"16711680", 0xFF0000u},
    };
    for (const auto& row : colours) {
        for (const char* field : {"fadecolor", "lightcolor", "color_floor", "floorglowcolor"}) {
            const LoadResult<Map> result = load("sector{texturefloor=\"A\";textureceiling=\"A\";" +
                                                std::string(field) + "=" + row.number + ";}");
            ASSERT_EQ(result.status, Status::ok) << field << row.number;
            EXPECT_EQ(result.findings.total(), 0u);
            const auto column =
                result.value.column(flatline::engine::find_field(FLATLINE_SECTOR, field));
            ASSERT_NE(column, nullptr);
            EXPECT_EQ(static_cast<std::uint32_t>(column->values.integers[0]), row.value);
        }
    }
    for (const char* number : {"4294967296", "-2147483649", "4294967295.0"}) {
        EXPECT_EQ(load("sector{fadecolor=" + std::string(number) + ";}").status, Status::refused);
    }
    EXPECT_EQ(load("sector{id=4294967295;}").status, Status::refused) << "no colour";
}

}  // namespace repair_rules_test
