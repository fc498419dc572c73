// output.hpp: writes bytes to a file descriptor, or to a function, through one large buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "escape.hpp"

namespace flatline::engine::tool {

/// Takes the bytes of a full buffer. Returns 0, or the errno of why they could not be written.
using TakeBytes = std::function<int(std::string_view)>;

// What POSIX and the C libraries of Windows call them; not every C++ library brings the names
// along.
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

/// Standard output, standard error or a file. A write that fails (a closed pipe, a full disk) is
/// remembered, and everything after it is dropped. Code that writes much asks failed() now and
/// then.
class Output {
public:
    Output(int descriptor, std::size_t capacity, const LineGuard& guard = {});
    Output(TakeBytes take, std::size_t capacity);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() { flush(); }

    void write(std::string_view bytes);
    void put(char c) {
        if (size_ == capacity_) flush();
        buffer_[size_++] = c;
    }
    void flush();

    bool failed() const { return error_ != 0; }
    /// Nothing more can be written, because of something else that failed.
    void fail(int error) { error_ = error_ == 0 ? error : error_; }
    /// The errno of the write that failed, or 0.
    int error() const { return error_; }
    bool is_terminal() const { return is_terminal_; }
    /// True as long as nothing was written, counting what is still in the buffer.
    bool is_empty() const { return !was_sent_ && size_ == 0; }

private:
    void send(std::string_view bytes);

    TakeBytes take_;
    LineGuard guard_;
    std::string guarded_;  // what guard_ made of a full buffer
    bool is_terminal_ = false;
    bool was_sent_ = false;
    int error_ = 0;
    std::size_t capacity_;
    std::size_t size_ = 0;
    std::unique_ptr<char[]> buffer_;
};

/// A guard that lets all pass, but where a workflow reads what is written (GITHUB_ACTIONS is set).
LineGuard workflow_guard(Notation notation, bool commands = false);

/// Writes "flatline: MESSAGE" to standard error when there may be no memory left: it allocates
/// nothing.
void complain_at_once(std::string_view message);

}  // namespace flatline::engine::tool
