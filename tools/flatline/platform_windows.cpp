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

#include "platform.hpp"

namespace flatline::tool {
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

std::FILE* open_stream(const std::string& path) { return ::_wfopen(path_of(path).c_str(), L"rb"); }

int open_descriptor(const std::string& path, Opened how) {
    const int flags = how == Opened::create ? _O_WRONLY | _O_CREAT | _O_EXCL : _O_RDONLY;
    return ::_wopen(path_of(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

bool close_descriptor(int descriptor) { return ::_close(descriptor) == 0; }

std::int64_t read_some(int descriptor, void* out, std::size_t size) {
    return ::_read(descriptor, out, static_cast<unsigned>(std::min(size, kMostBytes)));
}

std::int64_t write_some(int descriptor, const void* bytes, std::size_t size) {
    const int written =
        ::_write(descriptor, bytes, static_cast<unsigned>(std::min(size, kMostBytes)));
    // Of a pipe that nobody reads any more the C library says that an argument is wrong.
    if (written < 0 && errno == EINVAL &&
        ::GetFileType(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor))) == FILE_TYPE_PIPE) {
        errno = EPIPE;
    }
    return written;
}

bool wait_to_read(int, int) { return true; }

bool sync_descriptor(int descriptor) { return ::_commit(descriptor) == 0; }

void copy_mode(const std::string&, int) {}

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

HoldSignals::HoldSignals() = default;
HoldSignals::~HoldSignals() = default;

}  // namespace flatline::tool
#endif
