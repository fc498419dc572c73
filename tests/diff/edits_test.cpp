// One edit of a map whose elements then all get other numbers: the comparison says exactly that
// edit.
#include <gtest/gtest.h>

#include <functional>

#include "diff/rooms.hpp"
#include "diff/rows.hpp"

namespace diff_test {
namespace {

/// An edit: what it does to the map, and the rows, with indices after it in the numbers before.
struct Row {
    std::string kind;
    Kind element;
    int before, after;  // -1: none
    std::string rest;   // side
    bool flipped = false;
    // Fields with their values; those that are indices are renumbered.
    std::vector<std::array<std::string, 3>> fields = {};
};

std::string words_of(const Row& row, const Shuffled& shuffled) {
    const auto renumbered = [&](Kind kind, int i) {
        return std::to_string(shuffled.new_index[kind][static_cast<std::size_t>(i)]);
    };
    std::string words = row.kind + ' ' + kWords[row.element] + ' ';
    words += (row.before < 0 ? "-" : std::to_string(row.before)) + ' ';
    words += row.after < 0 ? "-" : renumbered(row.element, row.after);
    words += row.rest;
    if (row.flipped) words += " flipped";
    for (const auto& [name, before, after] : row.fields) {
        std::string now = after;
        if (name == "v1" || name == "v2") now = renumbered(kVertex, std::stoi(after));
        if (name == "sector") now = renumbered(kSector, std::stoi(after));
        words += ", " + name + ' ' + before + ' ' + now;
    }
    return words;
}

std::string face_of(const Rooms& map, int side) {
    for (const Fields& line : map.elements[kLine]) {
        const auto back = line.find("sideback");
        if (back != line.end() && std::stoi(back->second) == side) return " back";
    }
    return " front";
}

bool is_used(const Rooms& map, int vertex) {
    return std::any_of(
        map.elements[kLine].begin(), map.elements[kLine].end(), [&](const Fields& line) {
            return std::stoi(line.at("v1")) == vertex || std::stoi(line.at("v2")) == vertex;
        });
}

bool has_line(const Rooms& map, int from, int to) {
    return std::any_of(map.elements[kLine].begin(), map.elements[kLine].end(),
                       [&](const Fields& line) {
                           const int v1 = std::stoi(line.at("v1"));
                           const int v2 = std::stoi(line.at("v2"));
                           return (v1 == from && v2 == to) || (v1 == to && v2 == from);
                       });
}

int any_line(const Rooms& map, Random& random, bool two_sided) {
    for (;;) {
        const int line = below(random, map.count(kLine));
        if ((map.at(kLine, line).count("sideback") != 0) == two_sided) return line;
    }
}

using Expected = std::vector<Row>;
using Edit = std::function<Expected(Rooms&, Random&)>;

Expected set_field(Rooms& map, Random& random, Kind kind, const char* name, const char* fallback,
                   const char* value) {
    const int i = below(random, map.count(kind));
    const auto at = map.at(kind, i).find(name);
    const std::string before = at == map.at(kind, i).end() ? fallback : at->second;
    map.at(kind, i)[name] = value;
    return {{"changed",
             kind,
             i,
             i,
             kind == kSide ? face_of(map, i) : "",
             false,
             {{name, before, value}}}};
}

struct NamedEdit {
    const char* name;
    Edit edit;
};

const NamedEdit kEdits[] = {
    {"a field of a thing",
     [](Rooms& map, Random& random) { return set_field(map, random, kThing, "height", "0", "5"); }},
    {"the type of a thing",
     [](Rooms& map, Random& random) { return set_field(map, random, kThing, "type", "", "2035"); }},
    {"a comment",
     [](Rooms& map, Random& random) {
         return set_field(map, random, kThing, "comment", "\"\"", "\"here\"");
     }},
    {"a field that nobody knows",
     [](Rooms& map, Random& random) {
         return set_field(map, random, kSector, "user_a", "null", "3");
     }},
    {"the special of a line",
     [](Rooms& map, Random& random) {
         return set_field(map, random, kLine, "special", "0", "77");
     }},
    {"a texture",
     [](Rooms& map, Random& random) {
         return set_field(map, random, kSide, "texturemiddle", "", "\"NEW\"");
     }},
    {"the height of a sector",
     [](Rooms& map, Random& random) {
         return set_field(map, random, kSector, "heightfloor", "", "24");
     }},
    {"a list of tags",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kSector));
         map.at(kSector, i)["moreids"] = "\"3 4\"";
         return Expected{{"changed", kSector, i, i, "", false, {{"moreids", "[]", "[3 4]"}}}};
     }},
    {"a thing moves",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kThing));
         const std::string before = map.at(kThing, i)["x"];
         const std::string after = std::to_string(std::stoi(before) + 1000);
         map.at(kThing, i)["x"] = after;
         return Expected{{"changed", kThing, i, i, "", false, {{"x", before, after}}}};
     }},
    {"a thing goes",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kThing));
         map.elements[kThing].erase(map.elements[kThing].begin() + i);
         return Expected{{"removed", kThing, i, -1, ""}};
     }},
    {"a thing comes",
     [](Rooms& map, Random&) {
         const int i = map.add(kThing, {{"x", "5"}, {"y", "7"}, {"type", "2001"}});
         return Expected{{"added", kThing, -1, i, ""}};
     }},
    {"a side in another sector",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kSide));
         const int before = map.index(kSide, i, "sector");
         const int after =
             (before + 1 + below(random, map.count(kSector) - 1)) % map.count(kSector);
         map.at(kSide, i)["sector"] = std::to_string(after);
         return Expected{{"changed",
                          kSide,
                          i,
                          i,
                          face_of(map, i),
                          false,
                          {{"sector", std::to_string(before), std::to_string(after)}}}};
     }},
    {"a vertex moves",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kVertex));
         Fields& vertex = map.at(kVertex, i);
         const std::string x = vertex["x"];
         const std::string y = vertex["y"];
         vertex["x"] = std::to_string(std::stoi(x) + 7);
         vertex["y"] = std::to_string(std::stoi(y) + 3);
         return Expected{
             {"changed", kVertex, i, i, "", false, {{"x", x, vertex["x"]}, {"y", y, vertex["y"]}}}};
     }},
    {"a line goes",
     [](Rooms& map, Random& random) {
         const int i = below(random, map.count(kLine));
         const Fields line = map.at(kLine, i);
         map.elements[kLine].erase(map.elements[kLine].begin() + i);
         Expected rows = {{"removed", kLine, i, -1, ""},
                          {"removed", kSide, std::stoi(line.at("sidefront")), -1, " front"}};
         if (line.count("sideback") != 0)
             rows.push_back({"removed", kSide, std::stoi(line.at("sideback")), -1, " back"});
         for (const char* end : {"v1", "v2"}) {
             const int vertex = std::stoi(line.at(end));
             if (!is_used(map, vertex)) rows.push_back({"removed", kVertex, vertex, -1, ""});
         }
         return rows;
     }},
    {"a line comes, with a vertex",
     [](Rooms& map, Random& random) {
         const int from = below(random, map.count(kVertex));
         const int vertex = map.add(kVertex, {{"x", "-500"}, {"y", "-400"}});
         const int side = map.add(kSide, {{"sector", "0"}});
         const int line = map.add(kLine, {{"v1", std::to_string(from)},
                                          {"v2", std::to_string(vertex)},
                                          {"sidefront", std::to_string(side)}});
         return Expected{{"added", kVertex, -1, vertex, ""},
                         {"added", kLine, -1, line, ""},
                         {"added", kSide, -1, side, " front"}};
     }},
    {"a line is flipped",
     [](Rooms& map, Random& random) {
         const int i = any_line(map, random, true);
         Fields& line = map.at(kLine, i);
         std::swap(line["v1"], line["v2"]);
         std::swap(line["sidefront"], line["sideback"]);
         return Expected{{"changed", kLine, i, i, "", true}};
     }},
    {"a wall looks the other way",
     [](Rooms& map, Random& random) {
         const int i = any_line(map, random, false);
         Fields& line = map.at(kLine, i);
         std::swap(line["v1"], line["v2"]);
         return Expected{{"changed",
                          kLine,
                          i,
                          i,
                          "",
                          false,
                          {{"v1", line["v2"], line["v1"]}, {"v2", line["v1"], line["v2"]}}}};
     }},
    {"a line ends at another vertex",
     [](Rooms& map, Random& random) {
         const int i = any_line(map, random, true);
         const int from = map.index(kLine, i, "v1");
         const int before = map.index(kLine, i, "v2");
         int after = from;
         while (after == from || has_line(map, from, after))
             after = below(random, map.count(kVertex));
         map.at(kLine, i)["v2"] = std::to_string(after);
         return Expected{{"changed",
                          kLine,
                          i,
                          i,
                          "",
                          false,
                          {{"v2", std::to_string(before), std::to_string(after)}}}};
     }},
    {"a second vertex at one place",
     [](Rooms& map, Random& random) {
         const int line = below(random, map.count(kLine));
         const int vertex = map.index(kLine, line, "v1");
         const int twin = map.add(kVertex, Fields(map.at(kVertex, vertex)));
         map.at(kLine, line)["v1"] = std::to_string(twin);
         return Expected{};
     }},
    {"a vertex and a side that nothing uses",
     [](Rooms& map, Random&) {
         map.add(kVertex, {{"x", "900"}, {"y", "900"}});
         map.add(kSide, {{"sector", "0"}, {"texturetop", "\"X\""}});
         return Expected{};
     }},
    {"a default that is given",
     [](Rooms& map, Random& random) {
         map.at(kThing, below(random, map.count(kThing)))["gravity"] = "1.0";
         map.at(kLine, below(random, map.count(kLine)))["arg3"] = "0";
         return Expected{};
     }},
    {"a sector comes",
     [](Rooms& map, Random&) {
         const int i = map.add(kSector, {{"texturefloor", "\"N\""}, {"textureceiling", "\"N\""}});
         return Expected{{"added", kSector, -1, i, ""}};
     }},
};

TEST(DiffEdits, EachGivesExactlyItsRows) {
    for (const NamedEdit& named : kEdits) {
        for (unsigned seed = 1; seed <= 12; ++seed) {
            Random random(seed);
            const Rooms before = make_rooms(random);
            Rooms changed = before;
            const Expected expected = named.edit(changed, random);
            const Shuffled after = shuffle(changed, random);
            Rows wanted;
            for (const Row& row : expected) wanted.push_back(words_of(row, after));
            std::sort(wanted.begin(), wanted.end());
            EXPECT_EQ(rows_of(text_of(before), text_of(after.map, &random)), wanted)
                << named.name << ", seed " << seed;
        }
    }
}

// The other way round each edit gives as many rows.
TEST(DiffEdits, BackwardsThereAreAsMany) {
    for (const NamedEdit& named : kEdits) {
        Random random(99);
        const Rooms before = make_rooms(random);
        Rooms changed = before;
        const Expected expected = named.edit(changed, random);
        const Shuffled after = shuffle(changed, random);
        EXPECT_EQ(rows_of(text_of(after.map), text_of(before)).size(), expected.size())
            << named.name;
    }
}

// ---- Against a slow comparison ----------------------------------------------------------------

// Every element of a map as words that do not depend on numbers: slow, and no hashes. A sector is
// named by all sides around it. Fields with their defaults and what nothing uses are left out.
std::vector<std::string> words_of(const Rooms& map) {
    const std::pair<std::string, std::string> kDefaults[] = {
        {"gravity", "1.0"}, {"arg3", "0"}, {"special", "0"}, {"height", "0"}};
    const auto fields = [&](const Fields& element, std::initializer_list<const char*> but) {
        std::string words;
        for (const auto& field : element) {
            const bool left_out =
                std::any_of(but.begin(), but.end(),
                            [&](const char* name) { return field.first == name; }) ||
                std::any_of(std::begin(kDefaults), std::end(kDefaults), [&](const auto& other) {
                    return other.first == field.first && other.second == field.second;
                });
            if (!left_out) words += ' ' + field.first + '=' + field.second;
        }
        return words;
    };
    const auto place = [&](int vertex) {
        return map.at(kVertex, vertex).at("x") + ',' + map.at(kVertex, vertex).at("y");
    };
    std::vector<std::vector<std::string>> around(map.elements[kSector].size());
    const auto each_side = [&](const auto& use) {
        for (int i = 0; i < map.count(kLine); ++i) {
            const std::string ends =
                place(map.index(kLine, i, "v1")) + ' ' + place(map.index(kLine, i, "v2"));
            for (const char* face : {"sidefront", "sideback"}) {
                const auto side = map.at(kLine, i).find(face);
                if (side != map.at(kLine, i).end()) use(ends + ' ' + face, std::stoi(side->second));
            }
        }
    };
    each_side([&](const std::string& where, int side) {
        around[static_cast<std::size_t>(map.index(kSide, side, "sector"))].push_back(where);
    });
    const auto sector = [&](int i) {
        std::vector<std::string> sides = around[static_cast<std::size_t>(i)];
        std::sort(sides.begin(), sides.end());
        std::string words;
        for (const std::string& side : sides) words += '[' + side + ']';
        return words;
    };
    std::vector<std::string> all;
    for (int i = 0; i < map.count(kLine); ++i) {
        const Fields& line = map.at(kLine, i);
        all.push_back("line " + place(map.index(kLine, i, "v1")) + ' ' +
                      place(map.index(kLine, i, "v2")) +
                      fields(line, {"v1", "v2", "sidefront", "sideback"}));
    }
    each_side([&](const std::string& where, int side) {
        all.push_back("side " + where + fields(map.at(kSide, side), {"sector"}) + " in " +
                      sector(map.index(kSide, side, "sector")));
    });
    for (int i = 0; i < map.count(kSector); ++i)
        all.push_back("sector" + sector(i) + fields(map.at(kSector, i), {}));
    for (const Fields& thing : map.elements[kThing]) all.push_back("thing" + fields(thing, {}));
    return all;
}

bool is_same(const Rooms& a, const Rooms& b) {
    std::vector<std::string> rest = words_of(b);
    for (const std::string& words : words_of(a)) {
        const auto at = std::find(rest.begin(), rest.end(), words);
        if (at == rest.end()) return false;
        rest.erase(at);
    }
    return rest.empty();
}

// Some edits on top of each other: there are no more rows than those of the edits, and none only
// where the slow comparison finds none.
TEST(DiffEdits, SeveralOnTopOfEachOther) {
    std::size_t same = 0;
    for (unsigned seed = 1; seed <= 600; ++seed) {
        Random random(seed);
        const Rooms before = make_rooms(random, 2 + below(random, 2), 2);
        Rooms changed = before;
        std::size_t most = 0;
        std::string names;
        for (int edits = below(random, 4); edits > 0; --edits) {
            const NamedEdit& edit = kEdits[random() % std::size(kEdits)];
            // With a second vertex at its place a vertex that moves is no move of the place.
            if (std::string(edit.name) == "a second vertex at one place") continue;
            most += edit.edit(changed, random).size();
            names += std::string("; ") + edit.name;
        }
        const Shuffled after = shuffle(changed, random);
        const Rows rows = rows_of(text_of(before), text_of(after.map, &random));
        std::string all;
        for (const std::string& row : rows) all += row + "\n";
        EXPECT_LE(rows.size(), most) << "seed " << seed << names << "\n" << all;
        EXPECT_EQ(rows.empty(), is_same(before, changed)) << "seed " << seed << names;
        same += rows.empty();
    }
    EXPECT_GT(same, 40u);
}

TEST(DiffEdits, GlobalsAndBlocks) {
    Random random(5);
    Rooms before = make_rooms(random);
    before.globals.push_back({"author", "\"me\""});
    Rooms after = before;
    after.globals.back().second = "\"you\"";
    after.globals.push_back({"stars", "3"});
    EXPECT_EQ(
        rows_of(text_of(before), text_of(after)),
        (Rows{"changed global - -, author \"me\" \"you\"", "changed global - -, stars null 3"}));
    EXPECT_EQ(
        rows_of(text_of(after), text_of(before)),
        (Rows{"changed global - -, author \"you\" \"me\"", "changed global - -, stars 3 null"}));
    const std::string text = text_of(before);
    const std::string block = "info { a = 1; b = 2; }\n";
    EXPECT_EQ(rows_of(text + block, text + "info { b = 2; a = 1.0; }\n"), Rows{});
    EXPECT_EQ(rows_of(text + block, text + "info { a = 1; b = 3; c = x; }\n"),
              Rows{"changed block 0 0, b 2 3, c null x"});
    EXPECT_EQ(rows_of(text, text + "info { } " + block),
              (Rows{"added block - 0", "added block - 1"}));
}

// Two vertices at one place, of which one moves away, or comes there.
TEST(DiffEdits, OneOfTwoVerticesAtOnePlaceMoves) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        Rooms before = make_rooms(random);
        const int line = below(random, before.count(kLine));
        const int vertex = before.index(kLine, line, "v1");
        const int twin = before.add(kVertex, Fields(before.at(kVertex, vertex)));
        before.at(kLine, line)["v1"] = std::to_string(twin);
        Rooms after = before;
        const int x = before.index(kVertex, twin, "x");
        after.at(kVertex, twin)["x"] = std::to_string(x + 5);
        const std::string index = std::to_string(twin);
        EXPECT_EQ(rows_of(text_of(before), text_of(after)),
                  (Rows{"changed vertex " + index + ' ' + index + ", x " + std::to_string(x) + ' ' +
                        std::to_string(x + 5)}))
            << seed;
        EXPECT_EQ(rows_of(text_of(after), text_of(before)),
                  (Rows{"changed vertex " + index + ' ' + index + ", x " + std::to_string(x + 5) +
                        ' ' + std::to_string(x)}))
            << seed;
    }
}

// A room that is moved as a whole is four vertices, and nothing else.
TEST(DiffEdits, ARoomMoves) {
    Random random(7);
    const Rooms before = make_rooms(random, 1, 1);
    Rooms after = before;
    for (Fields& vertex : after.elements[kVertex])
        vertex["x"] = std::to_string(std::stoi(vertex["x"]) + 500);
    const Rows rows = rows_of(text_of(before), text_of(after));
    ASSERT_EQ(rows.size(), 4u) << rows.front();
    for (const std::string& row : rows) EXPECT_EQ(row.rfind("changed vertex", 0), 0u) << row;
}

// A line that is split is one line with another end, and one that is new.
TEST(DiffEdits, ALineIsSplit) {
    Random random(8);
    const Rooms before = make_rooms(random, 1, 1);
    Rooms after = before;
    const int middle = after.add(kVertex, {{"x", "32"}, {"y", "0"}});
    const int end = after.index(kLine, 0, "v2");
    Fields rest = after.at(kLine, 0);
    Fields side = after.at(kSide, after.index(kLine, 0, "sidefront"));
    after.at(kLine, 0)["v2"] = std::to_string(middle);
    rest["v1"] = std::to_string(middle);
    rest["sidefront"] = std::to_string(after.add(kSide, std::move(side)));
    after.add(kLine, std::move(rest));
    EXPECT_EQ(rows_of(text_of(before), text_of(after)),
              (Rows{"added linedef - 4", "added sidedef - 4 front", "added vertex - 4",
                    "changed linedef 0 0, v2 " + std::to_string(end) + " 4"}));
}

}  // namespace
}  // namespace diff_test
