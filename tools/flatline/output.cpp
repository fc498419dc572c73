#include "output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace flatline::tool {

Output::Output(int descriptor, std::size_t capacity)
    : descriptor_(descriptor), capacity_(capacity), buffer_(new char[capacity]) {}

void Output::write(std::string_view bytes) {
    if (bytes.size() > capacity_ - size_) {
        flush();
        if (bytes.size() > capacity_) {
            send(bytes);
            return;
        }
    }
    std::memcpy(buffer_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
}

void Output::flush() {
    send({buffer_.get(), size_});
    size_ = 0;
}

bool Output::is_terminal() const { return isatty(descriptor_) == 1; }

void Output::send(std::string_view bytes) {
    while (!bytes.empty() && error_ == 0) {
        const ssize_t sent = ::write(descriptor_, bytes.data(), bytes.size());
        if (sent > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (sent == 0 || errno != EINTR) {
            error_ = sent == 0 ? EIO : errno;
        }
    }
}

}  // namespace flatline::tool
