// platform.hpp: the differences of POSIX and Windows. Paths are UTF-8 on Windows, on POSIX the
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

namespace flatline::engine::tool {

/// A path as the system takes it, and back.
std::filesystem::path path_of(std::string_view text);
std::string text_of(const std::filesystem::path& path);

/// The only way to read a file by its name: a descriptor of a regular file that no child inherits,
/// or -1 with errno, which is EINVAL for anything else (a folder, a FIFO, a device). That is never
/// waited for, also where it takes the place of a file in this moment.
int open_to_read(const std::string& path);
/// The only ways to write one: a new file, -1 with errno where something has its name, and a file
/// without a name, which nothing can leave behind; null with errno.
int create_file(const std::string& path);
std::FILE* create_nameless();
bool close_descriptor(int descriptor);  // false with errno

/// How many bytes were read (0 at the end) or written, or -1 with errno.
std::int64_t read_some(int descriptor, void* out, std::size_t size);
std::int64_t write_some(int descriptor, const void* bytes, std::size_t size);
/// Waits until there is something to read, at most so long. False if the time is over.
bool wait_to_read(int descriptor, int milliseconds);

/// Brings what was written to the disk; false with errno.
bool sync_descriptor(int descriptor);
/// Gives the open file the mode of the one at `path`, where there is one, without the bits that let
/// a program run as somebody else.
void copy_mode(const std::string& path, int descriptor);
/// Gives the file another name. With `replaces` it takes the place of what has that name; else that
/// is EEXIST, also for what appeared in this moment. False with errno.
bool rename_file(const std::string& from, const std::string& to, bool replaces);
/// True if the descriptor is open and is the file at `path`.
bool is_open_as(int descriptor, const std::string& path);
int descriptor_of(std::FILE* file);
bool rewind_descriptor(int descriptor);
bool is_terminal(int descriptor);
/// Columns of the terminal after standard error.
std::size_t terminal_width();
/// Whether that terminal lets a line be written over.
bool can_overwrite_line();
std::uint64_t process_id();

/// Before anything else: a closed pipe and a file at its size limit are failed writes and no
/// signals; standard streams pass bytes as they are; HOME is set. Returns the arguments in UTF-8,
/// the program's name among them.
std::vector<std::string> begin_process(int argc, char** argv);

/// Calls `hear` for the first signal that asks the program to end, and for each after it. One that
/// the program was started to pass over stays without effect.
void on_end_signals(void (*hear)(int signal));
/// Leaves no temporary file.
[[noreturn]] void end_at_once(int code);

/// Sees to it that a temporary file goes with the program, whatever signal ends it but SIGKILL.
/// As long as this lives, signals that would end the program wait; one of a fault, which cannot
/// wait, removes the file first. One at a time, on a thread beside which there is no other.
class TemporaryGuard {
public:
    TemporaryGuard();
    TemporaryGuard(const TemporaryGuard&) = delete;
    TemporaryGuard& operator=(const TemporaryGuard&) = delete;
    ~TemporaryGuard();

    /// Opens a new file, as create_file does; there is none before.
    int create(const std::string& path);
    /// Gives it its own name, as rename_file does. Then it is no temporary file any more.
    bool rename(const std::string& to, bool replaces);

private:
    std::string path_;
#if defined(_WIN32)
    bool is_there_ = false;
#else
    sigset_t before_;
#endif
};

}  // namespace flatline::engine::tool
