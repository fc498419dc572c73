// write_wad: lumps as a new WAD, or in the place of a map of another one.
#include "model/write_wad.hpp"

#include <string_view>

#include "archive/names.hpp"
#include "archive/wad.hpp"
#include "base/bytes.hpp"
#include "base/list.hpp"
#include "write/wad.hpp"

namespace flatline::engine {
namespace {

constexpr std::size_t kNameBytes = 8;

// The label of a map that has none: its name where that can be one, else MAP01. `out` holds it.
std::string_view label_of(std::string_view name, char (&out)[kNameBytes]) noexcept {
    constexpr std::string_view kGood = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-[]\\";
    if (name.empty() || name.size() > kNameBytes) return "MAP01";
    for (std::size_t i = 0; i < name.size(); ++i) {
        out[i] = archive::to_upper(name[i]);
        if (kGood.find(out[i]) == std::string_view::npos) return "MAP01";
    }
    return {out, name.size()};
}

WriteResult write_bare(const MapEntry& entry, View<LumpView> lumps, const Sink& sink) noexcept {
    char label[kNameBytes];
    List<LumpView> all;
    if (!all.push({label_of(entry.name, label), {}}) || !all.append(lumps.data(), lumps.size())) {
        WriteResult result;
        result.status = Status::out_of_memory;
        result.findings.add(make_finding(Rule::out_of_memory));
        return result;
    }
    return write::write_new_wad(all.view(), sink);
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

}  // namespace flatline::engine
