// The open corpus of real maps: its files, and the maps inside them by a directory parser of our
// own, a dozen lines that share nothing with the engine's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "support/paths.hpp"

namespace corpus {

inline std::filesystem::path folder() { return std::filesystem::path(paths::corpus()) / "open"; }

inline bool present() { return paths::has_corpus(); }

/// All regular files below `folder()/category` ("" for all), sorted.
inline std::vector<std::string> files(const std::string& category = "") {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(folder() / category, error)) {
        if (entry.is_regular_file()) {
            found.push_back(entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The part of `path` below the corpus, for messages.
inline std::string short_name(const std::string& path) {
    return std::filesystem::path(path).lexically_relative(folder()).string();
}

/// One UDMF map: its name on the command line ("MAP01", "MAP01#2") and its TEXTMAP.
struct TextMap {
    std::string name;
    std::string text;
};

inline std::uint32_t u32(const std::string& bytes, std::size_t at) {
    unsigned char b[4] = {};
    std::memcpy(b, bytes.data() + at, 4);
    return static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8 |
           static_cast<std::uint32_t>(b[2]) << 16 | static_cast<std::uint32_t>(b[3]) << 24;
}

inline bool is_wad(const std::string& bytes) {
    return bytes.size() >= 12 &&
           (bytes.compare(0, 4, "PWAD") == 0 || bytes.compare(0, 4, "IWAD") == 0);
}

inline std::string upper(std::string text) {
    for (char& c : text) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

/// The maps of a WAD: a label is the lump before a TEXTMAP. Binary maps take part in the
/// numbering of names, not in the list. A directory that does not fit gives none.
inline std::vector<TextMap> maps_of_wad(const std::string& wad) {
    std::vector<TextMap> maps;
    std::map<std::string, int> times;
    const std::uint64_t count = u32(wad, 4);
    const std::uint64_t directory = u32(wad, 8);
    if (directory + count * 16 > wad.size()) {
        return maps;
    }
    const auto name_at = [&](std::uint64_t lump) {
        const std::string name = wad.substr(directory + lump * 16 + 8, 8);
        return name.substr(0, name.find('\0'));
    };
    for (std::uint64_t i = 0; i + 1 < count; ++i) {
        const std::string next = upper(name_at(i + 1));
        if (next != "TEXTMAP" && next != "THINGS") {
            continue;
        }
        const int time = ++times[upper(name_at(i))];
        const std::uint64_t offset = u32(wad, directory + (i + 1) * 16);
        const std::uint64_t size = u32(wad, directory + (i + 1) * 16 + 4);
        if (next == "TEXTMAP" && offset + size <= wad.size()) {
            maps.push_back({name_at(i) + (time > 1 ? "#" + std::to_string(time) : ""),
                            wad.substr(offset, size)});
        }
    }
    return maps;
}

/// The UDMF maps of a WAD or of a bare TEXTMAP of the corpus; none for other files.
inline std::vector<TextMap> maps_of(const std::string& path) {
    const std::string bytes = read_file(path);
    if (is_wad(bytes)) {
        return maps_of_wad(bytes);
    }
    if (short_name(path).rfind("udmf-raw-textmap", 0) == 0) {
        return {{std::filesystem::path(path).stem().string(), bytes}};
    }
    return {};
}

}  // namespace corpus
