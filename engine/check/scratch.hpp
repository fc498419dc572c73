// Working memory of a rule: charged, taken through the host's hooks, given back at the end of the
// scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"

namespace flatline::engine::sanity {

/// An array of plain elements, not initialised. It may not outlive its budget.
template <class T>
class Scratch {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    Scratch() noexcept = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { release(); }

    [[nodiscard]] Outcome take(std::size_t count, Budget& budget,
                               const MemoryHooks& hooks) noexcept {
        release();
        Layout layout;
        layout.add(count, sizeof(T));
        const std::uint64_t bytes = layout.bytes();
        const std::uint64_t room = budget.announced() - budget.used();
        if (bytes > room) budget.announce(bytes - room);
        if (!budget.charge(bytes)) return Outcome::over_limit;
        if (!memory_.ensure(hooks, bytes)) {
            budget.rewind(budget.used() - bytes);
            return Outcome::out_of_memory;
        }
        budget_ = &budget;
        bytes_ = bytes;
        size_ = count;
        return Outcome::ok;
    }
    void release() noexcept {
        if (budget_ != nullptr) budget_->rewind(budget_->used() - bytes_);
        budget_ = nullptr;
        bytes_ = size_ = 0;
        memory_.reset();
    }

    void swap(Scratch& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(budget_, other.budget_);
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
    }

    T* data() const noexcept { return reinterpret_cast<T*>(memory_.data()); }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }
    T* begin() const noexcept { return data(); }
    T* end() const noexcept { return data() + size_; }

private:
    Reservation memory_;
    Budget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
    std::size_t size_ = 0;
};

}  // namespace flatline::engine::sanity
