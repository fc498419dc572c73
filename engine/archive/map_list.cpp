#include "archive/map_list.hpp"

#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "archive/finding.hpp"
#include "archive/group.hpp"
#include "archive/names.hpp"

namespace flatline::archive {
namespace {

constexpr auto kError = static_cast<std::uint8_t>(Severity::error);

// Lumps that load_map reads. Where it cannot, the load has a finding that refuses the map or drops
// the lump, so the archive has none.
constexpr std::string_view kLoadedLumps[] = {"TEXTMAP", "ZNODES", "BLOCKMAP", "REJECT"};
constexpr std::string_view kLoadedBinaryLumps[] = {"THINGS",   "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                                   "SECTORS",  "SEGS",     "SSECTORS", "NODES",
                                                   "BLOCKMAP", "REJECT"};

// Marks the lumps that count: the last of each name. That an SRB2 map takes the first is not known
// yet.
void mark_loaded(const Wad& wad, const MapGroup& group, std::vector<bool>& marks) {
    const auto names =
        group.format == MapFormat::udmf
            ? View<std::string_view>(kLoadedLumps, std::size(kLoadedLumps))
            : View<std::string_view>(kLoadedBinaryLumps, std::size(kLoadedBinaryLumps));
    for (const std::string_view name : names) {
        for (std::size_t i = group.end; i > group.first; --i) {
            if (!same_name(wad.lumps[i - 1].name(), name)) continue;
            marks[i - 1] = true;
            break;
        }
    }
}

MapEntry make_entry(const Wad& wad, const MapGroup& group, std::string_view path) {
    MapEntry entry;
    entry.name = wad.lumps[group.label()].name();
    entry.path = path;
    entry.format = group.format;
    entry.supported = group.supported;
    entry.lumps.reserve(group.end - group.first);
    for (std::size_t i = group.first; i < group.end; ++i) {
        const WadLump& lump = wad.lumps[i];
        entry.lumps.push_back({std::string(lump.name()), lump.offset, lump.size, lump.readable});
    }
    return entry;
}

}  // namespace

void MapList::add_wad(const Wad& wad, std::string_view path, std::string_view first_name) noexcept {
    const View<WadLump> lumps(wad.lumps.data(), wad.lumps.size());
    const auto about = [&](Rule rule, std::size_t lump) {
        return make_finding(rule, Lump::directory, wad.entry_offset(lump),
                            pack_lump_name(lumps[lump].name()));
    };
    const std::vector<MapGroup> groups = find_groups(lumps);
    std::uint64_t kept = kept_lumps_;
    for (const MapGroup& group : groups) kept += group.end - group.first;
    if (kept > contents_.limits.archive_entries) {
        return report(
            over_limit(Rule::limit_archive_entries, kept, contents_.limits.archive_entries), path);
    }
    kept_lumps_ = kept;

    std::vector<std::size_t> map_of(lumps.size(), kNoMap);
    std::vector<bool> reported_by_load(lumps.size());
    for (const MapGroup& group : groups) {
        const std::size_t map = contents_.maps.size();
        contents_.maps.push_back(make_entry(wad, group, path));
        contents_.places.push_back({wad.entry_offset(group.first), 0, false});
        if (!first_name.empty()) {
            contents_.maps.back().name = first_name;
            first_name = {};
        }
        for (std::size_t i = group.label(); i < group.end; ++i) map_of[i] = map;
        if (!group.ended) {
            Finding finding = about(Rule::wad_endmap_missing, group.label());
            finding.a = 0;
            report(finding, path, map);
        }
        if (group.format == MapFormat::udmf) {
            for (const std::size_t i : find_repeats(lumps, group)) {
                report(about(Rule::wad_lump_duplicate, i), path, map);
            }
        }
        if (group.supported) mark_loaded(wad, group, reported_by_load);
    }
    for (std::size_t i = 0; i < lumps.size(); ++i) {
        if (!lumps[i].readable && !reported_by_load[i]) {
            report(about(Rule::wad_lump_range, i), path, map_of[i]);
        }
    }
    report_overlaps(wad, path, map_of);
}

// Reports overlaps once a WAD, because tools that pack WADs let thousands of lumps share their
// bytes.
void MapList::report_overlaps(const Wad& wad, std::string_view path,
                              const std::vector<std::size_t>& map_of) noexcept {
    std::size_t count = 0;
    std::size_t first = 0;
    bool one_map = true;
    for (std::size_t i = 0; i < wad.lumps.size(); ++i) {
        if (!wad.lumps[i].overlaps) continue;
        if (count++ == 0) first = i;
        one_map = one_map && map_of[i] == map_of[first];
    }
    if (count == 0) return;
    report(make_finding(Rule::wad_lump_overlap, Lump::directory, wad.entry_offset(first),
                        static_cast<std::int64_t>(count), static_cast<std::int64_t>(first)),
           path, one_map ? map_of[first] : kNoMap);
}

void MapList::add_bare(MapFormat format, std::uint64_t size, std::string_view path,
                       std::string_view name) noexcept {
    MapEntry entry;
    entry.name = name;
    entry.path = path;
    entry.format = format;
    entry.lumps.push_back({format == MapFormat::udmf ? "TEXTMAP" : "MAP", 0, size, true});
    entry.bare = true;
    contents_.maps.push_back(std::move(entry));
    contents_.places.push_back({0, 0, true});
}

void MapList::report(const Finding& finding, std::string_view path, std::size_t map) noexcept {
    ++contents_.counts[finding.severity];
    auto& kept = contents_.findings;
    if (kept.size() >= contents_.limits.findings) {
        // The list is full. What makes a file useless must be on it all the same, so an error takes
        // the place of the last finding that is none.
        if (finding.severity != kError || only_errors_) return;
        std::size_t i = kept.size();
        while (i > 0 && kept[i - 1].finding.severity == kError) --i;
        if (i == 0) {
            only_errors_ = true;
            return;
        }
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i - 1));
        finding_maps_.erase(finding_maps_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    }
    kept.push_back({finding, std::string(path), std::string()});
    finding_maps_.push_back(map);
}

void MapList::finish() noexcept {
    number_names();
    std::size_t lumps = 0;
    for (std::size_t i = 0; i < contents_.maps.size(); ++i) {
        contents_.places[i].first_lump = lumps;
        lumps += contents_.maps[i].lumps.size();
    }
    contents_.charged.resize(lumps);
    for (std::size_t i = 0; i < finding_maps_.size(); ++i) {
        const std::size_t map = finding_maps_[i];
        if (map != kNoMap) contents_.findings[i].map = contents_.maps[map].name;
    }
}

void MapList::number_names() noexcept {
    std::set<std::string> taken;
    std::map<std::string, std::uint32_t> repeats;
    for (MapEntry& map : contents_.maps) {
        const std::string plain = lower(map.name);
        if (taken.insert(plain).second) continue;
        // A label may look as if it were numbered ("MAP01#2" fits), so every new name is compared
        // too.
        std::uint32_t& last = repeats[plain];
        if (last == 0) last = 1;
        std::string mark;
        do {
            mark.assign(1, '#').append(std::to_string(++last));
        } while (!taken.insert(plain + mark).second);
        map.name += mark;
    }
}

}  // namespace flatline::archive
