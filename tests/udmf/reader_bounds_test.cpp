// What each path must stop at: limits that are met in a short text, which is not learned, and in
// a long one, whose runs are; values and names at the edge of what is read.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "support/counting_memory.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"
#include "support/raw_read.hpp"
#include "udmf/reader_story.hpp"
#include "udmf/shrink_to_fit.hpp"

namespace reader_bounds_test {

using flatline::engine::Limits;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Map;

std::string repeated(std::string_view piece, int times) {
    std::string all;
    while (times-- > 0) all += piece;
    return all;
}

// What a text is refused for, and where; "" if it loads.
std::string refusal(const std::string& text, const LoadOptions& options) {
    guarded::Page page(text.size());
    const LoadResult<Map> result = flatline::engine::load_borrowed(page.put(text), options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    std::string last;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (f.severity != static_cast<int>(flatline::engine::Severity::error)) continue;
        last = std::string(load_text::rule_id(f)) + " " + text.substr(f.offset, f.length) + "@" +
               std::to_string(f.offset);
    }
    return result ? "" : last;
}

// Limits that runs do not ask for themselves, and those that the fast path asks for.
TEST(ReaderBounds, LimitsInShortAndInLongTexts) {
    struct Row {
        std::uint64_t Limits::*limit;
        std::uint64_t most;
        const char* rule;
        const char* good;  // what a long text is full of
        const char* before;
        const char* bad;  // what the finding names
        const char* after;
    };
    const Row rows[] = {
        {&Limits::number_bytes, 4, "limit-number-bytes", "thing{x=1;y=2;type=3004;}",
         "thing{x=1;y=2;type=", "30040", ";}"},
        {&Limits::number_bytes, 4, "limit-number-bytes", "thing{x=1;y=2;type=3;}",
         "thing{x=1.25;y=", "-1.25", ";type=3;}"},
        {&Limits::number_bytes, 4, "limit-number-bytes", "thing{x=1;y=2;type=3;user_a=10;}",
         "thing{x=1;y=2;type=3;user_a=", "10000", ";}"},
        {&Limits::identifier_bytes, 6, "limit-identifier-bytes", "vertex{x=1;y=2;}", "", "sidedef",
         "{sector=0;}"},
        {&Limits::identifier_bytes, 6, "limit-identifier-bytes", "sector{id=1;}", "sector{id=1;",
         "heightfloor", "=8;}"},
        {&Limits::identifier_bytes, 5, "limit-identifier-bytes", "thing{x=1;y=2;type=3;}",
         "thing{x=1;y=2;type=3;", "ambush", "=true;}"},
        {&Limits::identifier_bytes, 5, "limit-identifier-bytes", "thing{x=1;y=2;type=3;}",
         "thing{x=1;y=2;type=3;", "user_a", "=1;}"},
    };
    for (const Row& row : rows) {
        for (const int times : {0, 300}) {
            const std::string before = repeated(row.good, times) + row.before;
            const std::string text =
                before + row.bad + row.after + repeated(row.good, times) + std::string(40, ' ');
            LoadOptions options;
            options.limits.*row.limit = row.most;
            EXPECT_EQ(refusal(text, options),
                      std::string(row.rule) + " " + row.bad + "@" + std::to_string(before.size()));
            options.limits.*row.limit = std::string_view(row.bad).size();
            EXPECT_NE(refusal(text, options).substr(0, 6), "limit-");
        }
    }
}

TEST(ReaderBounds, AStringThatIsTooLongIsMeasured) {
    LoadOptions options;
    options.limits.string_bytes = 4;
    const std::string text = "a=\"bcdefg\";";
    const LoadResult<Map> result = load_text::load(text, options);
    const flatline::engine::Finding* found = load_text::find(result, "limit-string-bytes");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->a, 6);
    EXPECT_EQ(found->b, 4);
}

TEST(ReaderBounds, WordsOfBothGrammars) {
    LoadOptions options;
    options.limits.identifier_bytes = 4;
    EXPECT_EQ(refusal("a=bcde;", options), "");
    EXPECT_EQ(refusal("a=bcdef;", options), "limit-identifier-bytes bcdef@2");
    options = {};
    options.grammar = flatline::engine::Grammar::v0_99;
    options.limits.string_bytes = 4;
    EXPECT_EQ(refusal("a=bcde;", options), "");
    EXPECT_EQ(refusal("a=bcdef;", options), "limit-string-bytes b@2");
    // A word that begins as a number is one all the same, and a string.
    const std::string text = "sector{texturefloor=3/4;textureceiling=5;}";
    const LoadResult<Map> result = load_text::load(text, options);
    ASSERT_TRUE(result) << load_text::story(result, text);
    EXPECT_EQ(result.value.name(result.value.sectors()[0].texturefloor), "3/4");
    EXPECT_EQ(result.value.name(result.value.sectors()[0].textureceiling), "5");
}

// A keyword stands in the map, in a block that nobody knows, or in an element.
TEST(ReaderBounds, KeywordsHaveAPlace) {
    const std::string text = "namespace=\"zdoom\";a=b;zone{c=d;}sector{user_e=f;}";
    const LoadResult<Map> result = load_text::load(text);
    std::string places;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        if (load_text::rule_id(f) != "keyword-unknown") continue;
        places += text.substr(f.offset, f.length) + std::to_string(f.element) + " ";
    }
    EXPECT_EQ(places, "b" + std::to_string(FLATLINE_MAP) + " d" + std::to_string(FLATLINE_BLOCK) +
                          " f" + std::to_string(FLATLINE_SECTOR) + " ");
}

TEST(ReaderBounds, NamespacesOfTheTextAndOfTheCaller) {
    const std::string thing = "thing{x=1;y=2;type=3;}";
    const auto rules = [](const std::string& text, std::string_view given) {
        LoadOptions options;
        options.namespace_override = given;
        return reader_story::of(text, options);
    };
    EXPECT_EQ(rules(thing, "zdoom"), "");
    EXPECT_EQ(rules("namespace=\"\";namespace=\"zdoom\";" + thing, ""),
              "namespace-not-first 'namespace=\"zdoom\"'@13");
    EXPECT_EQ(rules(thing, "").substr(0, 17), "namespace-missing");
    EXPECT_EQ(rules("namespace=\"doom\";" + thing, "nobody"), "namespace-unknown ''@0");
    LoadOptions options;
    options.namespace_override = "eternity";
    const std::string doom = "namespace=\"doom\";" + thing;
    const LoadResult<Map> result = load_text::load(doom, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value.dialect(), flatline::engine::Dialect::eternity);
    options.limits.identifier_bytes = 8;
    EXPECT_EQ(refusal("a=1;", options), "");
    options.limits.identifier_bytes = 7;
    EXPECT_EQ(refusal("a=1;", options), "limit-identifier-bytes @0");
}

TEST(ReaderBounds, NulsInShortTextsAndBehindComments) {
    using namespace std::string_literals;
    EXPECT_EQ(refusal("a\0b"s, {}), "syntax-nul \0@1"s);
    EXPECT_EQ(refusal("/* x */a\0b"s, {}), "syntax-nul \0@8"s);
    EXPECT_EQ(refusal("/* \0 */a=1;\0b=1;"s, {}), "syntax-nul \0@11"s);
    // In a name of a run, where a table of names refuses it.
    const std::string sides = repeated("sidedef{sector=0;texturetop=\"STONE\";}", 200);
    const std::string before = "sector{}" + sides + "sidedef{sector=0;texturetop=\"ST";
    EXPECT_EQ(refusal(before + "\0NE\";}"s + sides, {}),
              "syntax-nul \0@"s + std::to_string(before.size()));
}

// The last ';' of a text lies in a name, and after it are blanks to its end.
TEST(ReaderBounds, TheLastSemicolonInAName) {
    const std::string text =
        "sector{}sidedef{sector=0;texturetop=\"ST;ONE\"" + std::string(60, ' ');
    EXPECT_EQ(refusal(text, {}).substr(0, 7), "syntax-");
}

TEST(ReaderBounds, AFlagAtTheEndOfTheText) {
    raw_read::Taken taken;
    guarded::Page page(100);
    for (const char* value :
         {"", "t", "tr", "tru", "true", "f", "fa", "fal", "fals", "false", "falsee"}) {
        const flatline::engine::Bytes text =
            page.put("thing{x=1;y=2;type=3;dm=" + std::string(value) + ";");
        const std::string_view whole(reinterpret_cast<const char*>(text.data()), text.size());
        EXPECT_EQ(raw_read::disagreement(whole, {}, taken), "") << value;
    }
    EXPECT_GT(taken.fast, 0u);
}

// Flags with many blanks come to more than one run holds.
TEST(ReaderBounds, FlagsThatAreLongerThanARun) {
    const std::string gap(50, ' ');
    std::string thing = "thing{x=1;y=2;type=3;";
    for (const char* flag : {"skill1", "skill2", "skill3", "skill4", "skill5", "single"}) {
        thing += std::string(flag) + "=" + gap + "true;";
    }
    const std::string text = "namespace=\"zdoom\";" + repeated(thing + "}", 40);
    raw_read::Taken taken;
    EXPECT_EQ(raw_read::disagreement(text, {}, taken), "");
    EXPECT_GT(taken.followed, 0u);
}

// Memory that is given back is copied first: not beyond what the load may take.
TEST(ReaderBounds, CopiesKeepToTheLimit) {
    namespace udmf = flatline::engine::udmf;
    const std::string text =
        "namespace=\"zdoom\";" + repeated("thing{x=1;y=2;type=3;user_a=1;}", 400);
    const auto workspace = std::make_unique<udmf::ReadWorkspace>();
    for (const int share : {0, 1, 2}) {  // of what is enough: none, too little, all
        counting_memory::Memory host;
        const flatline::engine::MemoryHooks hooks = host.hooks();
        const flatline::engine::MemoryHooks of_system;
        const Limits limits;
        flatline::engine::Budget budget(limits.arena_bytes);
        flatline::engine::FindingList findings;
        udmf::ReadOptions options;
        options.limits = &limits;
        udmf::RawMemory memory;
        udmf::RawMap raw;
        udmf::TextmapReader reader(*workspace, of_system, budget, findings, options);
        ASSERT_EQ(reader.read(load_text::bytes(text), memory, raw), flatline::engine::Outcome::ok);
        const std::uint64_t held = memory.arrays.size() + memory.names.size() +
                                   memory.unknowns.size() + memory.decoded.size();
        flatline::engine::Budget room(share == 0 ? 0 : share == 1 ? held : 4 * held);
        udmf::shrink_to_fit(hooks, room, 0, 0, memory, raw);
        EXPECT_LE(room.announced(), room.limit());
        EXPECT_EQ(host.calls() != 0, share == 2) << share;
        EXPECT_EQ(raw.things.size(), 400u);
        EXPECT_EQ(raw.things[399].type, 3);
    }
}

}  // namespace reader_bounds_test
