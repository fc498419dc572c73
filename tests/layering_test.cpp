// Reads the sources and fails on an include or a call that design.md forbids. The rules are the
// tables below; the self-tests at the end show that each kind of rule fires.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "support/paths.hpp"

namespace {

using std::string;
using std::string_view;

// ---- The rules ---------------------------------------------------------------------------------

// Which rooms a room includes, as design.md prints them from the ground up. "flatline" stands for
// the public headers. Rooms that are not here (a new folder) may include nothing until they are.
struct RoomRow {
    string_view room;
    string_view may_include;
};
constexpr RoomRow kRooms[] = {
    {"flatline", "flatline"},
    {"base", "flatline base"},
    {"text", "flatline base text"},
    {"udmf", "flatline base text udmf"},
    {"doom3", "flatline base text doom3"},
    {"level", "flatline base text udmf doom3 level"},
    {"nodes", "flatline base text udmf doom3 level nodes"},
    {"archive", "flatline base text archive"},
    {"api", "flatline base text udmf doom3 level nodes archive api"},
    {"physfs", "flatline base archive api physfs"},
    {"check", "flatline base text udmf check"},
    {"tools", "flatline tools"},
};

// Headers that belong to some rooms only. For a public header these are the rooms from its own
// upwards; "flatline" is there where another public header builds on it.
struct HeaderRow {
    string_view header;
    string_view rooms;
};
constexpr HeaderRow kOwnedHeaders[] = {
    {"flatline/physfs.hpp", "physfs tools"},
    {"flatline/flatline_physfs.h", "physfs"},
    {"flatline/archive.hpp", "flatline archive api physfs check tools"},
    {"flatline/archive_map.hpp", "api tools"},
    {"flatline/check.hpp", "check api tools"},
    {"physfs.h", "physfs"},
    {"zlib.h", "nodes"},
    {"libdeflate.h", "nodes"},
    // Threads start in one place (base/jobs) and are told apart in another (base/progress).
    {"thread", "base"},
    {"mutex", "base"},
    {"condition_variable", "base"},
    {"future", ""},
    // They bring the locale, and static constructors.
    {"iostream", "tools"},
    {"fstream", "tools"},
    {"sstream", "tools"},
    {"locale", ""},
    {"clocale", ""},
    {"locale.h", ""},
    {"regex", ""},
};

// Public headers use the standard library alone; these are its only headers with a suffix.
constexpr string_view kPublicCHeaders = "stddef.h stdint.h stdbool.h";

// Calls that no engine source makes.
struct CallRow {
    string_view names;
    string_view reason;
};
constexpr CallRow kBannedCalls[] = {
    {"strtod strtof strtold strtol strtoll strtoul strtoull atoi atol atoll atof "
     "stod stof stold stoi stol stoll stoul stoull scanf fscanf sscanf vsscanf",
     "reads the locale and accepts what UDMF does not; use the numbers of engine/text"},
    {"isdigit isxdigit isspace isalpha isalnum isprint ispunct isupper islower toupper tolower",
     "reads the locale, and is undefined for bytes above 127"},
    {"setlocale localeconv", "the locale belongs to the host"},
    {"printf fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf puts fputs putchar "
     "perror",
     "the engine prints nothing and formats no text this way"},
    {"abort exit _Exit _exit quick_exit terminate", "errors are values, the host decides"},
};
constexpr CallRow kBannedWords[] = {
    {"throw", "errors are values"},
    {"cout cerr clog", "the engine prints nothing"},
    {"thread_local", "no state outside of what the caller holds"},
};

// ---- Reading a source --------------------------------------------------------------------------

bool in_list(string_view list, string_view word) {
    std::size_t at = 0;
    while (at < list.size()) {
        const std::size_t end = std::min(list.find(' ', at), list.size());
        if (list.substr(at, end - at) == word) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The source with comments, and on demand the content of literals, as blanks; lines stay.
string blank_out(string_view source, bool literals) {
    string out(source);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, out.size()); ++i) {
            if (out[i] != '\n') {
                out[i] = ' ';
            }
        }
    };
    const auto after = [&](string_view mark, std::size_t from) {
        const std::size_t at = source.find(mark, from);
        return at == string_view::npos ? source.size() : at + mark.size();
    };
    std::size_t i = 0;
    while (i < source.size()) {
        const string_view rest = source.substr(i);
        const bool word_before = i > 0 && is_word(source[i - 1]);
        std::size_t end = i + 1;
        if (rest.starts_with("//")) {
            end = std::min(source.find('\n', i), source.size());
            blank(i, end);
        } else if (rest.starts_with("/*")) {
            end = after("*/", i + 2);
            blank(i, end);
        } else if (rest.starts_with("R\"") && !word_before) {
            const std::size_t open = std::min(source.find('(', i), source.size());
            const string mark = ")" + string(source.substr(i + 2, open - i - 2)) + "\"";
            end = after(mark, open);
            if (literals) {
                blank(i, end);
            }
        } else if (rest[0] == '"' || (rest[0] == '\'' && !word_before)) {  // not 1'000
            while (end < source.size() && source[end] != rest[0]) {
                end += source[end] == '\\' ? 2 : 1;
            }
            if (literals) {
                blank(i + 1, end);
            }
            ++end;
        }
        i = end;
    }
    return out;
}

std::size_t line_of(string_view text, std::size_t at) {
    return 1 + static_cast<std::size_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

struct Token {
    string_view text;
    std::size_t at;
};

// Words and single characters of a source whose comments and literals are blank.
std::vector<Token> tokens_of(string_view code) {
    std::vector<Token> tokens;
    std::size_t i = 0;
    while (i < code.size()) {
        std::size_t end = i + 1;
        if (is_word(code[i])) {
            while (end < code.size() && is_word(code[end])) {
                ++end;
            }
        }
        if (code[i] != ' ' && code[i] != '\n' && code[i] != '\t' && code[i] != '\r') {
            tokens.push_back({code.substr(i, end - i), i});
        }
        i = end;
    }
    return tokens;
}

using Findings = std::vector<string>;

void report(Findings& findings, string_view path, std::size_t line, const string& message) {
    findings.push_back(string(path) + ":" + std::to_string(line) + ": " + message);
}

// ---- Includes ----------------------------------------------------------------------------------

// The room of a file, by its path from the top of the repository: engine/udmf/reader.cpp is in
// udmf, and files beside load.cpp with a row of their own are rooms of their own.
string_view room_of(string_view path) {
    if (path.starts_with("tools/")) {
        return "tools";
    }
    path.remove_prefix(string_view("engine/").size());
    if (path.starts_with("include/")) {
        return "flatline";
    }
    if (path.find('/') == string_view::npos) {
        const bool own = std::any_of(std::begin(kRooms), std::end(kRooms),
                                     [&](const RoomRow& row) { return row.room == path; });
        return own ? path : "engine";
    }
    return path.substr(0, path.find('/'));
}

// The room that a quoted include names. A bare name is a file of the same folder, or of engine/,
// where every room's include path begins.
string_view target_of(string_view header, string_view room) {
    const std::size_t slash = header.find('/');
    if (slash != string_view::npos) {
        return header.substr(0, slash);
    }
    const auto engine = std::filesystem::path(paths::source()) / "engine";
    return std::filesystem::exists(engine / header) ? "engine" : room;
}

Findings check_includes(string_view path, string_view source) {
    Findings findings;
    const string code = blank_out(source, false);
    const string_view room = room_of(path);
    const auto row = std::find_if(std::begin(kRooms), std::end(kRooms),
                                  [&](const RoomRow& r) { return r.room == room; });
    const string_view may_include = row == std::end(kRooms) ? string_view() : row->may_include;

    std::size_t line_number = 0;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        string_view line = string_view(code).substr(at, end - at);
        at = end + 1;
        ++line_number;

        const auto skip_blanks = [&] {
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        };
        skip_blanks();
        if (!line.starts_with('#')) {
            continue;
        }
        line.remove_prefix(1);
        skip_blanks();
        if (!line.starts_with("include")) {
            continue;
        }
        line.remove_prefix(string_view("include").size());
        skip_blanks();
        if (line.empty()) {
            continue;
        }
        const bool quoted = line[0] == '"';
        line.remove_prefix(1);
        const string_view header = line.substr(0, line.find(quoted ? '"' : '>'));
        const string shown = "includes " + string(header);

        const auto owned = std::find_if(std::begin(kOwnedHeaders), std::end(kOwnedHeaders),
                                        [&](const HeaderRow& r) { return r.header == header; });
        if (owned != std::end(kOwnedHeaders) && !in_list(owned->rooms, room)) {
            report(findings, path, line_number,
                   shown + ", which is only for: " + string(owned->rooms));
        }
        if (quoted) {
            const string_view target = target_of(header, room);
            if (!in_list(may_include, target)) {
                report(
                    findings, path, line_number,
                    shown + ", but " + string(room) + " may include only: " + string(may_include));
            }
        } else if (header.find("flatline/") == 0) {
            report(findings, path, line_number, shown + " in <>, write it in quotes");
        } else if (room == "flatline" && header.find_first_of("./") != string_view::npos &&
                   !in_list(kPublicCHeaders, header)) {
            report(findings, path, line_number,
                   shown + ", but public headers use the standard library alone");
        }
    }
    return findings;
}

// ---- Calls -------------------------------------------------------------------------------------

template <std::size_t size>
const CallRow* row_with(const CallRow (&rows)[size], string_view word) {
    const auto* row =
        std::find_if(rows, rows + size, [&](const CallRow& r) { return in_list(r.names, word); });
    return row == rows + size ? nullptr : row;
}

Findings check_calls(string_view path, string_view source) {
    Findings findings;
    const string code = blank_out(source, true);
    const std::vector<Token> tokens = tokens_of(code);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const CallRow* row = row_with(kBannedWords, tokens[i].text);
        const bool member = i > 0 && (tokens[i - 1].text == "." || tokens[i - 1].text == ">");
        if (row == nullptr && !member && i + 1 < tokens.size() && tokens[i + 1].text == "(") {
            row = row_with(kBannedCalls, tokens[i].text);
        }
        if (row != nullptr) {
            report(findings, path, line_of(code, tokens[i].at),
                   string(tokens[i].text) + ": " + string(row->reason));
        }
    }
    return findings;
}

// ---- Mutable globals ---------------------------------------------------------------------------

// True for the tokens of a declaration, up to its initializer, that make a variable which can
// change. A function has a parenthesis; a pointer is constant only where `const` follows the star.
bool declares_mutable_variable(const std::vector<string_view>& declaration) {
    constexpr string_view kNoVariable =
        "using typedef namespace class struct enum union template static_assert friend concept "
        "public private protected case return";
    std::size_t words = 0;
    bool constant = false;
    for (const string_view token : declaration) {
        if (token == "(" || in_list(kNoVariable, token)) {
            return false;
        }
        if (token == "constexpr") {
            return false;
        }
        if (token == "*") {
            constant = false;
        } else if (token == "const") {
            constant = true;
        }
        words += is_word(token[0]) ? 1 : 0;
    }
    return words >= 2 && !constant;
}

// Finds variables of namespace scope, and static ones of any scope, that can change. It knows
// just enough C++ for the way this engine is written; what it misses, a reader still sees.
Findings check_globals(string_view path, string_view source) {
    Findings findings;
    string code = blank_out(source, true);
    for (std::size_t at = 0; at < code.size();) {  // directives, with their continued lines
        std::size_t end = std::min(code.find('\n', at), code.size());
        if (code.find_first_not_of(" \t", at) == code.find('#', at)) {
            while (end < code.size() && end > at && code[end - 1] == '\\') {
                end = std::min(code.find('\n', end + 1), code.size());
            }
            std::replace_if(
                code.begin() + static_cast<std::ptrdiff_t>(at),
                code.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; },
                ' ');
        }
        at = end + 1;
    }

    std::vector<bool> scopes = {true};  // true: of a namespace
    std::vector<string_view> statement;
    std::size_t start = 0;
    bool in_initializer = false;
    for (const Token& token : tokens_of(code)) {
        const bool names_operator =
            std::find(statement.begin(), statement.end(), "operator") != statement.end();
        if (token.text == ";" || token.text == "{" || token.text == "}" ||
            (token.text == "=" && !names_operator)) {
            const bool is_static =
                std::find(statement.begin(), statement.end(), "static") != statement.end();
            if (!in_initializer && (scopes.back() || is_static) && token.text != "}" &&
                declares_mutable_variable(statement)) {
                report(findings, path, line_of(code, start), "a static variable that can change");
            }
            in_initializer = token.text == "=" || (in_initializer && token.text != ";");
            if (token.text == "{") {
                const bool opens_namespace =
                    !statement.empty() && (std::find(statement.begin(), statement.end(),
                                                     "namespace") != statement.end() ||
                                           (statement.size() <= 3 && statement[0] == "extern"));
                scopes.push_back(opens_namespace);
                in_initializer = false;
            } else if (token.text == "}" && scopes.size() > 1) {
                scopes.pop_back();
                // `= {...};` leaves a lone semicolon, which declares nothing.
                in_initializer = false;
            }
            statement.clear();
            continue;
        }
        if (statement.empty()) {
            start = token.at;
        }
        statement.push_back(token.text);
    }
    return findings;
}

// ---- The sources -------------------------------------------------------------------------------

string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Runs `check` over every source under `folder` of the repository.
template <class Check>
Findings check_folder(string_view folder, Check check) {
    const std::filesystem::path root = paths::source();
    Findings all;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
        const string suffix = entry.path().extension().string();
        if (!entry.is_regular_file() || !in_list(".h .hpp .inc .cpp .c", suffix)) {
            continue;
        }
        ++files;
        const string path = entry.path().lexically_relative(root).generic_string();
        const Findings found = check(path, read_file(entry.path()));
        all.insert(all.end(), found.begin(), found.end());
    }
    EXPECT_GT(files, 0u) << "no source under " << folder;
    return all;
}

string joined(const Findings& findings) {
    string text;
    for (const string& finding : findings) {
        text += finding + "\n";
    }
    return text;
}

TEST(Layering, EngineIncludesOnlyWhatLiesBelow) {
    const Findings findings = check_folder("engine", check_includes);
    EXPECT_TRUE(findings.empty()) << joined(findings);
}

TEST(Layering, ToolsIncludeOnlyPublicHeaders) {
    const Findings findings = check_folder("tools", check_includes);
    EXPECT_TRUE(findings.empty()) << joined(findings);
}

TEST(Layering, EngineMakesNoBannedCall) {
    const Findings findings = check_folder("engine", check_calls);
    EXPECT_TRUE(findings.empty()) << joined(findings);
}

TEST(Layering, EngineHasNoMutableGlobal) {
    const Findings findings = check_folder("engine", check_globals);
    EXPECT_TRUE(findings.empty()) << joined(findings);
}

// ---- The checker itself ------------------------------------------------------------------------

TEST(LayeringSelfTest, FiresOnEachForbiddenInclude) {
    struct Row {
        string_view path;
        string_view include;
        bool allowed;
    };
    constexpr Row kRows[] = {
        {"engine/udmf/reader.cpp", "\"text/cursor.hpp\"", true},
        {"engine/udmf/reader.cpp", "\"reader.hpp\"", true},
        {"engine/udmf/reader.cpp", "\"flatline/types.h\"", true},
        {"engine/udmf/reader.cpp", "<array>", true},
        {"engine/udmf/reader.cpp", "\"level/resolve.hpp\"", false},
        {"engine/udmf/reader.cpp", "\"doom3/reader.hpp\"", false},
        {"engine/udmf/reader.cpp", "\"../level/resolve.hpp\"", false},
        {"engine/udmf/reader.cpp", "<flatline/types.h>", false},
        {"engine/udmf/reader.cpp", "<physfs.h>", false},
        {"engine/level/slopes.cpp", "\"nodes/decode.hpp\"", false},
        {"engine/check/tags.cpp", "\"level/resolve.hpp\"", false},
        {"engine/check/tags.cpp", "\"flatline/map.hpp\"", true},
        {"engine/api/loader.cpp", "\"physfs/source.hpp\"", false},
        {"engine/api/derived.cpp", "\"nodes/build.hpp\"", true},
        {"engine/udmf/reader.cpp", "\"api/map_storage.hpp\"", false},
        {"engine/physfs/source.cpp", "<physfs.h>", true},
        {"engine/physfs/source.cpp", "\"udmf/reader.hpp\"", false},
        {"engine/new_room/x.cpp", "\"base/reservation.hpp\"", false},
        {"engine/include/flatline/map.hpp", "\"flatline/types.h\"", true},
        {"engine/include/flatline/map.hpp", "\"base/reservation.hpp\"", false},
        {"engine/include/flatline/map.hpp", "\"flatline/physfs.hpp\"", false},
        {"engine/include/flatline/map.hpp", "<fmt/core.h>", false},
        {"engine/include/flatline/types.h", "<stdint.h>", true},
        {"tools/flatline/main.cpp", "\"flatline/load.hpp\"", true},
        {"tools/flatline/main.cpp", "\"args.hpp\"", true},
        {"tools/flatline/main.cpp", "\"base/reservation.hpp\"", false},
        {"tools/flatline/main.cpp", "<physfs.h>", false},
    };
    for (const Row& row : kRows) {
        const string source = "// a comment\n# include " + string(row.include) + "\n";
        EXPECT_EQ(check_includes(row.path, source).empty(), row.allowed)
            << row.path << " " << row.include;
    }
    EXPECT_TRUE(check_includes("engine/base/a.cpp", "// #include \"udmf/reader.hpp\"\n").empty());
    EXPECT_EQ(check_includes("engine/base/a.cpp", "\n\n#include \"udmf/reader.hpp\"\n"),
              Findings{"engine/base/a.cpp:3: includes udmf/reader.hpp, but base may include only: "
                       "flatline base"});
}

TEST(LayeringSelfTest, FiresOnBannedCalls) {
    for (const string_view bad :
         {"x = strtod(p, &e);", "x = std::stod (s);", "if (isdigit(c))", "std::cout << 1;",
          "throw 1;", "::abort();", "snprintf(b, 9, \"\");", "thread_local int x;"}) {
        EXPECT_EQ(check_calls("engine/base/a.cpp", bad).size(), 1u) << bad;
    }
    for (const string_view good :
         {"// strtod(p)", "/* throw */", "say(\"printf(x)\");", "R\"(abort() \" exit())\";",
          "door.exit();", "int exit_line = 1'000; int n = 'a';", "my_abort();", "bool exit;"}) {
        EXPECT_TRUE(check_calls("engine/base/a.cpp", good).empty()) << good;
    }
}

TEST(LayeringSelfTest, FiresOnMutableGlobals) {
    for (const string_view bad :
         {"int counter;", "namespace a::b { int counter = 0; }", "namespace { Row rows[3] {}; }",
          "static const char* name = \"\";", "void f() { static int calls = 0; }",
          "const int a = 1; int b;", "constinit int c = 0;", "extern \"C\" { int d; }",
          "struct S { int a; static int b; };", "inline int e = f();",
          "#define X \\\n  y\nint counter;"}) {
        EXPECT_EQ(check_globals("engine/base/a.cpp", bad).size(), 1u) << bad;
    }
    for (const string_view good :
         {"constexpr Row kRows[] = {{1, 2}, {3, 4}};", "const int a = 1;",
          "static const char* const name = \"\";", "static int f(int a) { int b = 0; return b; }",
          "namespace { struct S { int a = 0; std::uint8_t b; }; }", "enum class E { a, b = 2 };",
          "void f() { static constexpr int k = 1; int i = 0; S s{1}; }", "using A = int;",
          "class C { public: static C make(int a); int x_ = 0; };", "#define INT int a;\n",
          "template <class T> constexpr T zero = {};", "int f() noexcept;",
          "Map& Map::operator=(Map&& o) noexcept { return *this; }",
          "bool operator==(A a, B b) { return a.x == b.x; }",
          "Map::Map(Map&& o) noexcept : a_(o.a_), b_{o.b_} { o.a_ = {}; }"}) {
        EXPECT_TRUE(check_globals("engine/base/a.cpp", good).empty()) << good;
    }
}

}  // namespace
