#if !defined(_WIN32)
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "platform.hpp"

namespace flatline::tool {
namespace {

constexpr int kEndSignals[] = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

std::filesystem::path path_of(std::string_view text) { return text; }

std::string text_of(const std::filesystem::path& path) { return path.native(); }

std::FILE* open_stream(const std::string& path) { return std::fopen(path.c_str(), "rb"); }

int open_descriptor(const std::string& path, Opened how) {
    const int flags = how == Opened::create ? O_WRONLY | O_CREAT | O_EXCL : O_RDONLY | O_NONBLOCK;
    return ::open(path.c_str(), flags | O_CLOEXEC, 0666);
}

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
    if (::stat(path.c_str(), &old) == 0) ::fchmod(descriptor, old.st_mode & 07777);
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
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
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

void end_at_once(int code) { ::_exit(code); }

HoldSignals::HoldSignals() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int signal : kEndSignals) ::sigaddset(&ends, signal);
    ::pthread_sigmask(SIG_BLOCK, &ends, &before_);
}

HoldSignals::~HoldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace flatline::tool
#endif
