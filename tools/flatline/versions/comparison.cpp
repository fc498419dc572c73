#include "versions/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "report/text_sink.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// The lumps that the elements are read from, and the mark at the end.
constexpr std::string_view kElements[] = {"TEXTMAP",  "ENDMAP",   "THINGS", "LINEDEFS",
                                          "SIDEDEFS", "VERTEXES", "SECTORS"};
/// Those that a node builder makes of them.
constexpr std::string_view kDerived[] = {"ZNODES",   "SEGS",     "SSECTORS", "NODES",
                                         "REJECT",   "BLOCKMAP", "GL_VERT",  "GL_SEGS",
                                         "GL_SSECT", "GL_NODES", "GL_PVS"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
    return std::any_of(names, names + N,
                       [&](std::string_view one) { return same_name(name, one); });
}

const BesideLump* find(const std::vector<BesideLump>& lumps, std::string_view name) {
    for (const BesideLump& lump : lumps) {
        if (same_name(lump.name, name)) return &lump;
    }
    return nullptr;
}

std::vector<LumpChange> compare_lumps(const Arguments& args, MapFile& before, MapFile& after,
                                      const MapPair& pair, const Comparison& made) {
    // An empty lump says something only beside lumps of the same format.
    const bool same_format = made.map_before().format() == made.map_after().format();
    const auto list = [&](const MapEntry& entry) {
        std::vector<BesideLump> lumps = lumps_beside(entry, args.diff.lumps);
        if (!same_format) std::erase_if(lumps, [](const BesideLump& l) { return l.size == 0; });
        return lumps;
    };
    const std::vector<BesideLump> a = list(*made.before->entry);
    const std::vector<BesideLump> b = list(*made.after->entry);
    const auto bytes = [](MapFile& file, const FoundMap& map, const std::string& name) {
        return file.document_of(map).read_lump(map.map, name, false);
    };
    std::vector<LumpChange> changes;
    if (args.diff.lossy && !same_format) return changes;
    for (const BesideLump& lump : a) {
        const BesideLump* const other = find(b, lump.name);
        if (other == nullptr) {
            changes.push_back({FLATLINE_REMOVED, lump.name, lump.index, FLATLINE_NONE});
            continue;
        }
        if (lump.size == other->size) {
            const Buffer first = bytes(before, *pair.before, lump.name);
            const Buffer second = bytes(after, *pair.after, lump.name);
            if (std::equal(first.bytes().begin(), first.bytes().end(), second.bytes().begin(),
                           second.bytes().end())) {
                continue;
            }
        }
        changes.push_back({FLATLINE_CHANGED, other->name, lump.index, other->index});
    }
    for (const BesideLump& lump : b) {
        if (find(a, lump.name) == nullptr) {
            changes.push_back({FLATLINE_ADDED, lump.name, FLATLINE_NONE, lump.index});
        }
    }
    return changes;
}

}  // namespace

std::vector<BesideLump> lumps_beside(const MapEntry& entry, bool derived) {
    std::vector<BesideLump> found;
    if (entry.bare) return found;
    for (std::uint32_t i = 0; i < entry.lumps.size(); ++i) {
        const MapLump& lump = entry.lumps[i];
        if (is_one_of(lump.name, kElements)) continue;
        if (!derived && is_one_of(lump.name, kDerived)) continue;
        std::erase_if(found,
                      [&](const BesideLump& other) { return same_name(other.name, lump.name); });
        found.push_back({std::string(lump.name), i, lump.size});
    }
    return found;
}

void ChangeCounts::add(std::uint8_t kind) {
    std::uint64_t& count = kind == FLATLINE_ADDED     ? added
                           : kind == FLATLINE_REMOVED ? removed
                                                      : changed;
    ++count;
}

void ChangeCounts::add(const ChangeCounts& other) {
    added += other.added;
    removed += other.removed;
    changed += other.changed;
}

ChangeCounts Comparison::counts() const {
    ChangeCounts counts;
    for (const flatline_change& change : diff.value.changes()) counts.add(change.kind);
    for (const LumpChange& change : lumps) counts.add(change.kind);
    return counts;
}

std::unique_ptr<Comparison> compare_maps(Console& console, MapFile& before, MapFile& after,
                                         const MapPair& pair) {
    auto made = std::make_unique<Comparison>();
    made->before = before.load(*pair.before);
    made->after = after.load(*pair.after);
    if (made->before->status != MapStatus::ok || made->after->status != MapStatus::ok) {
        return nullptr;
    }
    DiffOptions options;
    options.lossy = console.args.diff.lossy;
    options.limits = console.args.load.limits;
    made->diff = diff(made->map_before(), made->map_after(), options);
    if (!made->diff) {
        console.complain(fmt::format("{}: the comparison does not fit the limit arena-bytes",
                                     printable(pair.name())));
        return nullptr;
    }
    made->lumps = compare_lumps(console.args, before, after, pair, *made);
    return made;
}

const char* change_word(std::uint8_t kind) {
    constexpr const char* kWords[] = {"added", "removed", "changed"};
    return kWords[kind];
}

const char* change_mark(std::uint8_t kind) {
    constexpr const char* kMarks[] = {"+", "-", "~"};
    return kMarks[kind];
}

}  // namespace flatline::engine::tool
