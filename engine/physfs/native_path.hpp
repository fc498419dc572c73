// Paths of the host's file system, without std::filesystem: its paths end a program that has no
// memory left.
#pragma once

#if defined(_WIN32)
#include <filesystem>
#endif
#include <initializer_list>
#include <string_view>

#include "base/list.hpp"

namespace flatline::engine::physfs {

/// Puts the parts after each other into `out`, with a NUL after them. False if memory is out.
[[nodiscard]] bool join(std::initializer_list<std::string_view> parts, List<char>& out) noexcept;

/// What was joined, without its NUL.
inline std::string_view text_of(const List<char>& joined) noexcept {
    return joined.empty() ? std::string_view() : std::string_view(joined.data(), joined.size() - 1);
}

enum class PathKind { none, folder, file, other, no_memory };

/// What a path leads to, links followed, and its absolute name without links in `real`.
[[nodiscard]] PathKind resolve(const char* path, List<char>& real) noexcept;
/// True for a folder.
bool is_folder(const char* path) noexcept;

/// The bytes of an absolute path in front of which its first folder stands: of "/" or "C:\".
std::size_t root_bytes(std::string_view path) noexcept;
/// The part after the last separator.
std::string_view last_part(std::string_view path) noexcept;

#if defined(_WIN32)
/// A path in UTF-8. That of a plain std::string would be in the code page of the machine.
std::filesystem::path windows_path(std::string_view utf8) noexcept;
#endif

}  // namespace flatline::engine::physfs
