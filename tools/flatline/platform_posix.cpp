#if !defined(_WIN32)
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#include <sys/mman.h>
#endif

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

// Of a fault of the program itself: held back, the program would only end without a handler.
constexpr int kFaults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
// These stop the program, and it goes on later.
constexpr int kStops[] = {SIGTSTP, SIGTTIN, SIGTTOU};

// What handlers may touch: the path of the temporary file, and what faults did before.
std::atomic<const char*> temporary = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free);
struct sigaction faults_before[std::size(kFaults)];

void remove_temporary() {
    if (const char* const path = temporary.exchange(nullptr)) ::unlink(path);
}

/// The signal comes again when this returns, and does what it did before.
extern "C" void remove_and_fault(int signal) {
    const int error = errno;
    remove_temporary();
    for (std::size_t i = 0; i < std::size(kFaults); ++i) {
        if (kFaults[i] == signal) ::sigaction(signal, &faults_before[i], nullptr);
    }
    ::raise(signal);
    errno = error;
}

/// The maps of one run are loaded one after the other. glibc would give the memory of each back to
/// the system and have it again for the next, 4 KB at a time: 1,700 page faults for the 32 maps of
/// freedoom2.wad, two thirds of the time of `info` on a virtual machine. So it keeps what is freed
/// and has the heap by large pages.
void keep_freed_memory() {
#if defined(__GLIBC__)
    constexpr std::size_t kLargePage = 2u << 20;
    constexpr std::size_t kHeap = 4 * kLargePage;
    ::mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes
    ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
    ::mallopt(M_TOP_PAD, static_cast<int>(kHeap));
    void* const heap = std::malloc(kHeap);
    if (heap == nullptr) return;
    const auto at = reinterpret_cast<std::uintptr_t>(heap);
    const std::uintptr_t begin = (at + kLargePage - 1) & ~std::uintptr_t{kLargePage - 1};
    const std::uintptr_t end = (at + kHeap) & ~std::uintptr_t{kLargePage - 1};
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
    std::free(heap);
#endif
}

bool is_regular(const struct stat& status) { return S_ISREG(status.st_mode); }

}  // namespace

std::filesystem::path path_of(std::string_view text) { return text; }

std::string text_of(const std::filesystem::path& path) { return path.native(); }

int open_to_read(const std::string& path) {
    // To open a device may do something to it.
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return -1;
    // Between the two calls anything may take the place of the file.
    const int descriptor = is_regular(status)
                               ? ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
                               : -1;
    if (descriptor >= 0 && ::fstat(descriptor, &status) != 0) status = {};
    if (is_regular(status)) return descriptor;
    if (descriptor >= 0) ::close(descriptor);
    errno = EINVAL;
    return -1;
}

int create_file(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

std::FILE* create_nameless() { return std::tmpfile(); }

bool close_descriptor(int descriptor) { return ::close(descriptor) == 0; }

std::int64_t read_some(int descriptor, void* out, std::size_t size) {
    return ::read(descriptor, out, size);
}

std::int64_t write_some(int descriptor, const void* bytes, std::size_t size) {
    return ::write(descriptor, bytes, size);
}

bool wait_to_read(int descriptor, int milliseconds) {
    pollfd input = {descriptor, POLLIN, 0};
    const int ready = ::poll(&input, 1, milliseconds);
    return ready > 0 || (ready < 0 && errno != EINTR);
}

bool sync_descriptor(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

void copy_mode(const std::string& path, int descriptor) {
    struct stat old {};
    if (::stat(path.c_str(), &old) == 0) ::fchmod(descriptor, old.st_mode & 0777);
}

bool rename_file(const std::string& from, const std::string& to, bool replaces) {
    if (replaces) return ::rename(from.c_str(), to.c_str()) == 0;
    // A link never takes the place of anything.
    if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0;
    if (errno == EEXIST) return false;
    struct stat there {};  // a file system without links
    if (::lstat(to.c_str(), &there) != 0) return ::rename(from.c_str(), to.c_str()) == 0;
    errno = EEXIST;
    return false;
}

bool is_open_as(int descriptor, const std::string& path) {
    struct stat open {};
    struct stat named {};
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

int descriptor_of(std::FILE* file) { return ::fileno(file); }

bool rewind_descriptor(int descriptor) { return ::lseek(descriptor, 0, SEEK_SET) == 0; }

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::size_t terminal_width() {
    winsize size = {};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return is_known ? size.ws_col : 80;
}

bool can_overwrite_line() {
    const char* kind = std::getenv("TERM");
    return kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

std::uint64_t process_id() { return static_cast<std::uint64_t>(::getpid()); }

std::vector<std::string> begin_process(int argc, char** argv) {
    // PhysFS does not start for a user without a home, as in a container, though nothing is read
    // there.
    ::setenv("HOME", "/", 0);
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    keep_freed_memory();
    return {argv, argv + argc};
}

void on_end_signals(void (*hear)(int signal)) {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction now {};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        struct sigaction own {};
        own.sa_handler = hear;
        ::sigemptyset(&own.sa_mask);
        ::sigaction(signal, &own, nullptr);
    }
}

void end_at_once(int code) {
    remove_temporary();
    ::_exit(code);
}

TemporaryGuard::TemporaryGuard() {
    sigset_t held;
    ::sigfillset(&held);
    for (const int signal : kFaults) ::sigdelset(&held, signal);
    for (const int signal : kStops) ::sigdelset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
    struct sigaction own {};
    own.sa_handler = remove_and_fault;
    ::sigemptyset(&own.sa_mask);
    for (std::size_t i = 0; i < std::size(kFaults); ++i) {
        ::sigaction(kFaults[i], &own, &faults_before[i]);
    }
}

TemporaryGuard::~TemporaryGuard() {
    remove_temporary();
    for (std::size_t i = 0; i < std::size(kFaults); ++i) {
        ::sigaction(kFaults[i], &faults_before[i], nullptr);
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int TemporaryGuard::create(const std::string& path) {
    path_ = path;
    // A fault that somebody sends waits until the handler knows the file.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    const int descriptor = create_file(path);
    const int error = errno;
    if (descriptor >= 0) temporary = path_.c_str();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return descriptor;
}

bool TemporaryGuard::rename(const std::string& to, bool replaces) {
    if (!rename_file(path_, to, replaces)) return false;
    temporary = nullptr;
    return true;
}

}  // namespace flatline::engine::tool
#endif
