// Maps names of eight bytes, as records hold them, to ids.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "base/compiler.hpp"
#include "base/keyed_hash.hpp"
#include "base/reservation.hpp"
#include "flatline/types.h"

namespace flatline::engine::binary {

/// Each spelling once, in order of first use; name 0 is "-". The table doubles as it fills; every
/// size is announced before it is taken.
class ShortNames {
public:
    static constexpr std::uint32_t kNone = FLATLINE_NONE;

    /// Begins with the name "-", which lies at `dash`. False if memory is out.
    [[nodiscard]] bool begin(const MemoryHooks& hooks, Budget& budget, flatline_text dash) noexcept;

    /// The id of the name in the eight bytes at `p`, which lie at `offset` of the map's characters;
    /// kNone if memory is out.
    FLATLINE_ALWAYS_INLINE std::uint32_t intern(const unsigned char* p,
                                                std::uint32_t offset) noexcept {
        const std::uint64_t key = cut(load_u64le(p));
        if (key == kDash) return 0;
        std::uint64_t slot = hash_key_.word(key) & mask_;
        for (; slots_[slot].id != kNone; slot = (slot + 1) & mask_) {
            if (slots_[slot].key == key) return slots_[slot].id;
        }
        return add(key, offset, slot);
    }

    std::uint32_t size() const noexcept { return count_; }
    const flatline_text* data() const noexcept { return texts_; }
    /// The most bytes that a name has.
    std::uint32_t longest() const noexcept { return longest_; }
    /// True if memory ran out; then names are missing.
    bool failed() const noexcept { return failed_; }
    /// True if the budget ran out, not the memory of the system.
    bool over_limit() const noexcept { return over_limit_; }
    /// What all tables on the way to one of `names` names come to.
    static constexpr std::uint64_t bytes_of(std::uint64_t names) noexcept {
        std::uint64_t room = kFirstNames;
        std::uint64_t bytes = table_bytes(room);
        while (room < names) bytes += table_bytes(room *= 2);
        return bytes;
    }

    /// How many slots are looked at when every name is looked for once; for tests.
    std::uint64_t steps_of_all() const noexcept;

    /// The eight bytes up to the first NUL, zeros after.
    static constexpr std::uint64_t cut(std::uint64_t bytes) noexcept {
        constexpr std::uint64_t kOnes = 0x0101010101010101u;
        const std::uint64_t nul = (bytes - kOnes) & ~bytes & (kOnes << 7);
        return nul == 0 ? bytes : bytes & (((nul & (0 - nul)) >> 7) - 1);
    }

private:
    struct Slot {
        std::uint64_t key;
        std::uint32_t id;
        std::uint32_t unused;
    };
    static constexpr std::uint64_t kDash = '-';
    static constexpr std::uint64_t kFirstNames = 512;

    static constexpr std::uint64_t table_bytes(std::uint64_t names) noexcept {
        return names * (2 * sizeof(Slot) + sizeof(flatline_text));
    }
    bool take(std::uint64_t names) noexcept;
    std::uint32_t add(std::uint64_t key, std::uint32_t offset, std::uint64_t slot) noexcept;

    Slot* slots_ = nullptr;
    std::uint64_t mask_ = 0;
    HashKey hash_key_;
    flatline_text* texts_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t room_ = 0;
    std::uint32_t longest_ = 0;
    bool failed_ = false;
    bool over_limit_ = false;
    MemoryHooks hooks_;
    Budget* budget_ = nullptr;
    Reservation memory_[2];  // the table, and the one that it grows into
};

}  // namespace flatline::engine::binary
