#include "cache_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "input_file.hpp"
#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEntrySuffix = ".flatbake";
constexpr std::string_view kPartPrefix = ".flatbake-";
constexpr int kNameTries = 100;
constexpr std::chrono::hours kPartsLast{1};  // of a run that was killed

bool put_bytes(void* descriptor, const unsigned char* bytes, std::size_t size) {
    while (size > 0) {
        const std::int64_t sent = write_some(*static_cast<int*>(descriptor), bytes, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent == 0) errno = EIO;
        if (sent <= 0) return false;
        bytes += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

/// One entry of the folder.
struct CacheEntry {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type written;
};

}  // namespace

std::string CacheFolder::file_of(const std::string& name) const {
    return text_of(path_of(path_) / (name + std::string(kEntrySuffix)));
}

Buffer CacheFolder::read(const std::string& name, std::uint64_t most) const {
    const std::string path = file_of(name);
    InputFile file(path);
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path_of(path), error);
    if (*file.wrong() != '\0' || error || size == 0 || size > most) return Buffer();
    Buffer bytes = Buffer::allocate(static_cast<std::size_t>(size));
    if (bytes.data() != nullptr && file.read(bytes.data(), bytes.size()) != bytes.size()) {
        bytes.reset();
    }
    return bytes;
}

void CacheFolder::write(const std::string& name, const std::function<Status(const Sink&)>& give) {
    errno = 0;
    if (!write_file(name, give)) keep_error(errno);
}

// False with errno.
bool CacheFolder::write_file(const std::string& name,
                             const std::function<Status(const Sink&)>& give) {
    std::string part;
    int descriptor = -1;
    // A killed run of the same number may have left one of these.
    for (int i = 0; i < kNameTries && descriptor < 0; ++i) {
        part =
            text_of(path_of(path_) / fmt::format("{}{}-{}", kPartPrefix, process_id(), parts_++));
        descriptor = create_file(part);
        if (descriptor < 0 && errno == ENOENT && i == 0) {
            std::error_code error;
            fs::create_directories(path_of(path_), error);
            descriptor = create_file(part);
        }
        if (descriptor < 0 && errno != EEXIST) return false;
    }
    if (descriptor < 0) return false;
    const Status status = give(Sink{put_bytes, &descriptor});
    int error = status == Status::cancelled ? errno : 0;
    if (!close_descriptor(descriptor) && error == 0) error = errno;
    if (status == Status::ok && error == 0) {
        if (rename_file(part, file_of(name), true)) return true;
        error = errno;
    }
    std::error_code ignored;
    fs::remove(path_of(part), ignored);
    errno = error;
    return error == 0;  // what cannot be baked is no fault of the folder
}

void CacheFolder::keep_error(int error) {
    const std::lock_guard lock(mutex_);
    if (error_ == 0) error_ = error != 0 ? error : EIO;
}

int CacheFolder::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

// Another process may do the same at the same time; what is gone already is none of ours.
void CacheFolder::make_room() {
    std::error_code error;
    std::vector<CacheEntry> entries;
    std::uint64_t bytes = 0;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator at(path_of(path_), error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;
        const std::string name = text_of(at->path().filename());
        const bool is_part = name.compare(0, kPartPrefix.size(), kPartPrefix) == 0;
        if ((!is_part && at->path().extension() != kEntrySuffix) || !at->is_regular_file(gone)) {
            continue;
        }
        CacheEntry entry{at->path(), at->file_size(gone), at->last_write_time(gone)};
        if (gone) continue;
        if (is_part) {
            if (now - entry.written > kPartsLast) fs::remove(entry.path, gone);
            continue;
        }
        bytes += entry.bytes;
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const CacheEntry& a, const CacheEntry& b) {
        return a.written != b.written ? a.written < b.written : a.path < b.path;
    });
    for (const CacheEntry& entry : entries) {
        if (bytes <= limit_) break;
        std::error_code kept;
        fs::remove(entry.path, kept);
        if (kept) {
            keep_error(kept.value());
        } else {
            bytes -= entry.bytes;
        }
    }
}

}  // namespace flatline::engine::tool
