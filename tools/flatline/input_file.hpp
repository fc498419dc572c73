// input_file.hpp: reads a file by its name, without the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace flatline::engine::tool {

/// A regular file, open for reading. Anything else that has its name (a folder, a FIFO, a device)
/// is not opened and not waited for.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    /// What is wrong with it, for people: why it was not opened, or that a read failed. Else "".
    const char* wrong() const { return wrong_; }
    /// How many bytes came, which are as many as wanted but at the end. Fewer where wrong() says
    /// so.
    std::size_t read(void* out, std::size_t size);

private:
    int descriptor_;
    const char* wrong_ = "";
};

/// Reads lines of bounded length out of a file.
class LineReader {
public:
    explicit LineReader(const std::string& path) : file_(path) {}

    /// As InputFile has it.
    const char* wrong() const { return file_.wrong(); }
    /// False at the end, and where a line is too long or cannot be read.
    bool next(std::string& line);
    bool failed() const { return failed_; }

private:
    InputFile file_;
    std::array<char, 1 << 16> buffer_;
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    bool failed_ = false;
};

/// The first bytes of a file, at most so many; "" if it cannot be read.
std::string first_bytes(const std::string& path, std::size_t most);

}  // namespace flatline::engine::tool
