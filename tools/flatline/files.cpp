#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "text.hpp"

namespace flatline::tool {
namespace {

namespace fs = std::filesystem;

/// A folder `maps` in it, in any case, makes a folder a PK3 that was not packed.
bool looks_like_pk3(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (same_name(it->path().filename().native(), "maps") && it->is_directory(ignored)) {
            return true;
        }
    }
    return false;
}

/// Adds what is in `root` and below. Without recursion: a folder may be nested as deep as it likes.
void walk(const fs::path& root, std::vector<Input>& inputs) {
    std::vector<Input> found;
    std::vector<fs::path> folders{root};
    while (!folders.empty()) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        if (looks_like_pk3(folder)) {
            found.push_back({folder.native(), true, false});
            continue;
        }
        std::error_code error;
        fs::directory_iterator it(folder, error);
        for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
            std::error_code ignored;
            if (it->is_directory(ignored)) {
                if (!it->is_symlink(ignored)) folders.push_back(it->path());
            } else if (it->is_regular_file(ignored)) {
                found.push_back({it->path().native(), true, false});
            }
        }
        if (error) found.push_back({folder.native(), true, true});
    }
    std::sort(found.begin(), found.end(),
              [](const Input& a, const Input& b) { return a.path < b.path; });
    std::move(found.begin(), found.end(), std::back_inserter(inputs));
}

}  // namespace

std::optional<std::string> wrong_path(const std::vector<std::string>& paths) {
    if (std::count(paths.begin(), paths.end(), kStandardInput) > 1) {
        return "standard input can be read only once";
    }
    for (const std::string& path : paths) {
        if (path == kStandardInput) continue;
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (status.type() == fs::file_type::not_found) {
            return fmt::format("{}: no such file or folder", printable(path));
        }
        if (status.type() == fs::file_type::none) {
            return fmt::format("{}: {}", printable(path), error.message());
        }
        if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
            return fmt::format("{}: neither a regular file nor a folder", printable(path));
        }
    }
    return std::nullopt;
}

std::vector<Input> list_inputs(const std::vector<std::string>& paths) {
    std::vector<Input> inputs;
    for (const std::string& path : paths) {
        std::error_code error;
        if (path == kStandardInput || !fs::is_directory(path, error)) {
            inputs.push_back({path, false, false});
        } else if (looks_like_pk3(path)) {
            inputs.push_back({path, false, false});
        } else {
            walk(path, inputs);
        }
    }
    return inputs;
}

}  // namespace flatline::tool
