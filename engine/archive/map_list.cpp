#include "archive/map_list.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <new>
#include <utility>

#include "archive/finding.hpp"
#include "archive/group.hpp"
#include "archive/names.hpp"
#include "archive/twins.hpp"
#include "text/name_table.hpp"

namespace flatline::engine::archive {
namespace {

constexpr auto kNote = static_cast<std::uint8_t>(Severity::note);
constexpr auto kWarning = static_cast<std::uint8_t>(Severity::warning);
constexpr auto kError = static_cast<std::uint8_t>(Severity::error);

// Lumps that load_map reads. Where it cannot, the load has a finding that refuses the map or drops
// the lump, so the archive has none.
constexpr std::string_view kLoadedLumps[] = {"TEXTMAP", "ZNODES", "BLOCKMAP", "REJECT"};
constexpr std::string_view kLoadedBinaryLumps[] = {"THINGS",   "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                                   "SECTORS",  "SEGS",     "SSECTORS", "NODES",
                                                   "BLOCKMAP", "REJECT"};

// Marks the lumps that count: the last of each name. That an SRB2 map takes the first is not known
// yet.
void mark_loaded(const Wad& wad, const MapGroup& group, List<bool>& marks) {
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

Finding about(const Wad& wad, Rule rule, std::size_t lump) noexcept {
    return make_finding(rule, Lump::directory, wad.entry_offset(lump),
                        pack_lump_name(wad.lumps[lump].name()));
}

// The lumps of a group, in memory of the archive. False where that is out.
bool keep_lumps(const Wad& wad, const MapGroup& group, Arena& kept, View<MapLump>& lumps) noexcept {
    const std::size_t count = group.end - group.first;
    auto* const list = reinterpret_cast<MapLump*>(kept.take(count * sizeof(MapLump)));
    if (list == nullptr) return false;
    for (std::size_t i = 0; i < count; ++i) {
        const WadLump& lump = wad.lumps[group.first + i];
        std::string_view name;
        if (!kept.keep(lump.name(), name)) return false;
        new (list + i) MapLump{CText(name), lump.offset, lump.size, lump.readable};
    }
    lumps = {list, count};
    return true;
}

}  // namespace

bool MapList::add_entry(MapEntry entry, const MapPlace& place, std::string_view name,
                        std::string_view path) noexcept {
    std::string_view kept_name;
    std::string_view kept_path;
    if (!contents_.kept.keep(name, kept_name) || !contents_.kept.keep(path, kept_path))
        return false;
    entry.name = CText(kept_name);
    entry.path = CText(kept_path);
    return contents_.maps.push(entry) && contents_.places.push(place);
}

void MapList::add_wad(const Wad& wad, std::string_view path, std::string_view first_name) noexcept {
    List<MapGroup> groups(contents_.memory);
    if (!find_groups(wad.lumps.view(), groups)) return contents_.fail();
    std::uint64_t kept = kept_lumps_;
    for (const MapGroup& group : groups) kept += group.end - group.first;
    if (kept > contents_.limits.archive_entries) {
        return report(
            over_limit(Rule::limit_archive_entries, kept, contents_.limits.archive_entries), path);
    }
    if (!has_room(groups.size())) return report_room(groups.size(), path);
    kept_lumps_ = kept;

    List<std::size_t> map_of(contents_.memory);
    List<bool> reported_by_load(contents_.memory);
    if (!map_of.extend(wad.lumps.size(), kNoMap) ||
        !reported_by_load.extend(wad.lumps.size(), false) ||
        !add_groups(wad, groups.view(), path, first_name, map_of, reported_by_load)) {
        return contents_.fail();
    }
    for (std::size_t i = 0; i < wad.lumps.size(); ++i) {
        if (!wad.lumps[i].readable && !reported_by_load[i]) {
            report(about(wad, Rule::wad_lump_range, i), path, map_of[i]);
        }
    }
    report_overlaps(wad, path, map_of.view());
}

bool MapList::add_groups(const Wad& wad, View<MapGroup> groups, std::string_view path,
                         std::string_view first_name, List<std::size_t>& map_of,
                         List<bool>& reported_by_load) noexcept {
    List<std::size_t> repeats(contents_.memory);
    for (const MapGroup& group : groups) {
        const std::size_t map = contents_.maps.size();
        MapEntry entry;
        entry.format = group.format;
        entry.supported = group.supported;
        const std::string_view label = wad.lumps[group.label()].name();
        if (!keep_lumps(wad, group, contents_.kept, entry.lumps) ||
            !add_entry(entry, {wad.entry_offset(group.first), 0, 0, false},
                       first_name.empty() ? label : first_name, path)) {
            return false;
        }
        first_name = {};
        for (std::size_t i = group.label(); i < group.end; ++i) map_of[i] = map;
        if (!group.ended) {
            Finding finding = about(wad, Rule::wad_endmap_missing, group.label());
            finding.a = 0;
            report(finding, path, map);
        }
        if (group.format == MapFormat::udmf) {
            if (!find_repeats(wad.lumps.view(), group, repeats)) return false;
            for (const std::size_t i : repeats) {
                report(about(wad, Rule::wad_lump_duplicate, i), path, map);
            }
        }
        if (group.supported) mark_loaded(wad, group, reported_by_load);
    }
    return true;
}

// Reports overlaps once a WAD, because tools that pack WADs let thousands of lumps share their
// bytes.
void MapList::report_overlaps(const Wad& wad, std::string_view path,
                              View<std::size_t> map_of) noexcept {
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

// A map costs a load, a check and a report, however short it is: 31 KB of a 7z hold 131,000. The
// maps of a folder are files of their own.
bool MapList::has_room(std::uint64_t more) const noexcept {
    constexpr std::uint64_t kAlways = 64;
    if (contents_.source != nullptr && !contents_.packed()) return true;
    return contents_.maps.size() + more <=
           std::max(kAlways, contents_.limits.archive_entries / kEntriesOfAMap);
}

void MapList::report_room(std::uint64_t more, std::string_view path) noexcept {
    report(over_limit(Rule::limit_archive_entries, (contents_.maps.size() + more) * kEntriesOfAMap,
                      contents_.limits.archive_entries),
           path);
}

void MapList::add_bare(MapFormat format, std::uint64_t size, std::string_view path,
                       std::string_view name) noexcept {
    if (!has_room(1)) return report_room(1, path);
    auto* const lump = reinterpret_cast<MapLump*>(contents_.kept.take(sizeof(MapLump)));
    if (lump == nullptr) return contents_.fail();
    new (lump) MapLump{format == MapFormat::udmf ? "TEXTMAP" : "MAP", 0, size, true};
    MapEntry entry;
    entry.format = format;
    entry.lumps = {lump, 1};
    entry.bare = true;
    if (!add_entry(entry, {0, 0, 0, true}, name, path)) contents_.fail();
}

void MapList::report(const Finding& finding, std::string_view path, std::size_t map) noexcept {
    ++contents_.counts[finding.severity];
    if (!make_room(finding)) return contents_.left_out.add(finding);
    std::string_view kept_path;
    if (!contents_.kept.keep(path, kept_path) ||
        !contents_.findings.push({finding, CText(kept_path), {}}) || !finding_maps_.push(map)) {
        return contents_.fail();
    }
    if (finding.severity == kNote) ++kept_notes_;
}

// Notes have a limit of their own. What makes a file useless must be on the list all the same, so
// an error takes the place of the last warning.
bool MapList::make_room(const Finding& finding) noexcept {
    auto& kept = contents_.findings;
    if (finding.severity == kNote) return kept_notes_ < contents_.limits.findings;
    if (kept.size() - kept_notes_ < contents_.limits.finding_lines) return true;
    if (finding.severity != kError || no_warnings_) return false;
    std::size_t i = kept.size();
    while (i > 0 && kept[i - 1].finding.severity != kWarning) --i;
    if (i == 0) {
        no_warnings_ = true;
        return false;
    }
    contents_.left_out.add(kept[i - 1].finding);
    std::move(kept.begin() + i, kept.end(), kept.begin() + i - 1);
    std::move(finding_maps_.begin() + i, finding_maps_.end(), finding_maps_.begin() + i - 1);
    kept.truncate(kept.size() - 1);
    finding_maps_.truncate(finding_maps_.size() - 1);
    return true;
}

void MapList::finish() noexcept {
    std::size_t lumps = 0;
    for (std::size_t i = 0; i < contents_.places.size(); ++i) {
        contents_.places[i].first_lump = lumps;
        lumps += contents_.maps[i].lumps.size();
    }
    if (contents_.failed || !number_names() || !find_twins(contents_) ||
        !contents_.charged.extend(lumps, false)) {
        return contents_.fail();
    }
    for (std::size_t i = 0; i < finding_maps_.size(); ++i) {
        const std::size_t map = finding_maps_[i];
        if (map != kNoMap) contents_.findings[i].map = contents_.maps[map].name;
    }
}

bool MapList::number_names() noexcept {
    text::NameTable taken(contents_.memory);
    List<std::uint32_t> last(contents_.memory);  // the highest number of each name in the table
    List<char> marked(contents_.memory);
    const auto take = [&](std::string_view name) {
        return taken.add(name) != text::NameTable::kNone && last.push(1);
    };
    for (MapEntry& map : contents_.maps) {
        const std::uint32_t known = taken.find(map.name);
        if (known == text::NameTable::kNone) {
            if (!take(map.name)) return false;
            continue;
        }
        // A label may look as if it were numbered ("MAP01#2" fits), so every new name is compared
        // too.
        std::string_view name;
        do {
            char mark[12] = "#";
            char* const end = std::to_chars(mark + 1, std::end(mark), ++last[known]).ptr;
            marked.truncate(0);
            if (!marked.append(map.name.data(), map.name.size()) ||
                !marked.append(mark, static_cast<std::size_t>(end - mark))) {
                return false;
            }
            name = {marked.data(), marked.size()};
        } while (taken.find(name) != text::NameTable::kNone);
        std::string_view kept;
        if (!take(name) || !contents_.kept.keep(name, kept)) return false;
        map.name = CText(kept);
    }
    return true;
}

}  // namespace flatline::engine::archive
