// The commands rules and explain, their examples, and the table of docs/rules.md.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "model/check.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::rules_commands {

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

TEST(ToolRulesCommand, ListsEveryRuleOnce) {
    const Outcome json = run_tool({"rules", "--json"});
    EXPECT_EQ(json.exit_code, 0);
    const auto rules = json.of_type("rule");
    ASSERT_EQ(rules.size(), kRuleCount);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        EXPECT_EQ(rules[i]["rule"], std::string(rule_rows()[i].id));
        const std::string sentence = rules[i]["sentence"];
        EXPECT_EQ(sentence.find("{a}"), std::string::npos) << sentence;
        EXPECT_FALSE(rules[i]["mend"].get<std::string>().empty());
    }
    EXPECT_EQ(json.of_type("summary").at(0)["rules"], kRuleCount);
    const Outcome text = run_tool({"rules"});
    std::istringstream lines(text.out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        ASSERT_LT(count, kRuleCount);
        const auto words = words_of(line);
        ASSERT_GT(words.size(), 2u);
        EXPECT_EQ(words[0], rule_rows()[count].id);
        EXPECT_EQ(words[1], rules[count]["severity"]);
    }
    EXPECT_EQ(count, kRuleCount);
}

TEST(ToolRulesCommand, SaysWhatIsOff) {
    std::map<std::string, std::string> severities;
    for (const auto& rule : run_tool({"rules", "--json"}).of_type("rule")) {
        severities[rule["rule"]] = rule["severity"];
    }
    EXPECT_EQ(severities["texture-misaligned"], "off");
    EXPECT_EQ(severities["line-cross"], "warning");
    EXPECT_EQ(severities["line-vertex-range"], "error");
}

TEST(ToolRulesCommand, CellsOfThePageAreWhole) {
    std::istringstream lines(run_tool({"rules", "--markdown"}).out);
    for (std::string line; std::getline(lines, line);) {
        std::size_t bars = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
        }
        EXPECT_EQ(bars, 8u) << line;
    }
}

TEST(ToolExplain, SaysEverythingAboutARule) {
    const Outcome run = run_tool({"explain", "line-cross", "file-unreadable"});
    EXPECT_EQ(run.exit_code, 0);
    for (const char* part :
         {"line-cross (warning)\n", "\nwhy:      ", "\nports:    ", "\nto mend:  ",
          "\nexample:\n    linedef {", "flatline explain --example line-cross\n",
          "\nfile-unreadable (error)\n", "\nexample:  none; the rule is about files\n"}) {
        EXPECT_NE(run.out.find(part), std::string::npos) << part << run.out;
    }
    EXPECT_EQ(run_tool({"explain", "line-cross", "--json"}).of_type("rule").size(), 1u);
}

TEST(ToolExplain, WrongUse) {
    const Outcome unknown = run_tool({"explain", "line-crosss"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.err.find("did you mean 'line-cross'?"), std::string::npos) << unknown.err;
    EXPECT_EQ(run_tool({"explain"}).exit_code, 2);
    EXPECT_EQ(run_tool({"explain", "--example", "file-unreadable"}).exit_code, 2);
    EXPECT_EQ(run_tool({"explain", "--example", "line-cross", "line-overlap"}).exit_code, 2);
}

/// The words after "found by:  flatline check", without PATH.
std::vector<std::string> options_of(const std::string& id) {
    const std::string text = run_tool({"explain", id}).out;
    const std::string begin = "\nfound by:  flatline check ";
    const std::size_t at = text.find(begin);
    if (at == text.npos) return {};
    auto words = words_of(text.substr(at + begin.size()));
    EXPECT_EQ(words.back(), "PATH");
    words.pop_back();
    return words;
}

// Each example is given to check, which finds the rule; the excerpt is a part of it.
TEST(ToolExplain, EveryExampleFires) {
    const TempFolder folder;
    std::size_t examples = 0;
    testing_support::Sample sample(3);
    for (const auto& rule : run_tool({"rules", "--json"}).of_type("rule")) {
        if (rule["example"].is_null() || !sample.takes()) continue;
        ++examples;
        const std::string id = rule["rule"];
        const std::string text = rule["example"];
        EXPECT_EQ(run_tool({"explain", "--example", id}).out, text);
        const bool doom3 =
            text.find("\"classname\"") != text.npos || text.find("\"spawnclass\"") != text.npos;
        std::vector<std::string> words = {
            "check", folder.write(doom3 ? "a.map" : "a.textmap", text), "--json"};
        const auto options = options_of(id);
        words.insert(words.end(), options.begin(), options.end());
        const Outcome run = run_tool(words);
        std::set<std::string> found;
        for (const auto& finding : run.of_type("finding")) found.insert(finding["rule"]);
        EXPECT_TRUE(found.count(id)) << id << "\n" << run.out << run.err;
    }
    EXPECT_GT(examples, 150 / testing_support::one_in(3));
}

// A rule without an example says what it is about instead.
TEST(ToolExplain, EveryRuleHasAnExampleOrAReason) {
    for (const auto& rule : run_tool({"rules", "--json"}).of_type("rule")) {
        if (!rule["example"].is_null()) continue;
        const std::string text = run_tool({"explain", rule["rule"].get<std::string>()}).out;
        const std::string begin = "example:  none; the rule is about ";
        const std::size_t at = text.find(begin);
        ASSERT_NE(at, text.npos) << text;
        EXPECT_GT(text.size(), at + begin.size() + 1) << rule["rule"];
    }
}

// The rooms that examples stand in have no finding of their own: a rule fires for its excerpt.
TEST(ToolExplain, TheRoomsOfExamplesAreSound) {
    const TempFolder folder;
    const std::string end = "// The whole map.\n";
    for (const char* id : {"limit-arena-bytes", "limit-entities"}) {
        const std::string text = run_tool({"explain", "--example", id}).out;
        ASSERT_NE(text.find(end), text.npos);
        const bool doom3 = text.rfind("Version", 0) == 0;
        const std::string path = folder.write(doom3 ? "a.map" : "a.textmap", text);
        EXPECT_EQ(run_tool({"check", path, "--json"}).of_type("finding").size(), 0u) << text;
    }
}

}  // namespace flatline::engine::tool_test::rules_commands
