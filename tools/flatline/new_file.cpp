#include "new_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "text.hpp"

namespace flatline::tool {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 100;

}  // namespace

std::optional<std::string> wrong_new_file(const std::string& path, bool force) {
    if (path.empty() || path == "-") return "--output: the name of a file is needed";
    std::error_code error;
    const fs::file_status status = fs::status(path_of(path), error);
    if (status.type() == fs::file_type::not_found) {
        if (!fs::is_symlink(fs::symlink_status(path_of(path), error))) return std::nullopt;
        return fmt::format("{}: a symbolic link to nothing", printable(path));
    }
    if (!fs::is_regular_file(status)) {
        return fmt::format("{}: not a regular file", printable(path));
    }
    if (force) return std::nullopt;
    return fmt::format("{} exists; --force replaces it", printable(path));
}

NewFile::NewFile(const std::string& path) : path_(path) {
    std::error_code error;
    const fs::path target = fs::canonical(path_of(path), error);
    if (!error) path_ = text_of(target);
    open_temporary();
}

NewFile::~NewFile() {
    if (descriptor_ >= 0) close_descriptor(descriptor_);
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove(path_of(temporary_), ignored);
}

void NewFile::open_temporary() {
    const fs::path folder = path_of(path_).parent_path();
    for (int i = 0; i < kTries; ++i) {
        // Not made of the file's name, which may be as long as names can be.
        const std::string temporary =
            text_of(folder / fmt::format(".flatline-{}-{}", process_id(), i));
        error_ = 0;
        descriptor_ = open_descriptor(temporary, Opened::create);
        if (descriptor_ >= 0) {
            temporary_ = temporary;
            copy_mode(path_, descriptor_);  // a file that is replaced keeps it
            return;
        }
        error_ = errno;
        if (error_ != EEXIST) return;
    }
}

bool NewFile::write(const unsigned char* bytes, std::size_t size) {
    while (size > 0 && descriptor_ >= 0 && error_ == 0) {
        const std::int64_t sent = write_some(descriptor_, bytes, size);
        if (sent > 0) {
            bytes += sent;
            size -= static_cast<std::size_t>(sent);
        } else if (sent == 0 || errno != EINTR) {
            error_ = sent == 0 ? EIO : errno;
        }
    }
    return descriptor_ >= 0 && error_ == 0;
}

bool NewFile::commit() {
    if (descriptor_ < 0 || error_ != 0) return false;
    // A file system may find only now that there is no room.
    if (!sync_descriptor(descriptor_)) error_ = errno;
    if (!close_descriptor(descriptor_) && error_ == 0) error_ = errno;
    descriptor_ = -1;
    std::error_code error;
    if (error_ == 0) fs::rename(path_of(temporary_), path_of(path_), error);
    if (error) error_ = error.default_error_condition().value();
    if (error_ != 0) return false;
    temporary_.clear();
    return true;
}

}  // namespace flatline::tool
