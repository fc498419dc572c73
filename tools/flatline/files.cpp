#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

/// True for a folder that is laid out like a PK3: it holds a folder `maps`, in any case.
bool looks_like_pk3(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (same_name(text_of(it->path().filename()), "maps") && it->is_directory(ignored)) {
            return true;
        }
    }
    return false;
}

template <std::size_t N>
bool ends_in(const fs::path& file, const std::string_view (&suffixes)[N]) {
    const std::string suffix = text_of(file.extension());
    return std::any_of(suffixes, suffixes + N,
                       [&](std::string_view known) { return same_name(suffix, known); });
}

/// True for a file that an Archive over a folder passes over, although it may be or hold maps.
bool is_packed_or_text(const fs::path& file) {
    static constexpr std::string_view kSuffixes[] = {".pk3",  ".ipk3", ".pke", ".pk4", ".pk7",
                                                     ".ipk7", ".zip",  ".7z",  ".txt"};
    return ends_in(file, kSuffixes);
}

/// True for a name that maps and what holds them have.
bool has_known_name(const fs::path& file) {
    static constexpr std::string_view kSuffixes[] = {".wad",  ".iwad",    ".kart",
                                                     ".udmf", ".textmap", ".map"};
    return ends_in(file, kSuffixes) || is_packed_or_text(file);
}

bool is_hidden(const fs::path& path) { return text_of(path.filename()).front() == '.'; }

/// What is in `root` and below. There is no recursion, because folders may be nested to any depth.
std::vector<Input> walk(const fs::path& root, bool any_name) {
    struct Folder {
        fs::path path;
        bool in_pk3;  // this folder or one above it is an input already
    };
    std::vector<Input> found;
    std::vector<Folder> folders{{root, false}};
    while (!folders.empty()) {
        Folder folder = std::move(folders.back());
        folders.pop_back();
        if (!folder.in_pk3 && looks_like_pk3(folder.path)) {
            found.push_back({text_of(folder.path), folder.path != root, false, true});
            folder.in_pk3 = true;
        }
        std::error_code error;
        fs::directory_iterator it(folder.path, error);
        for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
            std::error_code ignored;
            if (is_hidden(it->path())) continue;
            if (it->is_directory(ignored)) {
                if (!it->is_symlink(ignored)) folders.push_back({it->path(), folder.in_pk3});
            } else if (it->is_regular_file(ignored) &&
                       (folder.in_pk3 ? is_packed_or_text(it->path())
                                      : any_name || has_known_name(it->path()))) {
                found.push_back({text_of(it->path()), true, false, false});
            }
        }
        // For a folder of a PK3 the Archive has a finding of its own.
        if (error && !folder.in_pk3) found.push_back({text_of(folder.path), true, true, false});
    }
    std::sort(found.begin(), found.end(),
              [](const Input& a, const Input& b) { return a.path < b.path; });
    return found;
}

}  // namespace

bool reads_standard_input_twice(const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), kStandardInput) > 1;
}

std::optional<std::string> wrong_path(const std::string& path) {
    if (path == kStandardInput) return std::nullopt;
    std::error_code error;
    const fs::file_status status = fs::status(path_of(path), error);
    if (status.type() == fs::file_type::not_found) {
        return fmt::format("{}: no such file or folder", printable(path));
    }
    if (status.type() == fs::file_type::none) {
        return fmt::format("{}: {}", printable(path), error.message());
    }
    if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
        return fmt::format("{}: neither a regular file nor a folder", printable(path));
    }
    return std::nullopt;
}

std::string joined_path(const std::string& path, std::string_view inner) {
    if (inner.empty()) return path;
    return fmt::format("{}{}{}", path, path.back() == '/' ? "" : "/", inner);
}

bool is_folder(const std::string& path) {
    std::error_code error;
    return path != kStandardInput && fs::is_directory(path_of(path), error);
}

std::vector<Input> list_inputs(const std::string& path, bool any_name) {
    return is_folder(path) ? walk(path_of(path), any_name)
                           : std::vector<Input>{{path, false, false, false}};
}

}  // namespace flatline::engine::tool
