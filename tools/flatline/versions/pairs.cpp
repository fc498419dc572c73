#include "versions/pairs.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

const FoundMap* find(const MapFile& file, std::string_view name) {
    for (const FoundMap& map : file.maps()) {
        if (same_name(map.name, name)) return &map;
    }
    return nullptr;
}

/// The place in a folder comes before the name.
std::string key_of(const FoundMap& map) {
    return lower_case(map.where) + '\n' + lower_case(map.name);
}

struct Sorted {
    explicit Sorted(const MapFile& file) {
        for (const FoundMap& map : file.maps()) rows.emplace_back(key_of(map), &map);
        std::sort(rows.begin(), rows.end());
    }
    const FoundMap* find(const std::string& key) const {
        const auto at = std::lower_bound(
            rows.begin(), rows.end(), key,
            [](const auto& row, const std::string& wanted) { return row.first < wanted; });
        return at != rows.end() && at->first == key ? at->second : nullptr;
    }
    std::vector<std::pair<std::string, const FoundMap*>> rows;
};

std::vector<MapPair> pair_all(const MapFile& before, const MapFile& after) {
    if (before.maps().size() == 1 && after.maps().size() == 1) {
        return {{&before.maps().front(), &after.maps().front()}};
    }
    const Sorted first(before);
    std::vector<MapPair> pairs;
    std::set<const FoundMap*> paired;
    for (const FoundMap& map : after.maps()) {
        const FoundMap* const partner = first.find(key_of(map));
        const bool is_free = partner != nullptr && paired.insert(partner).second;
        pairs.push_back({is_free ? partner : nullptr, &map});
    }
    // A folder may be packed into a file, or its maps may lie elsewhere: then only the name tells.
    std::map<std::string, std::deque<const FoundMap*>> rest;
    for (const FoundMap& map : before.maps()) {
        if (paired.count(&map) == 0) rest[lower_case(map.name)].push_back(&map);
    }
    for (MapPair& pair : pairs) {
        if (pair.before != nullptr) continue;
        const auto found = rest.find(lower_case(pair.after->name));
        if (found == rest.end() || found->second.empty()) continue;
        pair.before = found->second.front();
        found->second.pop_front();
        paired.insert(pair.before);
    }
    for (const FoundMap& map : before.maps()) {
        if (paired.count(&map) == 0) pairs.push_back({&map, nullptr});
    }
    return pairs;
}

}  // namespace

std::optional<std::vector<MapPair>> pair_maps(const MapFile& before, const MapFile& after,
                                              const std::optional<std::string>& wanted) {
    if (!wanted) return pair_all(before, after);
    MapPair pair{find(before, *wanted), find(after, *wanted)};
    if (pair.before != nullptr || pair.after != nullptr) return std::vector{pair};
    const std::size_t equals = wanted->find('=');
    if (equals == wanted->npos) return std::nullopt;
    pair = {find(before, std::string_view(*wanted).substr(0, equals)),
            find(after, std::string_view(*wanted).substr(equals + 1))};
    if (pair.before == nullptr || pair.after == nullptr) return std::nullopt;
    return std::vector{pair};
}

}  // namespace flatline::engine::tool
