// Names of lumps and files: they are compared without case, over ASCII only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/bits.hpp"
#include "text/chars.hpp"

namespace flatline::engine::archive {

using text::same_name;

constexpr char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

/// The order of paths and names without case.
inline bool is_before(std::string_view a, std::string_view b) noexcept {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char p, char q) {
        return text::to_lower(static_cast<unsigned char>(p)) <
               text::to_lower(static_cast<unsigned char>(q));
    });
}

/// What stands after the last '/'.
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

}  // namespace flatline::engine::archive
