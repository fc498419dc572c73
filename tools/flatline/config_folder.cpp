#include "config_folder.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "input_file.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::tool {
namespace {

namespace fs = std::filesystem;

class HeldText final : public File {
public:
    explicit HeldText(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t count = std::min<std::uint64_t>(size, bytes_.size() - offset);
        std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(count));
        return count;
    }

private:
    std::vector<char> bytes_;
};

/// One byte more than `most` is enough to be refused.
std::unique_ptr<File> read_whole(const fs::path& path, std::uint64_t most) {
    constexpr std::size_t kPiece = 64u << 10;
    InputFile file(text_of(path));
    std::vector<char> bytes;
    for (std::size_t got = kPiece; got == kPiece && bytes.size() <= most;) {
        const std::size_t size = bytes.size();
        bytes.resize(size + kPiece);
        got = file.read(bytes.data() + size, kPiece);
        bytes.resize(size + got);
    }
    if (*file.wrong() != '\0') return nullptr;
    return std::make_unique<HeldText>(std::move(bytes));
}

/// What is called `name` in the folder, in any case; "" where nothing is.
fs::path child(const fs::path& folder, std::string_view name, std::uint64_t most) {
    std::error_code error;
    fs::path exact = folder / path_of(name);
    if (fs::symlink_status(exact, error).type() != fs::file_type::not_found) return exact;
    fs::directory_iterator it(folder, error);
    for (const fs::directory_iterator end; !error && it != end && most != 0; it.increment(error)) {
        if (same_name(text_of(it->path().filename()), name)) return it->path();
        --most;
    }
    return {};
}

}  // namespace

std::unique_ptr<File> ConfigFolder::open(std::string_view path) noexcept try {
    fs::path at = path_of(folder_);
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(name.size() + 1, path.size()));
        at = child(at, name, most_names_);
        std::error_code error;
        const fs::file_type type = fs::symlink_status(at, error).type();
        if (at.empty() || name.empty() || name == "." || name == "..") return nullptr;
        if (type != (path.empty() ? fs::file_type::regular : fs::file_type::directory)) {
            return nullptr;
        }
    }
    return read_whole(at, most_bytes_);
} catch (const std::exception&) {
    return nullptr;
}

}  // namespace flatline::tool
