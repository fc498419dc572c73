#include "corpus_maps.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace flatline::engine::bench {

const std::vector<wad_maps::UdmfMap>& corpus_maps() {
    static const std::vector<wad_maps::UdmfMap> kept = [] {
        constexpr std::uintmax_t kLeastBytes = 1u << 20;
        const std::filesystem::path folder = std::filesystem::path(FLATLINE_CORPUS_DIR) / "open";
        std::vector<wad_maps::UdmfMap> maps;
        std::error_code none;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
            if (!entry.is_regular_file() || entry.file_size() < kLeastBytes) continue;
            for (wad_maps::UdmfMap& map : wad_maps::of_wad(wad_maps::read_file(entry.path()),
                                                           entry.path().filename().string())) {
                maps.push_back(std::move(map));
            }
            std::sort(maps.begin(), maps.end(), [](const auto& a, const auto& b) {
                return a.textmap.size() != b.textmap.size() ? a.textmap.size() > b.textmap.size()
                                                            : a.label < b.label;
            });
            if (maps.size() > kCorpusMaps) maps.resize(kCorpusMaps);
        }
        return maps;
    }();
    return kept;
}

}  // namespace flatline::engine::bench
