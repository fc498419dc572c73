// Names that try to be obeyed, in every place where a stranger or a user may write one: no output
// of any command, in any format, has them as they came (docs/reports.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "check/check_maps.hpp"
#include "support/wad_builder.hpp"
#include "tools/run_tool.hpp"
#include "tools/xml_reader.hpp"

namespace flatline::engine::tool_test::strange_names {

using nlohmann::json;
using testing_support::WadBuilder;
using Words = std::vector<std::string>;

// A command of a workflow, a colour, a bell, DEL, NEL, CSI, an override, an isolate, another
// command, and a second line.
const std::string kHostile =
    "::error::x\x1b[31m\x07\x7f\xc2\x85\xc2\x9b\xe2\x80\xae\xe2\x81\xa6##[error]y\r\n::warning::z";

// Windows and PhysFS know no colon in the name of a file; in that of a folder it may stand.
const std::string kFolder = "::error::d\x1b[1m/";
const std::string kFile = "##[error]\x1b[31m\x07\x7f\xc2\x85\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\n##[x";

std::string part_of(const std::string& text, std::size_t at) {
    return text.substr(at - std::min<std::size_t>(at, 60), 120);
}

/// What of `text` a terminal would obey, with what stands around it; "" where nothing is.
std::string raw_part(const std::string& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_control =
            (byte(i) < 0x20 && text[i] != '\n' && text[i] != '\t') || byte(i) == 0x7F;
        const bool is_c1 = byte(i) == 0xC2 && i + 1 < text.size() && byte(i + 1) < 0xA0;
        const std::string three = text.substr(i, 3);
        const bool turns = (three >= "\xe2\x80\xa8" && three <= "\xe2\x80\xae") ||
                           (three >= "\xe2\x81\xa6" && three <= "\xe2\x81\xa9");
        if (is_control || is_c1 || turns) return part_of(text, i);
    }
    return "";
}

/// Lines of CSV end in CR LF.
std::string without_line_ends(const std::string& csv) {
    std::string text;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        if (csv.compare(i, 2, "\r\n") != 0) text += csv[i];
    }
    return text;
}

/// The same of a workflow. `own`: how lines begin that are the program's own commands.
std::string command_part(const std::string& text, bool own) {
    if (const std::size_t at = text.find("##["); at != text.npos) return part_of(text, at);
    static const std::regex kOwn("^::(error|warning|notice) file=[^:,]+(,[^:]*)?::.*");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == line.npos || line.compare(begin, 2, "::") != 0) continue;
        if (!own || !std::regex_match(line, kOwn)) return line;
    }
    return "";
}

std::string format_of(const Words& words) {
    const auto at = std::find(words.begin(), words.end(), "--format");
    return at != words.end() ? at[1] : "";
}

class StrangeNames : public testing::Test {
protected:
    // Only a path that is not absolute stands at the start of a line as it was given.
    void SetUp() override { std::filesystem::current_path(folder_.path()); }
    void TearDown() override { std::filesystem::current_path(before_); }

    /// Runs it in a workflow.
    Outcome look(const Words& words, const std::string& input = {}) {
        commands_.insert(words.front());
        const Outcome run = run_tool(words, input, {"GITHUB_ACTIONS=true"});
        std::string line;
        for (const std::string& word : words) line += word + ' ';
        for (const std::string* text : {&run.out, &run.err}) {
            const bool is_github = text == &run.out && format_of(words) == "github";
            const bool is_csv = text == &run.out && format_of(words) == "csv";
            EXPECT_EQ(raw_part(is_csv ? without_line_ends(*text) : *text), "") << line;
            EXPECT_EQ(command_part(*text, is_github), "") << line;
        }
        EXPECT_NE(run.exit_code, -1) << line;
        loaded_ += run.out.find("\"status\":\"ok\"") != run.out.npos;
        return run;
    }
    /// A file that a command wrote.
    void look_at_file(const std::string& path) {
        const std::string bytes = bytes_of(path);
        EXPECT_NE(bytes, "") << path;
        EXPECT_EQ(raw_part(bytes), "") << path;
        std::filesystem::remove(path);
    }

    /// Files of every kind with hostile names in them; their folder has one, too.
    Words hostile_files() {
        check_maps::Parts parts;
        parts.map_namespace = "::error::\x1b[1m##[group]\x07";
        parts.things = "thing{x=8;y=8;type=1;skill1=true;single=true;user_a=\"" +
                       std::string("::error::\x1b]0;x\x07\xe2\x80\xae##[b]") + "\";}";
        const std::string text = parts.text() + "linedef { v1 = 0; v2 = 99; \x1b[1m##[c]\x07 }";
        const std::string sound = parts.text();
        const auto wad = [&](const std::string& textmap) {
            return WadBuilder()
                .map("::e::##[", textmap)
                .map("\x1b[1m\x07", textmap)
                .map("##[x]", textmap)
                .lump("::x::y")
                .lump("TEXTMAP", textmap)
                .lump("##[\x07")
                .lump("\xe2\x80\xae")
                .lump("ENDMAP")
                .map_of_another_game("::o::")
                .build();
        };
        const std::string doom3 = "Version 2\n{\n\"classname\" \"" + kHostile +
                                  "\"\n\"##[x]\x1b\" \"::error::\"\n\"origin\" \"1 2 3\"\n}\n";
        Words files;
        const auto write = [&](const std::string& name, const std::string& bytes) {
            files.push_back(kFolder + name);
            folder_.write(files.back(), bytes);
        };
        write(kFile + ".wad", wad(sound));
        write("bad" + kFile + ".wad", wad(text));
        write(kFile + ".udmf", sound);
        write("bad" + kFile + ".udmf", text);
        write(kFile + ".map", doom3);
        write("bad" + kFile + ".map", doom3 + "\x1b[1m##[x]");
        write(kFile + ".pk3", make_zip({{"maps/" + kFile + ".wad", wad(sound)},
                                        {"##[\x1b" + kFile, "x"},
                                        {"maps/::error::.wad", wad(text)}}));
        folder_.write(kHostile, sound);
        files.insert(files.end(), {kHostile, "::error::gone##[x]\x1b"});
        return files;
    }

    const std::filesystem::path before_ = std::filesystem::current_path();
    TempFolder folder_;
    std::set<std::string> commands_;
    int loaded_ = 0;
};

TEST_F(StrangeNames, InFilesAndMaps) {
    const Words files = hostile_files();
    for (const std::string& file : files) {
        for (const char* format : {"text", "json", "sarif", "github", "junit"}) {
            look({"check", file, "--all", "--target", "all", "--format", format});
            const std::string report = std::string("report");
            look({"check", file, "--report", format + ("=" + report)});
            if (!std::filesystem::exists(report)) continue;
            // A step of a workflow may print it.
            if (std::string_view(format) == "github") {
                EXPECT_EQ(command_part(bytes_of(report), true), "") << file;
            }
            look_at_file(report);
        }
        for (const char* format : {"text", "json", "csv"})
            look({"stats", file, "--format", format});
        // A cell of CSV is what it is: it has no way to write a byte as another.
        for (const char* kind : {"files", "things", "findings"}) {
            look({"table", file, "--of", kind, "--format", "ndjson"});
        }
        look({"check", file, "--quiet"});
        for (const char* format : {"text", "json"}) {
            look({"info", file, "--format", format});
            look({"dump", file, "--format", format});
            const bool is_wad = file.size() > 4 && file.substr(file.size() - 4) == ".wad";
            for (const char* suffix : {".svg", ".html", ".wad"}) {
                if (!is_wad && std::string_view(format) == "json") continue;
                const std::string output = std::string("out") + suffix;
                for (const char* map : {"::e::##[", "\x1b[1m\x07", ""}) {
                    Words words = {suffix == std::string(".wad") ? "convert" : "draw",
                                   file,
                                   "-o",
                                   output,
                                   "--format",
                                   format};
                    if (*map != '\0') words.insert(words.end(), {"--map", map});
                    if (words[0] == "convert") words.insert(words.end(), {"--to", "udmf"});
                    look(words);
                    if (words[0] != "convert" && std::filesystem::exists(output)) {
                        look_at_file(output);
                    }
                    std::filesystem::remove(output);
                }
            }
        }
        const std::string baseline = std::string("baseline");
        look({"check", file, "--write-baseline", baseline});
        if (std::filesystem::exists(baseline)) look_at_file(baseline);
    }
    const std::string named = kFolder + kFile;
    look({"bench", named + ".udmf", "--json"});
    look({"bench", named + ".udmf"});
    look({"check", "."});
    EXPECT_GE(loaded_, 10);
    look({"check", "-"}, "namespace = \"::e\x1b\"; ##[x]");
}

// What a program reads is what was there.
TEST_F(StrangeNames, ReadBackAsTheyWere) {
    check_maps::Parts parts;
    const std::string value = "::error::\x1b\x07\x7f\xc2\x85\xe2\x80\xae\xe2\x81\xa6##[x]";
    parts.things = "thing{x=8;y=8;type=1;user_a=\"" + value + "\";}";
    const std::string file = folder_.write(kFile + ".udmf", parts.text());
    const Outcome dump = look({"dump", file});
    EXPECT_EQ(dump.object()["file"], file);
    EXPECT_EQ(dump.object()["unknown"]["thing"][0][2], value);
    for (const json& finding : look({"check", file, "--json"}).of_type("finding")) {
        EXPECT_EQ(finding["file"], file);
    }
    std::string problem;
    const auto junit = read_xml(look({"check", file, "--format", "junit"}).out, problem);
    EXPECT_TRUE(junit) << problem;

    // The rows of a baseline are about their files.
    const std::string map = folder_.write("b" + kFile + ".udmf", small_map("vertex{x=1;y=2;}"));
    const std::string baseline = std::string("baseline");
    look({"check", map, "--fail-on", "warning", "--write-baseline", baseline});
    const Outcome known = look({"check", map, "--fail-on", "warning", "--baseline", baseline});
    EXPECT_EQ(known.exit_code, 0) << known.out;
    look_at_file(baseline);
}

// Words of the command line and of settings.
TEST_F(StrangeNames, InWrongUse) {
    folder_.write("a.udmf", small_map());
    const std::string map = "a.udmf";
    const Words options = {"--map",       "--format",     "--report", "--color",   "--limits",
                           "--limit",     "--grammar",    "--slopes", "--threads", "--namespace",
                           "--resources", "--rule",       "--target", "--fail-on", "--baseline",
                           "--config",    "--jobs",       "--shard",  "--timeout", "--memory",
                           "--repair",    "--" + kHostile};
    for (const std::string& option : options) {
        for (const std::string& word :
             {kHostile, "##[x]=" + kHostile, "things=" + kHostile, "text=" + kHostile}) {
            look({"check", map, option, word});
        }
        look({"dump", map, option, kHostile});
    }
    std::filesystem::remove(kHostile);  // a report
    look({"convert", map, "--to", kHostile, "-o", kHostile});
    look({"convert", map, "--to", "udmf", "-o", kHostile + "/x.wad"});
    look({"draw", map, "-o", kHostile + "/x.svg"});
    look({"draw", map, "-o", kHostile});
    look({"diff", map, kHostile});
    look({"diff", map, map, "-o", kHostile});
    look({"textconv", kHostile});
    look({"stats", kHostile});
    look({"table", kHostile, "--of", "things", "--format", "csv"});
    look({"table", map, "--of", kHostile, "--format", "csv"});
    look({"table", map, "--of", "things", "--format", kHostile});
    look({"table", map, "--of", "things", "--format", "csv", "--columns", kHostile});
    look({"fix", kHostile});
    look({"fields", "--dialect", kHostile});
    look({"explain", kHostile});
    look({"help", kHostile});
    look({kHostile});
    look({"check", kHostile, kHostile});
    for (const std::string& text : Words{
             "\"" + kFile + "\" = 1", "\"##[x]::\\u001b\" = 1", "baseline = \"##[x]\\u001b\\n::e\"",
             "rules.\"##[x]\\u0007\" = \"off\"", "resources = [\"::x\\u0007##[y]\"]",
             "[limits]\n\"##[x]\\u0007\" = 1", "targets = [\"\\u202e##[x]\"]",
             "[[ignore]]\nelement = \"\\u202e##[x]\"", "x = \x1b##[y]"}) {
        const std::string config = kHostile + ".toml";
        folder_.write(config, text);
        look({"check", map, "--config", config});
    }
    folder_.write(kHostile, "flatline baseline 1\na\tb\tc\td\t##[x]\x1b\tm\n");
    look({"check", map, "--baseline", kHostile});
}

TEST_F(StrangeNames, EveryCommandIsLookedAt) {
    for (const char* format : {"text", "json", "csv", "udb"}) {
        look({"fields", "--format", format, "--dialect", "zdoom"});
    }
    for (const char* command : {"fields", "rules", "limits"}) look({command, "--markdown"});
    for (const char* option : {"--json", "--quiet"}) {
        look({"rules", option});
        look({"limits", option});
        look({"explain", "syntax-brace", option});
    }
    const std::string map = folder_.write("a.udmf", small_map());
    look({"check", map});
    look({"info", map});
    look({"dump", map});
    look({"bench", map});
    look({"convert", map, "--to", "udmf", "-o", folder_.path("a.wad")});
    look({"draw", map, "-o", folder_.path("a.svg")});
    look({"diff", map, map});
    look({"textconv", map});
    for (const char* format : {"text", "json", "csv"}) look({"stats", map, "--format", format});
    look({"table", map, "--of", "things", "--format", "csv"});
    look({"fix", map});
    look({"fix", map, "--diff"});
    const std::string help = look({"help"}).out;
    look({"help", "--man"});
    look({"completions", "bash"});
    static const std::regex kCommand("\n  ([a-z]+) {2,}[A-Z]");
    const std::size_t list = help.find("\n\n") + 1;
    ASSERT_NE(list, 0u);
    const std::string commands = help.substr(list, help.find("\n\n", list + 1) - list);
    std::set<std::string> known;
    for (std::sregex_iterator at(commands.begin(), commands.end(), kCommand), end; at != end;
         ++at) {
        known.insert((*at)[1]);
    }
    EXPECT_GE(known.size(), 11u) << commands;
    EXPECT_EQ(commands_, known);
}

// Blanks and colours before it do not hide a command.
TEST_F(StrangeNames, BehindBlanksAndColours) {
    for (const std::string blank : {"", " ", "\xc2\xa0", "\xe3\x80\x80", "\xe2\x80\x83"}) {
        const std::string name = blank + "::error::x.udmf";
        folder_.write(name, small_map());
        EXPECT_EQ(look({"check", name, "--notes"}).out.find(blank + ":\\x3aerror::x.udmf:"), 0u)
            << blank;
        const Outcome colored =
            run_tool({"check", name, "--notes", "--color", "always"}, {}, {"GITHUB_ACTIONS=true"});
        EXPECT_EQ(colored.out.find("\x1b[1m" + blank + ":\\x3aerror::x.udmf:"), 0u) << colored.out;
        // Outside of a workflow it stays, as a name does that only looks alike.
        const Outcome outside = run_tool({"check", name, "--notes"}, {}, {"GITHUB_ACTIONS="});
        EXPECT_EQ(outside.out.find(name + ":"), 0u) << outside.out;
        folder_.write("a" + name, small_map());
        EXPECT_EQ(look({"check", "a" + name, "--notes"}).out.find("a" + name + ":"), 0u) << blank;
    }
}

}  // namespace flatline::engine::tool_test::strange_names
