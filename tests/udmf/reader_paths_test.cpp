// Three paths read a text: the slow one all of it, the fast one plain statements, learned
// runs what was met before. Each way must give the same arrays and findings. So must a text and its
// copy with comments between all tokens, but for offsets, which shift with them.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/map_content.hpp"
#include "support/oracle.hpp"
#include "support/raw_read.hpp"
#include "support/sampled.hpp"

namespace {

using flatline::engine::Dialect;
using flatline::engine::FieldRow;
using flatline::engine::Finding;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;

using Tokens = std::vector<std::string>;

// Tokens laid out as one text, and the way back from offsets.
struct Layout {
    std::string text;
    std::vector<std::size_t> at;  // where each token begins

    void add(const std::string& between, const std::string& token) {
        text += between;
        at.push_back(text.size());
        text += token;
    }
    // "token+byte" of an offset inside a token or right after it.
    std::string name(const Tokens& tokens, std::uint64_t offset, bool behind) const {
        if (offset >= text.size() && !behind) return "end";
        const std::uint64_t byte = behind ? offset - 1 : offset;
        std::size_t i = at.size();
        while (i > 0 && at[i - 1] > byte) --i;
        if (i == 0) return "begin";
        const std::uint64_t inside = byte - at[i - 1];
        if (inside >= tokens[i - 1].size()) return "between behind " + std::to_string(i - 1);
        return std::to_string(i - 1) + "+" + std::to_string(inside);
    }
};

bool is_stop(const std::string& token) { return token == ";" || token == "{" || token == "}"; }

// As tools write: nothing or a blank between tokens, lines now and then.
Layout plain(const Tokens& tokens, std::mt19937& random, bool tight) {
    Layout layout;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool may_touch = i == 0 || is_stop(tokens[i]) || is_stop(tokens[i - 1]) ||
                               (tight && (tokens[i] == "=" || tokens[i - 1] == "="));
        const bool line = i > 0 && is_stop(tokens[i - 1]) && random() % 3 == 0;
        layout.add(line ? "\r\n\t" : (may_touch && i > 0 ? "" : " "), tokens[i]);
    }
    return layout;
}

// The same with a comment before every token.
Layout commented(const Tokens& tokens, std::mt19937& random) {
    static const char* const kComments[] = {"/**/", "/* x=1; */", "// {\n", " /*\n*/ ", "//\r\n"};
    Layout layout;
    for (const std::string& token : tokens) layout.add(kComments[random() % 5], token);
    layout.text += "/**/";
    return layout;
}

std::string findings(const LoadResult<flatline::engine::Map>& result, const Layout& layout,
                     const Tokens& tokens) {
    std::string all = std::to_string(result.findings.total()) + "\n";
    for (const Finding& f : result.findings.kept()) {
        all += std::string(load_text::rule_id(f)) + " ";
        if (f.offset != FLATLINE_NO_OFFSET) {
            all += layout.name(tokens, f.offset, false);
            if (f.length > 0) all += " to " + layout.name(tokens, f.offset + f.length, true);
        }
        for (const std::int64_t n :
             {f.a, f.b, std::int64_t{f.index}, std::int64_t{f.field}, std::int64_t{f.severity},
              std::int64_t{f.element}, std::int64_t{f.repaired}, std::int64_t{f.refuses}}) {
            all += " " + std::to_string(n);
        }
        all += "\n";
    }
    return all;
}

// ---- Random texts ----

class Generator {
public:
    explicit Generator(std::uint32_t seed) : random_(seed) {}

    Tokens text(bool v0_99) {
        tokens_.clear();
        v0_99_ = v0_99;
        static const struct {
            const char* name;
            Dialect dialect;
        } kNames[] = {{"zdoom", Dialect::zdoom},       {"srb2", Dialect::srb2},
                      {"Eternity", Dialect::eternity}, {"dsda", Dialect::dsda},
                      {"woof", Dialect::woof},         {"doom", Dialect::udmf11},
                      {"nobody", Dialect::udmf11}};
        const auto& name = kNames[below(7)];
        dialect_ = name.dialect;
        const bool late = below(6) == 0;
        if (!late) put_namespace(name.name);
        // Something for indices to name.
        if (below(10) != 0) {
            for (const std::uint8_t kind : {FLATLINE_SECTOR, FLATLINE_SIDEDEF, FLATLINE_VERTEX}) {
                put({kKeywords[kind], "{"});
                required(kind, false);
                put({"}"});
            }
        }
        for (unsigned n = below(12); n > 0; --n) block();
        if (late) put_namespace(name.name);
        for (unsigned n = below(4); n > 0; --n) block();
        if (below(12) == 0) put_namespace("srb2");
        return tokens_;
    }
    // One token of a text lost, doubled, or another in its place.
    Tokens spoiled(Tokens tokens) {
        if (tokens.empty()) return tokens;
        const auto i = static_cast<std::ptrdiff_t>(below(static_cast<unsigned>(tokens.size())));
        static const char* const kJunk[] = {"@", "5",     "x",           "=",     ";",  "{",
                                            "}", "\"a\"", "-",           "nan",   "5u", "true",
                                            "'", "\xFF",  "99999999999", "1e999", "("};
        switch (below(3)) {
            case 0:
                tokens.erase(tokens.begin() + i);
                break;
            case 1:
                tokens.insert(tokens.begin() + i, tokens[static_cast<std::size_t>(i)]);
                break;
            default:
                tokens[static_cast<std::size_t>(i)] = kJunk[below(17)];
                break;
        }
        return tokens;
    }
    std::mt19937& random() { return random_; }
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

private:
    static constexpr const char* kKeywords[] = {"vertex", "linedef", "sidedef", "sector", "thing"};

    void put(std::initializer_list<std::string> tokens) {
        tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    }
    void put_namespace(const std::string& name) {
        put({"namespace", "=", v0_99_ && below(2) == 0 ? name : "\"" + name + "\"", ";"});
    }
    std::string cased(std::string name) {
        if (below(8) == 0) {
            for (char& c : name) c = below(2) == 0 ? static_cast<char>(std::toupper(c)) : c;
        }
        return name;
    }
    std::string digits(unsigned n) {
        std::string text;
        for (; n > 0; --n) text += static_cast<char>('0' + below(10));
        return text;
    }
    std::string integer() {
        static const char* const kEdges[] = {
            "2147483647", "-2147483648", "2147483648", "0",          "-0",  "+7",   "0x1F", "-0xA",
            "999999999",  "-999999999",  "1000000000", "0000000012", "1.5", "-2.0", "3e2"};
        if (below(5) == 0) return kEdges[below(15)];
        return (below(4) == 0 ? "-" : "") + digits(1 + below(below(3) == 0 ? 9 : 3));
    }
    std::string real() {
        static const char* const kEdges[] = {"32768",
                                             "-32768",
                                             "32768.0000001",
                                             "-32768.001",
                                             "0.1",
                                             ".5",
                                             "5.",
                                             "-.25",
                                             "1e3",
                                             "1.5e-3",
                                             "-0",
                                             "-0.0",
                                             "123456789012345",
                                             "1234567890.12345",
                                             "1234567890.123456",
                                             "0.30000000000000004",
                                             "+1.5"};
        if (below(4) == 0) return kEdges[below(17)];
        const std::string whole = (below(3) == 0 ? "-" : "") + digits(1 + below(4));
        return below(2) == 0 ? whole : whole + "." + digits(1 + below(6));
    }
    std::string string() {
        static const char* const kNames[] = {
            "-", "STONE",           "STARTAN2",         "F_SKY1",         "",
            "A", "EXACTLYFIFTEEN_", "EXACTLYSIXTEEN__", "a/long/name.png"};
        if (v0_99_ && below(3) == 0) return std::string("W") + digits(1 + below(4));
        std::string text =
            below(3) != 0 ? kNames[below(9)] : std::string(below(40), 'x') + digits(2);
        if (below(8) == 0) text.insert(below(static_cast<unsigned>(text.size()) + 1), "\\\"");
        return "\"" + text + "\"";
    }
    std::string value(std::uint8_t kind) {
        if (below(25) == 0) kind = static_cast<std::uint8_t>(below(4));  // perhaps a wrong one
        switch (kind) {
            case FLATLINE_INTEGER:
                return integer();
            case FLATLINE_REAL:
                return real();
            case FLATLINE_BOOLEAN:
                return cased(below(2) == 0 ? "true" : "false");
            case FLATLINE_IDS:
                return "\"" + integer() + " " + integer() + "\"";
            default:
                return string();
        }
    }
    void field(std::uint8_t block) {
        if (below(15) == 0) {
            put({below(2) == 0 ? "user_a" : "unheardof", "=",
                 value(static_cast<std::uint8_t>(below(4))), ";"});
            return;
        }
        if (below(60) == 0) {
            put({"inner", "{", "a", "=", "1", ";", "deep", "{", "}", "}"});
            return;
        }
        const bool old = v0_99_ && below(2) == 0;
        const auto rows = flatline::engine::field_rows(old             ? Dialect::udmf099
                                                       : below(3) == 0 ? Dialect::udmf11
                                                                       : dialect_);
        const FieldRow& row = rows[below(static_cast<unsigned>(rows.size()))];
        if (row.block != block || row.kind == FLATLINE_ANY) return;
        put({cased(std::string(row.name)), "=", value(row.kind), ";"});
        if (below(10) == 0) put({std::string(row.name), "=", value(row.kind), ";"});
    }
    void block() {
        if (below(12) == 0) put({"global_thing", "=", real(), ";"});
        if (below(20) == 0) put({"odd", "{", "x", "=", "\"y\"", ";", "}"});
        const auto kind = static_cast<std::uint8_t>(below(5));
        put({cased(kKeywords[kind]), "{"});
        // What is required, mostly, so that many of the texts load.
        if (below(12) != 0) required(kind, true);
        for (unsigned n = below(60); n > 0; --n) field(kind);
        if (below(20) == 0) put({";"});
        put({"}"});
    }
    void required(std::uint8_t kind, bool bad_too) {
        const auto give = [this](const char* name, const std::string& text) {
            put({name, "=", text, ";"});
        };
        switch (kind) {
            case FLATLINE_VERTEX:
                give("x", digits(3)), give("y", "-" + digits(2) + ".5");
                break;
            case FLATLINE_LINEDEF:
                give("v1", "0"), give("v2", bad_too && below(9) == 0 ? "77" : "0"),
                    give("sidefront", "0");
                break;
            case FLATLINE_SIDEDEF:
                give("sector", bad_too && below(20) == 0 ? "-1" : "0");
                break;
            case FLATLINE_SECTOR:
                give("texturefloor", string()), give("textureceiling", string());
                break;
            default:
                give("x", digits(2)), give("y", digits(4)), give("type", digits(3));
                break;
        }
    }

    std::mt19937 random_;
    Tokens tokens_;
    Dialect dialect_ = Dialect::udmf11;
    bool v0_99_ = false;
};

// ---- The comparison ----

class ReaderPaths : public testing::Test {
protected:
    LoadResult<flatline::engine::Map> load(const Layout& layout, const LoadOptions& options) {
        guarded::Page page(layout.text.size());
        // Through an own copy: the page goes before the result does.
        LoadResult<flatline::engine::Map> result = loader_.load_owned(
            flatline::engine::Buffer::copy_of(load_text::bytes(layout.text)), options);
        const LoadResult<flatline::engine::Map> guarded =
            loader_.load_borrowed(page.put(layout.text), options);
        EXPECT_EQ(guarded.status, result.status);
        EXPECT_EQ(oracle::first_fault(guarded, layout.text), "");
        return result;
    }
    // `tight`: no blank around '=', which ends no word of 0.99 and no misplaced keyword.
    void compare(const Tokens& tokens, bool tight, const LoadOptions& options,
                 std::mt19937& random) {
        const Layout bare = plain(tokens, random, tight);
        const Layout full = commented(tokens, random);
        const LoadResult<flatline::engine::Map> a = load(bare, options);
        const LoadResult<flatline::engine::Map> b = load(full, options);
        SCOPED_TRACE(bare.text + "\n" + load_text::story(a, bare.text) +
                     load_text::story(b, full.text));
        for (const std::string& text : {bare.text, raw_read::padded(bare.text), full.text}) {
            ASSERT_EQ(raw_read::disagreement(text, options, taken_), "");
        }
        ASSERT_EQ(a.status, b.status);
        ASSERT_EQ(findings(a, bare, tokens), findings(b, full, tokens));
        ASSERT_TRUE(map_content::of(a.value) == map_content::of(b.value));
        (a.status == flatline::engine::Status::ok ? loaded_ : refused_) += 1;
    }
    void run(const LoadOptions& options, std::uint32_t seed, int rounds) {
        rounds /= step_;
        Generator generator(seed);
        for (int i = 0; i < rounds && !HasFailure(); ++i) {
            const bool old = options.grammar == flatline::engine::Grammar::v0_99;
            const bool spoil = i % 3 == 0;
            Tokens tokens = generator.text(old);
            if (spoil) tokens = generator.spoiled(tokens);
            compare(tokens, !old && !spoil, options, generator.random());
        }
        EXPECT_GT(loaded_, rounds / 20);
        EXPECT_GT(refused_, rounds / 20);
    }

    // Statements of three readings of each text; much of what is random is not plain.
    void TearDown() override {
        EXPECT_GT(taken_.slow, 10'000u / static_cast<unsigned>(step_));
        EXPECT_GT(taken_.fast, taken_.slow / 4);
        EXPECT_GT(taken_.followed, taken_.slow / 20);
    }

    const int step_ = static_cast<int>(testing_support::one_in(3, 9));

    flatline::engine::Loader loader_;
    raw_read::Taken taken_;
    int loaded_ = 0;
    int refused_ = 0;
};

TEST_F(ReaderPaths, AgreeOnRandomTexts) {
    LoadOptions options;
    run(options, 1, 1500);
}

TEST_F(ReaderPaths, AgreeOn1_1) {
    LoadOptions options;
    options.grammar = flatline::engine::Grammar::v1_1;
    options.repair = flatline::engine::Repair::repair;
    run(options, 2, 1000);
}

TEST_F(ReaderPaths, AgreeOn0_99) {
    LoadOptions options;
    options.grammar = flatline::engine::Grammar::v0_99;
    run(options, 3, 1000);
}

TEST_F(ReaderPaths, AgreeUnderAnOverride) {
    LoadOptions options;
    options.namespace_override = "zdoom";
    options.repair = flatline::engine::Repair::repair;
    run(options, 4, 700);
}

// Limits so low that quick values meet them.
TEST_F(ReaderPaths, AgreeUnderNarrowLimits) {
    Generator generator(5);
    for (int i = 0; i < 1500 / step_ && !HasFailure(); ++i) {
        LoadOptions options;
        options.repair = flatline::engine::Repair::repair;
        const auto narrow = [&generator] { return generator.below(6) == 0; };
        if (narrow()) options.limits.number_bytes = 1 + generator.below(16);
        if (narrow()) options.limits.string_bytes = generator.below(18);
        if (narrow()) options.limits.identifier_bytes = 1 + generator.below(30);
        if (narrow()) options.limits.coordinate = 9998.5;
        if (narrow()) options.limits.unknown_fields = generator.below(9);
        if (narrow()) options.limits.findings = generator.below(4);
        if (narrow()) options.limits.things = generator.below(3);
        compare(generator.text(false), true, options, generator.random());
    }
    EXPECT_GT(refused_, 50 / step_);
    EXPECT_GT(loaded_, 50 / step_);
}

}  // namespace
