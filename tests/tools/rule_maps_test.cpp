// Every rule of the table: on one map it fires, once, at the exact element, field, line, column and
// byte, and beside it on another map it stays silent. All maps go through the program at once.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "model/archive_map.hpp"
#include "run_tool.hpp"
#include "support/load_text.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"
#include "tools/rule_maps/elsewhere.hpp"
#include "tools/rule_maps/lumps.hpp"
#include "tools/rule_maps/made.hpp"
#include "tools/rule_maps/reader.hpp"
#include "tools/rule_maps/rows.hpp"
#include "tools/rule_maps/sanity.hpp"

namespace flatline::engine::tool_test::rule_maps {
namespace {

using testing_support::WadBuilder;

// The game that the maps are for.
std::vector<std::string> game(const TempFolder& folder) {
    WadBuilder wad;
    add_game(wad);
    const std::string config =
        "thingtypes { all { 1 { title = \"Player\"; } 2 { title = \"Player\"; }\n"
        "9 { title = \"Lamp\"; } 11 { title = \"Start\"; } } }\n";
    folder.write("classes/DECORATE", "actor Old 8\n{\n//$Obsolete\n}\n");
    return {"--resources", folder.write("game.wad", wad.build()),
            "--resources", folder.write("game.cfg", config),
            "--resources", folder.path("classes")};
}

std::string in_lumps(const Made& made) {
    std::string wad = as_lumps(made);
    EXPECT_NE(wad, "") << made.text;
    return wad;
}

// "element index field with element index".
std::string where(const nlohmann::json& finding) {
    std::string out;
    const auto add = [&](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
    if (finding.contains("element")) add(finding["element"]);
    if (finding.contains("index")) add(finding["index"].dump());
    if (finding.contains("field")) add(finding["field"]);
    if (finding.contains("related")) {
        add("with");
        add(finding["related"]["element"]);
        add(finding["related"]["index"].dump());
    }
    return out;
}

// "lump line:column offset", without what there is not.
std::string place(const nlohmann::json& finding) {
    std::string out;
    if (!finding.contains("lump")) return out;
    out = finding["lump"];
    if (!finding.contains("offset")) return out;
    if (finding.contains("line")) {
        out += " " + finding["line"].dump() + ":" + finding["column"].dump();
    }
    return out + " " + finding["offset"].dump();
}

std::string place_of_mark(const Made& made) {
    if (made.mark == std::string::npos) return "TEXTMAP";
    const std::string before = made.text.substr(0, made.mark);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t column = before.size() - (before.rfind('\n') + 1);
    return "TEXTMAP " + std::to_string(lines + 1) + ":" + std::to_string(column + 1) + " " +
           std::to_string(before.size());
}

// Where records of Doom's format have the fields that findings name.
std::string place_of_record(const std::string& where) {
    struct Record {
        const char* element;
        const char* lump;
        std::size_t bytes;
        std::map<std::string, std::size_t> fields;
    };
    static const Record kRecords[] = {
        {"vertex", "VERTEXES", 4, {{"x", 0}, {"y", 2}}},
        {"linedef", "LINEDEFS", 14, {{"twosided", 4}, {"special", 6}, {"arg0", 8}}},
        {"sidedef",
         "SIDEDEFS",
         30,
         {{"texturetop", 4}, {"texturebottom", 12}, {"texturemiddle", 20}, {"sector", 28}}},
        {"sector", "SECTORS", 26, {{"texturefloor", 4}, {"textureceiling", 12}, {"special", 22}}},
        {"thing", "THINGS", 10, {{"type", 6}}},
    };
    char element[16] = "", field[32] = "";
    unsigned index = 0;
    if (std::sscanf(where.c_str(), "%15s %u %31s", element, &index, field) < 2) return "";
    for (const Record& record : kRecords) {
        if (std::string(element) != record.element) continue;
        const auto of_field = record.fields.find(field);
        return std::string(record.lump) + " " +
               std::to_string(index * record.bytes +
                              (of_field == record.fields.end() ? 0 : of_field->second));
    }
    return "";
}

TEST(ToolRuleMaps, EachFiresAtItsPlaceAndIsSilentBeside) {
    const TempFolder folder;
    const std::vector<Row> rows = all_rows();
    std::vector<std::string> arguments = {"check", "--json", "--rule", "texture-misaligned=note"};
    for (const std::string& argument : game(folder)) arguments.push_back(argument);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string name = std::to_string(i) + rows[i].rule;
        const Made fires = make(rows[i].fires);
        const Made silent = make(rows[i].silent);
        arguments.push_back(folder.write(name + ".fires.wad", as_text(fires)));
        arguments.push_back(folder.write(name + ".silent.wad", as_text(silent)));
        if (!rows[i].binary) continue;
        arguments.push_back(folder.write(name + ".fires-binary.wad", in_lumps(fires)));
        arguments.push_back(folder.write(name + ".silent-binary.wad", in_lumps(silent)));
    }
    const Outcome run = run_tool(arguments);
    EXPECT_EQ(run.err, "");
    std::map<std::string, std::vector<nlohmann::json>> found;  // by file and rule
    for (const nlohmann::json& finding : run.of_type("finding")) {
        found[std::string(finding["file"]) + " " + std::string(finding["rule"])].push_back(finding);
    }
    const auto told = [&](const std::string& file, const char* rule) {
        std::string out;
        for (const nlohmann::json& finding : found[folder.path(file) + " " + rule]) {
            out += where(finding) + " at " + place(finding) + "\n";
        }
        return out;
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const std::string name = std::to_string(i) + row.rule;
        const Made fires = make(row.fires);
        EXPECT_EQ(told(name + ".fires.wad", row.rule),
                  row.where + (" at " + place_of_mark(fires)) + "\n")
            << row.rule;
        EXPECT_EQ(told(name + ".silent.wad", row.rule), "") << row.rule;
        if (!row.binary) continue;
        EXPECT_EQ(told(name + ".fires-binary.wad", row.rule),
                  row.where + (" at " + place_of_record(row.where)) + "\n")
            << row.rule << " in lumps";
        EXPECT_EQ(told(name + ".silent-binary.wad", row.rule), "") << row.rule << " in lumps";
    }
}

TEST(ToolRuleMaps, OfLumpsEachFiresAtItsByte) {
    const TempFolder folder;
    const std::vector<LumpRow> rows = lump_rows();
    std::vector<std::string> arguments = {"check", "--json"};
    for (const LumpRow& row : rows) {
        arguments.push_back(folder.write(std::string(row.rule) + ".fires.wad", row.fires));
        arguments.push_back(folder.write(std::string(row.rule) + ".silent.wad", row.silent));
    }
    const Outcome run = run_tool(arguments);
    std::map<std::string, std::string> told;  // by file and rule
    for (const nlohmann::json& finding : run.of_type("finding")) {
        const std::string rule = finding["rule"];
        told[std::string(finding["file"]) + " " + rule] +=
            where(finding) + " at " + place(finding) + "\n";
    }
    for (const LumpRow& row : rows) {
        const std::string rule = row.rule;
        EXPECT_EQ(told[folder.path(rule + ".fires.wad") + " " + rule],
                  row.where + std::string(" at ") + row.place + "\n")
            << rule;
        EXPECT_EQ(told[folder.path(rule + ".silent.wad") + " " + rule], "") << rule;
    }
}

std::string text_of_test(const char* file) {
    std::ifstream in(paths::source() + "/tests/" + file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// True if a test speaks of the rule, by its id as a word or by its symbol. The letter of "\n" in
// a source is no part of a word.
bool names(const std::string& text, const std::string& id) {
    std::string symbol = "Rule::" + id;
    std::replace(symbol.begin(), symbol.end(), '-', '_');
    const auto is_part = [&](std::size_t at) {
        const char c = text[at];
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    };
    for (const std::string& word : {id, symbol}) {
        for (std::size_t at = text.find(word); at != std::string::npos;
             at = text.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            const bool begins = at < 2 || !is_part(at - 1) || text.compare(at - 2, 2, "\\n") == 0;
            if (begins && (end == text.size() || !is_part(end))) return true;
        }
    }
    return false;
}

TEST(ToolRuleMaps, EveryRuleIsHereOrHasAnotherTest) {
    std::set<std::string> known;
    for (const Row& row : all_rows()) known.insert(row.rule);
    for (const LumpRow& row : lump_rows()) known.insert(row.rule);
    known.insert(kNeverFires);
    for (const Elsewhere& elsewhere : kElsewhere) {
        const std::string text = text_of_test(elsewhere.file);
        std::istringstream ids(elsewhere.rules);
        for (std::string id; ids >> id;) {
            EXPECT_TRUE(known.insert(id).second) << id << " is here twice";
            EXPECT_TRUE(names(text, id)) << elsewhere.file << " does not name " << id;
        }
    }
    for (const RuleRow& rule : rule_rows()) {
        EXPECT_EQ(known.count(std::string(rule.id)), 1u)
            << rule.id << " has no map on which it fires";
        known.erase(std::string(rule.id));
    }
    for (const std::string& id : known) ADD_FAILURE() << "no rule is called " << id;
}

TEST(ToolRuleMaps, TheSoundMapHasNoFinding) {
    const TempFolder folder;
    std::vector<std::string> arguments = {"check", "--json", "--rule", "texture-misaligned=note"};
    for (const std::string& argument : game(folder)) arguments.push_back(argument);
    arguments.push_back(folder.write("sound.wad", as_text(make("lump ZNODES XGLN"))));
    arguments.push_back(folder.write("sound-binary.wad", in_lumps(make(""))));
    const Outcome run = run_tool(arguments);
    for (const nlohmann::json& finding : run.of_type("finding")) {
        // The nodes are none, and the rooms have no exit, which a BEHAVIOR may give the text.
        EXPECT_TRUE(finding["rule"] == "nodes-truncated" || finding["rule"] == "exit-missing")
            << finding;
    }
    EXPECT_EQ(run.of_type("map").size(), 2u);
}

}  // namespace
}  // namespace flatline::engine::tool_test::rule_maps
