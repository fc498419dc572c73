#include "input_file.hpp"

#include <cerrno>

#include "platform.hpp"

namespace flatline::tool {

InputFile::InputFile(const std::string& path) : descriptor_(open_to_read(path)) {
    if (descriptor_ >= 0) return;
    wrong_ = errno == ENOENT   ? "no such file"
             : errno == EINVAL ? "not a regular file"
                               : "cannot be opened";
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) close_descriptor(descriptor_);
}

std::size_t InputFile::read(void* out, std::size_t size) {
    std::size_t all = 0;
    while (descriptor_ >= 0 && all < size) {
        const std::int64_t got = read_some(descriptor_, static_cast<char*>(out) + all, size - all);
        if (got > 0) {
            all += static_cast<std::size_t>(got);
        } else if (got == 0 || errno != EINTR) {
            if (got < 0) wrong_ = "cannot be read";
            break;
        }
    }
    return all;
}

std::string first_bytes(const std::string& path, std::size_t most) {
    InputFile file(path);
    std::string bytes(most, '\0');
    bytes.resize(file.read(bytes.data(), bytes.size()));
    return bytes;
}

}  // namespace flatline::tool
