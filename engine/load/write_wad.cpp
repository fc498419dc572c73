// write_wad: lumps as a new WAD, or in the place of a map of another one.
#include "model/write_wad.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "archive/wad.hpp"
#include "base/bytes.hpp"
#include "base/list.hpp"
#include "write/wad.hpp"

namespace flatline::engine {
namespace {

constexpr std::size_t kNameBytes = 8;

constexpr std::string_view kFirstLabel = "MAP01";

WriteResult refused(Rule rule) noexcept {
    WriteResult result;
    Finding finding = make_finding(rule, Lump::file);
    finding.severity = static_cast<std::uint8_t>(Severity::error);
    finding.refuses = 1;
    result.findings.add(finding);
    if (rule == Rule::out_of_memory) result.status = Status::out_of_memory;
    return result;
}

// The lumps of a map behind its label. False where memory is out.
bool list_lumps(std::string_view label, View<LumpView> lumps, List<LumpView>& out) noexcept {
    return out.push({label, {}}) && out.append(lumps.data(), lumps.size());
}

WriteResult write_bare(const WrittenMap& map, const Sink& sink) noexcept {
    List<LumpView> all;
    if (!list_lumps(map.label.empty() ? kFirstLabel : map.label, map.lumps, all)) {
        return refused(Rule::out_of_memory);
    }
    return write::write_new_wad(all.view(), sink);
}

bool to_list(void* list, const unsigned char* bytes, std::size_t size) noexcept {
    return static_cast<List<unsigned char>*>(list)->append(bytes, size);
}

// Where a map's lumps stand in the directory of its WAD.
std::size_t first_entry(const Archive& archive, std::size_t map, Bytes wad) noexcept {
    const std::uint64_t directory = load_u32le(wad.data() + 8);
    return static_cast<std::size_t>((archive.directory_of(map) - directory) /
                                    archive::kWadEntryBytes);
}

WriteResult change(const Archive& archive, const WrittenMap& map, std::size_t first, Bytes wad,
                   const Sink& sink) noexcept {
    const std::size_t count = archive.maps()[map.map].lumps.size();
    if (map.label.empty() || first == 0) {
        return write::write_changed_wad(wad, {first, count}, map.lumps, sink);
    }
    List<LumpView> all;
    if (!list_lumps(map.label, map.lumps, all)) return refused(Rule::out_of_memory);
    return write::write_changed_wad(wad, {first - 1, count + 1}, all.view(), sink);
}

}  // namespace

WriteResult write_wad(View<LumpView> lumps, const Sink& sink) noexcept {
    return write::write_new_wad(lumps, sink);
}

bool is_map_label(std::string_view name) noexcept {
    constexpr std::string_view kGood = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-[]\\";
    return !name.empty() && name.size() <= kNameBytes &&
           name.find_first_not_of(kGood) == std::string_view::npos;
}

bool can_write_wad(const Archive& archive, View<WrittenMap> maps) noexcept {
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const WrittenMap& map = maps[i];
        if (map.map >= archive.maps().size()) return false;
        if (!map.label.empty() && !is_map_label(map.label)) return false;
        const MapEntry& entry = archive.maps()[map.map];
        if (maps.size() > 1 && entry.bare) return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (maps[j].map == map.map || archive.maps()[maps[j].map].path != entry.path) {
                return false;
            }
        }
    }
    return !maps.empty();
}

WriteResult write_wad(Archive& archive, std::size_t map, View<LumpView> lumps,
                      const Sink& sink) noexcept {
    const WrittenMap one{map, lumps, {}};
    return write_wad(archive, {&one, 1}, sink);
}

// The last map in the file comes first, so that the entries of those in front of it stay where they
// are.
WriteResult write_wad(Archive& archive, View<WrittenMap> maps, const Sink& sink) noexcept {
    if (!can_write_wad(archive, maps)) return refused(Rule::map_unsupported);
    if (archive.maps()[maps[0].map].bare) return write_bare(maps[0], sink);
    WriteResult result;
    const Buffer file = archive.read_file(maps[0].map, result.findings);
    if (file.data() == nullptr || file.size() < archive::kWadHeaderBytes) return result;
    Bytes wad = file.bytes();
    List<WrittenMap> order;
    if (!order.append(maps.data(), maps.size())) return refused(Rule::out_of_memory);
    std::sort(order.begin(), order.end(), [&](const WrittenMap& a, const WrittenMap& b) {
        return archive.directory_of(a.map) > archive.directory_of(b.map);
    });
    // The directory moves; the file that was read says where its entries are.
    List<std::size_t> firsts;
    for (const WrittenMap& map : order) {
        if (!firsts.push(first_entry(archive, map.map, wad))) return refused(Rule::out_of_memory);
    }
    List<unsigned char> held;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        List<unsigned char> next;
        result = change(archive, order[i], firsts[i], wad, {to_list, &next});
        if (result.status == Status::cancelled) return refused(Rule::out_of_memory);
        if (result.status != Status::ok) return result;
        held = std::move(next);
        wad = {held.data(), held.size()};
    }
    return change(archive, order.back(), firsts[order.size() - 1], wad, sink);
}

}  // namespace flatline::engine
