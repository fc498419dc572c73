// Every row of the table of verdicts is reached: for each port to which it matters there is a map,
// or where that needs a game's resources or damaged nodes a finding, with that verdict. What is
// left of the map without the fault loads.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/check_maps.hpp"
#include "model/binary.hpp"
#include "model/check.hpp"
#include "model/verdict.hpp"
#include "support/binary_maps.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/paths.hpp"
#include "verdict/table.hpp"
#include "verdict/verdict_tools.hpp"

namespace verdict_table_test {

using check_maps::Parts;
using flatline::engine::Judgement;
using flatline::engine::MapFormat;
using flatline::engine::Port;
using flatline::engine::Rule;
using flatline::engine::VerdictRow;
using flatline::engine::verdict::Origin;
using verdict_tools::Judged;
using verdict_tools::judged_binary;
using verdict_tools::judged_entry;
using verdict_tools::judged_finding;
using verdict_tools::judged_text;
using verdict_tools::own_namespace;
using verdict_tools::sound;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from << " in " << text;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

/// A sound map of the port with one thing changed.
using Spoil = std::function<std::string(Parts)>;

Spoil whole(const std::function<std::string(std::string)>& change) {
    return [change](const Parts& parts) { return change(parts.text()); };
}
Spoil with(const std::string& from, const std::string& to) {
    return whole([=](const std::string& text) { return replaced(text, from, to); });
}
Spoil behind(const std::string& more) {
    return whole([=](const std::string& text) { return text + more; });
}
Spoil named(const std::string& name, const std::string& more = "") {
    return [=](Parts parts) {
        parts.map_namespace = name;
        return replaced(parts.text(), ";", ";" + more);
    };
}
Spoil without(std::string Parts::*first, std::string Parts::*second = nullptr,
              std::string Parts::*third = nullptr) {
    return [=](Parts parts) {
        for (const auto part : {first, second, third}) {
            if (part != nullptr) (parts.*part).clear();
        }
        return parts.text();
    };
}
/// A value in the first vertex, linedef, sidedef, sector or thing.
Spoil in(const std::string& block, const std::string& more) {
    return with(block + "{", block + "{" + more);
}
Spoil in_front(const std::string& more) {
    return whole([=](const std::string& text) { return more + text; });
}
const std::string kNul(1, '\0');

std::string many_flats(Parts parts) {
    for (int i = 0; i < 256; ++i) {
        parts.sectors +=
            "sector{texturefloor=\"F" + std::to_string(i) + "\";textureceiling=\"A\";}";
        parts.sidedefs += "sidedef{sector=" + std::to_string(i + 1) + ";}";
    }
    return parts.text();
}

// A vertical tab is a blank in Eternity and zdbsp only.
std::string port_text(Parts parts) {
    const bool blank = parts.map_namespace == "eternity" || parts.map_namespace == "doom";
    return blank ? replaced(parts.text(), "vertex{", "vertex{@")
                 : replaced(parts.text(), "namespace", "namespace\v");
}

// After an odd word SRB2 takes keys for values; zdbsp has no room for the message about so long a
// word.
std::string lost_text(Parts parts) {
    const bool srb2 = parts.map_namespace == "srb2";
    return replaced(parts.text(), "thing{",
                    srb2 ? "thing{odd " : "thing{angle=5 " + std::string(3000, 'a') + ";");
}

const std::map<std::pair<std::string, std::string>, Spoil>& texts() {
    static const std::map<std::pair<std::string, std::string>, Spoil> all = {
        {{"portability-bom-srb2", ""}, in_front("\xEF\xBB\xBF")},
        {{"port-byte-order-mark", ""}, in_front("\xEF\xBB\xBF")},
        {{"namespace-missing", ""},
         whole([](const std::string& t) { return t.substr(t.find(';') + 1); })},
        {{"namespace-not-first", ""}, in_front("foo=1;")},
        {{"namespace-duplicate", ""}, behind("namespace=\"doom\";")},
        {{"port-namespace-unquoted", ""},
         [](const Parts& p) {
             return replaced(p.text(), '"' + p.map_namespace + '"', p.map_namespace);
         }},
        {{"namespace-unknown", ""}, named("elsewhere")},
        {{"namespace-unknown", "ee_compat"}, named("elsewhere", "ee_compat=true;")},
        {{"port-namespace", "ee_compat"}, named("zdoom", "ee_compat=true;")},
        {{"syntax-nul", "block"}, in("vertex", kNul)},
        {{"syntax-nul", "map"}, behind(kNul + "thing{x=0;y=0;type=1;}\n")},
        {{"syntax-character", ""}, behind("@\n")},
        {{"syntax-utf-16", ""}, whole([](const std::string& t) {
             std::string wide = "\xFF\xFE";
             for (const char c : t) wide += std::string{c, '\0'};
             return wide;
         })},
        {{"syntax-identifier", ""}, in("vertex", "1a=5;")},
        {{"syntax-assignment", ""}, in("vertex", "id 5;")},
        {{"syntax-value", ""}, with("vertex{x=0", "vertex{x=")},
        {{"syntax-number", "sign"}, in("thing", "angle=- 5;")},
        {{"syntax-number", ""}, in("thing", "angle=5u;")},
        {{"syntax-semicolon", ""}, in("thing", "angle=5 id=1;")},
        {{"syntax-brace", ""}, behind("}\n")},
        {{"syntax-unclosed-block", ""}, behind("thing{x=0;y=0;type=1;")},
        {{"syntax-unclosed-string", ""}, behind("thing{x=0;y=0;type=1;comment=\"a")},
        {{"syntax-unclosed-comment", ""}, behind("/* a")},
        {{"portability-nul", "block"}, in("vertex", "/*" + kNul + "*/")},
        {{"portability-nul", "map"}, behind("/*" + kNul + "*/\n")},
        {{"port-nul-at-end", ""}, behind(kNul)},
        {{"portability-final-newline", ""}, whole([](std::string t) {
             t.pop_back();
             return t;
         })},
        {{"portability-trailing-comment", ""}, behind("// end")},
        {{"portability-semicolon", "map"}, behind(";\n")},
        {{"portability-semicolon", "block"}, in("vertex", ";")},
        {{"port-key-digit", ""}, with("sector{", "sector{floorpic=\"A\";ceilingpic=\"A\";1a=5;")},
        {{"port-key-number", ""}, in("vertex", "infoo=1;")},
        {{"block-unknown", ""}, behind("foo{a=1;}\n")},
        {{"portability-unknown-block", ""}, behind("foo{bar{a=1;}}\n")},
        {{"port-nested-block", ""}, in("vertex", "foo{a=1;}")},
        {{"port-global", "block"}, with(";", ";foo=\"vertex\";")},
        {{"port-global", "late"}, behind("foo=1;\n")},
        {{"portability-case-srb2", "required"}, with("vertex{x", "vertex{X")},
        {{"portability-case-srb2", "block"}, with("vertex{", "Vertex{")},
        {{"portability-case-srb2", ""}, in("thing", "Angle=5;")},
        {{"portability-escape", "end"}, in("thing", "comment=\"a\\\\\";")},
        {{"portability-escape", ""}, in("thing", "comment=\"a\\q\";")},
        {{"port-escape", "quote"}, in("thing", "comment=\"a\\\"b\";")},
        {{"port-escape", "newline"}, in("thing", "comment=\"a\\nb\";")},
        {{"port-string-control", ""}, in("thing", "comment=\"a\nb\";")},
        {{"number-range", ""}, in("thing", "angle=99999999999;")},
        {{"number-not-finite", ""}, with("vertex{x=0", "vertex{x=nan")},
        {{"portability-plus", ""}, in("thing", "angle=+5;")},
        {{"portability-leading-zero", "8"}, in("thing", "angle=080;")},
        {{"portability-leading-zero", ""}, in("thing", "angle=010;")},
        {{"portability-int-dot", ""}, in("thing", "angle=90.0;")},
        {{"field-fraction", ""}, in("thing", "angle=90.5;")},
        {{"portability-exponent", "short"}, with("vertex{x=0", "vertex{x=1e1")},
        {{"portability-exponent", "plus"}, with("vertex{x=0", "vertex{x=1.0e+1")},
        {{"portability-exponent", "place"}, with("vertex{x=0", "vertex{x=1.0e1")},
        {{"portability-exponent", "integer"}, in("thing", "angle=10e1;")},
        {{"portability-hex-srb2", ""}, in("thing", "angle=0x10;")},
        {{"portability-fraction-srb2", ""}, with("thing{x=8", "thing{x=8.5")},
        {{"port-place-spelling", ""}, with("vertex{x=0", "vertex{x=.5")},
        {{"field-type", "word"}, in("thing", "ambush=yes;")},
        {{"field-type", ""}, in("thing", "angle=\"5\";")},
        {{"field-duplicate", "id"}, in("linedef", "id=1;id=2;")},
        {{"field-duplicate", "flag"}, in("thing", "ambush=true;ambush=false;")},
        {{"field-ids", ""}, in("sector", "moreids=\"1 two\";")},
        {{"field-enum", ""}, in("thing", "renderstyle=\"thick\";")},
        {{"vertex-missing-field", ""}, with("vertex{x=0;y=0;}", "vertex{x=0;}")},
        {{"line-missing-field", ""}, with("linedef{v1=1;", "linedef{")},
        {{"side-missing-field", ""}, with("sidedef{sector=0;", "sidedef{")},
        {{"thing-missing-field", ""}, with("type=1;", "")},
        {{"sector-missing-field", ""}, with("texturefloor=\"A\";", "")},
        {{"line-missing-front", ""}, with("sidefront=0;", "sideback=0;")},
        {{"line-no-sides", ""}, with("sidefront=0;", "")},
        {{"line-vertex-range", ""}, with("v1=1;", "v1=99;")},
        {{"line-side-range", "sidefront"}, with("sidefront=0;", "sidefront=99;")},
        {{"line-side-range", "sidefront beyond"}, with("sidefront=0;", "sidefront=99;")},
        {{"line-side-range", "sideback beyond"}, with("sidefront=0;", "sidefront=0;sideback=99;")},
        {{"line-side-range", "sidefront below -1"}, with("sidefront=0;", "sidefront=-2;")},
        {{"line-side-range", "sideback"}, with("sidefront=0;", "sidefront=0;sideback=99;")},
        {{"line-side-range", "sideback below -1"},
         with("sidefront=0;", "sidefront=0;sideback=-2;")},
        {{"side-sector-range", ""}, with("sector=0;", "sector=99;")},
        {{"side-sector-range", "below 0"}, with("sector=0;", "sector=-1;")},
        {{"map-empty-vertices", ""}, without(&Parts::vertices, &Parts::linedefs)},
        {{"map-empty-lines", ""}, without(&Parts::linedefs)},
        {{"map-empty-sides", ""}, without(&Parts::linedefs, &Parts::sidedefs)},
        {{"map-empty-sectors", ""}, without(&Parts::linedefs, &Parts::sidedefs, &Parts::sectors)},
        {{"map-empty-things", ""}, without(&Parts::things)},
        {{"limit-srb2-flats", ""}, many_flats},
        {{"player-start-missing", ""}, with("type=1;", "type=3004;")},
        {{"port-player-start", ""}, with("type=1;", "type=2;")},
        {{"line-zero-length", ""},
         [](Parts p) {
             p.linedefs += "linedef{v1=0;v2=0;sidefront=3;}";
             p.sidedefs += "sidedef{sector=0;}";
             return p.text();
         }},
        {{"line-twosided-no-back", ""}, in("linedef", "twosided=true;")},
        {{"side-unused", ""}, behind("sidedef{sector=0;}\n")},
        {{"sector-unused", ""}, behind("sector{texturefloor=\"A\";textureceiling=\"A\";}\n")},
        {{"side-shared", ""},
         [](Parts p) {
             p.linedefs =
                 "linedef{v1=1;v2=0;sidefront=0;}linedef{v1=2;v2=1;sidefront=0;}"
                 "linedef{v1=0;v2=2;sidefront=1;}";
             p.sidedefs = "sidedef{sector=0;}sidedef{sector=0;}";
             return p.text();
         }},
        {{"vertex-unused", ""}, behind("vertex{x=5;y=9;}\n")},
        {{"vertex-duplicate", ""},
         [](Parts p) {
             p.vertices += "vertex{x=0;y=0;}";
             return replaced(p.text(), "v1=0;v2=2", "v1=3;v2=2");
         }},
        {{"limit-coordinate", ""}, with("vertex{x=0", "vertex{x=40000")},
        {{"port-coordinate", "-32768"}, with("vertex{x=0", "vertex{x=-32768")},
        {{"port-text", ""}, port_text},
        {{"port-text", "lost"}, lost_text},
        {{"port-coordinate", "32768"}, with("vertex{x=0", "vertex{x=32768")},
        {{"port-coordinate", "32767"}, with("vertex{x=0", "vertex{x=32767.5")},
        {{"coord-range", ""}, in("sector", "heightceiling=40000;")},
        {{"port-sixteen-bits", "line"}, in("linedef", "id=40000;")},
        {{"port-sixteen-bits", "sector tag"}, in("sector", "id=40000;")},
        {{"port-sixteen-bits", "sector special"}, in("sector", "special=40000;")},
        {{"port-sixteen-bits", "light"}, in("sector", "lightlevel=40000;")},
        {{"port-sixteen-bits", "thing tag"}, in("thing", "id=40000;")},
        {{"port-sixteen-bits", "thing type"}, behind("thing{x=0;y=0;type=70000;}\n")},
        {{"port-sixteen-bits", "list"}, in("sector", "moreids=\"40000\";")},
        {{"port-hexen-special", ""},
         [](Parts p) {
             p.map_namespace = "hexen";
             return replaced(p.text(), "linedef{", "linedef{special=141;");
         }},
        {{"portability-friction", ""}, in("sector", "friction=0.5;")},
        {{"port-name-length", ""}, with("texturemiddle=\"A\"", "texturemiddle=\"ABCDEFGHI\"")},
        {{"plane-partial", ""}, in("sector", "floorplane_a=1.0;")},
    };
    return all;
}

/// What decided, or what stands above it in the table and is as bad.
void expect_decided(const Judged& judged, std::size_t row, std::size_t port, bool* decided) {
    const VerdictRow& expected = flatline::engine::verdict_rows()[row];
    const flatline::engine::Verdict& verdict = judged.verdicts.of[port];
    EXPECT_EQ(flatline::engine::judgement_name(verdict.judgement),
              flatline::engine::judgement_name(expected.of[port]))
        << flatline::engine::port_name(static_cast<Port>(port)) << ", decided by " << verdict.rule;
    // A map without sides has no lines, and so on: the first of these rules decides for all.
    if (expected.rule.substr(0, 10) == "map-empty-" && verdict.rule.substr(0, 10) == "map-empty-") {
        *decided = true;
    }
    if (verdict.rule == expected.rule) {
        EXPECT_EQ(verdict.document, expected.document);
        *decided = true;
        return;
    }
    bool above = false;
    for (std::size_t i = 0; i < row; ++i) {
        above = above || flatline::engine::verdict_rows()[i].rule == verdict.rule;
    }
    EXPECT_TRUE(above) << flatline::engine::port_name(static_cast<Port>(port)) << ": "
                       << verdict.rule;
}

TEST(VerdictTable, SoundMapsLoadInTheirPorts) {
    for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
        const auto port = static_cast<Port>(i);
        const flatline::engine::Verdict verdict = judged_text(sound(port).text()).verdicts[port];
        EXPECT_EQ(verdict.judgement, Judgement::loads) << verdict.rule;
        EXPECT_EQ(verdict.rule, "");
    }
    for (const MapFormat format : {MapFormat::doom, MapFormat::hexen}) {
        const Judged judged = judged_binary(testing_support::two_rooms(format == MapFormat::hexen));
        for (std::size_t i = 0; i < flatline::engine::kPortCount; ++i) {
            if (format == MapFormat::hexen && static_cast<Port>(i) == Port::woof) continue;
            EXPECT_NE(judged.verdicts.of[i].judgement, Judgement::refuses)
                << judged.verdicts.of[i].rule;
            EXPECT_NE(judged.verdicts.of[i].judgement, Judgement::undefined)
                << judged.verdicts.of[i].rule;
        }
    }
}

TEST(VerdictTable, EveryRowIsReached) {
    for (std::size_t i = 0; i < flatline::engine::verdict::kRowCount; ++i) {
        const VerdictRow& row = flatline::engine::verdict_rows()[i];
        const flatline::engine::verdict::Source& source =
            flatline::engine::verdict::row_sources()[i];
        SCOPED_TRACE(std::string(row.rule) + " " + std::string(row.detail) + " row " +
                     std::to_string(i));
        const auto text = texts().find({std::string(row.rule), std::string(row.detail)});
        bool decided = false;
        bool matters = false;
        for (std::size_t port = 0; port < flatline::engine::kPortCount; ++port) {
            if (row.of[port] == Judgement::loads || row.of[port] == Judgement::unknown) continue;
            matters = true;
            Judged judged;
            if (row.rule == "port-namespace" && row.detail != "ee_compat") {
                judged =
                    judged_text(named(std::string(row.detail))(sound(static_cast<Port>(port))));
            } else if ((source.where & flatline::engine::verdict::kText) != 0 &&
                       text != texts().end()) {
                flatline::engine::LoadOptions options;
                if (row.detail.find("beyond") != row.detail.npos) {
                    options.repair = flatline::engine::Repair::repair;
                }
                judged = judged_text(text->second(sound(static_cast<Port>(port))), options);
            } else if (row.rule == "port-elements" || row.rule == "port-bsp") {
                judged = verdict_tools::judged_reading(row, static_cast<Port>(port));
            } else if (row.detail == "boom") {
                judged = verdict_tools::judged_boom();
            } else if (source.origin == Origin::lumps) {
                judged = judged_entry(row, source);
            } else if (source.origin == Origin::finding) {
                judged = judged_finding(row, source);
            } else {
                judged = verdict_tools::judged_large(row);
            }
            ASSERT_TRUE(judged.made) << "no map for this row";
            expect_decided(judged, i, port, &decided);
        }
        // A row that says that all is well everywhere keeps the rule from being forgotten.
        EXPECT_TRUE(decided || !matters);
    }
}

TEST(VerdictTable, EveryPortHasRowsOfEveryKind) {
    for (std::size_t port = 0; port < flatline::engine::kPortCount; ++port) {
        std::set<Judgement> met;
        for (const VerdictRow& row : flatline::engine::verdict_rows()) met.insert(row.of[port]);
        EXPECT_EQ(met.size(), 5u) << flatline::engine::port_name(static_cast<Port>(port));
    }
}

TEST(VerdictTable, EveryRowIsOfARuleOrAFactAndStandsOnce) {
    std::set<std::string_view> facts;
    for (const flatline::engine::PortFactRow& fact : flatline::engine::port_fact_rows()) {
        EXPECT_EQ(fact.id.substr(0, 5), "port-");
        EXPECT_FALSE(fact.sentence.empty());
        EXPECT_TRUE(facts.insert(fact.id).second) << fact.id;
        EXPECT_EQ(flatline::engine::find_rule(fact.id), Rule::count_);
    }
    std::set<std::string_view> used;
    for (std::size_t i = 0; i < flatline::engine::verdict::kRowCount; ++i) {
        const VerdictRow& row = flatline::engine::verdict_rows()[i];
        EXPECT_TRUE(facts.count(row.rule) != 0 ||
                    flatline::engine::find_rule(row.rule) != Rule::count_)
            << row.rule;
        used.insert(row.rule);
        for (std::size_t k = 0; k < i; ++k) {
            const VerdictRow& other = flatline::engine::verdict_rows()[k];
            if (other.rule != row.rule || other.detail != row.detail) continue;
            const int both = flatline::engine::verdict::row_sources()[k].where &
                             flatline::engine::verdict::row_sources()[i].where;
            const bool nodes = (both & flatline::engine::verdict::kAll) != 0 &&
                               (flatline::engine::verdict::row_sources()[k].where ^
                                flatline::engine::verdict::row_sources()[i].where) >= 8;
            EXPECT_TRUE((both & flatline::engine::verdict::kAll) == 0 || nodes) << row.rule;
        }
    }
    for (const std::string_view fact : facts) EXPECT_EQ(used.count(fact), 1u) << fact;
}

// The page and the section of each row are in the repository, and the page on verdicts has every
// fact.
TEST(VerdictTable, EveryFactIsWrittenDown) {
    std::map<std::string, std::string> pages;
    for (const VerdictRow& row : flatline::engine::verdict_rows()) {
        std::string& page = pages[std::string(row.document)];
        if (page.empty())
            page = corpus::read_file(paths::source() + "/" + std::string(row.document));
        EXPECT_NE(page.find("\n## " + std::string(row.section) + "\n"), page.npos)
            << row.document << ", " << row.section;
    }
    for (const flatline::engine::PortFactRow& fact : flatline::engine::port_fact_rows()) {
        EXPECT_NE(pages["docs/verdicts.md"].find(fact.id), std::string::npos) << fact.id;
    }
}

// What refuses a map here because its data are wrong has a row. The other reasons are Flatline's
// own: limits, memory, lumps that cannot be read.
TEST(VerdictTable, EveryErrorInTheDataHasARow) {
    std::set<std::string_view> rules;
    for (const VerdictRow& row : flatline::engine::verdict_rows()) rules.insert(row.rule);
    for (const flatline::engine::RuleRow& rule : flatline::engine::rule_rows()) {
        const std::string_view id = rule.id;
        const bool data = id.substr(0, 7) == "syntax-" || id.substr(0, 7) == "number-" ||
                          id == "line-missing-front" || id == "line-no-sides" ||
                          (id.size() > 14 && id.substr(id.size() - 14) == "-missing-field") ||
                          id == "line-vertex-range" || id == "line-side-range" ||
                          id == "side-sector-range" || id == "limit-coordinate";
        if (!data) continue;
        EXPECT_EQ(rules.count(id), 1u) << id;
    }
}

}  // namespace verdict_table_test
