// The first difference of two JSON documents, for messages that a person can read.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace json_diff {

inline std::string shorten(const nlohmann::json& value) {
    const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return text.size() <= 120 ? text : text.substr(0, 117) + "...";
}

/// "" if both are the same (numbers by value), else "/linedefs/12/v2: 4 against 5".
inline std::string first_difference(const nlohmann::json& left, const nlohmann::json& right,
                                    const std::string& path = "") {
    if (left.is_object() && right.is_object()) {
        for (const auto& [key, value] : left.items()) {
            const auto other = right.find(key);
            if (other == right.end()) {
                return path + "/" + key + ": " + shorten(value) + " against nothing";
            }
            const std::string inner = first_difference(value, *other, path + "/" + key);
            if (!inner.empty()) {
                return inner;
            }
        }
        for (const auto& [key, value] : right.items()) {
            if (left.find(key) == left.end()) {
                return path + "/" + key + ": nothing against " + shorten(value);
            }
        }
        return "";
    }
    if (left.is_array() && right.is_array()) {
        const std::size_t common = left.size() < right.size() ? left.size() : right.size();
        for (std::size_t i = 0; i < common; ++i) {
            const std::string inner =
                first_difference(left[i], right[i], path + "/" + std::to_string(i));
            if (!inner.empty()) {
                return inner;
            }
        }
        return left.size() == right.size() ? ""
                                           : path + ": " + std::to_string(left.size()) +
                                                 " entries against " + std::to_string(right.size());
    }
    return left == right ? "" : path + ": " + shorten(left) + " against " + shorten(right);
}

}  // namespace json_diff
