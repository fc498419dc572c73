// The maps of rows, as files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/write.hpp"
#include "resources/resources_maps.hpp"
#include "support/load_text.hpp"
#include "support/wad_builder.hpp"
#include "tools/rule_maps/reader.hpp"
#include "tools/rule_maps/rows.hpp"
#include "tools/rule_maps/sanity.hpp"

namespace flatline::engine::tool_test::rule_maps {

/// The names that the maps use: textures, flats, a colormap, music.
inline void add_game(testing_support::WadBuilder& wad) {
    std::string textures = resources_test::texture_lump({"NONE", "WALL", "LOW"});
    textures[4 + 3 * 4 + 2 * 22 + 14] = 64;  // the height of the last
    wad.lump("TEXTURE1", textures);
    wad.lump("F_START").lump("FLAT", "x").lump("F_SKY1", "x").lump("F_END");
    wad.lump("C_START").lump("FOG", "x").lump("C_END").lump("O_GFZ1", "x");
}

/// A BEHAVIOR with scripts 5 and 7.
inline std::string behavior() {
    std::string out("ACS\0", 4);
    testing_support::put_u32(out, 8);
    testing_support::put_u32(out, 2);
    for (const std::uint32_t number : {5u, 7u}) {
        testing_support::put_u32(out, number);
        testing_support::put_u32(out, 0);
        testing_support::put_u32(out, 0);
    }
    return out;
}

/// What the edits of a row come to.
struct Made {
    std::string text;
    std::size_t mark = std::string::npos;  // the byte with the '@' before it
    std::vector<std::pair<std::string, std::string>> lumps;
};

inline Made make(const std::string& edits) {
    Made made;
    std::string of_text;
    bool cut = false;
    for (std::size_t begin = 0; begin < edits.size();) {
        const std::size_t end = std::min(edits.find('\n', begin), edits.size());
        const std::string edit = edits.substr(begin, end - begin);
        begin = end + 1;
        if (edit == "cut") {
            cut = true;
        } else if (edit.rfind("lump ", 0) == 0) {
            const std::size_t blank = edit.find(' ', 5);
            made.lumps.emplace_back(edit.substr(5, blank - 5), edit.substr(blank + 1));
        } else {
            of_text += edit + "\n";
        }
    }
    made.text = edited(two_rooms(), of_text);
    if (cut) made.text.pop_back();
    made.mark = made.text.find('@');
    if (made.mark != std::string::npos) made.text.erase(made.mark, 1);
    return made;
}

inline std::string as_text(const Made& made) {
    testing_support::WadBuilder wad;
    wad.lump("MAP01").lump("TEXTMAP", made.text).lump("BEHAVIOR", behavior());
    for (const auto& [name, bytes] : made.lumps) wad.lump(name, bytes);
    return wad.lump("ENDMAP").build();
}

/// The same map in the format of Doom: its text in that namespace, written by the library; "" where
/// it is not written in full.
inline std::string as_lumps(const Made& made) {
    std::string text = made.text;
    const std::string zdoom = "namespace=\"zdoom\"";
    if (text.rfind(zdoom, 0) == 0) text.replace(0, zdoom.size(), "namespace=\"doom\"");
    const auto loaded = load_text::load(text);
    if (!loaded) return "";
    std::string lumps[5];
    const auto sink = [&](int i) {
        return Sink{[](void* context, const unsigned char* bytes, std::size_t size) {
                        static_cast<std::string*>(context)->append(
                            reinterpret_cast<const char*>(bytes), size);
                        return true;
                    },
                    &lumps[i]};
    };
    const auto written = write_binary(loaded.value, {sink(0), sink(1), sink(2), sink(3), sink(4)});
    if (written.findings.total() != 0) return "";
    testing_support::WadBuilder wad;
    wad.lump("MAP01").lump("THINGS", lumps[4]).lump("LINEDEFS", lumps[1]);
    wad.lump("SIDEDEFS", lumps[2]).lump("VERTEXES", lumps[0]);
    wad.lumps({"SEGS", "SSECTORS", "NODES"});
    return wad.lump("SECTORS", lumps[3]).lumps({"REJECT", "BLOCKMAP"}).build();
}

/// Those of maps of text.
inline std::vector<Row> all_rows() {
    std::vector<Row> rows = reader_rows();
    for (const auto* more : {&element_rows(), &meaning_rows()}) {
        rows.insert(rows.end(), more->begin(), more->end());
    }
    return rows;
}

}  // namespace flatline::engine::tool_test::rule_maps
