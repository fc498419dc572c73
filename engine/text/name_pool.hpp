// Interned names: the pool stores each spelling once, and looks in a small cache first.
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "base/keyed_hash.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::text {

class NamePool {
public:
    static constexpr std::uint32_t kNone = FLATLINE_NONE;
    /// What the table costs at first, and for each name: a table that doubles has at most 16 bytes
    /// of a name, and all tables before it had as much.
    static constexpr std::uint64_t kFirstSlots = 1024;
    static constexpr std::uint64_t kFirstTableBytes = kFirstSlots * sizeof(std::uint32_t);
    static constexpr std::uint64_t kTableBytesAName = 32;
    /// The longest name that the cache holds; names of ports with 8 characters always fit.
    static constexpr std::size_t kCachedBytes = 15;

    /// Two words that hold a short name and its length.
    struct Short {
        std::uint64_t low, high;
    };

    /// Begins anew with the names that `names` holds, and with the two texts that names point into.
    void begin(Array<flatline_text>* names, Bytes text, Array<unsigned char>* decoded,
               const MemoryHooks& hooks, Budget* budget) noexcept;

    /// Takes memory for a table of `names` names. After begin() and keep_table() no more is taken:
    /// a name that does not fit is out of memory.
    [[nodiscard]] bool reserve(const MemoryHooks& hooks, std::uint64_t names) noexcept {
        return memory_.ensure(hooks, names * 2 * sizeof(std::uint32_t));
    }
    void keep_table() noexcept { grows_ = false; }
    std::uint64_t table_bytes() const noexcept { return memory_.size(); }

    /// The id of a name, a new one where this spelling was not met before. kNone if memory is
    /// out, and for a name that holds a NUL.
    std::uint32_t intern(flatline_text name) noexcept;
    std::uint32_t intern_short(Short key, flatline_text name) noexcept {
        CacheEntry& entry = cache_[cache_slot(key)];
        if (entry.key.low == key.low && entry.key.high == key.high) return entry.id;
        const std::uint32_t id = intern(name);
        if (id != kNone) entry = {key, id};
        return id;
    }
    /// The key of the first `size` bytes at `p`; precondition: 16 bytes readable, size <= 15.
    static Short short_key(const unsigned char* p, std::size_t size) noexcept {
        // Without a branch: names of up to seven bytes and longer ones follow no pattern.
        const unsigned char* const mask = kShortMask + 16 - size;
        return {load_u64le(p) & load_u64le(mask), (load_u64le(p + 8) & load_u64le(mask + 8)) |
                                                      static_cast<std::uint64_t>(size) << 56};
    }

    /// How many slots are looked at when every name is looked for once; for tests.
    std::uint64_t steps_of_all() const noexcept;

private:
    // 16 bytes of ones, then as many of zeros: a mask of n bytes begins at kShortMask + 16 - n.
    alignas(32) static constexpr unsigned char kShortMask[32] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    struct CacheEntry {
        Short key;
        std::uint32_t id;
    };
    static constexpr std::size_t kCacheSize = 1024;
    static constexpr Short kNoName{0, ~0ull};  // the length of no short name

    static std::size_t cache_slot(Short key) noexcept {
        const std::uint64_t h = (key.low ^ (key.high << 5)) * 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(h >> 54);
    }
    const unsigned char* bytes(flatline_text name) const noexcept {
        return name.offset < text_.size() ? text_.data() + name.offset
                                          : decoded_->data() + (name.offset - text_.size());
    }
    std::uint64_t hash(flatline_text name) const noexcept {
        return key_.bytes(bytes(name), name.size);
    }
    bool rehash() noexcept;

    Array<flatline_text>* names_ = nullptr;
    Bytes text_;
    Array<unsigned char>* decoded_ = nullptr;
    MemoryHooks hooks_;
    Budget* budget_ = nullptr;
    Reservation memory_;
    std::uint32_t* slots_ = nullptr;
    std::uint64_t slot_count_ = 0;
    HashKey key_;
    bool grows_ = true;    // the table may take more memory
    bool failed_ = false;  // the system had no memory; it is not asked again before begin()
    CacheEntry cache_[kCacheSize];
};

}  // namespace flatline::engine::text
