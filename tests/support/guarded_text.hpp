// Bytes that end where readable memory ends: one read after them is a fault in any build. A
// sanitizer alone would not see a read that stays inside a larger allocation.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>

#include "model/view.hpp"

namespace guarded {

/// Room for texts of up to `capacity` bytes, followed by a page that nobody may touch.
class Page {
public:
    explicit Page(std::size_t capacity) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        readable_ = (capacity / page + 1) * page;
        size_ = readable_ + page;
        void* memory =
            mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        memory_ = static_cast<unsigned char*>(memory);
        mprotect(memory_ + readable_, page, PROT_NONE);
    }
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;
    ~Page() { munmap(memory_, size_); }

    /// A copy of `text` whose last byte is the last readable one; holds until the next put.
    flatline::engine::Bytes put(std::string_view text) {
        unsigned char* at = memory_ + readable_ - text.size();
        if (!text.empty()) std::memcpy(at, text.data(), text.size());
        return {at, text.size()};
    }

private:
    unsigned char* memory_ = nullptr;
    std::size_t readable_ = 0;
    std::size_t size_ = 0;
};

}  // namespace guarded
