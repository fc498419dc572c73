// What holds of every map that is mended: over the open corpus, and over maps of rooms with damage.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "diff/rooms.hpp"
#include "model/archive_map.hpp"
#include "model/binary.hpp"
#include "model/check.hpp"
#include "model/diff.hpp"
#include "model/fix.hpp"
#include "model/load.hpp"
#include "model/write_wad.hpp"
#include "support/binary_map.hpp"
#include "support/corpus.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace fix_properties_test {

using namespace flatline::engine;
using diff_test::Random;

/// The lumps of a map, with the bytes that they own.
struct MapData {
    std::vector<std::string> names;
    std::vector<std::string> bytes;

    std::vector<LumpView> views() const {
        std::vector<LumpView> views;
        for (std::size_t i = 0; i < names.size(); ++i) {
            views.push_back({names[i], load_text::bytes(bytes[i])});
        }
        return views;
    }
    Bytes lump(const char* name) const {
        for (std::size_t i = names.size(); i-- > 0;) {
            if (names[i] != name) continue;
            return load_text::bytes(bytes[i]);
        }
        return {};
    }
    bool is_text() const { return lump("TEXTMAP").data() != nullptr; }
};

Limits many() {
    Limits limits;
    limits.findings = limits.finding_lines = 1'000'000;
    return limits;
}

LoadResult<Map> load(const MapData& data) {
    LoadOptions options;
    options.limits = many();
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    if (data.is_text()) {
        options.lumps = {data.lump("ZNODES"), data.lump("BLOCKMAP"), data.lump("REJECT"), {}};
        return load_borrowed(data.lump("TEXTMAP"), options);
    }
    const BinaryLumps lumps = binary_map::lumps_by_name(
        data.lump("BEHAVIOR").data() != nullptr, [&](const char* name) { return data.lump(name); });
    return load_binary_borrowed(lumps, options);
}

/// How often each rule finds something.
std::map<std::string, std::uint64_t> count_findings(const MapData& data) {
    std::map<std::string, std::uint64_t> counts;
    const LoadResult<Map> loaded = load(data);
    EXPECT_TRUE(loaded);
    const auto add = [&](const FindingList& list) {
        for (const Finding& f : list.kept()) ++counts[std::string(rule_rows()[f.rule].id)];
    };
    add(loaded.findings);
    if (!loaded) return counts;
    CheckOptions options;
    options.limits = many();
    options.behavior = data.lump("BEHAVIOR");
    add(check(loaded.value, options).findings);
    return counts;
}

MapData mended_of(const MapData& data, const FixedLumps& fixed) {
    MapData out;
    out.names = data.names;
    for (const LumpView& lump : fixed.lumps) {
        out.bytes.emplace_back(reinterpret_cast<const char*>(lump.bytes.data()), lump.bytes.size());
    }
    return out;
}

bool is_mended(const std::string& rule, bool unsafe) {
    const RuleFix fix = rule_rows()[static_cast<std::size_t>(find_rule(rule))].fix;
    return fix == RuleFix::safe || (unsafe && fix == RuleFix::unsafe);
}

/// What the elements of a map hold that is the same whatever is safe to mend.
void expect_same_elements(const MapData& before, const MapData& after,
                          const std::set<std::string>& rules) {
    static const std::set<std::string> kUnseen = {"vertex-unused", "side-unused",
                                                  "vertex-duplicate"};
    const LoadResult<Map> a = load(before);
    const LoadResult<Map> b = load(after);
    ASSERT_TRUE(a && b);
    const Result<Diff> difference = diff(a.value, b.value);
    ASSERT_TRUE(difference);
    bool changes_elements = false;
    for (const std::string& rule : rules) {
        changes_elements = changes_elements || rule.rfind("line-", 0) == 0;
    }
    if (!changes_elements) {
        EXPECT_EQ(difference.value.changes().size(), 0u);
    }
    for (const flatline_change& change : difference.value.changes()) {
        EXPECT_NE(change.element, FLATLINE_THING);
        EXPECT_NE(change.element, FLATLINE_SECTOR);
        EXPECT_NE(change.kind, FLATLINE_ADDED);
    }
}

/// Mends a map, looks whether all that has to hold does, and gives how many were mended.
std::uint64_t look(const MapData& data, bool unsafe) {
    const std::vector<LumpView> views = data.views();
    FixOptions options;
    options.unsafe = unsafe;
    const Result<Fixed> made = fix({views.data(), views.size()}, options);
    if (!made) {
        EXPECT_FALSE(load(data)) << "a map that loads can be mended";
        return 0;
    }
    const FixedLumps& fixed = made.value.value();
    const MapData after = mended_of(data, fixed);
    EXPECT_EQ(fixed.changed, after.bytes != data.bytes);
    EXPECT_EQ(fixed.changed, fixed.fixed != 0) << "a map without findings keeps its bytes";
    const auto was = count_findings(data);
    const auto is = count_findings(after);
    std::set<std::string> rules;
    std::map<std::string, std::uint64_t> left;
    for (const flatline_fix_row& row : fixed.rows) {
        const std::string rule(rule_rows()[row.rule].id);
        if (row.applied != 0) {
            rules.insert(rule);
        } else {
            ++left[rule];
        }
    }
    for (const auto& [rule, count] : is) {
        const auto old = was.find(rule);
        if (is_mended(rule, unsafe)) {
            EXPECT_TRUE(old != was.end() || left.count(rule) != 0) << "new: " << rule;
            if (unsafe) {
                EXPECT_EQ(count, left[rule]) << rule;
            }
        } else {
            EXPECT_NE(old, was.end()) << "new: " << rule;
            if (old != was.end() && !unsafe) {
                EXPECT_LE(count, old->second) << rule;
            }
        }
    }
    if (!unsafe) expect_same_elements(data, after, rules);
    // Once more: nothing.
    const std::vector<LumpView> again_views = after.views();
    const Result<Fixed> again = fix({again_views.data(), again_views.size()}, options);
    EXPECT_TRUE(again);
    if (again) {
        EXPECT_EQ(again.value.value().fixed, 0u);
        EXPECT_FALSE(again.value.value().changed);
        EXPECT_EQ(again.value.value().left, fixed.left);
    }
    return fixed.fixed;
}

// ---- Rooms with damage ----

/// Adds one of the defects that fix() mends to a text of rooms.
void damage(std::string& text, Random& random) {
    const auto at = [&](const char* what) {
        std::vector<std::size_t> places;
        for (std::size_t i = text.find(what); i != text.npos; i = text.find(what, i + 1)) {
            places.push_back(i);
        }
        if (places.empty()) return text.npos;
        return places[static_cast<std::size_t>(
            diff_test::below(random, static_cast<int>(places.size())))];
    };
    const auto insert = [&](const char* before, const std::string& what) {
        const std::size_t place = at(before);
        if (place != text.npos) text.insert(place, what);
    };
    const auto replace = [&](const char* from, const char* to) {
        const std::size_t place = at(from);
        if (place != text.npos) text.replace(place, std::strlen(from), to);
    };
    switch (diff_test::below(random, 12)) {
        case 0:
            return insert("thing\n{", "// note\n");
        case 1:
            text += "vertex { x = 7; y = 9; }\n";
            return;
        case 2:
            text += "sidedef\n{\n\tsector = 0;\n}\n";
            return;
        case 3:
            text += "linedef { v1 = 3; v2 = 3; sidefront = 0; }\n";
            return;
        case 4:
            return insert("type = ", "type = 9;\n");
        case 5:
            return replace("type = 3", "type = +3");
        case 6:
            return replace("angle = ", "angle = 7;\nangle = ");
        case 7:
            return insert("v2 = ", ";");
        case 8:
            return replace("blocking = true", "blocking = true; twosided = true");
        case 9:
            text += "// the end";
            return;
        case 10:
            return replace("heightceiling = 128", "heightceiling = 0128");
        default:
            text += "thing { x = -900; y = 3; type = 2035; }\n";
            return;
    }
}

TEST(FixProperties, RoomsWithDamage) {
    std::uint64_t mended = 0;
    const unsigned seeds = testing_support::one_in(4) == 1 ? 60 : 15;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const auto rooms = diff_test::make_rooms(random, 2, 2);
        MapData data;
        data.names = {"TEXTMAP"};
        std::string text = diff_test::text_of(rooms, &random);
        for (int i = 0; i < 4; ++i) damage(text, random);
        if (text.back() != '\n') text += '\n';
        data.bytes = {text};
        mended += look(data, false);
        mended += look(data, true);
        if (testing::Test::HasFailure()) {
            ADD_FAILURE() << text;
            return;
        }
    }
    EXPECT_GT(mended, seeds);
}

// ---- The same as binary lumps ----

MapData binary_rooms(unsigned seed) {
    Random random(seed);
    diff_test::Rooms rooms = diff_test::make_rooms(random, 2, 2);
    rooms.globals = {{"namespace", "\"doom\""}};
    for (auto& line : rooms.elements[diff_test::kLine]) line.erase("special");
    for (auto& thing : rooms.elements[diff_test::kThing]) thing["skill2"] = "true";
    const std::string text = diff_test::text_of(rooms);
    const LoadResult<Map> loaded = load_borrowed(load_text::bytes(text));
    EXPECT_TRUE(loaded);
    MapLumpsOptions options;
    options.format = MapFormat::doom;
    options.lossy = true;
    const Result<MapLumps> made = make_map_lumps(loaded.value, options);
    EXPECT_TRUE(made);
    MapData data;
    for (const LumpView& lump : made.value.lumps()) {
        data.names.emplace_back(lump.name);
        data.bytes.emplace_back(reinterpret_cast<const char*>(lump.bytes.data()),
                                lump.bytes.size());
    }
    return data;
}

void damage_records(MapData& data, Random& random) {
    const auto lump = [&](const char* name) -> std::string& {
        for (std::size_t i = 0; i < data.names.size(); ++i) {
            if (data.names[i] == name) return data.bytes[i];
        }
        ADD_FAILURE() << name;
        return data.bytes[0];
    };
    switch (diff_test::below(random, 9)) {
        case 0:
            lump("THINGS") += "abc";
            return;
        case 1:
            lump("SECTORS") += "a";
            return;
        case 2:
            lump("REJECT") = std::string(1, '\xFF');
            return;
        case 3:
            lump("REJECT") = std::string(7, '\0');
            return;
        case 4:
            lump("SIDEDEFS") += lump("SIDEDEFS").substr(0, 30);  // that no line uses
            return;
        case 5: {
            // A line without length, and one that is flagged two-sided without a back.
            std::string line = lump("LINEDEFS").substr(0, 14);
            line.replace(2, 2, line, 0, 2);
            lump("LINEDEFS") += line;
            return;
        }
        case 6:
            lump("LINEDEFS")[4] = static_cast<char>(lump("LINEDEFS")[4] | 4);
            return;
        case 7:
            if (!lump("SEGS").empty()) lump("SEGS").resize(lump("SEGS").size() / 24 * 12);
            return;
        default:
            if (lump("BLOCKMAP").size() > 12) lump("BLOCKMAP").resize(12);
            return;
    }
}

TEST(FixProperties, RecordsWithDamage) {
    std::uint64_t mended = 0;
    const unsigned seeds = testing_support::one_in(4) == 1 ? 40 : 10;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        MapData data = binary_rooms(seed);
        EXPECT_FALSE(data.lump("NODES").empty());
        Random random(seed);
        for (int i = 0; i < 3; ++i) damage_records(data, random);
        mended += look(data, false);
        mended += look(data, true);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(mended, seeds);
}

// ---- The open corpus ----

TEST(FixProperties, Corpus) {
    if (!corpus::present()) {
        GTEST_SKIP() << needs::corpus();
    }
    testing_support::Sample sample(10);
    std::uint64_t maps = 0;
    std::uint64_t mended = 0;
    constexpr std::size_t kMostBytes = 3u << 20;  // tests/tools/versions looks at larger ones
    for (const std::string& path : corpus::files()) {
        if (path.find("/d3map") != path.npos || path.find("/malformed") != path.npos) continue;
        const std::string file = corpus::read_file(path);
        if (file.size() > kMostBytes || !sample.takes()) continue;
        Archive archive =
            Archive::from_file(std::make_unique<testing_support::FakeFile>(file), path, Limits());
        for (std::size_t i = 0; i < archive.maps().size(); ++i) {
            const MapEntry& entry = archive.maps()[i];
            if (!entry.supported || entry.format == MapFormat::doom3) continue;
            SCOPED_TRACE(corpus::short_name(path) + " " + std::string(entry.name));
            MapData data;
            for (const MapLump& lump : entry.lumps) {
                Finding problem{};
                const Buffer bytes = archive.read_lump(i, lump, problem);
                data.names.emplace_back(lump.name);
                data.bytes.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            }
            mended += look(data, false);
            mended += look(data, true);
            ++maps;
        }
    }
    EXPECT_GT(maps, 20 / testing_support::one_in(10));
    EXPECT_GT(mended, 100 / testing_support::one_in(10));
}

}  // namespace fix_properties_test
