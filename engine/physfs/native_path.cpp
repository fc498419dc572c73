#include "physfs/native_path.hpp"

#if defined(_WIN32)
#include <string>
#include <system_error>
#else
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#endif

namespace flatline::engine::physfs {
namespace {

#if defined(_WIN32)
constexpr std::string_view kSeparators = "/\\";
#else
constexpr std::string_view kSeparators = "/";
#endif

}  // namespace

bool join(std::initializer_list<std::string_view> parts, List<char>& out) noexcept {
    out.truncate(0);
    for (const std::string_view part : parts) {
        if (!out.append(part.data(), part.size())) return false;
    }
    return out.push('\0');
}

#if defined(_WIN32)

std::filesystem::path windows_path(std::string_view utf8) noexcept {
    return std::u8string(utf8.begin(), utf8.end());
}

PathKind resolve(const char* path, List<char>& real) noexcept {
    std::error_code error;
    const std::filesystem::path found = std::filesystem::canonical(windows_path(path), error);
    if (error) return PathKind::none;
    const std::u8string bytes = found.u8string();
    if (!join({std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())},
              real)) {
        return PathKind::no_memory;
    }
    const std::filesystem::file_status status = std::filesystem::status(found, error);
    if (std::filesystem::is_directory(status)) return PathKind::folder;
    return std::filesystem::is_regular_file(status) ? PathKind::file : PathKind::other;
}

bool is_folder(const char* path) noexcept {
    std::error_code error;
    return std::filesystem::is_directory(windows_path(path), error);
}

#else

PathKind resolve(const char* path, List<char>& real) noexcept {
    char* const found = realpath(path, nullptr);
    if (found == nullptr) return errno == ENOMEM ? PathKind::no_memory : PathKind::none;
    const bool kept = join({found}, real);
    std::free(found);
    if (!kept) return PathKind::no_memory;
    struct stat status = {};
    if (stat(real.data(), &status) != 0) return PathKind::none;
    if (S_ISDIR(status.st_mode)) return PathKind::folder;
    return S_ISREG(status.st_mode) ? PathKind::file : PathKind::other;
}

bool is_folder(const char* path) noexcept {
    struct stat status = {};
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

#endif

std::size_t root_bytes(std::string_view path) noexcept {
    const std::size_t first = path.find_first_of(kSeparators);
    return first != std::string_view::npos ? first + 1 : 0;
}

std::string_view last_part(std::string_view path) noexcept {
    return path.substr(path.find_last_of(kSeparators) + 1);
}

}  // namespace flatline::engine::physfs
