// The UDMF maps of a WAD file, read by a few lines of our own: tests of one room need no archive.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace wad_maps {

struct UdmfMap {
    std::string label;  // file and map, for messages
    std::string textmap;
    std::string znodes;
    bool has_znodes = false;
};

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::uint32_t u32(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
        value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    }
    return value;
}

/// The maps of a WAD, in order; none where it is no WAD.
inline std::vector<UdmfMap> of_wad(std::string_view wad, const std::string& name) {
    std::vector<UdmfMap> maps;
    if (wad.size() < 12 || (wad.substr(0, 4) != "PWAD" && wad.substr(0, 4) != "IWAD")) {
        return maps;
    }
    const std::size_t directory = u32(wad, 8);
    std::string before;
    bool inside = false;
    for (std::size_t i = 0; i < u32(wad, 4); ++i) {
        const std::size_t entry = directory + 16 * i;
        if (entry + 16 > wad.size()) break;
        std::string_view lump_name = wad.substr(entry + 8, 8);
        lump_name = lump_name.substr(0, lump_name.find('\0'));
        const std::size_t at = u32(wad, entry);
        const std::string_view lump =
            at <= wad.size() ? wad.substr(at, u32(wad, entry + 4)) : std::string_view();
        if (lump_name == "TEXTMAP") {
            maps.push_back({name + ":" + before, std::string(lump), "", false});
            inside = true;
        } else if (lump_name == "ZNODES" && inside) {
            maps.back().znodes = lump;
            maps.back().has_znodes = true;
        } else if (lump_name == "ENDMAP") {
            inside = false;
        }
        before = lump_name;
    }
    return maps;
}

/// Calls visit(bytes, name) for all WADs below a folder, sorted by path.
template <class Visit>
void each_wad(const std::filesystem::path& folder, const Visit& visit) {
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::is_directory(folder)) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            std::string extension = entry.path().extension().string();
            std::transform(extension.begin(), extension.end(), extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
            if (entry.is_regular_file() && extension == ".wad") paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) visit(read_file(path), path.filename().string());
}

/// All maps of all WADs below a folder, sorted by path.
inline std::vector<UdmfMap> of_folder(const std::filesystem::path& folder) {
    std::vector<UdmfMap> maps;
    each_wad(folder, [&](const std::string& wad, const std::string& name) {
        for (UdmfMap& map : of_wad(wad, name)) maps.push_back(std::move(map));
    });
    return maps;
}

}  // namespace wad_maps
