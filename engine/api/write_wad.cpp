// write_wad: lumps as a new WAD, or in the place of a map of another one.
#include "flatline/write_wad.hpp"

#include <string>
#include <vector>

#include "archive/names.hpp"
#include "archive/wad.hpp"
#include "base/bytes.hpp"
#include "write/wad.hpp"

namespace flatline {
namespace {

constexpr std::size_t kNameBytes = 8;

// The label of a map that has none: its name where that can be one, else MAP01.
std::string label_of(std::string_view name) {
    std::string label = archive::upper(name);
    const bool good =
        !label.empty() && label.size() <= kNameBytes &&
        label.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-[]\\") == std::string::npos;
    return good ? label : "MAP01";
}

WriteResult write_bare(const MapEntry& entry, View<LumpView> lumps, const Sink& sink) noexcept {
    const std::string label = label_of(entry.name);
    std::vector<LumpView> all{{label, {}}};
    all.insert(all.end(), lumps.begin(), lumps.end());
    return write::write_new_wad({all.data(), all.size()}, sink);
}

}  // namespace

WriteResult write_wad(View<LumpView> lumps, const Sink& sink) noexcept {
    return write::write_new_wad(lumps, sink);
}

WriteResult write_wad(Archive& archive, std::size_t map, View<LumpView> lumps,
                      const Sink& sink) noexcept {
    if (map < archive.maps().size() && archive.maps()[map].bare) {
        return write_bare(archive.maps()[map], lumps, sink);
    }
    WriteResult result;
    const Buffer file = archive.read_file(map, result.findings);
    if (file.data() == nullptr || file.size() < archive::kWadHeaderBytes) return result;
    const MapEntry& entry = archive.maps()[map];
    const std::uint64_t directory = load_u32le(file.data() + 8);
    const auto first =
        static_cast<std::size_t>((archive.directory_of(map) - directory) / archive::kWadEntryBytes);
    return write::write_changed_wad(file.bytes(), {first, entry.lumps.size()}, lumps, sink);
}

}  // namespace flatline
