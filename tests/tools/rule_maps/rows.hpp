// A rule, a map on which it fires at one place, and a map beside it on which it stays silent.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace flatline::engine::tool_test::rule_maps {

/// Both maps are edits of one sound map, a line each: "KEY text". KEY is the name of a line of the
/// sound map ("v0", "l2", "ns"), which `text` takes the place of, or goes into before its last
/// brace where it begins with '+'; "end" adds a line, and "all" leaves nothing else. In the map
/// that fires a '@' stands before the byte that the finding has to name ("KEY @" alone puts it
/// before a line of the sound map); without one the finding has no place. "cut" leaves out the end
/// of the last line, and "lump NAME text" puts a lump beside the text.
struct Row {
    const char* rule;
    /// "element index field" as the finding says them, then "with element index" of a pair.
    const char* where;
    std::string fires;
    std::string silent;
    /// True if both maps are sound for the format of Doom, too: they are written as its lumps,
    /// and the finding is to name the record, and in it the field, of the same element.
    bool binary = false;
};

/// A sound map as lines "KEY text"; the key is no part of the map.
using SoundMap = std::vector<std::pair<std::string, std::string>>;

/// Two rooms with an opening between them, and a player.
inline const SoundMap& two_rooms() {
    static const SoundMap map = [] {
        const std::string wall = "texturemiddle=\"WALL\";}";
        const std::string sector = "sector{texturefloor=\"FLAT\";textureceiling=\"FLAT\";";
        return SoundMap{
            {"ns", "namespace=\"zdoom\";"},
            {"v0", "vertex{x=0;y=0;}"},
            {"v1", "vertex{x=0;y=256;}"},
            {"v2", "vertex{x=256;y=256;}"},
            {"v3", "vertex{x=256;y=0;}"},
            {"v4", "vertex{x=512;y=256;}"},
            {"v5", "vertex{x=512;y=0;}"},
            {"l0", "linedef{v1=0;v2=1;sidefront=0;}"},
            {"l1", "linedef{v1=1;v2=2;sidefront=1;}"},
            {"l2", "linedef{v1=2;v2=3;sidefront=2;sideback=4;twosided=true;}"},
            {"l3", "linedef{v1=3;v2=0;sidefront=3;}"},
            {"l4", "linedef{v1=2;v2=4;sidefront=5;}"},
            {"l5", "linedef{v1=4;v2=5;sidefront=6;}"},
            {"l6", "linedef{v1=5;v2=3;sidefront=7;}"},
            {"s0", "sidedef{sector=0;" + wall},
            {"s1", "sidedef{sector=0;" + wall},
            {"s2", "sidedef{sector=0;}"},
            {"s3", "sidedef{sector=0;" + wall},
            {"s4", "sidedef{sector=1;}"},
            {"s5", "sidedef{sector=1;" + wall},
            {"s6", "sidedef{sector=1;" + wall},
            {"s7", "sidedef{sector=1;" + wall},
            {"c0", sector + "heightceiling=128;}"},
            {"c1", sector + "heightceiling=128;}"},
            {"t0", "thing{x=64;y=64;type=1;skill1=true;skill2=true;single=true;}"},
        };
    }();
    return map;
}

/// The map with the edits in it.
inline std::string edited(const SoundMap& sound, const std::string& edits) {
    SoundMap map = sound;
    for (std::size_t begin = 0; begin < edits.size();) {
        const std::size_t end = std::min(edits.find('\n', begin), edits.size());
        const std::string edit = edits.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t blank = std::min(edit.find(' '), edit.size());
        const std::string key = edit.substr(0, blank);
        const std::string text = blank < edit.size() ? edit.substr(blank + 1) : "";
        if (key == "all") map.clear();
        if (key == "end" || key == "all") {
            map.emplace_back(key, text);
            continue;
        }
        const auto at = std::find_if(map.begin(), map.end(),
                                     [&](const auto& line) { return line.first == key; });
        if (at == map.end()) return "no line is called " + key;
        if (text == "@") {
            at->second.insert(0, "@");
        } else if (!text.empty() && text[0] == '+') {
            at->second.insert(at->second.rfind('}'), text.substr(1));
        } else {
            at->second = text;
        }
    }
    // The comments keep lines of two assignments from occurring twice.
    std::string out;
    for (std::size_t i = 0; i < map.size(); ++i) {
        out += map[i].second;
        if (map[i].first != "end" && map[i].first != "all") out += "// " + map[i].first;
        out += "\n";
    }
    return out;
}

}  // namespace flatline::engine::tool_test::rule_maps
