#include "output.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const std::int64_t sent = write_some(descriptor, bytes.data(), bytes.size());
        if (sent > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (sent == 0 || errno != EINTR) {
            return sent == 0 ? EIO : errno;
        }
    }
    return 0;
}

}  // namespace

Output::Output(TakeBytes take, std::size_t capacity)
    : take_(std::move(take)), capacity_(capacity), buffer_(new char[capacity]) {}

Output::Output(int descriptor, std::size_t capacity, const LineGuard& guard)
    : Output([descriptor](std::string_view bytes) { return write_all(descriptor, bytes); },
             capacity) {
    guard_ = guard;
    is_terminal_ = tool::is_terminal(descriptor);
}

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

void Output::send(std::string_view bytes) {
    if (bytes.empty() || error_ != 0) return;
    was_sent_ = true;
    if (guard_.is_on()) {
        guarded_.clear();
        guard_.pass(bytes, guarded_);
        bytes = guarded_;
    }
    error_ = take_(bytes);
}

LineGuard workflow_guard(Notation notation, bool commands) {
    const char* const workflow = std::getenv("GITHUB_ACTIONS");
    const bool is_read = workflow != nullptr && *workflow != '\0';
    return is_read ? LineGuard(notation, commands) : LineGuard();
}

// Without a guard: the line begins with a word, and "##[" is taken apart.
void complain_at_once(std::string_view message) {
    const auto put = [](std::string_view bytes) { write_all(kStandardError, bytes); };
    put("flatline: ");
    int hashes = 0;
    escape(message, [&](std::string_view piece) {
        put(piece == "[" && hashes >= 2 ? "\\x5b" : piece);
        hashes = piece == "#" ? hashes + 1 : 0;
    });
    put("\n");
}

}  // namespace flatline::engine::tool
