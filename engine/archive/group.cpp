#include "archive/group.hpp"

#include <algorithm>
#include <string_view>

#include "archive/names.hpp"

namespace flatline::archive {
namespace {

// Lumps of a binary map in the order that the format fixes. All but the first two may be missing:
// maps of UltimateDoomBuilder's tests have no SEGS to NODES. Doom 64 adds three behind BLOCKMAP.
constexpr std::string_view kBinaryLumps[] = {
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",  "SSECTORS", "NODES", "SECTORS",
    "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS",  "LEAFS", "LIGHTS",   "MACROS"};
constexpr std::size_t kBehavior = 10;

// Names that lumps of a UDMF map have. Inside a group such a lump is no label of a next map, even
// where a TEXTMAP follows it: that is a second TEXTMAP of this map.
constexpr std::string_view kUdmfLumps[] = {"TEXTMAP",  "ZNODES",   "BLOCKMAP", "REJECT", "BEHAVIOR",
                                           "DIALOGUE", "LIGHTMAP", "SCRIPTS",  "ENDMAP"};

class Finder {
public:
    explicit Finder(View<WadLump> lumps) noexcept : lumps_(lumps) {}

    std::vector<MapGroup> run() {
        std::vector<MapGroup> groups;
        for (std::size_t i = 0; i < lumps_.size();) {
            if (starts_udmf(i)) {
                groups.push_back(udmf_group(i + 1));
                i = groups.back().end;
            } else if (starts_binary(i)) {
                groups.push_back(binary_group(i + 1));
                i = groups.back().end;
            } else {
                ++i;
            }
        }
        return groups;
    }

private:
    bool is(std::size_t i, std::string_view name) const noexcept {
        return i < lumps_.size() && same_name(lumps_[i].name(), name);
    }
    bool starts_udmf(std::size_t label) const noexcept { return is(label + 1, "TEXTMAP"); }
    // Two lumps decide, because a label may be called THINGS: then the lump before it is also
    // followed by THINGS.
    bool starts_binary(std::size_t label) const noexcept {
        return is(label + 1, "THINGS") && is(label + 2, "LINEDEFS");
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
        MapGroup group = {MapFormat::doom, true, first, first};
        std::size_t next = 0;  // kinds before this one cannot follow any more
        while (group.end < lumps_.size()) {
            std::size_t kind = next;
            while (kind < std::size(kBinaryLumps) && !is(group.end, kBinaryLumps[kind])) ++kind;
            if (kind == std::size(kBinaryLumps)) break;
            if (starts_udmf(group.end) || starts_binary(group.end))
                break;  // it is a label with such a name
            if (kind == kBehavior) group.format = MapFormat::hexen;
            next = kind + 1;
            ++group.end;
        }
        return group;
    }

    View<WadLump> lumps_;
};

}  // namespace

std::vector<MapGroup> find_groups(View<WadLump> lumps) noexcept { return Finder(lumps).run(); }

std::vector<std::size_t> find_repeats(View<WadLump> lumps, const MapGroup& group) noexcept {
    std::vector<std::size_t> order;
    for (std::size_t i = group.first; i < group.end; ++i) {
        if (lumps[i].name_size != 0) order.push_back(i);
    }
    const auto less = [&](std::size_t a, std::size_t b) {
        const std::string_view x = lumps[a].name();
        const std::string_view y = lumps[b].name();
        return std::lexicographical_compare(
            x.begin(), x.end(), y.begin(), y.end(),
            [](char p, char q) { return text::to_lower(p) < text::to_lower(q); });
    };
    std::stable_sort(order.begin(), order.end(), less);
    std::vector<std::size_t> repeats;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool repeat = same_name(lumps[order[i - 1]].name(), lumps[order[i]].name());
        const bool first_repeat =
            i < 2 || !same_name(lumps[order[i - 2]].name(), lumps[order[i]].name());
        if (repeat && first_repeat) repeats.push_back(order[i]);
    }
    std::sort(repeats.begin(), repeats.end());
    return repeats;
}

}  // namespace flatline::archive
