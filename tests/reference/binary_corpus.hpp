// Every classic binary map that this machine has: those of the open corpus, also inside of its
// archives, and those of Debian's package freedoom.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "reference/reference_binary.hpp"
#include "reference/reference_reader.hpp"
#include "support/corpus.hpp"
#include "support/unzip.hpp"

namespace binary_corpus {

inline constexpr const char* kFreedoom[] = {"/usr/share/games/doom/freedoom1.wad",
                                            "/usr/share/games/doom/freedoom2.wad"};

/// A file with binary maps in it.
struct MapFile {
    std::string path;
    std::string wad;  // the bytes of the WAD, which may lie inside an archive
    std::vector<reference::BinaryMap> maps;
};

inline MapFile of_wad(const std::string& path, std::string wad) {
    MapFile file{path, std::move(wad), {}};
    file.maps = reference::binary_maps(file.wad);
    return file;
}

/// All of the open corpus, one entry a WAD.
inline std::vector<MapFile> of_corpus() {
    std::vector<MapFile> found;
    const auto add = [&](const std::string& path, const std::string& bytes) {
        if (corpus::is_wad(bytes)) {
            MapFile file = of_wad(path, bytes);
            if (!file.maps.empty()) {
                found.push_back(std::move(file));
            }
        }
    };
    for (const std::string& path : corpus::files()) {
        const std::string bytes = corpus::read_file(path);
        add(path, bytes);
        for (const auto& [name, content] : unzip::files(bytes)) {
            add(path, content);
        }
    }
    return found;
}

inline std::vector<MapFile> of_freedoom() {
    std::vector<MapFile> found;
    for (const char* path : kFreedoom) {
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error)) {
            found.push_back(of_wad(path, corpus::read_file(path)));
        }
    }
    return found;
}

/// The dump of a map in the shape of `flatline dump`; null if it is refused.
inline nlohmann::json dump_of(const reference::BinaryMap& map,
                              const std::string& map_namespace = "") {
    const reference::BinaryText text = reference::write_udmf(map, map_namespace);
    reference::Options options;
    options.grammar = reference::Grammar::v1_1;
    reference::Result result;
    if (text.good) result = reference::read(text.text, options);
    if (!result.dump) return nullptr;
    (*result.dump)["format"] = map.hexen() ? "hexen" : "doom";
    return *result.dump;
}

/// The namespaces whose row a map of this format may be read by.
inline std::vector<std::string> namespaces_of(const reference::BinaryMap& map) {
    if (map.hexen()) {
        return {"hexen", "zdoom", "eternity", "doom", "srb2"};
    }
    return {"doom", "heretic", "strife", "eternity", "dsda", "woof", "srb2"};
}

}  // namespace binary_corpus
