// Loaded before a program (LD_PRELOAD), it makes happen in a moment what else happens between two
// calls of the system. For glibc.
//
//   FLATLINE_SWAP=NAME      whatever opens a file of this name finds a FIFO in its place
//   FLATLINE_SIGNAL=N       where a written file is brought to the disk, the process gets signal N
//   FLATLINE_SIGNAL_MADE=N  the moment a temporary file of the program is there, it gets signal N
//   FLATLINE_APPEAR=PATH    there, too, somebody else makes this file
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

template <class Function>
Function next(const char* name) noexcept {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void swap(int folder, const char* path) noexcept {
    const char* const name = std::getenv("FLATLINE_SWAP");
    if (name == nullptr) return;
    const std::string text(path);
    if (text.substr(text.find_last_of('/') + 1) != name) return;
    unlinkat(folder, path, 0);
    mkfifoat(folder, path, 0600);
}

using Open = int (*)(const char*, int, ...);
using OpenAt = int (*)(int, const char*, int, ...);
using OpenStream = std::FILE* (*)(const char*, const char*);

int open_as(const char* call, const char* path, int flags, mode_t mode) noexcept {
    swap(AT_FDCWD, path);
    const int file = next<Open>(call)(path, flags, mode);
    const char* const signal = std::getenv("FLATLINE_SIGNAL_MADE");
    const bool is_new = file >= 0 && (flags & O_CREAT) != 0;
    if (signal != nullptr && is_new && std::string(path).find("/.flatline-") != std::string::npos) {
        kill(getpid(), std::atoi(signal));
    }
    return file;
}

int open_at_as(const char* call, int folder, const char* path, int flags, mode_t mode) noexcept {
    swap(folder, path);
    return next<OpenAt>(call)(folder, path, flags, mode);
}

// The mode is there only where a file may be made.
mode_t mode_of(int flags, std::va_list rest) noexcept {
    return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as("open64", path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_at_as("openat", folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_at_as("openat64", folder, path, flags, mode);
}
int __open_2(const char* path, int flags) { return open_as("__open_2", path, flags, 0); }
int __open64_2(const char* path, int flags) { return open_as("__open64_2", path, flags, 0); }
int __openat_2(int folder, const char* path, int flags) {
    return open_at_as("__openat_2", folder, path, flags, 0);
}
int __openat64_2(int folder, const char* path, int flags) {
    return open_at_as("__openat64_2", folder, path, flags, 0);
}
std::FILE* fopen(const char* path, const char* how) {
    swap(AT_FDCWD, path);
    return next<OpenStream>("fopen")(path, how);
}
std::FILE* fopen64(const char* path, const char* how) {
    swap(AT_FDCWD, path);
    return next<OpenStream>("fopen64")(path, how);
}

int fsync(int file) {
    if (const char* const path = std::getenv("FLATLINE_APPEAR")) {
        const int made = next<Open>("open")(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (made >= 0) close(made);
    }
    if (const char* const signal = std::getenv("FLATLINE_SIGNAL"))
        kill(getpid(), std::atoi(signal));
    return next<int (*)(int)>("fsync")(file);
}
}
