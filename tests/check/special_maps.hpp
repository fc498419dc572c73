// Maps of two rooms with what rules about specials look for, in every format.
#pragma once

#include <string>
#include <vector>

#include "check/check_maps.hpp"
#include "model/archive.hpp"
#include "model/games.hpp"
#include "support/binary_map.hpp"
#include "support/wad_builder.hpp"

namespace special_maps {

using flatline::engine::CheckOptions;
using flatline::engine::Finding;
using flatline::engine::Game;
using flatline::engine::Rule;

inline const std::string kAlways =
    "skill1=true;skill2=true;skill3=true;skill4=true;skill5=true;single=true;coop=true;";

/// What a text map is made of, beside two rooms with a line 0 between them and a player.
struct TwoRooms {
    std::string name_space = "zdoom";
    std::string line;           ///< fields of line 0, whose front is sector 0
    std::string more_lines;     ///< with sides 8 and 9 of sectors 0 and 1
    std::string first, second;  ///< fields of the sectors
    std::string things;         ///< beside the player in sector 0
    std::string player = "thing{x=32;y=32;type=1;" + kAlways + "}";
    Game game = Game::automatic;
    std::string label = "MAP01";
    std::string behavior;

    std::string text() const {
        std::string out = "namespace=\"" + name_space + "\";";
        const int places[6][2] = {{64, 64}, {64, 0}, {0, 0}, {0, 64}, {128, 64}, {128, 0}};
        for (const auto& [x, y] : places) {
            out += "vertex{x=" + std::to_string(x) + ";y=" + std::to_string(y) + ";}";
        }
        out += "linedef{v1=0;v2=1;sidefront=0;sideback=1;twosided=true;" + line + "}";
        const int ends[6][2] = {{1, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 5}, {5, 1}};
        for (int i = 0; i < 6; ++i) {
            out += "linedef{v1=" + std::to_string(ends[i][0]) +
                   ";v2=" + std::to_string(ends[i][1]) + ";sidefront=" + std::to_string(2 + i) +
                   ";}";
        }
        out += more_lines;
        for (const int sector : {0, 1, 0, 0, 0, 1, 1, 1, 0, 1}) {
            out += "sidedef{sector=" + std::to_string(sector) + ";}";
        }
        for (const std::string& fields : {first, second}) {
            out += "sector{textureceiling=\"F\";" + fields;
            if (fields.find("texturefloor") == fields.npos) out += "texturefloor=\"F\";";
            if (fields.find("heightceiling") == fields.npos) out += "heightceiling=128;";
            out += "}";
        }
        return out + player + things + "\n";
    }
};

/// "rule severity element index field", a line each.
inline std::string told(const flatline::engine::Map& map, CheckOptions options,
                        const std::string& label = "MAP01", std::string* message = nullptr) {
    flatline::engine::MapEntry entry{};
    entry.name = flatline::engine::CText(label.c_str());
    entry.format = map.format();
    options.entry = &entry;
    const auto result = flatline::engine::check(map, options);
    EXPECT_TRUE(result);
    std::string out;
    for (const Finding& f : result.findings.kept()) {
        constexpr const char* kSeverities[] = {"N", "W", "E"};
        out += (out.empty() ? "" : "\n") + std::string(load_text::rule_id(f)) + " " +
               kSeverities[f.severity];
        if (f.index != FLATLINE_NONE) {
            out += " " + std::string(flatline::engine::element_name(f.element)) + " " +
                   std::to_string(f.index);
        }
        if (f.field != FLATLINE_NO_FIELD) {
            out += " " + std::string(flatline::engine::field_name(f.field));
        }
        if (message != nullptr) *message = load_text::sentence(f, "");
    }
    return out;
}

inline std::string told(const TwoRooms& parts, CheckOptions options,
                        std::string* message = nullptr) {
    const std::string text = parts.text();
    const auto loaded = load_text::load(text);
    EXPECT_TRUE(loaded) << load_text::story(loaded, text);
    if (!loaded) return "refused";
    options.game = parts.game;
    options.behavior = {reinterpret_cast<const unsigned char*>(parts.behavior.data()),
                        parts.behavior.size()};
    return told(loaded.value, options, parts.label, message);
}

inline std::string told(const binary_map::Map& map, CheckOptions options,
                        const std::string& label = "MAP01") {
    const auto loaded = map.load();
    EXPECT_TRUE(loaded);
    return loaded ? told(loaded.value, options, label) : "refused";
}

/// A BEHAVIOR of chunks: with a script, with a library, with neither.
inline std::string behavior(const std::string& chunks) {
    std::string out("ACSE");
    testing_support::put_u32(out, 8);
    return out + chunks;
}
inline std::string chunk(const std::string& name, const std::string& body) {
    std::string out = name;
    testing_support::put_u32(out, static_cast<std::uint32_t>(body.size()));
    return out + body;
}
inline std::string with_script() {
    std::string pointer;
    testing_support::put_u16(pointer, 5);
    pointer.append(10, '\0');
    return behavior(chunk("SPTR", pointer));
}
inline std::string with_library() { return behavior(chunk("LOAD", std::string("LIB\0", 4))); }
inline std::string without_scripts() { return behavior(chunk("FUNC", "abc")); }

}  // namespace special_maps
