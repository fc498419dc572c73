#include "archive/twins.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/chars.hpp"

namespace flatline::engine::archive {
namespace {

template <class T>
int compare(const T& a, const T& b) noexcept {
    return a < b ? -1 : b < a ? 1 : 0;
}

int compare(const MapLump& a, const MapLump& b) noexcept {
    if (const int by = compare(a.offset, b.offset); by != 0) return by;
    if (const int by = compare(a.size, b.size); by != 0) return by;
    return std::string_view(a.name).compare(b.name);
}

// What the label of a map says about its game: that it is SRB2's, which of the two kinds of names
// it has, and whether the death of a boss ends it (check/exit_tables.hpp).
int meaning_of_label(const MapEntry& map) noexcept {
    if (map.format == MapFormat::doom && text::is_srb2_label(map.name)) return 1;
    if (!text::is_episode_label(map.name)) return 0;
    const std::string_view label = std::string_view(map.name).substr(0, 4);
    if (text::same_name(label, "E2M8")) return 2;
    return text::same_name(label, "E3M8") ? 3 : 4;
}

// Below 0 where `a` stands before `b`, 0 where a load and a check find the same in both.
int compare(const MapEntry& a, const MapEntry& b) noexcept {
    if (const int by = compare(a.lumps.size(), b.lumps.size()); by != 0) return by;
    if (const int by = compare(a.format, b.format); by != 0) return by;
    if (const int by = compare(meaning_of_label(a), meaning_of_label(b)); by != 0) return by;
    for (std::size_t i = 0; i < a.lumps.size(); ++i) {
        if (const int by = compare(a.lumps[i], b.lumps[i]); by != 0) return by;
    }
    return std::string_view(a.path).compare(b.path);
}

}  // namespace

bool find_twins(Contents& contents) noexcept {
    const List<MapEntry>& maps = contents.maps;
    List<std::size_t> order(contents.memory);
    if (!order.extend(maps.size(), 0)) return false;
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const int by = compare(maps[a], maps[b]);
        return by != 0 ? by < 0 : a < b;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_new = i == 0 || compare(maps[order[i - 1]], maps[order[i]]) != 0;
        contents.places[order[i]].twin = is_new ? order[i] : contents.places[order[i - 1]].twin;
    }
    return true;
}

}  // namespace flatline::engine::archive
