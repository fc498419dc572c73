// What decides a verdict, and what does not; any bytes of text are safe to judge.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "model/check.hpp"
#include "model/verdict.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "verdict/verdict_tools.hpp"

namespace verdict_judge_test {

using check_maps::Parts;
using flatline::engine::Judgement;
using flatline::engine::Port;
using flatline::engine::Rule;
using flatline::engine::Verdict;
using verdict_tools::judged_text;
using verdict_tools::sound;

/// The verdict of the port on a sound map of its own with `more` in its first thing.
Verdict with(Port port, const std::string& more) {
    Parts parts = sound(port);
    parts.things.insert(parts.things.find('{') + 1, more);
    return judged_text(parts.text()).verdicts[port];
}

TEST(Judge, WhatAllPortsReadAlikeLoads) {
    for (const char* harmless :
         {"angle=0;", "angle=00;", "angle=07;", "angle=-90;", "height=5;", "// comment\n",
          "/* comment */", "user_a=1.5;", "ambush=true;", "ambush=false;", "id=7;"}) {
        for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
            const auto port = static_cast<Port>(i);
            const Verdict verdict = with(port, harmless);
            EXPECT_EQ(verdict.rule, "") << harmless << " " << flatline::engine::port_name(port);
        }
    }
}

// Each port reads fields by its own table: a height with a fraction is one in zdoom, and stops
// dsda-doom, which takes that namespace for its own.
TEST(Judge, AFieldIsThatOfThePort) {
    Parts parts = sound(Port::gzdoom);
    parts.sectors.insert(parts.sectors.find('{') + 1, "heightceiling=64.5;");
    const flatline::engine::Verdicts verdicts = judged_text(parts.text()).verdicts;
    EXPECT_EQ(verdicts[Port::gzdoom].rule, "");
    EXPECT_EQ(verdicts[Port::dsda].judgement, Judgement::refuses);
    EXPECT_EQ(verdicts[Port::dsda].rule, "field-fraction");
    // One that a port does not know is passed over there, whatever its value.
    EXPECT_EQ(with(Port::woof, "user_b=\"text\";").rule, "");
    EXPECT_EQ(with(Port::woof, "pitch=1.5;").rule, "");
    EXPECT_EQ(with(Port::gzdoom, "pitch=1.5;").rule, "field-fraction");
}

TEST(Judge, TheWorstCountsAndOfEquallyBadOnesTheFirstOfTheTable) {
    EXPECT_EQ(with(Port::gzdoom, "angle=010;").rule, "portability-leading-zero");
    EXPECT_EQ(with(Port::gzdoom, "angle=\"5\";id=010;").rule, "portability-leading-zero");
    EXPECT_EQ(with(Port::gzdoom, "comment=\"a\\\\\";angle=010;").judgement, Judgement::undefined);
    const Verdict verdict = with(Port::gzdoom, "comment=\"a\\\\\";;angle=010;");
    EXPECT_EQ(verdict.judgement, Judgement::refuses);
    EXPECT_EQ(verdict.rule, "portability-semicolon");
    EXPECT_EQ(verdict.document, "docs/verdicts.md");
    EXPECT_EQ(verdict.section, "Text");
}

// The list may be full of others, or keep none at all.
TEST(Judge, FindingsThatWereNotKeptCount) {
    const std::string text = sound(Port::srb2).text() + "sidedef{sector=0;}\n";
    const flatline::engine::LoadResult<flatline::engine::Map> loaded = load_text::load(text);
    flatline::engine::CheckOptions options;
    options.limits.findings = options.limits.finding_lines = 0;
    const auto checked = flatline::engine::check(loaded.value, options);
    ASSERT_EQ(checked.findings.kept().size(), 0u);
    EXPECT_TRUE(checked.findings.rules().has(Rule::side_unused));
    flatline::engine::VerdictInput input;
    input.map = &loaded.value;
    input.load = &loaded.findings;
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].rule, "");
    input.check = &checked.findings;
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].rule, "side-unused");
}

TEST(Judge, WhatNoDocumentSaysOfARefusalIsUnknown) {
    const std::string text = sound(Port::gzdoom).text();
    flatline::engine::LoadOptions options;
    options.limits.vertices = 2;
    const Verdict verdict = judged_text(text, options).verdicts[Port::gzdoom];
    EXPECT_EQ(verdict.judgement, Judgement::unknown);
    EXPECT_EQ(verdict.rule, "limit-vertices");
    EXPECT_EQ(verdict.document, "");
    options.limits.findings = options.limits.finding_lines = 0;
    EXPECT_EQ(judged_text(text, options).verdicts[Port::gzdoom].rule, "limit-vertices");
    options.limits.findings = 10;
    // What is known to be worse counts all the same.
    EXPECT_EQ(judged_text(text, options).verdicts[Port::woof].rule, "port-namespace");
    // A limit below that of ports says nothing about them.
    options = {};
    options.limits.coordinate = 10;
    EXPECT_EQ(judged_text(text, options).verdicts[Port::gzdoom].judgement, Judgement::unknown);
}

// An error of which the table says nothing for a port; a thing without a type zdbsp copies.
TEST(Judge, WhatNoDocumentSaysOfAnErrorIsUnknown) {
    flatline::engine::FindingList list;
    list.add(flatline::engine::make_finding(Rule::line_vertex_range));
    flatline::engine::VerdictInput input;
    input.format = flatline::engine::MapFormat::hexen;
    input.check = &list;
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].judgement, Judgement::unknown);
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].rule, "line-vertex-range");
    EXPECT_EQ(flatline::engine::judge(input)[Port::zdbsp].judgement, Judgement::undefined);

    Parts parts = sound(Port::zdbsp);
    parts.things += "thing{x=8;y=8;}";
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    const flatline::engine::Verdicts verdicts = judged_text(parts.text(), options).verdicts;
    EXPECT_EQ(verdicts[Port::zdbsp].judgement, Judgement::loads);
    EXPECT_EQ(verdicts[Port::gzdoom].judgement, Judgement::repairs);
}

// SRB2 takes Hexen's records for Doom's.
TEST(Judge, AFormatIsJudgedByItself) {
    flatline::engine::VerdictInput input;
    EXPECT_EQ(input.format, flatline::engine::MapFormat::udmf);
    input.format = flatline::engine::MapFormat::hexen;
    const flatline::engine::Verdicts verdicts = flatline::engine::judge(input);
    EXPECT_EQ(verdicts[Port::srb2].judgement, Judgement::repairs);
    EXPECT_EQ(verdicts[Port::srb2].rule, "port-format");
    EXPECT_EQ(verdicts[Port::woof].judgement, Judgement::refuses);
    EXPECT_EQ(verdicts[Port::gzdoom].judgement, Judgement::loads);
}

TEST(Judge, WithoutMemoryNothingIsKnown) {
    flatline::engine::FindingList list;
    list.add(flatline::engine::make_finding(Rule::out_of_memory));
    flatline::engine::VerdictInput input;
    input.load = &list;
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].judgement, Judgement::unknown);
    EXPECT_EQ(flatline::engine::judge(input)[Port::srb2].rule, "out-of-memory");
}

TEST(Judge, StrictIsNoMatterOfPorts) {
    const std::string text = sound(Port::gzdoom).text();
    flatline::engine::LoadOptions options;
    options.strict = true;
    const std::string znodes = "NONE1234";
    options.lumps.znodes = load_text::bytes(znodes);
    const flatline::engine::Verdicts verdicts = judged_text(text, options).verdicts;
    EXPECT_EQ(verdicts[Port::gzdoom].rule, "nodes-signature");
    EXPECT_EQ(verdicts[Port::gzdoom].judgement, Judgement::repairs);
}

// GZDoom builds its own nodes in place of XNOD in ZNODES, whatever is wrong in them.
TEST(Judge, NodesThatAPortDoesNotTakeAreJudgedByTheirFormAlone) {
    flatline::engine::FindingList list;
    list.add(flatline::engine::make_finding(Rule::nodes_tree));
    flatline::engine::VerdictInput input;
    input.load = &list;
    EXPECT_EQ(flatline::engine::judge(input)[Port::gzdoom].rule, "nodes-tree");
    input.znodes = load_text::bytes("XNOD");
    EXPECT_EQ(flatline::engine::judge(input)[Port::gzdoom].rule, "port-nodes");
    EXPECT_EQ(flatline::engine::judge(input)[Port::woof].rule, "nodes-tree");
}

// Nodes of DeePBSP have a signature, but the numbers of classic ones; GZDoom repairs what is wrong
// in classic nodes, and only in those.
TEST(Judge, TheFormOfTheNodesSaysWhichRowsApply) {
    flatline::engine::FindingList list;
    list.add(flatline::engine::make_finding(Rule::nodes_tree));
    for (const flatline::engine::MapFormat format :
         {flatline::engine::MapFormat::doom, flatline::engine::MapFormat::hexen}) {
        const auto judgement = [&](std::string_view nodes) {
            flatline::engine::VerdictInput input;
            input.format = format;
            input.load = &list;
            input.nodes = load_text::bytes(nodes);
            const Verdict verdict = flatline::engine::judge(input)[Port::gzdoom];
            EXPECT_EQ(verdict.rule, "nodes-tree") << nodes;
            return verdict.judgement;
        };
        EXPECT_EQ(judgement(""), Judgement::repairs);
        EXPECT_EQ(judgement("xNd4"), Judgement::repairs);
        EXPECT_EQ(judgement("ZNOD"), Judgement::undefined);
    }
}

// Errors that were repaired are no reason for a refusal, where those that are one were kept.
TEST(Judge, OnlyWhatRefusedIsTheReason) {
    flatline::engine::FindingList list;
    flatline::engine::Finding repaired = flatline::engine::make_finding(Rule::limit_vertices);
    repaired.refuses = 0;
    list.add(repaired);
    flatline::engine::Finding refusing = flatline::engine::make_finding(Rule::limit_nesting);
    refusing.refuses = 1;
    list.add(refusing);
    flatline::engine::VerdictInput input;
    input.load = &list;
    EXPECT_EQ(flatline::engine::judge(input)[Port::gzdoom].rule, "limit-nesting");
}

TEST(Judge, NamesOfJudgements) {
    EXPECT_EQ(flatline::engine::judgement_name(Judgement::loads), "loads");
    EXPECT_EQ(flatline::engine::judgement_name(Judgement::refuses), "refuses");
    EXPECT_EQ(flatline::engine::judgement_name(static_cast<Judgement>(5)), "");
}

// After an error of grammar only those ports go on that have a reader of their own: zdbsp passes
// over the brace and stops at the plus.
TEST(Judge, BehindTheFirstErrorThePortGoesOnByItself) {
    const Parts parts = sound(Port::zdbsp);
    const std::string text = parts.text() + "}\nthing{x=+5;y=0;type=1;}\n";
    EXPECT_EQ(judged_text(text).verdicts[Port::zdbsp].rule, "port-text");
    EXPECT_EQ(judged_text(text).verdicts[Port::zdbsp].judgement, Judgement::refuses);
    EXPECT_EQ(judged_text(parts.text() + "}\n").verdicts[Port::zdbsp].judgement,
              Judgement::repairs);
    EXPECT_EQ(judged_text(parts.text() + "thing{x=+5;y=0;type=1;}\n").verdicts[Port::zdbsp].rule,
              "portability-plus");
}

TEST(Judge, NothingIsJudgedOfNothing) {
    for (const flatline::engine::MapFormat format :
         {flatline::engine::MapFormat::udmf, flatline::engine::MapFormat::doom,
          flatline::engine::MapFormat::doom3}) {
        flatline::engine::VerdictInput input;
        input.format = format;
        for (const Verdict& verdict : flatline::engine::judge(input).of)
            EXPECT_EQ(verdict.rule, "");
    }
}

// No byte after the text is read, whatever the text is.
TEST(Judge, AnyBytesAreSafe) {
    std::string text = sound(Port::srb2).text();
    text += "foo{bar{a=\"\\\\\";}}thing{x=.5;y=0x1F;type=1e+2;comment=\"\\q\\\"\";}/*\0*/// end";
    guarded::Page page(text.size() * 2);
    flatline::engine::VerdictInput input;
    const auto judge = [&](std::string_view bytes) {
        const flatline::engine::Bytes put = page.put(bytes);
        input.text = {reinterpret_cast<const char*>(put.data()), put.size()};
        return flatline::engine::judge(input);
    };
    for (std::size_t size = 0; size <= text.size(); ++size) judge(text.substr(0, size));
    std::mt19937 random(1);
    constexpr std::string_view kBytes = "{}=;\"\\/*.+-0eE9xaV \n\t\xEF\xBB\xBF_";
    for (int i = 0; i < 20000; ++i) {
        std::string bad = text;
        for (int k = 0; k < 4; ++k) {
            const std::size_t at = random() % bad.size();
            bad[at] = random() % 16 == 0 ? '\0' : kBytes[random() % kBytes.size()];
        }
        judge(bad.substr(random() % bad.size()));
    }
}

TEST(Judge, EachPortHasAName) {
    for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
        EXPECT_NE(flatline::engine::port_name(static_cast<Port>(i)), "") << i;
    }
    EXPECT_EQ(flatline::engine::port_name(static_cast<Port>(flatline::engine::kPortCount)), "");
}

}  // namespace verdict_judge_test
