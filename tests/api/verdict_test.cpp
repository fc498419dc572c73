// The C functions that judge, beside the C++ ones.
#include <gtest/gtest.h>

#include <string>

#include "flatline/flatline.h"
#include "model/check.hpp"
#include "model/verdict.hpp"
#include "support/capi_tools.hpp"
#include "support/host_files.hpp"
#include "support/load_text.hpp"
#include "support/wad_builder.hpp"

namespace capi_verdict_test {

using capi_tools::HostFiles;
using capi_tools::Loaded;
using testing_support::square_text;

void expect_same(const flatline_verdict* made, const flatline::engine::Verdicts& expected) {
    for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
        EXPECT_EQ(made[i].judgement, static_cast<int>(expected.of[i].judgement)) << i;
        EXPECT_EQ(made[i].rule, expected.of[i].rule) << i;
        EXPECT_EQ(made[i].document, expected.of[i].document) << i;
        EXPECT_EQ(made[i].section, expected.of[i].section) << i;
    }
}

TEST(CApiVerdict, JudgesWhatCppJudges) {
    const std::string text = square_text() + "sidedef { sector = 0; }\n";
    const Loaded loaded(text);
    flatline_report* report = nullptr;
    ASSERT_EQ(flatline_check(loaded.map, nullptr, &report), FLATLINE_OK);
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.report = report;
    options.znodes = "XNOD";
    options.znodes_size = 4;
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_OK);

    const flatline::engine::LoadResult<flatline::engine::Map> same = load_text::load(text);
    ASSERT_TRUE(same);
    const auto checked = flatline::engine::check(same.value);
    flatline::engine::VerdictInput input;
    input.map = &same.value;
    input.load = &same.findings;
    input.check = &checked.findings;
    input.znodes = load_text::bytes("XNOD");
    expect_same(made, flatline::engine::judge(input));
    EXPECT_EQ(made[FLATLINE_PORT_DSDA].judgement, FLATLINE_REFUSES);
    flatline_free(report);
}

TEST(CApiVerdict, JudgesARefusedMapByItsText) {
    const std::string text = square_text() + "}";
    const Loaded loaded(text);
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(loaded.map, nullptr, made), FLATLINE_OK);
    const flatline::engine::LoadResult<flatline::engine::Map> same = load_text::load(text);
    ASSERT_FALSE(same);
    flatline::engine::VerdictInput input;
    input.load = &same.findings;
    input.text = text;
    expect_same(made, flatline::engine::judge(input));
    EXPECT_STREQ(made[FLATLINE_PORT_GZDOOM].rule, "syntax-brace");
}

// It has no text to judge.
TEST(CApiVerdict, JudgesARefusedBinaryMapByItsFindings) {
    const unsigned char line[14] = {};  // of vertices that are not there
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    lumps.linedefs = {line, sizeof line};
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_binary_borrowed(nullptr, &lumps, nullptr, &map), FLATLINE_REFUSED);
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.nodes = "ZNOD";
    options.nodes_size = 4;
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(map, &options, made), FLATLINE_OK);
    EXPECT_STREQ(made[FLATLINE_PORT_SRB2].rule, "port-nodes") << "in NODES, not in ZNODES";
    flatline_free(map);
}

TEST(CApiVerdict, TheLumpsComeFromTheArchive) {
    const std::string text = square_text();
    HostFiles files;
    files.files = {{"a.wad", testing_support::WadBuilder().map("MAP01", text).build()}};
    const flatline_source source = files.source();
    flatline_archive* archive = nullptr;
    ASSERT_EQ(flatline_archive_from_file(&source, "a.wad", nullptr, &archive), FLATLINE_OK);
    const Loaded loaded(text);
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.archive = archive;
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_OK);
    EXPECT_STREQ(made[FLATLINE_PORT_SRB2].rule, "nodes-missing");
    options.archive_map = 1;
    EXPECT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_BAD_ARGUMENT);
    flatline_free(archive);
}

TEST(CApiVerdict, BadArguments) {
    const Loaded loaded(square_text());
    flatline_verdict made[FLATLINE_PORTS];
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.lump_count = 1;
    EXPECT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_judge(nullptr, nullptr, made), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_judge(loaded.map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.nodes_size = 4;
    EXPECT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_BAD_ARGUMENT);
    options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_BAD_ARGUMENT);
}

TEST(CApiVerdict, Names) {
    for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
        EXPECT_EQ(flatline_port_name(static_cast<std::uint8_t>(i)),
                  flatline::engine::port_name(static_cast<flatline::engine::Port>(i)));
    }
    EXPECT_STREQ(flatline_port_name(FLATLINE_PORTS), "");
    EXPECT_STREQ(flatline_judgement_name(FLATLINE_UNDEFINED), "undefined");
    EXPECT_STREQ(flatline_judgement_name(FLATLINE_REFUSES + 1), "");
}

}  // namespace capi_verdict_test
