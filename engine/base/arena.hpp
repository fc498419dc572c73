// Many small pieces of memory that live as long as each other.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "base/reservation.hpp"

namespace flatline::engine {

/// Pieces never move, also where the arena does. Move-only.
class Arena {
public:
    explicit Arena(const MemoryHooks& hooks) noexcept : hooks_(hooks) {}
    Arena(Arena&& other) noexcept { swap(other); }
    Arena& operator=(Arena&& other) noexcept {
        Arena(std::move(other)).swap(*this);
        return *this;
    }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() {
        while (last_ != nullptr) {
            const Reservation memory = std::move(last_->memory);
            last_ = last_->before;
        }
    }

    /// `bytes` bytes, aligned for any plain type; null if memory is out.
    [[nodiscard]] unsigned char* take(std::size_t bytes) noexcept {
        constexpr std::size_t kAlign = alignof(std::max_align_t);
        if (bytes > kMost) return nullptr;
        const std::size_t whole = (bytes + kAlign - 1) / kAlign * kAlign;
        if (whole > room_ && !add_block(whole)) return nullptr;
        unsigned char* const piece = at_;
        at_ += whole;
        room_ -= whole;
        return piece;
    }
    /// A copy with a NUL after it; false if memory is out.
    [[nodiscard]] bool keep(std::string_view text, std::string_view& kept) noexcept {
        auto* const copy = reinterpret_cast<char*>(take(text.size() + 1));
        if (copy == nullptr) return false;
        if (!text.empty()) std::memcpy(copy, text.data(), text.size());
        copy[text.size()] = '\0';
        kept = {copy, text.size()};
        return true;
    }

private:
    struct alignas(std::max_align_t) Block {
        Reservation memory;  // which this block lies in
        Block* before;
    };
    static constexpr std::size_t kFirst = 4096;
    static constexpr std::size_t kLargest = 1u << 20;
    static constexpr std::size_t kMost = static_cast<std::size_t>(-1) / 4;

    bool add_block(std::size_t bytes) noexcept {
        Reservation memory;
        const std::size_t least = bytes + sizeof(Block);
        const std::size_t wanted = next_ > least ? next_ : least;
        if (!memory.ensure(hooks_, wanted)) return false;
        unsigned char* const data = memory.data();
        last_ = new (data) Block{std::move(memory), last_};
        at_ = data + sizeof(Block);
        room_ = wanted - sizeof(Block);
        if (next_ < kLargest) next_ *= 2;
        return true;
    }
    void swap(Arena& other) noexcept {
        std::swap(hooks_, other.hooks_);
        std::swap(last_, other.last_);
        std::swap(at_, other.at_);
        std::swap(room_, other.room_);
        std::swap(next_, other.next_);
    }

    MemoryHooks hooks_;
    Block* last_ = nullptr;
    unsigned char* at_ = nullptr;
    std::size_t room_ = 0;
    std::size_t next_ = kFirst;
};

}  // namespace flatline::engine
