#include "binary/namespace_rules.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/binary_map.hpp"

namespace namespace_rules_test {

using namespace flatline::engine::binary;
using binary_map::boolean;
using binary_map::Line;
using binary_map::Map;

// "id special a0 a1 a2 a3 a4" of a line with this special and these arguments.
std::string loaded(const std::string& name_space, std::uint32_t special,
                   const std::uint32_t (&args)[5], std::string* unknowns = nullptr) {
    Map map = Map::ground(true);
    Line line;
    line.special = special;
    std::copy(std::begin(args), std::end(args), line.args);
    map.line(line);
    const auto result = map.load_as(name_space);
    if (!result) return "refused";
    const flatline_linedef& loaded_line = result.value.linedefs()[0];
    std::string all = std::to_string(loaded_line.id) + " " + std::to_string(loaded_line.special);
    for (const std::int32_t arg : loaded_line.arg) all += " " + std::to_string(arg);
    if (unknowns != nullptr) *unknowns = binary_map::unknowns(result.value, FLATLINE_LINEDEF, 0);
    return all;
}

TEST(LineSpecials, InHexenOnly121GivesAnId) {
    EXPECT_EQ(loaded("hexen", 121, {7, 1, 2, 3, 4}), "7 0 0 1 2 3 4");
    EXPECT_EQ(loaded("hexen", 0, {7, 1, 2, 3, 4}), "-1 0 7 1 2 3 4");
    for (const LineSpecial& row : kZDoomSpecials) {
        if (row.special == 121) continue;
        EXPECT_EQ(loaded("hexen", row.special, {7, 3, 2, 3, 4}),
                  "-1 " + std::to_string(row.special) + " 7 3 2 3 4");
    }
    EXPECT_EQ(loaded("hexen", kSet3DFloor, {7, 8, 2, 3, 4}), "-1 160 7 8 2 3 4");
}

TEST(LineSpecials, InOtherNamespacesThoseOfZDoom) {
    EXPECT_EQ(loaded("zdoom", 1, {7, 3, 2, 9, 4}), "9 1 7 3 2 0 4");
    EXPECT_EQ(loaded("zdoom", 5, {7, 3, 2, 9, 4}), "4 5 7 3 2 9 0");
    EXPECT_EQ(loaded("zdoom", 121, {7, 0, 2, 3, 1}), "263 0 0 0 2 3 0");
    EXPECT_EQ(loaded("zdoom", 156, {7, 6, 2, 3, 1}), "6 156 7 0 2 3 1");
    EXPECT_EQ(loaded("zdoom", 181, {1, 0, 44, 3, 1}), "44 181 1 0 0 3 1");
    EXPECT_EQ(loaded("zdoom", 215, {7, 3, 2, 9, 4}), "7 215 0 3 2 9 4");
    // The argument stays, because the special reads it as well.
    EXPECT_EQ(loaded("zdoom", 222, {7, 3, 2, 9, 4}), "7 222 7 3 2 9 4");
    EXPECT_EQ(loaded("zdoom", 190, {7, 3, 2, 9, 4}), "7 190 7 3 2 9 4");
    EXPECT_EQ(loaded("zdoom", 208, {7, 128, 1, 1, 4}), "7 208 7 128 1 0 4");
    EXPECT_EQ(loaded("eternity", 208, {0, 128, 1, 0, 4}), "0 208 0 128 1 0 4");
    EXPECT_EQ(loaded("zdoom", 190, {7, 0, 2, 9, 4}), "-1 190 7 0 2 9 4");
    EXPECT_EQ(loaded("zdoom", 160, {7, 1, 2, 9, 4}), "-1 160 1031 1 2 9 0");
    EXPECT_EQ(loaded("zdoom", 160, {7, 9, 2, 9, 4}), "4 160 7 9 2 9 0");
    // Any special that is not in the list, and any namespace but hexen.
    EXPECT_EQ(loaded("zdoom", 80, {7, 3, 2, 9, 4}), "-1 80 7 3 2 9 4");
    EXPECT_EQ(loaded("eternity", 181, {1, 0, 44, 3, 1}), "44 181 1 0 0 3 1");
    EXPECT_EQ(loaded("doom", 80, {7, 3, 2, 9, 4}), "0 80 7 3 2 9 4");
}

TEST(LineSpecials, FlagsInArguments) {
    for (const std::uint32_t special : {121u, 208u}) {
        const std::size_t arg = special == 121 ? 1 : 3;
        for (std::size_t bit = 0; bit < std::size(kArgFlags); ++bit) {
            Map map = Map::ground(true);
            Line line;
            line.special = special;
            line.args[arg] = 1u << bit;
            map.line(line).line({});
            const auto result = map.load_as("zdoom");
            ASSERT_TRUE(result);
            for (std::size_t i = 0; i < std::size(kArgFlags); ++i) {
                EXPECT_EQ(boolean(result.value, FLATLINE_LINEDEF, 0, kArgFlags[i]),
                          i == bit ? "true" : "false")
                    << special << std::string_view(kArgFlags[i]) << bit;
                EXPECT_EQ(boolean(result.value, FLATLINE_LINEDEF, 1, kArgFlags[i]), "false");
            }
        }
    }
}

TEST(LineSpecials, FieldsThatADialectDoesNotKnowKeepTheirOrder) {
    std::string unknowns;
    EXPECT_EQ(loaded("doom", 121, {5, 0xFF, 0, 0, 0}, &unknowns), "5 0 0 0 0 0 0");
    EXPECT_EQ(unknowns,
              "zoneboundary=true clipmidtex=true wrapmidtex=true midtex3d=true "
              "checkswitchrange=true firstsideonly=true ");
}

TEST(NamespaceRules, IdsThatNobodyGivesAreThoseOfTheNamespace) {
    for (const auto& [name, id] : {std::pair<const char*, int>{"hexen", -1},
                                   {"zdoom", -1},
                                   {"heretic", 0},
                                   {"strife", 0},
                                   {"srb2", 0},
                                   {"woof", 0},
                                   {"nobody", -1}}) {
        EXPECT_EQ(NamespaceRules(true, name).default_line_id(), id) << name;
    }
    EXPECT_FALSE(NamespaceRules(true, "nobody").is_known());
    EXPECT_TRUE(NamespaceRules(true, "ZDoom").is_known());
    EXPECT_EQ(NamespaceRules(false, "Eternity").dialect(), flatline::engine::Dialect::eternity);
}

}  // namespace namespace_rules_test
