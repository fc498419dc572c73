// The facts that a text shows, text by text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/findings.hpp"
#include "support/guarded_text.hpp"
#include "verdict/table.hpp"

namespace verdict_text_facts_test {

using flatline::engine::Port;
using flatline::engine::Rule;
using flatline::engine::verdict::Facts;
using flatline::engine::verdict::row;

Facts facts_of(std::string_view text) {
    Facts facts;
    flatline::engine::verdict::collect_text_facts(text, nullptr, nullptr, facts);
    return facts;
}

bool has(const Facts& facts, std::size_t at, Port port) {
    return facts.has(at, static_cast<std::size_t>(port));
}

// Fields after a block in an element are the element's, those after the element are not.
TEST(TextFacts, ABlockInAnElementDoesNotEndIt) {
    constexpr std::size_t kZero = row("portability-leading-zero");
    EXPECT_TRUE(has(facts_of("thing{a{b=1;}angle=010;}"), kZero, Port::gzdoom));
    EXPECT_FALSE(has(facts_of("thing{a{angle=010;}}"), kZero, Port::gzdoom));
    EXPECT_FALSE(has(facts_of("thing{a=1;}angle=010;"), kZero, Port::gzdoom));
}

TEST(TextFacts, AnAssignmentWithoutAValueHasNone) {
    const Facts facts = facts_of("thing{1angle=;type=;}");
    EXPECT_FALSE(has(facts, row("field-type", "word"), Port::dsda));
    EXPECT_FALSE(has(facts, row("field-type"), Port::dsda));
    EXPECT_FALSE(has(facts, row("port-key-digit"), Port::eternity));
    EXPECT_TRUE(has(facts_of("thing{type=word;}"), row("field-type", "word"), Port::dsda));
}

// 32 bytes are the longest key of a field; what begins like one is none.
TEST(TextFacts, LongKeysAreNoFields) {
    constexpr std::size_t kZero = row("portability-leading-zero");
    for (const std::size_t more : {0u, 27u, 28u, 32u, 64u, 256u, 288u}) {
        const std::string key = "angle" + std::string(more, 'e');
        EXPECT_EQ(has(facts_of("thing{" + key + "=010;}"), kZero, Port::gzdoom), more == 0) << key;
        const std::string behind = std::string(more, 'e') + "angle";
        EXPECT_EQ(has(facts_of("thing{" + behind + "=010;}"), kZero, Port::gzdoom), more == 0);
    }
}

// Each port has the fields of its own namespace, and none of 0.99.
TEST(TextFacts, EachPortReadsItsOwnFields) {
    constexpr std::size_t kType = row("field-type");
    EXPECT_TRUE(has(facts_of("linedef{anycross=5;}"), kType, Port::dsda));
    EXPECT_FALSE(has(facts_of("linedef{anycross=5;}"), kType, Port::woof));
    for (const Port port : {Port::gzdoom, Port::srb2, Port::dsda, Port::woof, Port::eternity}) {
        EXPECT_FALSE(has(facts_of("thing{notsingle=5;}"), kType, port));
        EXPECT_TRUE(has(facts_of("thing{single=5;}"), kType, port));
    }
}

TEST(TextFacts, KeysOfThreeLettersThatAreNumbers) {
    constexpr std::size_t kNumber = row("port-key-number");
    EXPECT_TRUE(has(facts_of("thing{inf=1;}"), kNumber, Port::dsda));
    EXPECT_TRUE(has(facts_of("thing{nan=1;}"), kNumber, Port::dsda));
    EXPECT_FALSE(has(facts_of("thing{in=1;}"), kNumber, Port::dsda));
}

TEST(TextFacts, ABlankIsNoControlCharacter) {
    constexpr std::size_t kControl = row("port-string-control");
    EXPECT_FALSE(has(facts_of("thing{comment=\"a b\";}"), kControl, Port::srb2));
    EXPECT_TRUE(has(facts_of("thing{comment=\"a\x1f\";}"), kControl, Port::srb2));
}

// A dot is the first character of a number, or the second after a sign.
TEST(TextFacts, PlacesThatBeginWithADot) {
    constexpr std::size_t kSpelling = row("port-place-spelling");
    for (const char* place : {".5", "-.5", "+.5"}) {
        const std::string text = "thing{x=" + std::string(place) + ";}";
        EXPECT_TRUE(has(facts_of(text), kSpelling, Port::srb2)) << place;
    }
    for (const char* place : {"0.5", "-0.5", "5."}) {
        const std::string text = "thing{x=" + std::string(place) + ";}";
        EXPECT_FALSE(has(facts_of(text), kSpelling, Port::srb2)) << place;
    }
}

TEST(TextFacts, ANulBehindABlockIsInNone) {
    const auto where = [](std::string_view text) {
        const Facts facts = facts_of(text);
        const bool block = has(facts, row("portability-nul", "block"), Port::srb2);
        EXPECT_NE(block, has(facts, row("portability-nul", "map"), Port::srb2));
        return block ? "block" : "map";
    };
    using namespace std::string_view_literals;
    EXPECT_STREQ(where("thing{x=1;}\0thing{x=2;}"sv), "map");
    EXPECT_STREQ(where("thing{x=1;\0}thing{x=2;}"sv), "block");
}

TEST(TextFacts, TheFirstNamespaceCounts) {
    const Facts facts = facts_of("namespace=\"zdoom\";namespace=\"eternity\";");
    EXPECT_TRUE(has(facts, row("port-namespace", "zdoom"), Port::woof));
    EXPECT_FALSE(has(facts, row("port-namespace", "eternity"), Port::woof));
}

// SRB2 stops only at keys that it requires.
TEST(TextFacts, CaseOfKeysThatAreNotRequired) {
    const Facts facts = facts_of("sidedef{sector=0;OffsetX=1;}");
    EXPECT_TRUE(has(facts, row("portability-case-srb2"), Port::srb2));
    EXPECT_FALSE(has(facts, row("portability-case-srb2", "required"), Port::srb2));
    EXPECT_TRUE(
        has(facts_of("sidedef{Sector=0;}"), row("portability-case-srb2", "required"), Port::srb2));
}

// Findings of another text may point anywhere.
TEST(TextFacts, AnErrorBehindTheTextCutsNothing) {
    const std::string text = "thing{angle=010;}";
    guarded::Page page(64);
    const flatline::engine::Bytes put = page.put(text);
    for (const std::uint64_t offset : {std::uint64_t{text.size()}, std::uint64_t{5000},
                                       std::uint64_t{1} << 32, std::uint64_t{1} << 62}) {
        flatline::engine::Finding finding = flatline::engine::make_finding(Rule::syntax_brace);
        finding.lump = static_cast<std::uint8_t>(flatline::engine::Lump::textmap);
        finding.offset = offset;
        finding.refuses = 1;
        flatline::engine::FindingList list;
        list.add(finding);
        Facts facts;
        flatline::engine::verdict::collect_text_facts(
            {reinterpret_cast<const char*>(put.data()), put.size()}, nullptr, &list, facts);
        EXPECT_TRUE(has(facts, row("portability-leading-zero"), Port::gzdoom)) << offset;
        EXPECT_TRUE(has(facts, row("portability-final-newline"), Port::srb2)) << "not cut";
    }
}

}  // namespace verdict_text_facts_test
