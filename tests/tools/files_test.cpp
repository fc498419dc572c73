// Files that the program opens by their names: what it reads is a regular file or is not waited
// for, what it writes replaces nothing unasked and leaves nothing behind.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"
#include "tools/batch/running.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::files {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr char kForeign[] = "somebody else's work";

/// A command that writes the file `path`, and whether it knows an earlier one of its kind.
struct Writer {
    Words words;
    std::string path;
    bool knows_its_own;
};

/// Every way to have a file written.
std::vector<Writer> writers(const TempFolder& folder) {
    const std::string map = fixture("square.textmap");
    std::vector<Writer> all;
    for (const auto& [format, known] : {std::pair{"json", true},
                                        {"sarif", true},
                                        {"junit", true},
                                        {"text", true},
                                        {"github", true}}) {
        const std::string path = folder.path("report");
        all.push_back({{"check", map, "--report", std::string(format) + "=" + path}, path, known});
    }
    const std::string baseline = folder.path("baseline");
    all.push_back({{"check", map, "--write-baseline", baseline}, baseline, true});
    const std::string wad = folder.path("a.wad");
    all.push_back({{"convert", map, "--to", "udmf", "-o", wad}, wad, false});
    const std::string picture = folder.path("a.svg");
    all.push_back({{"draw", map, "-o", picture}, picture, false});
    return all;
}

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(ToolOutputs, NothingForeignIsReplacedWithoutForce) {
    const TempFolder folder;
    for (const Writer& writer : writers(folder)) {
        SCOPED_TRACE(testing::PrintToString(writer.words));
        for (const char* bytes : {kForeign, ""}) {
            std::ofstream(writer.path) << bytes;
            const Outcome refused = run_tool(writer.words);
            EXPECT_EQ(refused.exit_code, 2);
            EXPECT_EQ(refused.out, "");
            EXPECT_NE(refused.err.find("--force replaces it"), std::string::npos) << refused.err;
            EXPECT_EQ(bytes_of(writer.path), bytes);
            const Outcome forced = run_tool(with(writer.words, {"--force"}));
            EXPECT_EQ(forced.exit_code, 0) << forced.err;
            EXPECT_NE(bytes_of(writer.path), bytes);
        }
        EXPECT_EQ(run_tool(writer.words).exit_code, writer.knows_its_own ? 0 : 2);
        fs::remove(writer.path);
        EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{});
    }
}

// An earlier report of another format, of another tool, and one that only begins like ours.
TEST(ToolOutputs, OnlyAnEarlierReportOfTheSameFormatIsReplaced) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", "namespace = \"zdoom\";\n");
    const std::string path = folder.path("report");
    const Words formats = {"json", "sarif", "junit", "text", "github"};
    for (const std::string& format : formats) {
        for (const std::string& earlier : formats) {
            fs::remove(path);
            ASSERT_EQ(run_tool({"check", map, "--report", earlier + "=" + path}).exit_code, 1);
            const std::string before = bytes_of(path);
            const Outcome run = run_tool({"check", map, "--report", format + "=" + path});
            EXPECT_EQ(run.exit_code, format == earlier ? 1 : 2) << format << earlier;
            EXPECT_EQ(without_seconds(bytes_of(path)), without_seconds(before))
                << "it is refused, or the same";
        }
    }
    for (const std::string& other :
         {std::string(R"({"type":"run","schema":"flatline.info/1","version":"0.2.0"})"),
          std::string(R"({"version":"2.1.0","runs":[]})"), std::string("{"),
          std::string("a: ok: udmf\n1 file, 1 map, 0 refused, 0 errors, 0 warnings\nmore\n"),
          std::string("notes\n1 file, 1 map, 0 refused, 0 errors, 0 warnings\n"),
          std::string("a: ok: udmf\n1 file, 1 map, 0 errors\n"),
          std::string("a: ok: udmf\n1 file, 1 map, 0 refused, 0 errors, 0 swans\n"),
          std::string("a: ok: udmf\n1 file, 1 map, 0 refused, no errors, 0 warnings\n"),
          std::string(
              "a.c:1: error: none [-Wall]\n1 file, 1 map, 0 refused, 0 errors, 0 warnings\n"),
          std::string("a: ok: udmf\n"), std::string("\n"),
          std::string(
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mine\">\n")}) {
        for (const std::string& format : formats) {
            folder.write("report", other);
            EXPECT_EQ(run_tool({"check", map, "--report", format + "=" + path}).exit_code, 2);
            EXPECT_EQ(bytes_of(path), other);
        }
    }
}

// Whatever its first and last lines say.
TEST(ToolOutputs, EveryEarlierReportAsTextIsKnown) {
    const TempFolder folder;
    const std::string sound = fixture("square.textmap");
    const std::string empty = folder.write("a.textmap", "namespace = \"zdoom\";\n");
    const std::string other = folder.write("b.wad", make_wad({{"MAP01", ""},
                                                              {"THINGS", ""},
                                                              {"LINEDEFS", ""},
                                                              {"SIDEDEFS", ""},
                                                              {"VERTEXES", ""},
                                                              {"SECTORS", ""},
                                                              {"LEAFS", ""},
                                                              {"LIGHTS", ""},
                                                              {"MACROS", ""}}));
    const std::string bad = folder.write("c.wad", "PWAD");
    const std::string known = folder.path("known");
    ASSERT_EQ(run_tool({"check", empty, "--write-baseline", known}).exit_code, 0);
    const std::string path = folder.path("report");
    for (const Words& more : std::vector<Words>{{sound},
                                                {sound, "--quiet"},
                                                {empty},
                                                {empty, "--all"},
                                                {empty, "--quiet"},
                                                {empty, "--baseline", known},
                                                {empty, "--limit", "finding-lines=0"},
                                                {empty, "--min-severity", "error"},
                                                {empty, "--notes", "--statistics"},
                                                {sound, "--quiet", "--statistics"},
                                                {empty, "--target", "all"},
                                                {other},
                                                {other, "--allow-unsupported", "--quiet"},
                                                {bad},
                                                {sound, empty, other, bad, "--jobs", "2"},
                                                {sound, "--limit", "text-bytes=1"}}) {
        for (const char* format : {"text", "github"}) {
            SCOPED_TRACE(testing::PrintToString(more) + format);
            const Words run = with({"check", "--report", std::string(format) + "=" + path}, more);
            const Outcome first = run_tool(run);
            EXPECT_NE(first.exit_code, 2) << first.err;
            const std::string before = bytes_of(path);
            const Outcome again = run_tool(run);
            EXPECT_EQ(again.exit_code, first.exit_code) << again.err << before;
            EXPECT_EQ(again.err, first.err);
            EXPECT_EQ(bytes_of(path), before);
            fs::remove(path);
        }
    }
}

TEST(ToolOutputs, WhereOneIsRefusedNoneIsWritten) {
    const TempFolder folder;
    const std::string map = fixture("square.textmap");
    const std::string fresh = folder.path("fresh");
    const std::string foreign = folder.write("foreign", kForeign);
    const Words run = {"check", map, "--report", "json=" + fresh};
    for (const Words& refused :
         {Words{"--report", "sarif=" + foreign}, Words{"--write-baseline", foreign},
          Words{"--report", "sarif=" + folder.path("no/such/folder")},
          Words{"--write-baseline", folder.path("no/such/folder")}}) {
        const Outcome outcome = run_tool(with(run, refused));
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"foreign"});
        EXPECT_EQ(bytes_of(foreign), kForeign);
    }
    const std::string baseline = folder.path("baseline");
    EXPECT_EQ(run_tool({"check", map, "--write-baseline", baseline, "--report", "sarif=" + foreign})
                  .exit_code,
              2);
    EXPECT_FALSE(fs::exists(baseline));
}

TEST(ToolOutputs, TwoIntoOneFileAreWrongUse) {
    const TempFolder folder;
    const std::string map = fixture("square.textmap");
    const std::string path = folder.path("report");
    fs::create_directory(folder.path("sub"));
    fs::create_directory_symlink(".", folder.path("linked"));
    for (const bool is_there : {false, true}) {
        if (is_there) {
            ASSERT_EQ(run_tool({"check", map, "--report", "json=" + path}).exit_code, 0);
            fs::create_symlink("report", folder.path("link"));
            fs::create_hard_link(path, folder.path("hard"));
        }
        Words others = {path, folder.path("./report"), folder.path("sub/../report"),
                        folder.path("linked/report")};
        if (is_there) others.insert(others.end(), {folder.path("link"), folder.path("hard")});
        for (const std::string& other : others) {
            for (const Words& second :
                 {Words{"--report", "json=" + other}, Words{"--write-baseline", other}}) {
                const Outcome run =
                    run_tool(with({"check", map, "--force", "--report", "json=" + path}, second));
                EXPECT_EQ(run.exit_code, 2) << other;
                EXPECT_EQ(run.out, "");
                EXPECT_NE(run.err.find("two files of this run"), std::string::npos) << run.err;
                EXPECT_EQ(fs::exists(path), is_there);
            }
        }
    }
    // What is printed goes to a file, too.
    const std::string line = paths::tool() + " check " + map +
                             " --json --force --report json=" + path + " >> " + path +
                             " 2>/dev/null";
    const std::string before = bytes_of(path);
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2);
    EXPECT_EQ(bytes_of(path), before);
}

// Not even by --force: convert alone may write its map where that lies.
TEST(ToolOutputs, WhatTheRunReadsStays) {
    const TempFolder folder;
    const std::string map = folder.write("a.textmap", small_map());
    const std::string config = folder.write("own.toml", "");
    const std::string game = folder.write("game.wad", make_wad({{"F_START", ""}, {"F_END", ""}}));
    const std::string known = folder.path("known");
    ASSERT_EQ(run_tool({"check", map, "--write-baseline", known}).exit_code, 0);
    const Words run = {"check",       map,  "--force",    "--config", config,
                       "--resources", game, "--baseline", known};
    for (const std::string& read : {map, config, game, known}) {
        const std::string before = bytes_of(read);
        EXPECT_EQ(run_tool(with(run, {"--report", "json=" + read})).exit_code, 2) << read;
        EXPECT_EQ(run_tool(with(run, {"--write-baseline", read})).exit_code, read == known ? 0 : 2);
        EXPECT_EQ(bytes_of(read), before);
    }
    const std::string page = folder.write("b.svg", small_map());
    EXPECT_EQ(run_tool({"draw", page, "-o", page, "--force"}).exit_code, 2);
}

TEST(ToolOutputs, AFileKeepsItsModeWithoutTheBitsOfASetuidProgram) {
    const TempFolder folder;
    for (const Writer& writer : writers(folder)) {
        SCOPED_TRACE(testing::PrintToString(writer.words));
        std::ofstream(writer.path) << kForeign;
        ASSERT_EQ(chmod(writer.path.c_str(), 07751), 0);
        ASSERT_EQ(run_tool(with(writer.words, {"--force"})).exit_code, 0);
        struct stat now = {};
        ASSERT_EQ(stat(writer.path.c_str(), &now), 0);
        EXPECT_EQ(now.st_mode & 07777, 0751u);
    }
}

// Only a regular file is read; nothing else is opened, or waited for.
TEST(ToolInputs, NothingButARegularFileIsOpened) {
    const TempFolder folder;
    const std::string map = folder.write("work/a.textmap", small_map());
    const std::string fifo = folder.path("work/fifo");
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    const std::string config = folder.write("work/own.toml", "baseline = \"fifo\"\n");
    for (const Words& words :
         std::vector<Words>{{"check", map, "--baseline", fifo},
                            {"check", map, "--config", fifo},
                            {"check", map, "--config", config},
                            {"check", map, "--resources", fifo},
                            {"check", fifo},
                            {"dump", fifo},
                            {"check", map, "--report", "json=" + fifo, "--force"},
                            {"check", map, "--write-baseline", fifo, "--force"},
                            {"convert", map, "--to", "udmf", "-o", fifo, "--force"},
                            {"check", map, "--baseline", "/dev/zero"},
                            {"check", map, "--baseline", folder.path("work")}}) {
        SCOPED_TRACE(testing::PrintToString(words));
        Running run(words);
        EXPECT_EQ(run.exit_code(), 2);
    }
    // One that a flatline.toml names which nobody asked for.
    folder.write("work/flatline.toml", "baseline = \"fifo\"\n");
    Running run(
        {"-c", "cd \"$0\" && exec \"$1\" check a.textmap", folder.path("work"), paths::tool()},
        Running::Error::pipe, "/bin/sh");
    EXPECT_EQ(run.exit_code(), 2);
    EXPECT_NE(run.err().find("fifo: the baseline cannot be read: not a regular file"),
              std::string::npos)
        << run.err();
}

/// What happens in the midst of a run: tests/tools/preload/io_faults.cc.
class ToolFileFaults : public testing::Test {
protected:
    void SetUp() override {
        const auto build = fs::path(paths::tool()).parent_path().parent_path();
        const auto module = build / "tests" / "libflatline_io_faults.so";
        if (!fs::exists(module)) GTEST_SKIP() << needs::other("glibc");
        preload_ = "LD_PRELOAD=" + module.string();
    }
    /// The program under `fault`, a variable and its value.
    void run(const Words& words, const std::string& fault) {
        const std::size_t equals = fault.find('=');
        setenv(fault.substr(0, equals).c_str(), fault.substr(equals + 1).c_str(), 1);
        setenv("LD_PRELOAD", preload_.substr(11).c_str(), 1);
        {
            Running running(words);
            unsetenv("LD_PRELOAD");
            unsetenv(fault.substr(0, equals).c_str());
            exit_code_ = running.exit_code();
            err_ = running.err();
        }
    }

    TempFolder folder_;
    std::string preload_;
    int exit_code_ = 0;
    std::string err_;
};

// Between the look at a file and its opening a FIFO takes its place.
TEST_F(ToolFileFaults, AFifoThatTakesThePlaceOfAFileIsNotWaitedFor) {
    const std::string map = fixture("square.textmap");
    const std::string wad = make_wad(map_lumps("MAP01", small_map()));
    struct Row {
        const char* name;
        std::string bytes;
        Words words;
        int exit_code;
    };
    const auto at = [&](const char* name) { return folder_.path(name); };
    for (const Row& row : std::vector<Row>{
             {"known", "flatline baseline 1\n", {"check", map, "--baseline", at("known")}, 2},
             {"own.toml", "", {"check", map, "--config", at("own.toml")}, 2},
             {"a.wad", wad, {"check", at("a.wad")}, 1},
             {"b.textmap", small_map(), {"check", at("b.textmap")}, 1},
             {"game.wad", wad, {"check", map, "--resources", at("game.wad")}, 1},
             {"c.wad", wad, {"check", at("tree")}, 1},
             {"d.wad", wad, {"check", at("shard"), "--shard", "1/2"}, -2},
             {"x.cfg", "thingtypes { }", {"check", map, "--resources", at("x.cfg")}, 1},
             {"r.json",
              "{\"type\":\"run\",\"schema\":\"flatline.check/1\"}\n",
              {"check", map, "--report", "json=" + at("r.json")},
              2}}) {
        SCOPED_TRACE(row.name);
        const std::string folder = row.name == std::string("c.wad")   ? "tree/maps/"
                                   : row.name == std::string("d.wad") ? "shard/"
                                                                      : "";
        folder_.write(folder + row.name, row.bytes);
        run(row.words, std::string("FLATLINE_SWAP=") + row.name);
        EXPECT_NE(exit_code_, -1) << "it hangs";
        if (row.exit_code >= 0) {
            EXPECT_EQ(exit_code_, row.exit_code) << err_;
        }
        EXPECT_TRUE(fs::is_fifo(folder_.path(folder + row.name))) << "nothing was opened";
    }
}

TEST_F(ToolFileFaults, NoSignalLeavesATemporaryFile) {
    const std::vector<int> signals = {SIGHUP,  SIGINT,    SIGQUIT, SIGTERM,   SIGUSR1,  SIGUSR2,
                                      SIGXCPU, SIGXFSZ,   SIGALRM, SIGVTALRM, SIGPROF,  SIGPIPE,
                                      SIGIO,   SIGSTKFLT, SIGPWR,  SIGSEGV,   SIGABRT,  SIGBUS,
                                      SIGFPE,  SIGILL,    SIGTRAP, SIGSYS,    SIGRTMIN, SIGRTMAX};
    testing_support::Sample sample(5);
    for (const Writer& writer : writers(folder_)) {
        for (const int signal : signals) {
            if (!sample.takes()) continue;
            SCOPED_TRACE(testing::PrintToString(writer.words) + strsignal(signal));
            std::ofstream(writer.path) << kForeign;
            run(with(writer.words, {"--force"}), "FLATLINE_SIGNAL=" + std::to_string(signal));
            EXPECT_EQ(names_in(folder_.path()),
                      std::vector<std::string>{fs::path(writer.path).filename().string()});
            run(with(writer.words, {"--force"}), "FLATLINE_SIGNAL_MADE=" + std::to_string(signal));
            EXPECT_EQ(names_in(folder_.path()).size(), 1u) << "at once";
            // Whole: the old one or the new one.
            EXPECT_TRUE(bytes_of(writer.path) == kForeign || bytes_of(writer.path).size() > 40);
        }
        fs::remove(writer.path);
    }
}

TEST_F(ToolFileFaults, WhatAppearsMeanwhileIsNotReplaced) {
    for (const Writer& writer : writers(folder_)) {
        SCOPED_TRACE(testing::PrintToString(writer.words));
        fs::remove(writer.path);
        run(writer.words, "FLATLINE_APPEAR=" + writer.path);
        EXPECT_EQ(exit_code_, 1);
        EXPECT_NE(err_.find("File exists"), std::string::npos) << err_;
        EXPECT_EQ(bytes_of(writer.path), "");
        run(with(writer.words, {"--force"}), "FLATLINE_APPEAR=" + writer.path);
        EXPECT_EQ(exit_code_, 0) << err_;
        EXPECT_NE(bytes_of(writer.path), "");
        fs::remove(writer.path);
        EXPECT_EQ(names_in(folder_.path()), std::vector<std::string>{});
    }
}

// Methods of old archives are named, and such an archive is no sound one.
TEST(ToolFiles, MethodsThatNoLibraryReadsAreNamed) {
    const TempFolder folder;
    const std::string wad = make_wad(map_lumps("MAP01", small_map()));
    const std::pair<char, const char*> methods[] = {
        {'\1', "'shrink'"}, {'\2', "'reduce 1'"}, {'\5', "'reduce 4'"}, {'\6', "'implode'"}};
    for (const auto& [method, name] : methods) {
        std::string zip = make_zip({{"maps/map01.wad", wad}, {"maps/map02.wad", wad}});
        zip[8] = method;  // of the first local record, and of its entry in the directory
        zip[zip.find("PK\1\2") + 10] = method;
        const Outcome run = run_tool({"check", folder.write("old.pk3", zip)});
        EXPECT_EQ(run.exit_code, 1) << run.out;
        EXPECT_NE(
            run.out.find("maps/map01.wad: error: the file is compressed by " + std::string(name)),
            std::string::npos)
            << run.out;
        EXPECT_NE(run.out.find("1 map"), std::string::npos) << "the other entry is read";
    }
}

}  // namespace flatline::engine::tool_test::files
