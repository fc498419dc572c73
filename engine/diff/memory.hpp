// Working memory of a comparison: charged, taken through the host's hooks, given back at the end of
// the scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "model/memory.hpp"

namespace flatline::engine::compare {

/// Where all memory of one comparison comes from, and why there is no more.
class Memory {
public:
    Memory(const MemoryHooks& hooks, std::uint64_t limit) noexcept
        : hooks_(hooks), budget_(limit) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    [[nodiscard]] bool take(std::uint64_t bytes, Reservation& memory) noexcept {
        const std::uint64_t room = budget_.announced() - budget_.used();
        if (bytes > room) budget_.announce(bytes - room);
        if (!budget_.charge(bytes)) {
            outcome_ = Outcome::over_limit;
            return false;
        }
        if (memory.ensure(hooks_, bytes)) return true;
        budget_.rewind(budget_.used() - bytes);
        outcome_ = Outcome::out_of_memory;
        return false;
    }
    void give_back(std::uint64_t bytes) noexcept { budget_.rewind(budget_.used() - bytes); }
    void cancel() noexcept { outcome_ = Outcome::cancelled; }

    const Budget& budget() const noexcept { return budget_; }
    Outcome outcome() const noexcept { return outcome_; }

private:
    MemoryHooks hooks_;
    Budget budget_;
    Outcome outcome_ = Outcome::ok;
};

/// An array of plain elements, not initialised. It may not outlive its memory. Move-only.
template <class T>
class Table {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    Table() noexcept = default;
    Table(Table&& other) noexcept { swap(other); }
    Table& operator=(Table&& other) noexcept {
        Table(std::move(other)).swap(*this);
        return *this;
    }
    ~Table() { release(); }

    [[nodiscard]] bool take(Memory& memory, std::size_t count) noexcept {
        release();
        Layout layout;
        layout.add(count, sizeof(T));
        if (!memory.take(layout.bytes(), reservation_)) return false;
        memory_ = &memory;
        bytes_ = layout.bytes();
        size_ = count;
        return true;
    }
    /// The same with every byte `byte`.
    [[nodiscard]] bool take_filled(Memory& memory, std::size_t count, int byte) noexcept {
        if (!take(memory, count)) return false;
        if (count != 0) std::memset(static_cast<void*>(data()), byte, count * sizeof(T));
        return true;
    }
    void release() noexcept {
        if (memory_ != nullptr) memory_->give_back(bytes_);
        memory_ = nullptr;
        bytes_ = size_ = 0;
        reservation_.reset();
    }

    T* data() const noexcept { return reinterpret_cast<T*>(reservation_.data()); }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }
    T* begin() const noexcept { return data(); }
    T* end() const noexcept { return data() + size_; }

private:
    void swap(Table& other) noexcept {
        std::swap(reservation_, other.reservation_);
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
    }

    Reservation reservation_;
    Memory* memory_ = nullptr;
    std::uint64_t bytes_ = 0;
    std::size_t size_ = 0;
};

/// An array that grows.
template <class T>
class Growing {
public:
    [[nodiscard]] bool push(Memory& memory, const T& value) noexcept {
        if (count_ == table_.size()) {
            Table<T> larger;
            if (!larger.take(memory, count_ < 64 ? 128 : 2 * count_)) return false;
            if (count_ != 0) {
                std::memcpy(static_cast<void*>(larger.data()), table_.data(), count_ * sizeof(T));
            }
            table_ = std::move(larger);
        }
        table_[count_++] = value;
        return true;
    }
    void truncate(std::size_t count) noexcept { count_ = count; }

    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    T& operator[](std::size_t i) const noexcept { return table_[i]; }
    T& back() const noexcept { return table_[count_ - 1]; }
    T* begin() const noexcept { return table_.data(); }
    T* end() const noexcept { return table_.data() + count_; }

private:
    Table<T> table_;
    std::size_t count_ = 0;
};

}  // namespace flatline::engine::compare
