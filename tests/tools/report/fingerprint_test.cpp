// Fingerprints of findings: the recipe of docs/reports.md, and what does not change them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "tools/run_tool.hpp"

namespace flatline::engine::tool_test::fingerprints {

using nlohmann::json;
using Pairs = std::multiset<std::pair<std::string, std::string>>;  // rule and fingerprint

// FNV-1a of 128 bits by multiplication of bytes, as at school.
std::string fnv1a(const std::string& text) {
    constexpr std::array<unsigned, 16> kPrime = {0x3B, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
    std::array<unsigned, 16> hash = {0x8D, 0xC5, 0x95, 0x62, 0x75, 0x21, 0xB8, 0x62,
                                     0x42, 0x01, 0xBB, 0x07, 0x2E, 0x27, 0x62, 0x6C};
    for (const char c : text) {
        hash[0] ^= static_cast<unsigned char>(c);
        std::array<unsigned, 16> product{};
        for (std::size_t i = 0; i < 16; ++i) {
            unsigned carry = 0;
            for (std::size_t j = 0; i + j < 16; ++j) {
                carry += product[i + j] + hash[i] * kPrime[j];
                product[i + j] = carry & 0xFF;
                carry >>= 8;
            }
        }
        hash = product;
    }
    std::string digits;
    for (std::size_t i = 16; i-- > 0;) {
        digits += "0123456789abcdef"[hash[i] >> 4];
        digits += "0123456789abcdef"[hash[i] & 15];
    }
    return digits;
}

std::string key(const std::vector<std::string>& parts) {
    std::string key;
    for (const std::string& part : parts) key += part + '\0';
    return key;
}

std::vector<json> findings_of(const std::string& file) {
    return run_tool({"check", file, "--json", "--limit", "findings=100000"}).of_type("finding");
}

Pairs pairs_of(const std::string& file) {
    Pairs pairs;
    for (const json& f : findings_of(file)) pairs.emplace(f["rule"], f["fingerprint"]);
    return pairs;
}

// Closed rooms, each with a fault of its own, that can be written with their elements in any order.
class Rooms {
public:
    Rooms() {
        for (int room = 0; room < 15; ++room) add(room);
    }

    // Seed 0 keeps the order.
    std::string text(unsigned seed) const {
        const std::vector<std::size_t> orders[] = {
            order(vertices_.size(), seed), order(lines_.size(), seed),
            order(lines_.size(), seed + 7), order(kRooms, seed), order(things_.size(), seed)};
        const auto at = [&](int kind, std::size_t i) {
            const auto& all = orders[kind];
            return std::to_string(std::find(all.begin(), all.end(), i) - all.begin());
        };
        std::string out = "namespace = \"zdoom\";\n";
        for (const std::size_t i : orders[0]) {
            out += "vertex { x = " + std::to_string(vertices_[i].first) +
                   "; y = " + std::to_string(vertices_[i].second) + ".5; }\n";
        }
        for (const std::size_t i : orders[1]) {
            out += "linedef { v1 = " + at(0, lines_[i].v1) + "; v2 = " + at(0, lines_[i].v2) +
                   "; sidefront = " + at(2, i) + "; " + lines_[i].more + "}\n";
            if (seed != 0) out += "\n // moved\n";
        }
        for (const std::size_t i : orders[2]) {
            out += "sidedef { sector = " + at(3, lines_[i].sector) + "; texturemiddle = \"A" +
                   std::to_string(i) + "\"; }\n";
        }
        for (const std::size_t i : orders[3]) {
            out += "sector { heightceiling = " + std::to_string(i == 2 ? -8 : 128) +
                   "; texturefloor = \"F\"; textureceiling = \"F\"; }\n";
        }
        for (const std::size_t i : orders[4]) {
            out += "thing { x = " + std::to_string(things_[i].first) +
                   "; y = " + std::to_string(things_[i].second) +
                   "; type = 2035; skill1 = true; skill3 = true; single = true; dm = true; coop = "
                   "true; class1 = true; }\n";
        }
        return out;
    }

private:
    static constexpr std::size_t kRooms = 15;
    struct Line {
        std::size_t v1, v2, sector;
        std::string more;
    };

    static std::vector<std::size_t> order(std::size_t count, unsigned seed) {
        std::vector<std::size_t> all(count);
        std::iota(all.begin(), all.end(), std::size_t{0});
        std::mt19937 random(seed);
        for (std::size_t i = count; i > 1 && seed != 0; --i) {
            std::swap(all[i - 1], all[random() % i]);
        }
        return all;
    }
    std::size_t vertex(int x, int y) {
        vertices_.emplace_back(x, y);
        return vertices_.size() - 1;
    }
    void line(std::size_t v1, std::size_t v2, int room, std::string more = "") {
        lines_.push_back({v1, v2, static_cast<std::size_t>(room), std::move(more)});
    }

    void add(int room) {
        const int x = room * 1024;
        const std::size_t a = vertex(x, 0);
        const std::size_t b = vertex(x, 512);
        const std::size_t c = vertex(x + 512, 512);
        const std::size_t d = vertex(x + 512, 0);
        line(a, b, room);
        line(b, c, room, room == 3 ? "twosided = true; " : "");
        line(c, d, room, room == 4 ? "special = 12345; " : "");
        line(d, a, room);
        switch (room % 5) {
            case 0:
                line(a, a, room);
                break;
            case 1:
                line(a, b, room);
                break;
            case 2:
                line(vertex(x + 100, 100), vertex(x + 200, 200), room);
                line(vertex(x + 100, 200), vertex(x + 200, 100), room);
                break;
            case 3:
                line(vertex(x + 256, 0), vertex(x + 256, 100), room);
                vertex(x + 9, 9);
                break;
            default:
                line(vertex(x, 0), vertex(x + 90, 70), room);
                things_.emplace_back(x + 300, 300);
        }
        if (room == 7) things_.emplace_back(x + 700, 100);
    }

    std::vector<std::pair<int, int>> vertices_;
    std::vector<Line> lines_;
    std::vector<std::pair<int, int>> things_;
};

TEST(ToolFingerprints, AreTheHashOfTheRecipe) {
    EXPECT_EQ(fnv1a(""), "6c62272e07bb014262b821756295c58d");
    EXPECT_EQ(fnv1a("a"), "d228cb696f1a8caf78912b704e4a8964") << "a published value";
    const TempFolder folder;
    const std::string map = folder.write(
        "Name.textmap", small_map("vertex { x = -1.5; y = -0.0; } sidedef { sector = 0; "
                                  "texturemiddle = \"A\"; }\n"
                                  "thing { x = 1; y = 2; type = 3001; }"));
    const std::map<std::string, std::string> parts = {
        {"side-unused",
         key({"flatline/1", "side-unused", "name", "sidedef - - A", "", "", "", "0"})},
        {"thing-never-appears",
         key({"flatline/1", "thing-never-appears", "name", "thing 1 2 3001", "", "", "", "0"})},
    };
    std::set<std::string> met;
    for (const json& finding : findings_of(map)) {
        const auto expected = parts.find(finding["rule"]);
        if (expected == parts.end() || !met.insert(expected->first).second) continue;
        EXPECT_EQ(finding["fingerprint"], fnv1a(expected->second)) << finding;
    }
    EXPECT_GE(met.size(), 1u);
    // A map that is refused has only its text.
    const std::string refused = folder.write("R.textmap", bytes_of(fixture("bad_index.textmap")));
    EXPECT_EQ(findings_of(refused).at(0)["fingerprint"],
              fnv1a(key({"flatline/1", "line-vertex-range", "r", "linedef", "v2", "", " TEXTMAP 99",
                         "0"})));
}

TEST(ToolFingerprints, RenumberingKeepsAllOfThem) {
    const TempFolder folder;
    const Pairs first = pairs_of(folder.write("a/m.textmap", Rooms().text(0)));
    std::set<std::string> rules;
    for (const auto& [rule, fingerprint] : first) rules.insert(rule);
    for (const char* rule : {"line-zero-length", "line-overlap", "line-cross", "vertex-on-line",
                             "vertex-duplicate", "vertex-unused", "thing-outside"}) {
        EXPECT_EQ(rules.count(rule), 1u) << rule;
    }
    EXPECT_GE(first.size(), 30u);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const std::string other =
            folder.write("b" + std::to_string(seed) + "/M.textmap", Rooms().text(seed));
        EXPECT_EQ(pairs_of(other), first) << "seed " << seed;
    }
}

void expect_unique(const std::string& file) {
    std::map<std::string, std::set<std::string>> seen;
    for (const json& f : findings_of(file)) {
        EXPECT_TRUE(seen[f.value("map", "")].insert(f["fingerprint"]).second) << f;
    }
}

TEST(ToolFingerprints, AreUniqueWithinAMap) {
    const TempFolder folder;
    expect_unique(folder.write("m.textmap", Rooms().text(0)));
}

TEST(ToolFingerprints, AreUniqueWithinMapsOfTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const auto files = corpus::files("udmf-zdoom");
    ASSERT_GE(files.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) expect_unique(files[i]);
}

TEST(ToolFingerprints, AMoveChangesThoseOfWhatMoved) {
    const TempFolder folder;
    std::string moved = Rooms().text(0);
    const std::string corner = "vertex { x = 512; y = 512.5; }";
    moved.replace(moved.find(corner), corner.size(), "vertex { x = 514; y = 512.5; }");
    const Pairs before = pairs_of(folder.write("a/m.textmap", Rooms().text(0)));
    const Pairs after = pairs_of(folder.write("b/m.textmap", moved));
    Pairs same;
    std::set_intersection(before.begin(), before.end(), after.begin(), after.end(),
                          std::inserter(same, same.end()));
    EXPECT_FALSE(same.empty());
    EXPECT_LT(same.size(), before.size());
}

TEST(ToolFingerprints, EntitiesOfDoom3MayChangePlaces) {
    const TempFolder folder;
    const std::string world = "{\n\"classname\" \"worldspawn\"\n}\n";
    const std::string one = "{\n\"classname\" \"light\"\n\"name\" \"a\"\n\"origin\" \"1 2 x\"\n}\n";
    const std::string two = "{\n\"classname\" \"light\"\n\"name\" \"b\"\n\"origin\" \"oops\"\n}\n";
    const Pairs first = pairs_of(folder.write("a/m.map", "Version 2\n" + world + one + two));
    const Pairs second = pairs_of(folder.write("b/m.map", "Version 2\n" + world + two + one));
    EXPECT_GE(first.size(), 2u);
    EXPECT_EQ(first, second);
}

}  // namespace flatline::engine::tool_test::fingerprints
