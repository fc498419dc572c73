#include "input_file.hpp"

#include <cerrno>
#include <cstring>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kMostLine = 1u << 20;  // a path and a sentence have thousands of bytes

}  // namespace

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

bool LineReader::next(std::string& line) {
    line.clear();
    while (line.size() <= kMostLine) {
        if (at_ == size_) {
            size_ = file_.read(buffer_.data(), buffer_.size());
            at_ = 0;
            if (size_ == 0) {
                failed_ |= *file_.wrong() != '\0';
                return !line.empty() && !failed_;
            }
        }
        const char* const from = buffer_.data() + at_;
        const void* const end = std::memchr(from, '\n', size_ - at_);
        const std::size_t length =
            end == nullptr ? size_ - at_
                           : static_cast<std::size_t>(static_cast<const char*>(end) - from);
        line.append(from, length);
        at_ += length + (end != nullptr);
        if (end != nullptr) return true;
    }
    failed_ = true;
    return false;
}

std::string first_bytes(const std::string& path, std::size_t most) {
    InputFile file(path);
    std::string bytes(most, '\0');
    bytes.resize(file.read(bytes.data(), bytes.size()));
    return bytes;
}

}  // namespace flatline::engine::tool
