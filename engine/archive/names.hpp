// Names of lumps and files: they are compared without case, over ASCII only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bits.hpp"
#include "text/chars.hpp"

namespace flatline::archive {

using text::same_name;

inline std::string lower(std::string_view name) {
    std::string out(name);
    for (char& c : out) c = text::to_lower(c);
    return out;
}

inline std::string upper(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    }
    return out;
}

/// What stands behind the last '/'.
inline std::string_view file_name(std::string_view path) noexcept {
    return path.substr(path.rfind('/') + 1);
}

/// The file name without its suffix. A name that begins with its only dot has no suffix.
inline std::string_view stem(std::string_view path) noexcept {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == 0 || dot == std::string_view::npos ? name : name.substr(0, dot);
}

/// The suffix with its dot, or "".
inline std::string_view suffix(std::string_view path) noexcept {
    return file_name(path).substr(stem(path).size());
}

/// The bytes of a lump name, padded with NULs, as a finding carries it (Numbers::lump_name).
inline std::int64_t pack_lump_name(std::string_view name) noexcept {
    char bytes[8] = {};
    std::copy_n(name.begin(), std::min(name.size(), sizeof bytes), bytes);
    return bit_cast<std::int64_t>(bytes);
}

}  // namespace flatline::archive
