// The generator of maps: the same bytes everywhere, the wanted size, and maps that are valid. The
// reader here is written for nothing else, one character at a time.

#include "mapgen.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using flatline::engine::mapgen::Counts;
using flatline::engine::mapgen::Flavour;
using flatline::engine::mapgen::generate;
using flatline::engine::mapgen::Generated;
using flatline::engine::mapgen::Options;
using flatline::engine::mapgen::Style;

constexpr std::array kAllStyles = {Style::Udb, Style::Slade, Style::Minified};
constexpr std::array kAllFlavours = {Flavour::Zdoom, Flavour::Srb2, Flavour::Dsda};

using Fields = std::map<std::string, std::string>;

struct ParsedMap {
    Fields globals;
    std::map<std::string, std::vector<Fields>> blocks;
    bool ok = true;
};

class NaiveReader {
public:
    explicit NaiveReader(std::string_view text) : text_(text) {}

    ParsedMap read() {
        ParsedMap map;
        Fields* fields = &map.globals;
        for (std::string token = next(); !token.empty(); token = next()) {
            if (token == "}") {
                map.ok = map.ok && fields != &map.globals;
                fields = &map.globals;
                continue;
            }
            const std::string sign = next();
            if (sign == "{" && fields == &map.globals) {
                fields = &map.blocks[token].emplace_back();
            } else if (sign == "=") {
                const std::string value = next();
                // Twice the same key in a block would be a fault of the generator.
                map.ok = fields->emplace(token, value).second && next() == ";";
            } else {
                map.ok = false;
            }
            if (!map.ok) {
                ADD_FAILURE() << "at byte " << at_ << ", " << token;
                break;
            }
        }
        map.ok = map.ok && fields == &map.globals;
        return map;
    }

private:
    void skip_blanks() {
        while (at_ < text_.size()) {
            if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
                ++at_;
            } else if (text_.substr(at_, 2) == "//") {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_.substr(at_, 2) == "/*") {
                at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
            } else {
                break;
            }
        }
    }

    // Words in lower case; strings without their quotes, after an apostrophe.
    std::string next() {
        skip_blanks();
        std::string token;
        if (at_ >= text_.size()) {
            return token;
        }
        if (text_[at_] == '"') {
            token = "'";
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                at_ += text_[at_] == '\\' ? 1U : 0U;
                token += text_[at_];
            }
            ++at_;
            return token;
        }
        while (at_ < text_.size()) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (std::isalnum(c) == 0 && c != '_' && c != '.' && c != '-') {
                break;
            }
            token += static_cast<char>(std::tolower(c));
            ++at_;
        }
        return token.empty() ? std::string(1, text_[at_++]) : token;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    return hash;
}

// Coordinates in thousandths, exactly.
long long thousandths(const std::string& value) {
    return std::llround(std::strtod(value.c_str(), nullptr) * 1000.0);
}

bool index_below(const Fields& fields, const char* key, std::size_t bound) {
    const auto found = fields.find(key);
    return found != fields.end() && std::strtoull(found->second.c_str(), nullptr, 10) < bound &&
           found->second[0] != '-';
}

std::size_t index_of(const Fields& fields, const char* key) {
    return static_cast<std::size_t>(std::strtoull(fields.at(key).c_str(), nullptr, 10));
}

Counts counts_of(ParsedMap& map) {
    return {map.blocks["vertex"].size(), map.blocks["linedef"].size(), map.blocks["sidedef"].size(),
            map.blocks["sector"].size(), map.blocks["thing"].size()};
}

void expect_references_hold(ParsedMap& map) {
    const std::size_t vertices = map.blocks["vertex"].size();
    const std::size_t sides = map.blocks["sidedef"].size();
    std::vector<int> uses(sides, 0);
    std::vector<bool> used(vertices, false);
    for (const Fields& line : map.blocks["linedef"]) {
        ASSERT_TRUE(index_below(line, "v1", vertices) && index_below(line, "v2", vertices));
        ASSERT_TRUE(index_below(line, "sidefront", sides));
        used[index_of(line, "v1")] = used[index_of(line, "v2")] = true;
        ++uses[index_of(line, "sidefront")];
        EXPECT_EQ(line.count("sideback"), line.count("twosided"));
        EXPECT_NE(line.count("sideback"), line.count("blocking"));
        if (line.count("sideback") != 0) {
            ASSERT_TRUE(index_below(line, "sideback", sides));
            ++uses[index_of(line, "sideback")];
        }
    }
    EXPECT_EQ(std::count(uses.begin(), uses.end(), 1), static_cast<std::ptrdiff_t>(sides));
    EXPECT_EQ(std::count(used.begin(), used.end(), false), 0);
    for (const Fields& side : map.blocks["sidedef"]) {
        ASSERT_TRUE(index_below(side, "sector", map.blocks["sector"].size()));
    }
}

void expect_places_are_inside(ParsedMap& map) {
    std::set<std::pair<long long, long long>> places;
    for (const char* block : {"vertex", "thing"}) {
        for (const Fields& fields : map.blocks[block]) {
            const long long x = thousandths(fields.at("x"));
            const long long y = thousandths(fields.at("y"));
            EXPECT_LT(std::max(std::llabs(x), std::llabs(y)), 32'000'000);
            if (std::string_view(block) == "vertex") {
                EXPECT_TRUE(places.emplace(x, y).second) << "two vertices at one place";
            }
        }
    }
}

struct Segment {
    long long x1, y1, x2, y2;
    bool one_sided;
};

std::vector<Segment> segments_of(ParsedMap& map) {
    std::vector<Segment> segments;
    for (const Fields& line : map.blocks["linedef"]) {
        const Fields& v1 = map.blocks["vertex"][index_of(line, "v1")];
        const Fields& v2 = map.blocks["vertex"][index_of(line, "v2")];
        segments.push_back({thousandths(v1.at("x")), thousandths(v1.at("y")),
                            thousandths(v2.at("x")), thousandths(v2.at("y")),
                            line.count("sideback") == 0});
    }
    return segments;
}

int turn(const Segment& s, long long x, long long y) {
    const long long cross = (s.x2 - s.x1) * (y - s.y1) - (s.y2 - s.y1) * (x - s.x1);
    return cross > 0 ? 1 : (cross < 0 ? -1 : 0);
}

// Whether the lines cross, or an end of one lies inside the other.
bool meets_inside(const Segment& a, const Segment& b) {
    const auto touches = [](const Segment& s, long long x, long long y) {
        const bool at_end = (x == s.x1 && y == s.y1) || (x == s.x2 && y == s.y2);
        return !at_end && turn(s, x, y) == 0 && x >= std::min(s.x1, s.x2) &&
               x <= std::max(s.x1, s.x2) && y >= std::min(s.y1, s.y2) && y <= std::max(s.y1, s.y2);
    };
    return (turn(a, b.x1, b.y1) * turn(a, b.x2, b.y2) < 0 &&
            turn(b, a.x1, a.y1) * turn(b, a.x2, a.y2) < 0) ||
           touches(a, b.x1, b.y1) || touches(a, b.x2, b.y2) || touches(b, a.x1, a.y1) ||
           touches(b, a.x2, a.y2);
}

// Every sector's lines close, wind round an area on their right, and meet only at vertices.
void expect_geometry_is_valid(ParsedMap& map) {
    const std::vector<Segment> segments = segments_of(map);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Segment& a = segments[i];
        EXPECT_TRUE(a.x1 != a.x2 || a.y1 != a.y2);
        for (std::size_t j = i + 1; j < segments.size(); ++j) {
            EXPECT_FALSE(meets_inside(a, segments[j])) << "lines " << i << " and " << j;
        }
    }
    struct Loop {
        std::map<std::size_t, int> balance;
        double area = 0;
        int sides = 0;
    };
    std::vector<Loop> loops(map.blocks["sector"].size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Fields& line = map.blocks["linedef"][i];
        const Segment& s = segments[i];
        const double area = (static_cast<double>(s.x2) * static_cast<double>(s.y1) -
                             static_cast<double>(s.x1) * static_cast<double>(s.y2)) /
                            2;
        for (const char* key : {"sidefront", "sideback"}) {
            if (line.count(key) == 0) {
                continue;
            }
            const int sign = std::string_view(key) == "sidefront" ? 1 : -1;
            const Fields& side = map.blocks["sidedef"][index_of(line, key)];
            Loop& loop = loops[index_of(side, "sector")];
            loop.balance[index_of(line, "v1")] += sign;
            loop.balance[index_of(line, "v2")] -= sign;
            loop.area += sign * area;
            ++loop.sides;
        }
    }
    for (const Loop& loop : loops) {
        EXPECT_GE(loop.sides, 3);
        EXPECT_GT(loop.area, 0.0);
        for (const auto& [vertex, balance] : loop.balance) {
            EXPECT_EQ(balance, 0) << "open at vertex " << vertex;
        }
    }
}

// A ray from inside the map meets an odd number of one-sided lines.
void expect_things_stand_in_rooms(ParsedMap& map) {
    const std::vector<Segment> segments = segments_of(map);
    std::set<std::string> types;
    for (const Fields& thing : map.blocks["thing"]) {
        const long long x = thousandths(thing.at("x"));
        const long long y = thousandths(thing.at("y"));
        bool inside = false;
        for (const Segment& s : segments) {
            if (s.one_sided && (s.y1 > y) != (s.y2 > y)) {
                inside ^= (turn(s, x, y) > 0) == (s.y2 > s.y1);
            }
        }
        EXPECT_TRUE(inside) << x << ' ' << y;
        types.insert(thing.at("type"));
    }
    for (const char* player : {"1", "2", "3", "4"}) {
        EXPECT_EQ(types.count(player), 1U);
    }
}

void expect_valid(const Generated& generated, const Options& options, bool geometry) {
    const auto target = static_cast<double>(options.target_bytes);
    EXPECT_LE(std::abs(static_cast<double>(generated.text.size()) - target), target * 0.02);
    ParsedMap map = NaiveReader(generated.text).read();
    ASSERT_TRUE(map.ok);
    EXPECT_EQ(map.globals.at("namespace"), options.flavour == Flavour::Zdoom  ? "'zdoom"
                                           : options.flavour == Flavour::Srb2 ? "'srb2"
                                                                              : "'dsda");
    EXPECT_EQ(map.blocks.size(), 5U);
    EXPECT_EQ(counts_of(map), generated.counts);
    expect_references_hold(map);
    expect_places_are_inside(map);
    if (geometry) {
        expect_geometry_is_valid(map);
        expect_things_stand_in_rooms(map);
    }
}

Options make_options(Style style, Flavour flavour, std::uint64_t bytes, std::uint64_t seed = 1) {
    Options options;
    options.style = style;
    options.flavour = flavour;
    options.target_bytes = bytes;
    options.seed = seed;
    return options;
}

void make_odd(Options& options) {
    options.comments = options.random_key_order = options.messy_layout = true;
    options.user_keys = options.tabs = options.crlf = true;
}

TEST(Mapgen, EveryStyleAndFlavourIsValid) {
    for (const Style style : kAllStyles) {
        for (const Flavour flavour : kAllFlavours) {
            for (const std::uint64_t bytes : {20'000U, 50'000U, 300'000U}) {
                SCOPED_TRACE(testing::Message()
                             << "style " << static_cast<int>(style) << " flavour "
                             << static_cast<int>(flavour) << " bytes " << bytes);
                Options options = make_options(style, flavour, bytes, bytes);
                expect_valid(generate(options), options, true);
                options.sloped_fraction = 0.4;
                make_odd(options);
                expect_valid(generate(options), options, bytes < 100'000);
            }
        }
    }
}

TEST(Mapgen, LargeMapsStayInBounds) {
    const Options options = make_options(Style::Minified, Flavour::Srb2, 30'000'000);
    expect_valid(generate(options), options, false);
}

TEST(Mapgen, ManySeedsGiveValidGeometry) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Options options = make_options(Style::Slade, Flavour::Zdoom, 150'000, seed * 7919);
        options.sloped_fraction = seed % 2 == 0 ? 1.0 : 0.0;
        expect_valid(generate(options), options, true);
    }
}

// These constants change when the generator's output does, and must be the same for every compiler
// and platform.
TEST(Mapgen, SameBytesEverywhere) {
    Options plain = make_options(Style::Udb, Flavour::Zdoom, 100'000, 7);
    EXPECT_EQ(fnv1a(generate(plain).text), 4202435936710539605U);
    plain.sloped_fraction = 0.5;
    EXPECT_EQ(fnv1a(generate(plain).text), 17315443935819746209U);
    Options odd = make_options(Style::Slade, Flavour::Dsda, 200'000, 8);
    make_odd(odd);
    EXPECT_EQ(fnv1a(generate(odd).text), 15367418605407822534U);
    const Options small = make_options(Style::Minified, Flavour::Srb2, 1'000'000, 9);
    EXPECT_EQ(fnv1a(generate(small).text), 16499954281006344467U);
    EXPECT_EQ(generate(small).text, generate(small).text);
    EXPECT_NE(generate(small).text,
              generate(make_options(small.style, small.flavour, 1'000'000, 10)).text);
}

TEST(Mapgen, SlopesHaveUnitNormalsAndThreeLinedSectors) {
    Options options = make_options(Style::Udb, Flavour::Zdoom, 400'000, 3);
    EXPECT_EQ(generate(options).text.find("plane_"), std::string::npos);
    EXPECT_EQ(generate(options).text.find("zfloor"), std::string::npos);
    options.sloped_fraction = 1.0;
    ParsedMap map = NaiveReader(generate(options).text).read();
    std::size_t planes = 0;
    for (const Fields& sector : map.blocks["sector"]) {
        for (const std::string surface : {"floorplane_", "ceilingplane_"}) {
            if (sector.count(surface + "a") == 0) {
                continue;
            }
            const auto part = [&](const char* letter) {
                return std::strtod(sector.at(surface + letter).c_str(), nullptr);
            };
            EXPECT_NEAR(std::hypot(part("a"), part("b"), part("c")), 1.0, 1e-12);
            EXPECT_EQ(part("c") > 0, surface == "floorplane_");
            EXPECT_EQ(sector.count(surface + "d"), 1U);
            ++planes;
        }
    }
    EXPECT_GT(planes, map.blocks["sector"].size() / 4);

    std::map<std::size_t, int> sides_of;
    std::map<std::size_t, std::set<std::size_t>> sectors_at;
    for (const Fields& line : map.blocks["linedef"]) {
        for (const char* key : {"sidefront", "sideback"}) {
            if (line.count(key) != 0) {
                const std::size_t sector =
                    index_of(map.blocks["sidedef"][index_of(line, key)], "sector");
                ++sides_of[sector];
                sectors_at[index_of(line, "v1")].insert(sector);
                sectors_at[index_of(line, "v2")].insert(sector);
            }
        }
    }
    std::size_t bent = 0;
    for (std::size_t i = 0; i < map.blocks["vertex"].size(); ++i) {
        if (map.blocks["vertex"][i].count("zfloor") != 0) {
            ++bent;
            EXPECT_TRUE(std::any_of(sectors_at[i].begin(), sectors_at[i].end(),
                                    [&](std::size_t sector) { return sides_of[sector] == 3; }));
        }
    }
    EXPECT_GT(bent, 0U);
}

TEST(Mapgen, LayoutOptionsShow) {
    Options options = make_options(Style::Udb, Flavour::Zdoom, 100'000);
    const std::string udb = generate(options).text;
    EXPECT_EQ(udb.find("namespace = \"zdoom\";\nthing // 0\n{\nx = "), 0U);
    EXPECT_EQ(udb.find('\r'), std::string::npos);
    EXPECT_EQ(udb.find("user_"), std::string::npos);
    options.tabs = options.crlf = options.user_keys = true;
    const std::string odd = generate(options).text;
    EXPECT_NE(odd.find("{\r\n\tx\t= "), std::string::npos);
    EXPECT_NE(odd.find("user_"), std::string::npos);
    EXPECT_EQ(std::count(odd.begin(), odd.end(), '\r'), std::count(odd.begin(), odd.end(), '\n'));

    const std::string slade = generate(make_options(Style::Slade, Flavour::Zdoom, 50'000)).text;
    EXPECT_EQ(slade.substr(0, 3), "// ");
    EXPECT_NE(slade.find("thing//#0\n{\nx="), std::string::npos);

    const std::string minified =
        generate(make_options(Style::Minified, Flavour::Dsda, 50'000)).text;
    EXPECT_EQ(minified.find_first_of("\t\r\n/"), minified.size() - 1);
    EXPECT_EQ(minified.find("; "), std::string::npos);
    EXPECT_EQ(minified.find("= "), std::string::npos);
}

// A value of the JSON twin as NaiveReader writes that of the TEXTMAP; numbers by what they are.
bool same_value(const std::string& text, const nlohmann::json& json) {
    if (json.is_string()) {
        return text == "'" + json.get<std::string>();
    }
    if (json.is_boolean()) {
        return text == (json.get<bool>() ? "true" : "false");
    }
    return json.is_number() && std::strtod(text.c_str(), nullptr) == json.get<double>();
}

TEST(Mapgen, TheJsonTwinHoldsTheSameMap) {
    for (const Style style : kAllStyles) {
        for (const Flavour flavour : kAllFlavours) {
            Options options = make_options(style, flavour, 200'000, 5);
            options.user_keys = options.comments = options.random_key_order = options.tabs = true;
            options.sloped_fraction = 0.3;
            const Generated twin = generate(options, flatline::engine::mapgen::Format::Json);
            const Generated text = generate(options);
            EXPECT_EQ(twin.counts, text.counts);
            ParsedMap map = NaiveReader(text.text).read();
            ASSERT_TRUE(map.ok);
            const nlohmann::json json = nlohmann::json::parse(twin.text, nullptr, false);
            ASSERT_TRUE(json.is_object());
            EXPECT_TRUE(same_value(map.globals.at("namespace"), json.at("namespace")));
            ASSERT_EQ(json.size(), map.blocks.size() + 1);
            for (const auto& [block, elements] : map.blocks) {
                ASSERT_EQ(json.at(block).size(), elements.size());
                for (std::size_t i = 0; i < elements.size(); ++i) {
                    const nlohmann::json& object = json.at(block).at(i);
                    ASSERT_EQ(object.size(), elements[i].size());
                    for (const auto& [key, value] : elements[i]) {
                        ASSERT_TRUE(object.contains(key)) << block << ' ' << i << ' ' << key;
                        EXPECT_TRUE(same_value(value, object.at(key)))
                            << block << ' ' << i << ' ' << key << ": " << value;
                    }
                }
            }
        }
    }
}

// What an element says, with what it refers to in the place of numbers.
std::string said_by(const ParsedMap& map, const std::string& kind, const Fields& fields) {
    const std::map<std::string, std::string> kinds = {{"v1", "vertex"},
                                                      {"v2", "vertex"},
                                                      {"sidefront", "sidedef"},
                                                      {"sideback", "sidedef"},
                                                      {"sector", "sector"}};
    std::string said = kind;
    for (const auto& [key, value] : fields) {
        const auto other = kinds.find(key);
        said += " " + key + "=";
        if (other == kinds.end() || kind == "sector" || kind == "thing") {
            said += value;
        } else {
            const auto& of = map.blocks.at(other->second);
            said += "(" + said_by(map, other->second, of.at(std::stoul(value))) + ")";
        }
    }
    return said;
}

TEST(Mapgen, AShuffledMapSaysTheSame) {
    for (const Style style : kAllStyles) {
        Options options;
        options.target_bytes = 60'000;
        options.style = style;
        const std::string text = generate(options).text;
        const std::string other = flatline::engine::mapgen::shuffled(text, 7);
        EXPECT_NE(other, text);
        EXPECT_EQ(other, flatline::engine::mapgen::shuffled(text, 7));
        EXPECT_NE(other, flatline::engine::mapgen::shuffled(text, 8));
        const ParsedMap maps[] = {NaiveReader(text).read(), NaiveReader(other).read()};
        std::multiset<std::string> said[2];
        for (int i = 0; i < 2; ++i) {
            ASSERT_TRUE(maps[i].ok);
            for (const auto& [kind, blocks] : maps[i].blocks) {
                for (const Fields& fields : blocks) said[i].insert(said_by(maps[i], kind, fields));
            }
        }
        EXPECT_EQ(maps[0].globals, maps[1].globals);
        EXPECT_GT(said[0].size(), 100u);
        EXPECT_EQ(said[0], said[1]);
    }
    EXPECT_THROW((void)flatline::engine::mapgen::shuffled("namespace = \"a\"; other {}", 1),
                 std::invalid_argument);
}

TEST(Mapgen, RefusesWhatCannotBe) {
    Options options;
    options.target_bytes = ~std::uint64_t{0};
    EXPECT_THROW(static_cast<void>(generate(options)), std::length_error);
    using flatline::engine::mapgen::wad;
    EXPECT_THROW(static_cast<void>(wad("", "x")), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(wad("NINEBYTES", "x")), std::invalid_argument);
}

TEST(Mapgen, WadHoldsTheLumps) {
    const std::string bytes = flatline::engine::mapgen::wad("MAP07", "abc", {{"ZNODES", "XGL3"}});
    const auto number = [&bytes](std::size_t at) {
        std::size_t value = 0;
        for (std::size_t i = 4; i-- > 0;) {
            value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
        }
        return value;
    };
    ASSERT_EQ(bytes.substr(0, 4), "PWAD");
    ASSERT_EQ(number(4), 4U);
    const std::size_t directory = number(8);
    ASSERT_EQ(directory + 4 * 16, bytes.size());
    const std::vector<std::pair<std::string, std::string>> lumps = {
        {"MAP07", ""}, {"TEXTMAP", "abc"}, {"ZNODES", "XGL3"}, {"ENDMAP", ""}};
    for (std::size_t i = 0; i < lumps.size(); ++i) {
        const std::size_t entry = directory + i * 16;
        std::string name = lumps[i].first;
        name.resize(8, '\0');
        EXPECT_EQ(bytes.substr(entry + 8, 8), name);
        EXPECT_EQ(bytes.substr(number(entry), number(entry + 4)), lumps[i].second);
    }
}

}  // namespace
