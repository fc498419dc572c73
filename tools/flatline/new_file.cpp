#include "new_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 100;
// What POSIX and the C libraries of Windows call standard output and standard error.
constexpr int kStreams[] = {1, 2};

/// Also of two spellings of a file that is not there yet.
bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code error;
    const fs::path one = path_of(a);
    const fs::path other = path_of(b);
    if (a == b || fs::equivalent(one, other, error)) return true;
    const fs::path whole = fs::weakly_canonical(fs::absolute(one, error), error);
    return !error && whole == fs::weakly_canonical(fs::absolute(other, error), error);
}

/// What is wrong with the path and with what stands there; "" if nothing is.
std::string wrong_place(const WantedFile& wanted, bool force) {
    const std::string& path = wanted.path;
    if (path.empty() || path == "-") {
        return fmt::format("{}: the name of a file is needed", wanted.option);
    }
    std::error_code error;
    const fs::file_status status = fs::status(path_of(path), error);
    const std::string name = printable(path);
    if (status.type() == fs::file_type::not_found) {
        if (!fs::is_symlink(fs::symlink_status(path_of(path), error))) return "";
        return fmt::format("{}: a symbolic link to nothing", name);
    }
    if (status.type() == fs::file_type::none) return fmt::format("{}: {}", name, error.message());
    if (!fs::is_regular_file(status)) return fmt::format("{}: not a regular file", name);
    for (const std::string& kept : wanted.kept) {
        if (is_same_file(path, kept)) {
            return fmt::format("{}: {} would replace what the run reads", name, wanted.option);
        }
    }
    for (const int stream : kStreams) {
        if (is_open_as(stream, path)) {
            return fmt::format("{}: what is printed goes there already", name);
        }
    }
    if (force) return "";
    if (wanted.is_earlier == nullptr) return fmt::format("{} exists; --force replaces it", name);
    if (wanted.is_earlier(path)) return "";
    return fmt::format("{} exists, and no earlier {} of this kind wrote it; --force replaces it",
                       name, wanted.option);
}

}  // namespace

std::optional<std::string> wrong_new_files(const std::vector<WantedFile>& wanted, bool force) {
    for (auto file = wanted.begin(); file != wanted.end(); ++file) {
        if (std::string wrong = wrong_place(*file, force); !wrong.empty()) return wrong;
        const auto twin = std::find_if(wanted.begin(), file, [&](const WantedFile& other) {
            return is_same_file(other.path, file->path);
        });
        if (twin != file) {
            return fmt::format("{}: two files of this run would be one: {} and {}",
                               printable(file->path), twin->option, file->option);
        }
        if (const NewFile probe(*file, force); probe.error() != 0) {
            return fmt::format("cannot write {}: {}", printable(file->path),
                               std::strerror(probe.error()));
        }
    }
    return std::nullopt;
}

NewFile::NewFile(const WantedFile& wanted, bool force)
    : path_(wanted.path), is_earlier_(wanted.is_earlier), force_(force) {
    std::error_code error;
    const fs::path target = fs::canonical(path_of(path_), error);
    if (!error) path_ = text_of(target);
    open_temporary();
}

NewFile::~NewFile() {
    if (descriptor_ >= 0) close_descriptor(descriptor_);
}

void NewFile::open_temporary() {
    const fs::path folder = path_of(path_).parent_path();
    for (int i = 0; i < kTries; ++i) {
        error_ = 0;
        // Not made of the file's name, which may be as long as names can be.
        descriptor_ =
            temporary_.create(text_of(folder / fmt::format(".flatline-{}-{}", process_id(), i)));
        if (descriptor_ >= 0) {
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
    // Somebody else may have made a file there since the run began.
    const bool replaces = force_ || (is_earlier_ != nullptr && is_earlier_(path_));
    if (error_ == 0 && !temporary_.rename(path_, replaces)) error_ = errno;
    return error_ == 0;
}

}  // namespace flatline::engine::tool
