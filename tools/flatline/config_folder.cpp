#include "config_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "held_file.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

/// What is called `name` in the folder, in any case; "" if nothing is. Takes off `names_left`
/// what it looks through.
fs::path child(const fs::path& folder, std::string_view name, std::uint64_t& names_left) {
    std::error_code error;
    fs::path exact = folder / path_of(name);
    if (fs::symlink_status(exact, error).type() != fs::file_type::not_found) return exact;
    fs::directory_iterator it(folder, error);
    for (const fs::directory_iterator end; !error && it != end && names_left != 0;
         it.increment(error)) {
        --names_left;
        if (same_name(text_of(it->path().filename()), name)) return it->path();
    }
    return {};
}

}  // namespace

std::unique_ptr<File> ConfigFolder::open(std::string_view path) noexcept try {
    fs::path at = path_of(folder_);
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(name.size() + 1, path.size()));
        at = child(at, name, names_left_);
        std::error_code error;
        const fs::file_type type = fs::symlink_status(at, error).type();
        if (at.empty() || name.empty() || name == "." || name == "..") return nullptr;
        if (type != (path.empty() ? fs::file_type::regular : fs::file_type::directory)) {
            return nullptr;
        }
    }
    InputFile file(text_of(at));
    return held_file(file, most_bytes_);
} catch (const std::exception&) {
    return nullptr;
}

}  // namespace flatline::engine::tool
