#include "model/findings.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/finding_edit.hpp"
#include "model/describe.hpp"
#include "model/fields.hpp"

namespace {

using flatline::engine::Finding;
using flatline::engine::FindingList;
using flatline::engine::Numbers;
using flatline::engine::PlaceFinder;
using flatline::engine::Rule;
using flatline::engine::rule_rows;
using flatline::engine::RuleRow;
using flatline::engine::Severity;

constexpr auto kNote = static_cast<std::uint8_t>(Severity::note);
constexpr auto kWarning = static_cast<std::uint8_t>(Severity::warning);
constexpr auto kError = static_cast<std::uint8_t>(Severity::error);

// ---- The table of rules ----

TEST(RuleRows, IdsAreUniqueKebabCase) {
    ASSERT_EQ(rule_rows().size(), static_cast<std::size_t>(Rule::count_));
    EXPECT_FALSE(rule_rows().empty());
    EXPECT_TRUE(flatline::engine::RuleRows(0, 0).empty());
    std::set<std::string_view> ids;
    for (const RuleRow& row : rule_rows()) {
        EXPECT_TRUE(ids.insert(row.id).second) << row.id;
        EXPECT_FALSE(row.id.empty());
        for (const char c : row.id) {
            EXPECT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-') << row.id;
        }
        EXPECT_NE(row.id.front(), '-') << row.id;
        EXPECT_NE(row.id.back(), '-') << row.id;
        EXPECT_EQ(row.id.find("--"), std::string_view::npos) << row.id;
    }
}

TEST(RuleRows, SentencesHaveKnownHolesAndNumbersWhereTheyNeedThem) {
    for (const RuleRow& row : rule_rows()) {
        EXPECT_FALSE(row.sentence.empty()) << row.id;
        bool has_a = false;
        bool has_number = false;
        for (std::size_t at = row.sentence.find('{'); at != std::string_view::npos;
             at = row.sentence.find('{', at + 1)) {
            if (row.sentence.substr(at, 2) == "{'") continue;  // a brace that is meant as one
            const std::size_t close = row.sentence.find('}', at);
            ASSERT_NE(close, std::string_view::npos) << row.id;
            const std::string_view hole = row.sentence.substr(at, close - at + 1);
            EXPECT_TRUE(hole == "{text}" || hole == "{field}" || hole == "{key}" || hole == "{a}" ||
                        hole == "{b}" || hole == "{related}" || hole == "{more}" ||
                        hole == "{times}" || hole == "{part}" || hole == "{game}" ||
                        hole == "{cause}")
                << row.id << ' ' << hole;
            has_a =
                has_a || hole == "{a}" || hole == "{more}" || hole == "{times}" || hole == "{game}";
            has_number = has_number || hole == "{a}" || hole == "{b}" || hole == "{more}" ||
                         hole == "{times}" || hole == "{game}";
        }
        EXPECT_EQ(has_number, row.numbers != Numbers::none) << row.id;
        EXPECT_EQ(has_a, row.numbers != Numbers::none) << row.id;
    }
}

std::string sentence(const Finding& finding, std::string_view lump = {}) {
    std::string text(flatline::engine::describe(finding, lump, nullptr, 0), '?');
    flatline::engine::describe(finding, lump, text.data(), text.size());
    return text;
}

Finding made(Rule rule) {
    Finding f{};
    f.rule = static_cast<std::uint16_t>(rule);
    f.offset = FLATLINE_NO_OFFSET;
    f.index = FLATLINE_NONE;
    f.field = FLATLINE_NO_FIELD;
    f.element = FLATLINE_MAP;
    return f;
}

// ---- Sentences ----

TEST(Describe, HostileBytesNeverReachATerminal) {
    std::string hostile;
    for (int c = 0; c < 256; ++c) hostile += static_cast<char>(c);
    std::int64_t name = 0;
    std::memcpy(&name, "\x1b[31m\x07\xFF", 8);
    for (std::size_t rule = 0; rule < rule_rows().size(); ++rule) {
        for (std::size_t at = 0; at <= hostile.size(); at += 31) {
            Finding f = made(static_cast<Rule>(rule));
            f.offset = at;
            f.length = 40;
            f.index = 7;
            f.element = FLATLINE_LINEDEF;
            f.field = flatline::engine::find_field(FLATLINE_LINEDEF, "v1");
            f.a = f.b = name;
            for (const char c : sentence(f, hostile)) {
                EXPECT_TRUE(c >= 0x20 && c < 0x7F) << rule_rows()[rule].id << " byte " << int{c};
            }
        }
    }
}

TEST(Describe, FillsEveryHole) {
    for (std::size_t rule = 0; rule < rule_rows().size(); ++rule) {
        Finding f = made(static_cast<Rule>(rule));
        f.offset = 0;
        f.length = 3;
        f.field = flatline::engine::find_field(FLATLINE_LINEDEF, "v1");
        f.a = 41;
        f.b = 42;
        const std::string text = sentence(f, "abc");
        for (const char* hole : {"{text}", "{field}", "{a}", "{b}"}) {
            EXPECT_EQ(text.find(hole), std::string::npos) << text;
        }
    }
}

TEST(Describe, SaysElementFieldAndNumbers) {
    Finding f = made(Rule::line_vertex_range);
    f.element = FLATLINE_LINEDEF;
    f.index = 12;
    f.field = flatline::engine::find_field(FLATLINE_LINEDEF, "v2");
    f.a = -7;
    f.b = 4;
    EXPECT_EQ(sentence(f), "linedef 12: v2 is -7, but the map has 4 vertices");
    f.repaired = 1;
    EXPECT_EQ(sentence(f), "linedef 12: v2 is -7, but the map has 4 vertices (repaired)");
    f.field = FLATLINE_NO_FIELD;
    EXPECT_EQ(sentence(f), "linedef 12: the value is -7, but the map has 4 vertices (repaired)");
}

TEST(Describe, AKeyIsAFieldOrTheBytesOfOne) {
    Finding f = made(Rule::convert_loss);
    f.field = flatline::engine::find_field(FLATLINE_LINEDEF, "alpha");
    EXPECT_EQ(sentence(f), "the new format cannot store alpha");
    f.field = FLATLINE_NO_FIELD;
    f.offset = 2;
    f.length = 6;
    EXPECT_EQ(sentence(f, "{ user_a = 1;"), "the new format cannot store 'user_a'");
    f.a = 1;
    EXPECT_EQ(sentence(f), "the new format cannot store it, 1 time");
    f.a = 7;
    EXPECT_EQ(sentence(f), "the new format cannot store it, 7 times");
}

TEST(Describe, ABraceThatIsNoHoleStandsForItself) {
    Finding f = made(Rule::syntax_assignment);
    f.offset = 1;
    f.length = 2;
    EXPECT_EQ(sentence(f, "abcd"), "expected '=' or '{' after an identifier, met 'bc'");
}

TEST(Describe, WhatAFindingIsAboutAndWhatItIsRelatedTo) {
    Finding f = made(Rule::vertex_duplicate);
    f.element = FLATLINE_VERTEX;
    f.related = FLATLINE_NONE;
    f.index = FLATLINE_NONE;
    EXPECT_EQ(sentence(f), "the vertex is in the same place as none");
    f.index = 4;
    f.related_element = FLATLINE_VERTEX;
    f.related = 3;
    EXPECT_EQ(sentence(f), "vertex 4: the vertex is in the same place as vertex 3");
    f.a = 2;
    EXPECT_EQ(sentence(f), "vertex 4: the vertex is in the same place as vertex 3 and 2 more");
}

TEST(Describe, MostExtremeNumbers) {
    Finding f = made(Rule::line_vertex_range);
    f.a = INT64_MIN;
    f.b = INT64_MAX;
    EXPECT_EQ(sentence(f),
              "the value is -9223372036854775808, but the map has "
              "9223372036854775807 vertices");
    f = made(Rule::limit_coordinate);
    for (const double number :
         {-std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::max(), 32768.5,
          -0.0, std::numeric_limits<double>::quiet_NaN(),
          -std::numeric_limits<double>::infinity()}) {
        f.a = std::bit_cast<std::int64_t>(number);
        f.b = std::bit_cast<std::int64_t>(32768.0);
        EXPECT_NE(sentence(f).find("beyond the limit coordinate of 32768"), std::string::npos);
    }
    f.a = std::bit_cast<std::int64_t>(-1234.5678901234567);
    EXPECT_NE(sentence(f).find("-1234.5678901234567"), std::string::npos);
}

TEST(Describe, LumpNames) {
    Finding f = made(Rule::wad_lump_range);
    std::memcpy(&f.a, "LONGNAME", 8);
    EXPECT_EQ(sentence(f), "lump 'LONGNAME' does not lie inside the file");
    std::memcpy(&f.a, "A\x01\0BCDEF", 8);
    EXPECT_EQ(sentence(f), "lump 'A\\x01' does not lie inside the file");
}

TEST(Describe, TextIsCutAndQuoted) {
    Finding f = made(Rule::syntax_character);
    const std::string lump(1000, 'x');
    f.offset = 900;
    f.length = 60;
    EXPECT_EQ(sentence(f, lump), "unexpected character '" + std::string(60, 'x') + "'");
    f.length = 61;
    EXPECT_EQ(sentence(f, lump), "unexpected character '" + std::string(60, 'x') + "...'");
    f.offset = 999;
    EXPECT_EQ(sentence(f, lump), "unexpected character 'x'") << "the length runs past the end";
    f.offset = 1000;
    EXPECT_EQ(sentence(f, lump), "unexpected character the end of the text");
    f.offset = 1001;
    EXPECT_EQ(sentence(f, lump), "unexpected character it");
    f.offset = 5;
    f.length = 0;
    EXPECT_EQ(sentence(f, lump), "unexpected character it");
    f.length = 3;
    EXPECT_EQ(sentence(f, {}), "unexpected character it") << "the lump is gone";
}

TEST(Describe, WritesNoMoreThanItsRoom) {
    Finding f = made(Rule::syntax_character);
    f.offset = 0;
    f.length = 4;
    const std::string whole = sentence(f, "a\tbc");
    EXPECT_EQ(whole, "unexpected character 'a\\x09bc'");
    for (std::size_t room = 0; room <= whole.size() + 3; ++room) {
        std::string out(whole.size() + 3, '#');
        EXPECT_EQ(flatline::engine::describe(f, "a\tbc", out.data(), room), whole.size());
        const std::size_t written = std::min(room, whole.size());
        EXPECT_EQ(out.substr(0, written), whole.substr(0, written));
        EXPECT_EQ(out.find_first_not_of('#', written), std::string::npos);
    }
}

TEST(Describe, NoRuleNoSentence) {
    Finding f = made(Rule::count_);
    EXPECT_EQ(flatline::engine::describe(f, "abc", nullptr, 0), 0u);
    f.rule = 0xFFFF;
    f.element = FLATLINE_VERTEX;
    EXPECT_EQ(flatline::engine::describe(f, "abc", nullptr, 0), 0u);
    EXPECT_TRUE(flatline::engine::rule_note(static_cast<Rule>(0xFFFF)).why.empty());
}

TEST(Names, OfElementsLumpsAndSeverities) {
    EXPECT_EQ(flatline::engine::element_name(FLATLINE_VERTEX), "vertex");
    EXPECT_EQ(flatline::engine::element_name(FLATLINE_MAP), "map");
    EXPECT_EQ(flatline::engine::element_name(FLATLINE_PATCH), "patch");
    EXPECT_EQ(flatline::engine::element_name(FLATLINE_PATCH + 1), "");
    EXPECT_EQ(flatline::engine::element_name(0xFF), "");
    EXPECT_EQ(flatline::engine::lump_name(flatline::engine::Lump::none), "");
    EXPECT_EQ(flatline::engine::lump_name(flatline::engine::Lump::file), "file");
    EXPECT_EQ(flatline::engine::lump_name(flatline::engine::Lump::things), "THINGS");
    EXPECT_EQ(flatline::engine::lump_name(flatline::engine::Lump::nodes), "NODES");
    EXPECT_EQ(flatline::engine::severity_name(Severity::note), "note");
    EXPECT_EQ(flatline::engine::severity_name(Severity::error), "error");
}

// ---- Places ----

void expect_place(PlaceFinder& finder, std::uint64_t offset, std::uint64_t line,
                  std::uint64_t column) {
    const flatline::engine::TextPlace place = finder.place(offset);
    EXPECT_EQ(place.line, line) << "offset " << offset;
    EXPECT_EQ(place.column, column) << "offset " << offset;
}

TEST(PlaceFinder, AgreesWithACountFromTheStart) {
    const std::string texts[] = {"",
                                 "\n",
                                 "a",
                                 "a\nb",
                                 "\n\n\n",
                                 "one\r\ntwo\r\n\r\nthree\n",
                                 "last line without an end",
                                 "\r\r\n"};
    for (const std::string& text : texts) {
        std::vector<flatline::engine::TextPlace> slow;
        flatline::engine::TextPlace at{1, 1};
        for (std::size_t i = 0; i <= text.size(); ++i) {
            slow.push_back(at);
            const char line_end = text.find('\n') == std::string::npos ? '\r' : '\n';
            if (i < text.size() && text[i] == line_end) {
                at = {at.line + 1, 1};
            } else {
                ++at.column;
            }
        }
        PlaceFinder ascending(text);
        for (std::size_t i = 0; i <= text.size(); ++i) {
            expect_place(ascending, i, slow[i].line, slow[i].column);
            expect_place(ascending, i, slow[i].line, slow[i].column);
        }
        PlaceFinder descending(text);
        for (std::size_t i = text.size() + 1; i-- > 0;) {
            expect_place(descending, i, slow[i].line, slow[i].column);
        }
        PlaceFinder leaping(text);
        for (std::size_t k = 0; k < 3 * text.size(); ++k) {
            const std::size_t i = k * 7 % (text.size() + 1);
            expect_place(leaping, i, slow[i].line, slow[i].column);
        }
    }
}

TEST(PlaceFinder, LinesOfATextWithoutLineFeedsEndAtCarriageReturns) {
    PlaceFinder finder("one\rtwo\r\rfour");
    expect_place(finder, 3, 1, 4);
    expect_place(finder, 4, 2, 1);
    expect_place(finder, 8, 3, 1);
    expect_place(finder, 9, 4, 1);
    PlaceFinder with_feeds("one\rtwo\nthree");
    expect_place(with_feeds, 4, 1, 5);
    expect_place(with_feeds, 8, 2, 1);
}

TEST(PlaceFinder, BehindTheEndIsTheEnd) {
    PlaceFinder finder("ab\ncd");
    expect_place(finder, 5, 2, 3);
    expect_place(finder, 6, 2, 3);
    expect_place(finder, FLATLINE_NO_OFFSET, 2, 3);
    expect_place(finder, 1, 1, 2);
}

// ---- The list ----

Finding of(std::uint8_t severity, std::uint64_t offset) {
    Finding f{};
    f.severity = severity;
    f.offset = offset;
    return f;
}

// The kept findings as "n5 e7": severity and offset.
std::string kept(const FindingList& list) {
    std::string text;
    for (const Finding& f : list.kept()) {
        text += std::string(text.empty() ? "" : " ") + "nwe"[f.severity] + std::to_string(f.offset);
    }
    return text;
}

TEST(FindingList, KeepsTheFirstAndCountsTheRest) {
    FindingList list(2, 3);
    for (std::uint64_t i = 0; i < 10; ++i) list.add(of(kWarning, i));
    EXPECT_EQ(kept(list), "w0 w1 w2");
    EXPECT_EQ(list.warnings(), 10u);
    EXPECT_EQ(list.total(), 10u);
    EXPECT_EQ(list.left_out(), 7u);
}

TEST(FindingList, NotesAndTheRestPushOutNothingOfEachOther) {
    FindingList list(2, 2);
    for (std::uint64_t i = 0; i < 5; ++i) list.add(of(kNote, i));
    for (std::uint64_t i = 5; i < 9; ++i) list.add(of(kWarning, i));
    for (std::uint64_t i = 9; i < 12; ++i) list.add(of(kNote, i));
    EXPECT_EQ(kept(list), "n0 n1 w5 w6");
    EXPECT_EQ(list.notes(), 8u);
    EXPECT_EQ(list.warnings(), 4u);
    EXPECT_EQ(list.left_out(), 8u);
}

TEST(FindingList, TellsWhatItLeavesOutByRuleAndSeverity) {
    FindingList list(1, 2);
    const auto add = [&](Rule rule, std::uint8_t severity) {
        Finding f = of(severity, 0);
        f.rule = static_cast<std::uint16_t>(rule);
        list.add(f);
    };
    for (int i = 0; i < 3; ++i) add(Rule::vertex_unused, kNote);
    for (int i = 0; i < 4; ++i) add(Rule::line_overlap, kWarning);
    add(Rule::line_overlap, kError);
    EXPECT_EQ(list.left_out(Rule::vertex_unused, Severity::note), 2u);
    EXPECT_EQ(list.left_out(Rule::line_overlap, Severity::warning), 3u);
    EXPECT_EQ(list.left_out(Rule::line_overlap, Severity::error), 0u);
    EXPECT_EQ(list.left_out(Rule::line_cross, Severity::warning), 0u);
    FindingList moved(std::move(list));
    EXPECT_EQ(moved.left_out(Rule::line_overlap, Severity::warning), 3u);
    FindingList other(5, 5);
    flatline::engine::detail::FindingEdit::add_dropped(other, moved);
    EXPECT_EQ(other.left_out(Rule::line_overlap, Severity::warning), 3u);
    EXPECT_EQ(other.left_out(), 5u);
    flatline::engine::detail::FindingEdit::clear(moved);
    EXPECT_EQ(moved.left_out(Rule::line_overlap, Severity::warning), 0u);
}

TEST(FindingList, AnErrorTakesThePlaceOfTheLastWarning) {
    FindingList list(1, 3);
    list.add(of(kNote, 0));
    list.add(of(kError, 1));
    list.add(of(kWarning, 2));
    list.add(of(kWarning, 3));
    list.add(of(kNote, 4));
    EXPECT_EQ(kept(list), "n0 e1 w2 w3");
    list.add(of(kError, 5));
    EXPECT_EQ(kept(list), "n0 e1 w2 e5");
    list.add(of(kError, 6));
    EXPECT_EQ(kept(list), "n0 e1 e6 e5");
    list.add(of(kError, 7));
    list.add(of(kNote, 8));
    EXPECT_EQ(kept(list), "n0 e1 e6 e5");
    EXPECT_EQ(list.errors(), 4u);
    EXPECT_EQ(list.warnings(), 2u);
    EXPECT_EQ(list.notes(), 3u);
}

// A map may hold more errors that do not refuse it than the list has room for.
TEST(FindingList, WhatRefusesTheMapTakesThePlaceOfAnErrorThatDoesNot) {
    FindingList list(3, 3);
    for (std::uint64_t i = 0; i < 5; ++i) list.add(of(kError, i));
    Finding refusal = of(kError, 9);
    refusal.refuses = 1;
    list.add(refusal);
    EXPECT_EQ(kept(list), "e0 e1 e9");
    for (std::uint64_t i = 10; i < 15; ++i) {
        refusal.offset = i;
        list.add(refusal);
    }
    EXPECT_EQ(kept(list), "e11 e10 e9");
}

TEST(FindingList, WhatIsAddedSurelyTakesThePlaceOfOneOfAnotherRule) {
    FindingList list(1, 2);
    for (std::uint64_t i = 0; i < 3; ++i) list.add(of(kWarning, i));
    list.add(of(kNote, 3));
    Finding sure = of(kWarning, 4);
    sure.rule = static_cast<std::uint16_t>(Rule::check_incomplete);
    flatline::engine::detail::FindingEdit::add_surely(list, sure);
    EXPECT_EQ(kept(list), "w0 w4 n3");
    sure.offset = 5;
    flatline::engine::detail::FindingEdit::add_surely(list, sure);
    EXPECT_EQ(kept(list), "w5 w4 n3");
    EXPECT_EQ(list.left_out(Rule::check_incomplete, Severity::warning), 0u);
    EXPECT_EQ(list.left_out(), 3u);
}

TEST(FindingList, AgreesWithASlowOneOnRandomFindings) {
    std::uint64_t seed = 1;
    for (int round = 0; round < 300; ++round) {
        const std::size_t room[] = {static_cast<std::size_t>(round % 20),
                                    static_cast<std::size_t>(round % 7)};
        FindingList list(room[0], room[1]);
        std::vector<Finding> slow;
        for (std::uint64_t i = 0; i < 60; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const Finding f = of(static_cast<std::uint8_t>((seed >> 40) % 3), i);
            list.add(f);
            const auto is_like = [&](const Finding& other) {
                return (other.severity == kNote) == (f.severity == kNote);
            };
            const auto alike = std::count_if(slow.begin(), slow.end(), is_like);
            if (static_cast<std::size_t>(alike) < room[f.severity == kNote ? 0 : 1]) {
                slow.push_back(f);
            } else if (f.severity == kError) {
                for (std::size_t k = slow.size(); k-- > 0;) {
                    if (slow[k].severity != kWarning) continue;
                    slow[k] = f;
                    break;
                }
            }
            ASSERT_EQ(list.kept().size(), slow.size());
            for (std::size_t k = 0; k < slow.size(); ++k) {
                ASSERT_EQ(list.kept()[k].offset, slow[k].offset);
            }
        }
        std::uint64_t left_out = 0;
        for (const Severity severity : {Severity::note, Severity::warning, Severity::error}) {
            left_out += list.left_out(static_cast<Rule>(of(kNote, 0).rule), severity);
        }
        ASSERT_EQ(left_out, list.left_out());
    }
}

TEST(FindingList, RoomForNothingOnlyCounts) {
    FindingList list(0, 0);
    list.add(of(kNote, 0));
    list.add(of(kError, 1));
    EXPECT_TRUE(list.kept().empty());
    EXPECT_EQ(list.errors(), 1u);
    EXPECT_EQ(list.notes(), 1u);
}

TEST(FindingList, TensOfMillionsOfErrorsTakeConstantTimeEach) {
    // A text of a million empty things is millions of errors; a look through the whole list for
    // each of them would take a minute here.
    FindingList list(1000, 1000);
    const Finding error = of(kError, 0);
    for (int i = 0; i < 30'000'000; ++i) list.add(error);
    EXPECT_EQ(list.errors(), 30'000'000u);
    EXPECT_EQ(list.kept().size(), 1000u);
}

TEST(FindingList, TakesInWhatAnotherHasCounted) {
    FindingList first, second;
    first = flatline::engine::FindingList(3, 3);
    second = flatline::engine::FindingList(2, 2);
    first.add(of(kWarning, 0));
    for (std::uint64_t i = 1; i < 5; ++i) second.add(of(i == 2 ? kNote : kWarning, i));
    for (const Finding& finding : second.kept()) first.add(finding);
    flatline::engine::detail::FindingEdit::add_dropped(first, second);
    EXPECT_EQ(kept(first), "w0 w1 n2 w3");
    EXPECT_EQ(first.warnings(), 4u);
    EXPECT_EQ(first.notes(), 1u);
}

TEST(FindingList, ClearForgetsAndMovesHandOver) {
    FindingList list(2, 2);
    list.add(of(kError, 1));
    list.add(of(kNote, 2));
    FindingList other(std::move(list));
    EXPECT_EQ(kept(other), "e1 n2");
    EXPECT_EQ(list.total(), 0u);  // NOLINT(bugprone-use-after-move): it is empty
    EXPECT_TRUE(list.kept().empty());
    list = std::move(other);
    EXPECT_EQ(kept(list), "e1 n2");
    FindingList& same = list;
    list = std::move(same);
    EXPECT_EQ(kept(list), "e1 n2");
    Finding moved = list.kept()[0];
    moved.lump = static_cast<std::uint8_t>(flatline::engine::Lump::linedefs);
    flatline::engine::detail::FindingEdit::replace(list, 0, moved);
    EXPECT_EQ(list.kept()[0].lump, moved.lump);
    flatline::engine::detail::FindingEdit::set_place(list, 1, 77, 5);
    EXPECT_EQ(kept(list), "e1 n77");
    EXPECT_EQ(list.kept()[1].length, 5u);
    flatline::engine::detail::FindingEdit::make_note(list, 0);
    EXPECT_EQ(kept(list), "n1 n77");
    EXPECT_EQ(list.errors(), 0u);
    EXPECT_EQ(list.notes(), 2u);
    flatline::engine::detail::FindingEdit::clear(list);
    EXPECT_EQ(list.total(), 0u);
    EXPECT_TRUE(list.kept().empty());
    list.add(of(kWarning, 3));
    EXPECT_EQ(kept(list), "w3");
}

}  // namespace
