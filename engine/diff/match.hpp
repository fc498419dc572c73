// Pairs elements of two lists that have the same key.
#pragma once

#include <cstdint>

#include "diff/memory.hpp"
#include "flatline/types.h"

namespace flatline::engine::compare {

/// The key of what is to stay alone.
inline constexpr std::uint64_t kNoKey = 0;

/// Pairs the first of `a` with the first of `b` that has the same key, and so on: calls pair(a, b)
/// and takes both out of the lists, which keep their order. The keys are hashes. Linear, however
/// many are equal.
template <class KeyA, class KeyB, class Pair>
[[nodiscard]] bool match(Memory& memory, Growing<std::uint32_t>& a, Growing<std::uint32_t>& b,
                         const KeyA& key_a, const KeyB& key_b, const Pair& pair) noexcept {
    if (a.empty() || b.empty()) return true;
    constexpr std::uint32_t kNone = FLATLINE_NONE;
    constexpr std::uint32_t kTaken = FLATLINE_NONE - 1;
    const auto count = static_cast<std::uint32_t>(a.size());
    std::size_t slots = 16;
    while (slots < std::size_t{count} * 2) slots *= 2;
    const std::size_t mask = slots - 1;
    Table<std::uint64_t> keys;
    Table<std::uint32_t> next;   // with the same key
    Table<std::uint32_t> heads;  // of what the slot names: the next to be paired
    Table<std::uint32_t> table;
    if (!keys.take(memory, count) || !next.take(memory, count) || !heads.take(memory, count) ||
        !table.take_filled(memory, slots, 0xFF)) {
        return false;
    }
    const auto slot_of = [&](std::uint64_t key) {
        std::size_t slot = static_cast<std::size_t>(key) & mask;
        while (table[slot] != kNone && keys[table[slot]] != key) slot = (slot + 1) & mask;
        return slot;
    };
    for (std::uint32_t i = count; i-- > 0;) {
        keys[i] = key_a(a[i]);
        next[i] = kNone;
        if (keys[i] == kNoKey) continue;
        std::uint32_t& first = table[slot_of(keys[i])];
        if (first == kNone) {
            first = i;
        } else {
            next[i] = heads[first];
        }
        heads[first] = i;
    }
    std::size_t left = 0;
    for (const std::uint32_t element : b) {
        const std::uint64_t key = key_b(element);
        const std::uint32_t first = key == kNoKey ? kNone : table[slot_of(key)];
        if (first == kNone || heads[first] == kNone) {
            b[left++] = element;
            continue;
        }
        const std::uint32_t i = heads[first];
        heads[first] = next[i];
        next[i] = kTaken;
        pair(a[i], element);
    }
    b.truncate(left);
    left = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (next[i] != kTaken) a[left++] = a[i];
    }
    a.truncate(left);
    return true;
}

}  // namespace flatline::engine::compare
