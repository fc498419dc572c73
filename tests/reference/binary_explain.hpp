// The same as binary_compare, with the first value that differs.
#pragma once

#include <string>

#include "reference/binary_compare.hpp"
#include "support/json_diff.hpp"
#include "support/map_json.hpp"

namespace binary_compare {

/// "" or how the load of `map` differs from the reference.
inline std::string explained(const BinaryMap& map, const std::string& map_namespace = "",
                             bool repair = false) {
    const std::string found = difference(map, map_namespace, repair);
    if (found.empty()) return "";
    flatline::engine::LoadOptions options;
    options.namespace_override = map_namespace;
    options.repair = repair ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    const Result result = flatline::engine::load_binary_borrowed(lumps_of(map), options);
    const std::string text = reference::write_udmf(map, map_namespace, repair).text;
    const Result expected = load_text::load(text);
    if (!result || !expected) return found;
    return found + ": " +
           json_diff::first_difference(map_json::dump(result.value),
                                       map_json::dump(expected.value)) +
           "\n";
}

}  // namespace binary_compare
