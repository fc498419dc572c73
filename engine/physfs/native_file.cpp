#include "physfs/native_file.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "physfs/native_path.hpp"

#if defined(_WIN32)
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <filesystem>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#endif

namespace flatline::engine::physfs {
namespace {

constexpr std::intptr_t kNone = -1;

#if defined(_WIN32)

static_assert(sizeof(HANDLE) == sizeof(std::intptr_t));

HANDLE handle_of(std::intptr_t handle) noexcept { return reinterpret_cast<HANDLE>(handle); }

void close_handle(std::intptr_t handle) noexcept { ::CloseHandle(handle_of(handle)); }

/// The file and its size, or kNone.
std::intptr_t open_regular(const char* folder, const char* path, std::uint64_t& size,
                           bool& no_memory) noexcept {
    List<char> whole;
    no_memory = !join({folder, "/", path}, whole);
    if (no_memory) return kNone;
    const HANDLE file =
        ::CreateFileW(windows_path(whole.data()).c_str(), GENERIC_READ,
                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                      OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (file == INVALID_HANDLE_VALUE) return kNone;
    constexpr DWORD kOther = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    BY_HANDLE_FILE_INFORMATION about = {};
    if (::GetFileType(file) == FILE_TYPE_DISK && ::GetFileInformationByHandle(file, &about) != 0 &&
        (about.dwFileAttributes & kOther) == 0) {
        size = std::uint64_t{about.nFileSizeHigh} << 32 | about.nFileSizeLow;
        return reinterpret_cast<std::intptr_t>(file);
    }
    ::CloseHandle(file);
    return kNone;
}

/// How many bytes came; 0 at the end and where it failed.
std::uint64_t read_some(std::intptr_t handle, std::uint64_t offset, void* out,
                        std::uint64_t size) noexcept {
    OVERLAPPED at = {};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32);
    const auto wanted = static_cast<DWORD>(std::min<std::uint64_t>(size, 1u << 30));
    DWORD got = 0;
    return ::ReadFile(handle_of(handle), out, wanted, &got, &at) != 0 ? got : 0;
}

#else

// A folder on the way needs no right to be listed.
#if defined(O_PATH)
constexpr int kThrough = O_PATH;
#elif defined(O_SEARCH)
constexpr int kThrough = O_SEARCH;
#else
constexpr int kThrough = O_RDONLY;
#endif

void close_handle(std::intptr_t handle) noexcept { ::close(static_cast<int>(handle)); }

int folder_at(int above, const char* name, int follow) noexcept {
    return ::openat(above, name, kThrough | O_DIRECTORY | O_CLOEXEC | follow);
}

/// The file and its size, or kNone.
std::intptr_t open_regular(const char* folder, const char* path, std::uint64_t& size,
                           bool& no_memory) noexcept {
    std::string_view rest = path;
    List<char> name;
    int at = folder_at(AT_FDCWD, folder, 0);
    int file = -1;
    while (at >= 0 && !no_memory) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        const bool is_last = part.size() == rest.size();
        no_memory = !join({part}, name);
        int next = -1;
        if (no_memory) {
            // the caller reports it
        } else if (is_last) {
            file = ::openat(at, name.data(),
                            O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
        } else {
            next = folder_at(at, name.data(), O_NOFOLLOW);
        }
        ::close(at);
        at = next;
        if (!is_last) rest.remove_prefix(part.size() + 1);
    }
    struct stat status = {};
    if (file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        size = static_cast<std::uint64_t>(status.st_size);
        return file;
    }
    if (file >= 0) ::close(file);
    return kNone;
}

/// How many bytes came; 0 at the end and where it failed.
std::uint64_t read_some(std::intptr_t handle, std::uint64_t offset, void* out,
                        std::uint64_t size) noexcept {
    if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) return 0;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, SSIZE_MAX));
    ssize_t got = 0;
    do {
        got = ::pread(static_cast<int>(handle), out, wanted, static_cast<off_t>(offset));
    } while (got < 0 && errno == EINTR);
    return got > 0 ? static_cast<std::uint64_t>(got) : 0;
}

#endif

}  // namespace

std::unique_ptr<NativeFile> NativeFile::open(const char* folder, const char* path,
                                             bool& no_memory) noexcept {
    no_memory = false;
    std::uint64_t size = 0;
    const std::intptr_t handle = open_regular(folder, path, size, no_memory);
    if (handle == kNone) return nullptr;
    std::unique_ptr<NativeFile> file(new (std::nothrow) NativeFile(handle, size));
    no_memory = file == nullptr;
    if (no_memory) close_handle(handle);
    return file;
}

NativeFile::~NativeFile() { close_handle(handle_); }

std::uint64_t NativeFile::read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept {
    auto* const bytes = static_cast<unsigned char*>(out);
    std::uint64_t all = 0;
    while (all < size) {
        const std::uint64_t got = read_some(handle_, offset + all, bytes + all, size - all);
        if (got == 0) break;
        all += got;
    }
    return all;
}

}  // namespace flatline::engine::physfs
