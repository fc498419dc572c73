#if defined(_WIN32)
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
// clang-format off
#include <windows.h>
#include <shellapi.h>
// clang-format on
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

// The calls of the C library take at most this many bytes.
constexpr std::size_t kMostBytes = 1u << 30;

void (*hear_end)(int signal) = nullptr;

extern "C" void hear_and_stay(int signal) {
    std::signal(signal, hear_and_stay);  // the system forgets it when it calls it
    hear_end(signal);
}

std::string utf8_of(const wchar_t* text) {
    const int size = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    if (size <= 0) return {};
    std::string out(static_cast<std::size_t>(size), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), size, nullptr, nullptr);
    out.pop_back();  // the NUL
    return out;
}

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

/// Held as long as there is a temporary file. Ctrl-C and the like come on a thread of their own.
std::mutex temporary_is_there;

BOOL WINAPI wait_for_temporary(DWORD) {
    const std::lock_guard lock(temporary_is_there);
    return FALSE;  // to what hears it otherwise
}

}  // namespace

std::filesystem::path path_of(std::string_view text) {
    const int most = static_cast<int>(std::min(text.size(), kMostBytes));
    std::wstring wide(static_cast<std::size_t>(most), L'\0');
    const int size = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), most, wide.data(), most);
    wide.resize(static_cast<std::size_t>(std::max(size, 0)));
    return wide;
}

// With '/' between the parts, as archives have it and the rest of the program expects.
std::string text_of(const std::filesystem::path& path) {
    return utf8_of(path.generic_wstring().c_str());
}

int open_to_read(const std::string& path) {
    const int descriptor = ::_wopen(path_of(path).c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) return -1;
    // A pipe and a device have names too.
    if (::GetFileType(handle_of(descriptor)) == FILE_TYPE_DISK) return descriptor;
    ::_close(descriptor);
    errno = EINVAL;
    return -1;
}

int create_file(const std::string& path) {
    return ::_wopen(path_of(path).c_str(),
                    _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                    _S_IREAD | _S_IWRITE);
}

std::FILE* create_nameless() { return std::tmpfile(); }

bool close_descriptor(int descriptor) { return ::_close(descriptor) == 0; }

std::int64_t read_some(int descriptor, void* out, std::size_t size) {
    return ::_read(descriptor, out, static_cast<unsigned>(std::min(size, kMostBytes)));
}

std::int64_t write_some(int descriptor, const void* bytes, std::size_t size) {
    const int written =
        ::_write(descriptor, bytes, static_cast<unsigned>(std::min(size, kMostBytes)));
    // Of a pipe that nobody reads any more the C library says that an argument is wrong.
    if (written < 0 && errno == EINVAL && ::GetFileType(handle_of(descriptor)) == FILE_TYPE_PIPE) {
        errno = EPIPE;
    }
    return written;
}

bool wait_to_read(int, int) { return true; }

bool sync_descriptor(int descriptor) { return ::_commit(descriptor) == 0; }

void copy_mode(const std::string&, int) {}

bool rename_file(const std::string& from, const std::string& to, bool replaces) {
    const DWORD flags = replaces ? MOVEFILE_REPLACE_EXISTING : 0;
    if (::MoveFileExW(path_of(from).c_str(), path_of(to).c_str(), flags) != 0) return true;
    const std::error_code error(static_cast<int>(::GetLastError()), std::system_category());
    errno = error.default_error_condition().value();
    return false;
}

bool is_open_as(int descriptor, const std::string& path) {
    BY_HANDLE_FILE_INFORMATION open = {};
    BY_HANDLE_FILE_INFORMATION named = {};
    const int other = open_to_read(path);
    const bool known = other >= 0 &&
                       ::GetFileInformationByHandle(handle_of(descriptor), &open) != 0 &&
                       ::GetFileInformationByHandle(handle_of(other), &named) != 0;
    if (other >= 0) ::_close(other);
    return known && open.dwVolumeSerialNumber == named.dwVolumeSerialNumber &&
           open.nFileIndexHigh == named.nFileIndexHigh && open.nFileIndexLow == named.nFileIndexLow;
}

int descriptor_of(std::FILE* file) { return ::_fileno(file); }

bool rewind_descriptor(int descriptor) { return ::_lseeki64(descriptor, 0, SEEK_SET) == 0; }

bool is_terminal(int descriptor) { return ::_isatty(descriptor) != 0; }

std::size_t terminal_width() {
    CONSOLE_SCREEN_BUFFER_INFO info = {};
    const bool is_known =
        ::GetConsoleScreenBufferInfo(::GetStdHandle(STD_ERROR_HANDLE), &info) != 0;
    return is_known ? static_cast<std::size_t>(std::max<int>(info.dwSize.X, 1)) : 80;
}

bool can_overwrite_line() { return true; }

std::uint64_t process_id() { return ::GetCurrentProcessId(); }

std::vector<std::string> begin_process(int argc, char** argv) {
    for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
    int count = 0;
    wchar_t** const wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    if (wide == nullptr) return {argv, argv + argc};
    std::vector<std::string> arguments;
    for (int i = 0; i < count; ++i) arguments.push_back(utf8_of(wide[i]));
    ::LocalFree(wide);
    return arguments;
}

void on_end_signals(void (*hear)(int signal)) {
    hear_end = hear;
    for (const int signal : {SIGINT, SIGTERM}) {
        if (std::signal(signal, hear_and_stay) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

void end_at_once(int code) { ::_exit(code); }

TemporaryGuard::TemporaryGuard() {
    temporary_is_there.lock();
    ::SetConsoleCtrlHandler(wait_for_temporary, TRUE);
}

TemporaryGuard::~TemporaryGuard() {
    if (is_there_) ::DeleteFileW(path_of(path_).c_str());
    temporary_is_there.unlock();
    ::SetConsoleCtrlHandler(wait_for_temporary, FALSE);
}

int TemporaryGuard::create(const std::string& path) {
    path_ = path;
    const int descriptor = create_file(path);
    is_there_ = descriptor >= 0;
    return descriptor;
}

bool TemporaryGuard::rename(const std::string& to, bool replaces) {
    if (!rename_file(path_, to, replaces)) return false;
    is_there_ = false;
    return true;
}

}  // namespace flatline::engine::tool
#endif
