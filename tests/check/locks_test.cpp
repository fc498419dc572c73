// Locks whose key is not in the map: each row of the tables, each format.
#include "check/lock_tables.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "check/special_maps.hpp"

namespace locks_test {

using namespace flatline::engine;
using namespace special_maps;
using sanity::GameSet;
using sanity::Keys;
using sanity::LockRow;

const CheckOptions kOnly = check_maps::only({Rule::key_missing});

constexpr Game kGamesWithKeys[] = {Game::doom, Game::doom2, Game::heretic, Game::hexen,
                                   Game::strife};

std::int32_t thing_of(Game game, PickupKind given) {
    for (std::size_t part = 0; part < kThingParts; ++part) {
        for (const ThingFacts& row : thing_rows(game, part)) {
            if (row.gives == given) return row.type;
        }
    }
    return 0;
}

std::string thing(std::int32_t type, const std::string& when = kAlways) {
    return "thing{x=16;y=16;type=" + std::to_string(type) + ";" + when + "}";
}

std::string says(const std::string& name_space, const std::string& line,
                 const std::string& things = "", Game game = Game::automatic,
                 std::string* message = nullptr) {
    TwoRooms parts;
    parts.name_space = name_space;
    parts.line = line;
    parts.things = things;
    parts.game = game;
    return told(parts, kOnly, message);
}

// All keys of each requirement but one do not open a lock; with that one they do.
TEST(CheckLocks, EachRowOfTheTable) {
    for (const Game game : kGamesWithKeys) {
        for (const LockRow& row : sanity::locks::kRows) {
            if (!row.games.has(game)) continue;
            SCOPED_TRACE(std::string(game_name(game)) + " " + std::to_string(row.lock));
            const std::string line = "special=13;arg3=" + std::to_string(row.lock) + ";";
            const std::string severity = game == Game::hexen ? "N" : "W";
            const std::string finding = "key-missing " + severity + " linedef 0 arg3";
            std::string others;  // what opens the rest of the same lock
            std::string wanted;
            std::string last;
            for (const LockRow& other : sanity::locks::kRows) {
                if (!other.games.has(game) || other.lock != row.lock) continue;
                for (Keys left = other.wanted; left != 0; left &= left - 1) {
                    const auto given = static_cast<PickupKind>(
                        sanity::kFirstKey + static_cast<unsigned>(std::countr_zero(left)));
                    const std::int32_t type = thing_of(game, given);
                    ASSERT_NE(type, 0) << pickup_name(given);
                    if (&other != &row) {
                        others += thing(type);
                    } else {
                        wanted += last;
                        last = thing(type);
                    }
                }
            }
            EXPECT_EQ(says("zdoom", line, others, game), finding);
            if (row.each && !wanted.empty()) {
                EXPECT_EQ(says("zdoom", line, others + wanted, game), finding);
                EXPECT_EQ(says("zdoom", line, others + wanted + last, game), "");
            } else {
                EXPECT_EQ(says("zdoom", line, others + last, game), "");
            }
        }
    }
}

TEST(CheckLocks, EachTypeOfLine) {
    struct Where {
        Game game;
        const char* name_space;
    };
    for (const Where& where : {Where{Game::doom2, "doom"}, Where{Game::heretic, "heretic"},
                               Where{Game::strife, "strife"}}) {
        for (const sanity::locks::LockedLine& row : sanity::locks::kLockedLines) {
            if (!row.games.has(where.game)) continue;
            SCOPED_TRACE(std::string(where.name_space) + " " + std::to_string(row.special));
            Keys wanted = 0;
            for (const LockRow& lock : sanity::locks::kRows) {
                if (lock.lock == row.lock && lock.games.has(where.game)) wanted |= lock.wanted;
            }
            const std::string line = "special=" + std::to_string(row.special) + ";";
            if (wanted == 0) {
                EXPECT_EQ(says(where.name_space, line), "") << "no thing opens it";
                continue;
            }
            EXPECT_EQ(says(where.name_space, line), "key-missing W linedef 0 special");
            for (Keys left = wanted; left != 0; left &= left - 1) {
                const auto given = static_cast<PickupKind>(
                    sanity::kFirstKey + static_cast<unsigned>(std::countr_zero(left)));
                EXPECT_EQ(says(where.name_space, line, thing(thing_of(where.game, given))), "");
            }
        }
    }
    EXPECT_EQ(says("heretic", "special=99;"), "") << "scrolls a wall";
    EXPECT_EQ(says("doom", "special=99;", "", Game::heretic), "");
    EXPECT_EQ(says("doom", "special=1;"), "") << "a door without a lock";
}

TEST(CheckLocks, GeneralizedDoorsOfBoom) {
    struct Kind {
        int bits;
        std::vector<int> opens, not_enough;
    };
    const Kind kinds[] = {
        {0x000, {40}, {}},   {0x040, {13}, {38}},
        {0x080, {5}, {40}},  {0x0C0, {6}, {39}},
        {0x100, {38}, {13}}, {0x140, {40}, {5}},
        {0x180, {39}, {6}},  {0x1C0, {5, 6, 13, 38, 39, 40}, {5, 6, 13, 38, 39}},
        {0x200, {6}, {}},    {0x240, {38}, {5}},
        {0x280, {40}, {13}}, {0x2C0, {39}, {38}},
        {0x300, {13}, {6}},  {0x340, {5}, {38}},
        {0x380, {6}, {13}},  {0x3C0, {5, 39, 13}, {5, 40, 13, 38}},
    };
    const auto all = [](const std::vector<int>& types) {
        std::string out;
        for (const int type : types) out += thing(type);
        return out;
    };
    for (const Kind& kind : kinds) {
        for (const int trigger : {0, 7}) {
            const std::string line =
                "special=" + std::to_string(0x3800 + kind.bits + trigger) + ";";
            EXPECT_EQ(says("doom", line, all(kind.not_enough)), "key-missing W linedef 0 special")
                << kind.bits;
            EXPECT_EQ(says("doom", line, all(kind.opens)), "") << kind.bits;
        }
    }
    EXPECT_EQ(says("doom", "special=14335;"), "") << "a lift before the locked doors";
    EXPECT_EQ(says("doom", "special=15360;"), "") << "the first door without a lock";
    EXPECT_EQ(says("heretic", "special=14400;"), "key-missing W linedef 0 special");
    EXPECT_EQ(says("heretic", "special=14400;", thing(73)), "") << "the green key";
    EXPECT_EQ(says("heretic", "special=14592;"), "") << "Heretic has no red skull";
}

TEST(CheckLocks, EachActionWithALock) {
    const char* fields[] = {"arg0", "arg1", "arg2", "arg3", "arg4"};
    for (const sanity::locks::LockedAction& row : sanity::locks::kLockedActions) {
        const std::string field = fields[row.arg];
        const std::string line = "special=" + std::to_string(row.special) + ";" + field + "=129;";
        const bool script = row.special == 158;
        EXPECT_EQ(says("zdoom", line),
                  std::string("key-missing ") + (script ? "N" : "W") + " linedef 0 " + field);
        EXPECT_EQ(says("zdoom", line, thing(38)), "");
    }
    EXPECT_EQ(says("zdoom", "special=12;arg3=129;"), "") << "a door without a lock";
    EXPECT_EQ(says("zdoom", "special=13;arg3=0;"), "") << "no lock";
    EXPECT_EQ(says("zdoom", "special=13;arg3=55;"), "") << "no game has the lock";
    EXPECT_EQ(says("zdoom", "special=12;locknumber=2;"), "key-missing W linedef 0 locknumber");
    EXPECT_EQ(says("zdoom", "special=12;locknumber=2;", thing(5)), "");
    EXPECT_EQ(says("zdoom", "locknumber=2;"), "") << "nothing to lock";
    EXPECT_EQ(says("dsda", "special=12;locknumber=3;"), "key-missing W linedef 0 locknumber");
    EXPECT_EQ(says("eternity", "special=13;arg3=3;"), "key-missing W linedef 0 arg3");
}

// Of several games one whose key is there is enough.
TEST(CheckLocks, OfSeveralGames) {
    for (const int type : {13, 73, 8030, 230}) {
        EXPECT_EQ(says("zdoom", "special=13;arg3=1;", thing(type)), "") << type;
    }
    EXPECT_EQ(says("zdoom", "special=13;arg3=1;", thing(5)), "key-missing W linedef 0 arg3");
    EXPECT_EQ(says("zdoom", "special=13;arg3=1;", thing(73), Game::doom2),
              "key-missing W linedef 0 arg3");
    EXPECT_EQ(says("zdoom", "special=13;arg3=7;", thing(8036)), "");
    // A lock that only Hexen has is one of a hub.
    for (const char* lock : {"5", "7", "8", "9"}) {
        const bool others = *lock == '5';
        EXPECT_EQ(says("zdoom", std::string("special=13;arg3=") + lock + ";"),
                  std::string("key-missing ") + (others ? "W" : "N") + " linedef 0 arg3");
    }
    EXPECT_EQ(says("zdoom", "special=13;arg3=11;"), "key-missing W linedef 0 arg3")
        << "Strife has it too";
}

TEST(CheckLocks, EverySkillOfSinglePlayerAndCoop) {
    const std::string door = "special=26;";
    const auto at = [&](const std::string& when) {
        std::string message;
        const std::string found = says("doom", door, thing(5, when), Game::automatic, &message);
        if (found.empty()) return found;
        EXPECT_EQ(found, "key-missing W linedef 0 special");
        return message.substr(message.find("and ") + 4);
    };
    const std::string skills = "skill1=true;skill2=true;skill3=true;skill4=true;skill5=true;";
    EXPECT_EQ(at(kAlways), "");
    EXPECT_EQ(at(skills + "single=true;dm=true;"), "there is none in coop");
    EXPECT_EQ(at(skills + "coop=true;dm=true;"), "there is none in single player");
    EXPECT_EQ(at(skills + "dm=true;"), "the map has none");
    EXPECT_EQ(at("single=true;coop=true;"), "the map has none");
    for (int skill = 1; skill <= 5; ++skill) {
        std::string when = "single=true;coop=true;";
        for (int i = 1; i <= 5; ++i) {
            if (i != skill) when += "skill" + std::to_string(i) + "=true;";
        }
        EXPECT_EQ(at(when), "there is none in single player at skill " + std::to_string(skill));
        const std::string rest = "single=true;coop=true;skill" + std::to_string(skill) + "=true;";
        EXPECT_EQ(says("doom", door, thing(5, when) + thing(40, rest)), "")
            << "either kind, each at its time";
        EXPECT_EQ(says("doom", door, thing(5, when) + thing(13, rest)),
                  "key-missing W linedef 0 special");
    }
}

TEST(CheckLocks, TheMessageNamesTheColour) {
    struct Case {
        const char* name_space;
        const char* line;
        const char* message;
    };
    const Case cases[] = {
        {"doom", "special=28;",
         "the lock needs the red keycard or the red skull key, and the map has none"},
        {"doom", "special=27;",
         "the lock needs the yellow keycard or the yellow skull key, and the map has none"},
        {"doom", "special=26;",
         "the lock needs the blue keycard or the blue skull key, and the map has none"},
        {"heretic", "special=28;", "the lock needs the green key, and the map has none"},
        {"zdoom", "special=13;arg3=100;", "the lock needs a key of any kind, and the map has none"},
        {"hexen", "special=13;arg3=9;", "the lock needs the horn key, and the map has none"},
    };
    for (const Case& one : cases) {
        std::string message;
        says(one.name_space, one.line, "", Game::automatic, &message);
        EXPECT_NE(message.find(one.message), message.npos) << message;
    }
}

TEST(CheckLocks, ANoteWhereTheKeyMayComeFromElsewhere) {
    TwoRooms parts;
    parts.line = "special=13;arg3=1;";
    for (const std::string& behavior : {with_script(), with_library()}) {
        parts.behavior = behavior;
        EXPECT_EQ(told(parts, kOnly), "key-missing N linedef 0 arg3");
    }
    parts.behavior = without_scripts();
    EXPECT_EQ(told(parts, kOnly), "key-missing W linedef 0 arg3");
    parts.behavior.clear();
    parts.more_lines = "linedef{v1=0;v2=1;sidefront=8;sideback=9;special=135;arg1=85;}";
    EXPECT_EQ(told(parts, kOnly), "key-missing N linedef 0 arg3") << "a line makes things";
    CheckOptions strict = kOnly;
    strict.levels.set(Rule::key_missing, RuleLevel::error);
    EXPECT_EQ(told(parts, strict), "key-missing E linedef 0 arg3");
    EXPECT_EQ(says("hexen", "special=13;arg3=1;"), "key-missing N linedef 0 arg3") << "of a hub";
    EXPECT_EQ(says("hexen", "special=13;arg3=1;", thing(8030)), "");
}

TEST(CheckLocks, SRB2HasNoKeys) {
    EXPECT_EQ(says("srb2", "special=26;"), "");
    EXPECT_EQ(says("srb2", "special=13;arg3=1;"), "");
    EXPECT_EQ(says("mine", "special=26;"), "") << "an unknown namespace";
}

TEST(CheckLocks, OfBinaryMaps) {
    for (const bool hexen : {false, true}) {
        binary_map::Map map = binary_map::Map::ground(hexen);
        binary_map::Line line;
        line.special = hexen ? 13 : 28;
        line.args[3] = 5;
        map.line(line);
        const std::string finding =
            hexen ? "key-missing N linedef 0 arg3" : "key-missing W linedef 0 special";
        EXPECT_EQ(told(map, kOnly), finding);
        binary_map::Thing key;
        key.type = hexen ? 8034 : 38;
        key.flags = hexen ? 0x7E7 : 16 + 7;
        binary_map::Map with_key = map;
        with_key.thing(key);
        EXPECT_EQ(told(with_key, kOnly), hexen ? "" : finding) << "not in single player";
        key.flags = 7;
        map.thing(key);
        EXPECT_EQ(told(map, kOnly), hexen ? finding : "") << "Hexen: in no mode";
    }
}

}  // namespace locks_test
