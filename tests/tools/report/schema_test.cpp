// What the program writes is what docs/schema says, of SARIF what its own schema says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "tools/report/validate.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::schemas {

using nlohmann::json;

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

std::string maps_folder() { return paths::source() + "/tests/maps"; }
std::string corpus_folder() { return corpus::folder().string(); }

class ToolSchemas : public testing::Test {
protected:
    /// What the program prints, as a file.
    std::string output(const std::vector<std::string>& arguments) {
        const Outcome run = run_tool(arguments);
        EXPECT_GE(run.exit_code, 0);
        return folder_.write("out" + std::to_string(++count_), run.out);
    }

    /// Dumps of every map below `folder` that loads and is no longer than `most`, as files.
    std::vector<std::string> dumps_of(const std::string& folder, std::uint64_t most) {
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file() || entry.file_size() > most) continue;
            for (const json& map : run_tool({"info", entry.path(), "--json"}).of_type("map")) {
                if (map["status"] != "ok") continue;
                files.push_back(output({"dump", entry.path(), "--map", map["map"]}));
            }
        }
        return files;
    }

    void expect_valid(const std::string& kind, const std::string& schema,
                      const std::vector<std::string>& files) {
        const Said said = validate(kind, schema, files);
        if (said.code == 77) GTEST_SKIP() << needs::package("python3-jsonschema");
        EXPECT_EQ(said.code, 0) << said.words.substr(0, 3000);
        RecordProperty(kind + " of " + std::to_string(files.size()), said.words);
    }

    TempFolder folder_;
    int count_ = 0;
};

TEST_F(ToolSchemas, CheckInfoAndBenchOfTheFixtures) {
    expect_valid("lines", "check.schema.json",
                 {output({"check", maps_folder(), "--json"}),
                  output({"check", maps_folder(), "--json", "--quiet"}),
                  output({"check", maps_folder(), "--json", "--target", "all"}),
                  output({"check", maps_folder(), fixture("square.wad"), "--json", "--dedupe"}),
                  output({"check", maps_folder(), "--json", "--statistics", "--limit", "findings=1",
                          "--limit", "finding-lines=1"})});
    expect_valid("json", "gitlab.schema.json",
                 {output({"check", maps_folder(), "--format", "gitlab"}),
                  output({"check", fixture("square.textmap"), "--format", "gitlab",
                          "--min-severity", "error"})});
    expect_valid("lines", "info.schema.json",
                 {output({"info", maps_folder(), "--json"}), output({"--json"})});
    expect_valid(
        "lines", "bench.schema.json",
        {output({"bench", fixture("square.textmap"), fixture("bad_syntax.textmap"), "--json"})});
}

TEST_F(ToolSchemas, DumpsOfTheFixtures) {
    const auto files = dumps_of(maps_folder(), 1u << 20);
    EXPECT_GE(files.size(), 5u);
    expect_valid("json", "dump.schema.json", files);
}

TEST_F(ToolSchemas, TheOpenCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    expect_valid("lines", "check.schema.json", {output({"check", corpus_folder(), "--json"})});
    expect_valid("json", "gitlab.schema.json",
                 {output({"check", corpus_folder(), "--format", "gitlab"})});
    expect_valid("lines", "info.schema.json", {output({"info", corpus_folder(), "--json"})});
}

TEST_F(ToolSchemas, TheOpenCorpusForGithubAndAsXml) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const std::string lines = folder_.path("lines");
    const std::string xml = folder_.path("xml");
    const Outcome github = run_tool({"check", corpus_folder(), "--format", "github", "--report",
                                     "json=" + lines, "--report", "junit=" + xml});
    Outcome objects;
    objects.out = bytes_of(lines);
    std::size_t commands = 0;
    for (std::size_t at = 0; at < github.out.size(); at = github.out.find('\n', at) + 1) {
        commands += github.out.compare(at, 2, "::") == 0;
    }
    // GitHub shows ten of a level.
    std::map<std::string, std::size_t> levels;
    for (const json& finding : objects.of_type("finding")) ++levels[finding["severity"]];
    const auto shown = [&](const char* level) { return std::min<std::size_t>(levels[level], 10); };
    EXPECT_EQ(commands, shown("error") + shown("warning"));
    if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << needs::package("python3");
    const json suites = parse_xml(xml)[3];
    std::size_t maps = 0;
    for (const json& suite : suites) {
        for (const json& one : suite[3]) maps += one[1]["name"] != "container";
    }
    EXPECT_EQ(maps, objects.of_type("map").size());
}

// All of it under FLATLINE_FULL=1, which takes a minute; otherwise the small files.
TEST_F(ToolSchemas, DumpsOfTheOpenCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const auto files = dumps_of(corpus_folder(), full() ? UINT64_MAX : 20'000);
    EXPECT_GE(files.size(), full() ? 200u : 20u);
    expect_valid("json", "dump.schema.json", files);
}

TEST_F(ToolSchemas, WhatIsNoReportIsRefused) {
    const auto refused = [&](const std::string& kind, const std::string& schema,
                             const std::string& text) {
        const Said said = validate(kind, schema, {folder_.write("wrong", text)});
        return said.code == 77 || said.code == 1;
    };
    const std::string run = R"({"type":"run","schema":"flatline.check/1","version":"1"})"
                            "\n";
    const std::string finding =
        R"({"type":"finding","rule":"a","severity":"error","file":"a","message":"m",)"
        R"("fingerprint":"00000000000000000000000000000000")";
    EXPECT_FALSE(
        validate("lines", "check.schema.json", {folder_.write("right", run + finding + "}\n")})
            .code == 1);
    EXPECT_TRUE(refused("lines", "check.schema.json", finding + "}\n")) << "the run comes first";
    EXPECT_TRUE(refused("lines", "check.schema.json", run + finding + R"(,"line":1})"));
    EXPECT_TRUE(refused("lines", "check.schema.json", run + finding + R"(,"lin":1})"));
    EXPECT_TRUE(refused("lines", "check.schema.json", run + R"({"type":"other"})"));
    EXPECT_TRUE(refused("lines", "info.schema.json", run));
    json dump = run_tool({"dump", fixture("every_kind.textmap")}).object();
    dump["linedefs"][1]["v1"] = -1;
    EXPECT_TRUE(refused("json", "dump.schema.json", dump.dump()));
}

/// Kept where the tree is built; tests of other trees fetch their own.
Said fetch_sarif_schema() {
    const std::string cache =
        std::filesystem::path(paths::tool()).parent_path().parent_path().native() + "/cache";
    return run_shell(paths::source() + "/tests/tools/report/sarif_schema.sh '" + cache + "'");
}

TEST_F(ToolSchemas, SarifOfTheOpenCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const Said fetched = fetch_sarif_schema();
    if (fetched.code == 77) GTEST_SKIP() << needs::other("the schema of SARIF: " + fetched.words);
    ASSERT_EQ(fetched.code, 0) << fetched.words;
    expect_valid("sarif", fetched.words.substr(0, fetched.words.find('\n')),
                 {output({"check", corpus_folder(), "--format", "sarif"})});
}

TEST_F(ToolSchemas, SarifIsWhatItsSchemaSays) {
    const Said fetched = fetch_sarif_schema();
    if (fetched.code == 77) GTEST_SKIP() << needs::other("the schema of SARIF: " + fetched.words);
    ASSERT_EQ(fetched.code, 0) << fetched.words;
    const std::string schema = fetched.words.substr(0, fetched.words.find('\n'));
    expect_valid("sarif", schema,
                 {output({"check", maps_folder(), "--format", "sarif"}),
                  output({"check", fixture("square.textmap"), "--format", "sarif"})});
    json wrong = run_tool({"check", fixture("bad_index.textmap"), "--format", "sarif"}).object();
    wrong["runs"][0]["results"][0]["level"] = "fatal";
    const Said said = validate("sarif", schema, {folder_.write("wrong", wrong.dump())});
    EXPECT_TRUE(said.code == 1 || said.code == 77) << said.words;
}

}  // namespace flatline::engine::tool_test::schemas
