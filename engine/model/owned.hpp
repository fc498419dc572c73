// model/owned.hpp: the handle that Map, Runtime, Windings and all other move-only values share.
#pragma once

#include <utility>

#include "flatline/export.h"

namespace flatline::engine::detail {

struct NoValue {};

/// Memory with one owner and the value that points into it. Move-only: what was moved from is
/// empty, and its value is as if newly made. `Storage` may be incomplete here: the function
/// `void destroy(Storage*) noexcept`, declared beside it, frees one.
template <class Storage, class Value = NoValue>
class Owned {
public:
    Owned() noexcept = default;
    explicit Owned(Storage* storage, const Value& value = {}) noexcept
        : storage_(storage), value_(value) {}
    Owned(Owned&& other) noexcept
        : storage_(std::exchange(other.storage_, nullptr)),
          value_(std::exchange(other.value_, Value{})) {}
    Owned& operator=(Owned&& other) noexcept {
        Owned moved(std::move(other));
        std::swap(storage_, moved.storage_);
        std::swap(value_, moved.value_);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (storage_ != nullptr) destroy(storage_);
    }

    const Value& value() const noexcept FLATLINE_LIFETIMEBOUND { return value_; }
    /// Null if it is empty.
    Storage* storage() const noexcept FLATLINE_LIFETIMEBOUND { return storage_; }

private:
    Storage* storage_ = nullptr;
    Value value_{};
};

/// How the engine makes a public value of its memory, and takes the memory out of it again.
struct Access {
    template <class Public>
    static auto& owned(Public& of) noexcept {
        return of.owned_;
    }
    /// What a loader keeps between loads.
    template <class Loader>
    static auto& workspace(Loader& of) noexcept {
        return of.workspace_;
    }
};

}  // namespace flatline::engine::detail
