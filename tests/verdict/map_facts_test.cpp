// What the lumps around a map, its counts and its findings mark.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/binary_maps.hpp"
#include "support/load_text.hpp"
#include "verdict/table.hpp"
#include "verdict/verdict_tools.hpp"

namespace verdict_map_facts_test {

using flatline::engine::MapFormat;
using flatline::engine::Port;
using flatline::engine::Rule;
using flatline::engine::VerdictInput;
using flatline::engine::verdict::Facts;
using flatline::engine::verdict::row;
using verdict_tools::sound;

bool has(const Facts& facts, std::size_t at) {
    return facts.has(at, static_cast<std::size_t>(Port::srb2));
}

Facts of_lumps(MapFormat format, const std::vector<flatline::engine::MapLump>& lumps) {
    flatline::engine::MapEntry entry;
    entry.format = format;
    entry.lumps = {lumps.data(), lumps.size()};
    VerdictInput input;
    input.entry = &entry;
    Facts facts;
    flatline::engine::verdict::collect_lump_facts(input, format, facts);
    return facts;
}

TEST(MapFacts, ALumpThatNoPortLooksForIsInNoOrder) {
    const auto with = [](std::vector<const char*> names) {
        std::vector<flatline::engine::MapLump> lumps;
        for (const char* name : names) lumps.push_back({name, 0, 10, true});
        return of_lumps(MapFormat::doom, lumps);
    };
    EXPECT_FALSE(has(with({"NOTES", "THINGS", "LINEDEFS", "SECTORS"}), row("port-lumps", "order")));
    EXPECT_TRUE(has(with({"NOTES", "LINEDEFS", "THINGS"}), row("port-lumps", "order")));
}

TEST(MapFacts, EmptyNodesAreNone) {
    EXPECT_TRUE(has(of_lumps(MapFormat::udmf, {{"ZNODES", 0, 0, true}}), row("nodes-missing")));
    EXPECT_FALSE(has(of_lumps(MapFormat::udmf, {{"ZNODES", 0, 1, true}}), row("nodes-missing")));
}

// What the lump says counts, else what the load has read; SSECTORS before NODES.
TEST(MapFacts, TheFormOfNodesIsThatOfTheLump) {
    const std::string text = sound(Port::gzdoom).text();
    const auto loaded = load_text::load(text);
    ASSERT_TRUE(loaded);
    VerdictInput input;
    input.map = &loaded.value;
    EXPECT_EQ(flatline::engine::verdict::nodes_form(input, MapFormat::udmf), "");
    input.znodes = load_text::bytes("XNOD");
    EXPECT_EQ(flatline::engine::verdict::nodes_form(input, MapFormat::udmf), "XNOD");
    input = {};
    input.nodes = load_text::bytes("xNd4");
    EXPECT_EQ(flatline::engine::verdict::nodes_form(input, MapFormat::doom), "xNd4");
    input.ssectors = load_text::bytes("XGL2");
    EXPECT_EQ(flatline::engine::verdict::nodes_form(input, MapFormat::doom), "XGL");
}

// The last numbers that 16 bits with a sign hold, and the next ones.
TEST(MapFacts, SixteenBitsEndWhereTheyEnd) {
    const auto is_marked = [](const std::string& id) {
        check_maps::Parts parts = sound(Port::srb2);
        parts.things = "thing{x=8;y=8;type=1;id=" + id + ";}";
        const std::string text = parts.text();
        const auto loaded = load_text::load(text);
        EXPECT_TRUE(loaded);
        Facts facts;
        flatline::engine::verdict::collect_map_facts(loaded.value, facts);
        return has(facts, row("port-sixteen-bits", "thing tag"));
    };
    EXPECT_FALSE(is_marked("32767"));
    EXPECT_TRUE(is_marked("32768"));
    EXPECT_FALSE(is_marked("-32768"));
    EXPECT_TRUE(is_marked("-32769"));
}

TEST(MapFacts, SpecialsThatHexenHas) {
    const auto is_marked = [](const std::string& special) {
        check_maps::Parts parts = sound(Port::gzdoom);
        parts.map_namespace = "hexen";
        parts.sectors = "sector{texturefloor=\"A\";textureceiling=\"A\";special=" + special + ";}";
        const std::string text = parts.text();
        const auto loaded = load_text::load(text);
        EXPECT_TRUE(loaded);
        Facts facts;
        flatline::engine::verdict::collect_map_facts(loaded.value, facts);
        return facts.has(row("port-hexen-special"), static_cast<std::size_t>(Port::gzdoom));
    };
    EXPECT_FALSE(is_marked("140"));
    EXPECT_TRUE(is_marked("141"));
}

// 257 are too many, but each counts once.
TEST(MapFacts, FlatsCountOnce) {
    const auto is_marked = [](int different) {
        check_maps::Parts parts = sound(Port::srb2);
        parts.sectors = "";
        for (int i = 0; i < 600; ++i) {
            const std::string name = "\"F" + std::to_string(i % different) + "\";";
            parts.sectors += "sector{texturefloor=" + name + "textureceiling=" + name + "}";
        }
        const std::string text = parts.text();
        const auto loaded = load_text::load(text);
        EXPECT_TRUE(loaded);
        Facts facts;
        flatline::engine::verdict::collect_map_facts(loaded.value, facts);
        return has(facts, row("limit-srb2-flats"));
    };
    EXPECT_FALSE(is_marked(1));
    EXPECT_FALSE(is_marked(256));
    EXPECT_TRUE(is_marked(257));
}

// SRB2 reads the numbers of vertices with a sign, those that the nodes have added with them.
TEST(MapFacts, VerticesOfClassicNodes) {
    const auto marks_with = [](std::size_t more) {
        reference::BinaryMap map = testing_support::two_rooms(false);
        map.lumps["VERTEXES"] += std::string(4 * more, '\0');
        const auto loaded = flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map),
                                                                   flatline::engine::LoadOptions());
        EXPECT_TRUE(loaded);
        EXPECT_STREQ(loaded.value.nodes().format, "classic");
        EXPECT_EQ(loaded.value.nodes().vertex_count, more);
        Facts facts;
        flatline::engine::verdict::collect_map_facts(loaded.value, facts);
        return facts;
    };
    const std::size_t own = testing_support::two_rooms(false).lumps["VERTEXES"].size() / 4;
    EXPECT_FALSE(has(marks_with(0x7FFF - own), row("port-nodes", "signed")));
    EXPECT_TRUE(has(marks_with(0x8000 - own), row("port-nodes", "signed")));
}

// A sign is one where a blank or nothing follows; what lies after the text is not looked at.
TEST(MapFacts, TheSignOfABadNumber) {
    const std::string_view all = "a=- a=-5 a=-- ";
    const auto is_sign = [&](std::size_t offset, std::size_t size) {
        flatline::engine::Finding finding = flatline::engine::make_finding(Rule::syntax_number);
        finding.offset = offset;
        flatline::engine::FindingList list;
        list.add(finding);
        Facts facts;
        flatline::engine::verdict::collect_finding_facts(list, all.substr(0, size), nullptr, facts);
        EXPECT_NE(has(facts, row("syntax-number", "sign")), has(facts, row("syntax-number")));
        return has(facts, row("syntax-number", "sign"));
    };
    EXPECT_TRUE(is_sign(2, all.size()));
    EXPECT_FALSE(is_sign(6, all.size()));
    EXPECT_TRUE(is_sign(6, 7)) << "the text ends behind it";
    EXPECT_FALSE(is_sign(2, 2)) << "the text ends before it";
    EXPECT_FALSE(is_sign(2, 0));
}

// A map without things stops a port before it looks for a start.
TEST(MapFacts, WithoutThingsNoStartIsMissing) {
    flatline::engine::FindingList list;
    list.add(flatline::engine::make_finding(Rule::player_start_missing));
    check_maps::Parts parts = sound(Port::srb2);
    for (const bool things : {true, false}) {
        if (!things) parts.things = "";
        const std::string text = parts.text();
        const auto loaded = load_text::load(text);
        ASSERT_TRUE(loaded);
        Facts facts;
        flatline::engine::verdict::collect_finding_facts(list, "", &loaded.value, facts);
        EXPECT_EQ(has(facts, row("player-start-missing")), things);
    }
}

}  // namespace verdict_map_facts_test
