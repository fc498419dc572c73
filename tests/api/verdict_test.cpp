// The C functions that judge.
#include <gtest/gtest.h>

#include <string>

#include "flatline/flatline.h"
#include "support/capi_tools.hpp"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_verdict_test {

using capi_tools::HostFiles;
using capi_tools::Loaded;
using testing_support::square_text;

TEST(CApiVerdict, JudgesALoadedMap) {
    const std::string text = square_text() + "sidedef { sector = 0; }\n";
    const Loaded loaded(text);
    flatline_report* report = nullptr;
    ASSERT_EQ(flatline_check(loaded.map, nullptr, &report), FLATLINE_OK);
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    options.report = report;
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_OK);
    EXPECT_STREQ(made[FLATLINE_PORT_ZDBSP].rule, "side-unused") << "a finding of the check";
    options.znodes = "XNOD";
    options.znodes_size = 4;
    ASSERT_EQ(flatline_judge(loaded.map, &options, made), FLATLINE_OK);
    EXPECT_EQ(made[FLATLINE_PORT_SRB2].judgement, FLATLINE_REFUSES);
    EXPECT_STREQ(made[FLATLINE_PORT_SRB2].rule, "port-nodes");
    EXPECT_STREQ(made[FLATLINE_PORT_SRB2].document, "docs/verdicts.md");
    EXPECT_STREQ(made[FLATLINE_PORT_SRB2].section, "Nodes");
    flatline_free(report);
}

TEST(CApiVerdict, JudgesARefusedMapByItsText) {
    const std::string text = square_text() + "}";
    const Loaded loaded(text);
    flatline_verdict made[FLATLINE_PORTS];
    ASSERT_EQ(flatline_judge(loaded.map, nullptr, made), FLATLINE_OK);
    EXPECT_STREQ(made[FLATLINE_PORT_GZDOOM].rule, "syntax-brace");
    EXPECT_EQ(made[FLATLINE_PORT_GZDOOM].judgement, FLATLINE_REFUSES);
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
    EXPECT_STREQ(flatline_port_name(FLATLINE_PORT_GZDOOM), "gzdoom");
    EXPECT_STREQ(flatline_port_name(FLATLINE_PORT_ZDBSP), "zdbsp");
    EXPECT_STREQ(flatline_port_name(FLATLINE_PORTS), "");
    EXPECT_STREQ(flatline_judgement_name(FLATLINE_UNDEFINED), "undefined");
    EXPECT_STREQ(flatline_judgement_name(FLATLINE_REFUSES + 1), "");
}

}  // namespace capi_verdict_test
