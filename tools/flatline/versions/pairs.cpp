#include "versions/pairs.hpp"

#include <algorithm>

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
    const Sorted second(after);
    std::vector<MapPair> pairs;
    for (const FoundMap& map : after.maps()) pairs.push_back({first.find(key_of(map)), &map});
    for (const FoundMap& map : before.maps()) {
        if (second.find(key_of(map)) == nullptr) pairs.push_back({&map, nullptr});
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
