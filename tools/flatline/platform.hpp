// platform.hpp: what POSIX and Windows do differently. Paths are UTF-8 on Windows, on POSIX the
// bytes that the system has.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::tool {

/// A path as the system takes it, and back.
std::filesystem::path path_of(std::string_view text);
std::string text_of(const std::filesystem::path& path);

/// fopen, and open without inheritance. Descriptors are -1 where the file cannot be opened.
/// `create` makes a new file for writing and fails where one is there; else a file is opened for
/// reading, and a FIFO is not waited for.
std::FILE* open_stream(const std::string& path);
enum class Opened : bool { to_read, create };
int open_descriptor(const std::string& path, Opened how);
bool close_descriptor(int descriptor);  // false with errno

/// How many bytes were read (0 at the end) or written, or -1 with errno.
std::int64_t read_some(int descriptor, void* out, std::size_t size);
std::int64_t write_some(int descriptor, const void* bytes, std::size_t size);
/// Waits until there is something to read, at most so long. False where the time is over.
bool wait_to_read(int descriptor, int milliseconds);

/// Brings what was written to the disk; false with errno.
bool sync_descriptor(int descriptor);
/// Gives the open file the mode of the one at `path`, where there is one.
void copy_mode(const std::string& path, int descriptor);
int descriptor_of(std::FILE* file);
bool rewind_descriptor(int descriptor);
bool is_terminal(int descriptor);
/// Columns of the terminal behind standard error.
std::size_t terminal_width();
/// Whether that terminal lets a line be written over.
bool can_overwrite_line();
std::uint64_t process_id();

/// Before anything else: a closed pipe and a file at its size limit are failed writes and no
/// signals; standard streams pass bytes as they are. Returns the arguments in UTF-8, the program's
/// name among them.
std::vector<std::string> begin_process(int argc, char** argv);

/// Calls `hear` for the first signal that asks the program to end, and for each after it. One that
/// the program was started to pass over stays without effect.
void on_end_signals(void (*hear)(int signal));
[[noreturn]] void end_at_once(int code);

/// Signals that would end the program wait as long as this lives.
class HoldSignals {
public:
    HoldSignals();
    HoldSignals(const HoldSignals&) = delete;
    HoldSignals& operator=(const HoldSignals&) = delete;
    ~HoldSignals();

#if !defined(_WIN32)
private:
    sigset_t before_;
#endif
};

}  // namespace flatline::tool
