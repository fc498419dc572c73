#include "archive/group.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "archive/names.hpp"

namespace flatline::engine::archive {
namespace {

// Lumps of a binary map. They stand in any order: SRB2, editors and packers look for them by name.
// A map needs the first five.
constexpr std::string_view kBinaryLumps[] = {
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "SEGS",   "SSECTORS", "NODES",
    "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS",  "LEAFS",   "LIGHTS", "MACROS"};
using Kinds = std::uint32_t;  // a bit for each of them
constexpr Kinds kRequired = 0x1F;
constexpr Kinds kBehavior = 1u << 10;
constexpr Kinds kForeign = 7u << 12;

// Two required lumps make a map, so that one which lacks others is found and can be reported.
constexpr int kEnough = 2;

// Names that lumps of a UDMF map have. Inside a group such a lump is no label of a next map, even
// where a TEXTMAP follows it: that is a second TEXTMAP of this map.
constexpr std::string_view kUdmfLumps[] = {"TEXTMAP",  "ZNODES",   "BLOCKMAP", "REJECT", "BEHAVIOR",
                                           "DIALOGUE", "LIGHTMAP", "SCRIPTS",  "ENDMAP"};

class Finder {
public:
    explicit Finder(View<WadLump> lumps) noexcept : lumps_(lumps) {}

    bool run(List<MapGroup>& groups) const noexcept {
        for (std::size_t i = 0; i < lumps_.size();) {
            const bool is_udmf = starts_udmf(i);
            if (is_udmf || starts_binary(i)) {
                if (!groups.push(is_udmf ? udmf_group(i + 1) : binary_group(i + 1))) return false;
                i = groups.back().end;
            } else {
                ++i;
            }
        }
        return true;
    }

private:
    bool is(std::size_t i, std::string_view name) const noexcept {
        return i < lumps_.size() && same_name(lumps_[i].name(), name);
    }
    bool starts_udmf(std::size_t label) const noexcept { return is(label + 1, "TEXTMAP"); }
    bool starts_binary(std::size_t label) const noexcept {
        return std::popcount(run(label + 1).kinds & kRequired) >= kEnough;
    }

    // The bit of a lump's name, 0 for any other name.
    Kinds kind_of(std::size_t i) const noexcept {
        for (std::size_t kind = 0; kind < std::size(kBinaryLumps); ++kind) {
            if (is(i, kBinaryLumps[kind])) return Kinds{1} << kind;
        }
        return 0;
    }

    struct Run {
        Kinds kinds;
        std::size_t end;
    };
    // The lumps of a binary map from `first` on, each once. A lump with such a name may be the
    // label of the next map: where nothing is missing and two required lumps follow it, or a
    // TEXTMAP does.
    Run run(std::size_t first) const noexcept {
        Run run{0, first};
        for (;; ++run.end) {
            const Kinds kind = kind_of(run.end);
            if (kind == 0 || (run.kinds & kind) != 0 || starts_udmf(run.end)) return run;
            if ((run.kinds & kRequired) == kRequired) {
                const Kinds next = kind_of(run.end + 1) | kind_of(run.end + 2);
                if (std::popcount(next & kRequired) == 2) return run;
            }
            run.kinds |= kind;
        }
    }

    MapGroup udmf_group(std::size_t first) const noexcept {
        std::size_t i = first + 1;
        while (i < lumps_.size()) {
            if (is(i, "ENDMAP")) return {MapFormat::udmf, true, first, i + 1};
            const bool starts_map = starts_udmf(i) || starts_binary(i);
            if (starts_map && std::none_of(std::begin(kUdmfLumps), std::end(kUdmfLumps),
                                           [&](std::string_view name) { return is(i, name); })) {
                break;
            }
            ++i;
        }
        return {MapFormat::udmf, false, first, i};
    }

    MapGroup binary_group(std::size_t first) const noexcept {
        const Run found = run(first);
        const bool hexen = (found.kinds & kBehavior) != 0;
        return {hexen ? MapFormat::hexen : MapFormat::doom, true, first, found.end,
                (found.kinds & kForeign) == 0};
    }

    View<WadLump> lumps_;
};

}  // namespace

bool find_groups(View<WadLump> lumps, List<MapGroup>& groups) noexcept {
    return Finder(lumps).run(groups);
}

bool find_repeats(View<WadLump> lumps, const MapGroup& group, List<std::size_t>& repeats) noexcept {
    repeats.truncate(0);
    for (std::size_t i = group.first; i < group.end; ++i) {
        if (lumps[i].name_size != 0 && !repeats.push(i)) return false;
    }
    std::sort(repeats.begin(), repeats.end(), [&](std::size_t a, std::size_t b) {
        if (same_name(lumps[a].name(), lumps[b].name())) return a < b;
        return is_before(lumps[a].name(), lumps[b].name());
    });
    std::size_t kept = 0;
    std::size_t first = 0;  // of those that have this name
    for (std::size_t i = 1; i < repeats.size(); ++i) {
        if (!same_name(lumps[repeats[first]].name(), lumps[repeats[i]].name())) {
            first = i;
        } else if (i == first + 1) {
            // What it is written over lies before the names that are still compared.
            repeats[kept++] = repeats[i];
        }
    }
    repeats.truncate(kept);
    std::sort(repeats.begin(), repeats.end());
    return true;
}

}  // namespace flatline::engine::archive
