// Fields that Woof reads in some namespaces only, compared with what its own parser made of each:
// woof_gates.tsv was recorded on 2026-11-27 by running UDMF_ParseNamespace and the parsers of
// blocks of Woof 5aa6408b (src/p_udmf.c), compiled outside this tree, over a block with that field
// alone. 1 says that the block was changed by it. "other" is a text before its namespace.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "model/load.hpp"
#include "model/scatter.hpp"
#include "support/load_text.hpp"
#include "support/paths.hpp"

namespace field_gate_test {

using flatline::engine::LoadOptions;

struct Fact {
    std::string block, field;
    bool doom, woof;
};

std::vector<Fact> facts() {
    std::ifstream table(paths::source() + "/tests/load/woof_gates.tsv");
    std::vector<Fact> all;
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
        std::istringstream words(line);
        Fact fact;
        int other = 0, doom = 0, woof = 0;
        words >> fact.block >> fact.field >> other >> doom >> woof;
        fact.doom = doom != 0;
        fact.woof = woof != 0;
        all.push_back(fact);
    }
    return all;
}

// A small map in which only `block` gives `field`. Numbers and flags are told apart by what loads.
std::string text_with(const std::string& name_space, const Fact& fact, const std::string& value) {
    const auto more = [&](const char* block) {
        return fact.block == block ? fact.field + " = " + value + "; " : std::string();
    };
    return "namespace = \"" + name_space + "\"; vertex { x = 0; y = 0; " + more("vertex") +
           "} vertex { x = 8; y = 0; } vertex { x = 8; y = 8; } linedef { v1 = 0; v2 = 1; "
           "sidefront = 0; " +
           more("linedef") + "} linedef { v1 = 1; v2 = 2; sidefront = 0; } sidedef { sector = 0; " +
           more("sidedef") + "} sector { texturefloor = \"A\"; textureceiling = \"B\"; " +
           more("sector") + "} thing { x = 1; y = 1; type = 1; " + more("thing") + "}";
}

// Whether a load with the gate differs from one of the same map without the field.
bool is_read(const std::string& name_space, const Fact& fact, const std::string& value) {
    LoadOptions options;
    options.namespace_override = "woof";
    options.field_gate = FLATLINE_GATE_WOOF;
    const std::string text = text_with(name_space, fact, value);
    const auto loaded = flatline::engine::load_borrowed(load_text::bytes(text), options);
    EXPECT_TRUE(loaded) << text;
    const std::string plain = text_with(name_space, {"", "", false, false}, value);
    const auto without = flatline::engine::load_borrowed(load_text::bytes(plain), options);
    const flatline_arrays& a = loaded.value.arrays();
    const flatline_arrays& b = without.value.arrays();
    if (a.column_count != b.column_count) return true;
    const auto differ = [](const auto* x, const auto* y) {
        return std::memcmp(x, y, sizeof *x) != 0;
    };
    return differ(a.linedefs, b.linedefs) || differ(a.things, b.things);
}

TEST(FieldGate, WhatWoofReadsInEachNamespace) {
    std::size_t gated = 0;
    for (const Fact& fact : facts()) {
        if (fact.doom) {
            const bool later = fact.field == "passuse" || fact.field == "friend";
            if (!later) continue;  // read everywhere
        }
        const flatline::engine::FieldId field =
            flatline::engine::find_field(fact.block == "linedef"   ? FLATLINE_LINEDEF
                                         : fact.block == "sidedef" ? FLATLINE_SIDEDEF
                                         : fact.block == "sector"  ? FLATLINE_SECTOR
                                                                   : FLATLINE_THING,
                                         fact.field);
        ASSERT_NE(field, FLATLINE_NO_FIELD) << fact.field;
        ++gated;
        bool doom = false, woof = false;
        for (const char* value : {"7", "true", "\"visual\"", "0.5"}) {
            doom = doom || is_read("doom", fact, value);
            woof = woof || is_read("woof", fact, value);
        }
        EXPECT_EQ(doom, fact.doom) << fact.block << "." << fact.field;
        EXPECT_EQ(woof, fact.woof) << fact.block << "." << fact.field;
    }
    EXPECT_EQ(gated, 73u);
}

TEST(FieldGate, Arg0IsTheIdWhereTheNamespaceDoesNotTellThemApart) {
    const Fact id{"linedef", "id", true, true};
    for (const char* name : {"Doom", "heretic", "strife", "zdoom", "woof"}) {
        LoadOptions options;
        options.arg0_is_id = true;
        const std::string text = text_with(name, id, "7");
        const auto loaded = flatline::engine::load_borrowed(load_text::bytes(text), options);
        ASSERT_TRUE(loaded);
        const bool split = name[0] == 'z' || name[0] == 'w';
        EXPECT_EQ(loaded.value.linedefs()[0].arg[0], split ? 0 : 7) << name;
        EXPECT_EQ(loaded.value.linedefs()[0].id, 7);
    }
}

TEST(FieldGate, InC) {
    const std::string text = text_with("doom", {"linedef", "arg1", false, false}, "7");
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.extras.field_gate = FLATLINE_GATE_WOOF;
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_OK);
    EXPECT_EQ(flatline_map_arrays(map)->linedefs[0].arg[1], 0);
    flatline_free(map);
    options.extras.field_gate = 2;
    EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_BAD_ARGUMENT);
    options.extras.field_gate = 0;
    options.extras.arg0_is_id = 2;
    EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), &options, &map),
              FLATLINE_BAD_ARGUMENT);
}

}  // namespace field_gate_test
