#include "new_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

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
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
        if (!fs::is_symlink(fs::symlink_status(path, error))) return std::nullopt;
        return fmt::format("{}: a symbolic link to nothing", printable(path));
    }
    if (!fs::is_regular_file(status)) {
        return fmt::format("{}: not a regular file", printable(path));
    }
    if (force) return std::nullopt;
    return fmt::format("{} exists; --force replaces it", printable(path));
}

NewFile::NewFile(const std::string& path) : path_(path) {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ends, signal);
    ::pthread_sigmask(SIG_BLOCK, &ends, &signals_before_);
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    if (!error) path_ = target.native();
    open_temporary();
}

NewFile::~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    ::pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
}

void NewFile::open_temporary() {
    const fs::path folder = fs::path(path_).parent_path();
    for (int i = 0; i < kTries; ++i) {
        // Not made of the file's name, which may be as long as names can be.
        const std::string temporary =
            (folder / fmt::format(".flatline-{}-{}", ::getpid(), i)).native();
        error_ = 0;
        descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ >= 0) {
            temporary_ = temporary;
            struct stat old {};
            // A file that is replaced keeps its mode.
            if (::stat(path_.c_str(), &old) == 0) ::fchmod(descriptor_, old.st_mode & 07777);
            return;
        }
        error_ = errno;
        if (error_ != EEXIST) return;
    }
}

bool NewFile::write(const unsigned char* bytes, std::size_t size) {
    while (size > 0 && descriptor_ >= 0 && error_ == 0) {
        const ssize_t sent = ::write(descriptor_, bytes, size);
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
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) error_ = errno;
    if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
    descriptor_ = -1;
    if (error_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) error_ = errno;
    if (error_ != 0) return false;
    temporary_.clear();
    return true;
}

}  // namespace flatline::tool
