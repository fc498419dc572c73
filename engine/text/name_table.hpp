// A table of names without case, each once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/keyed_hash.hpp"
#include "base/list.hpp"
#include "flatline/types.h"

namespace flatline::engine::text {

/// Names without case, each once, numbered in the order in which they came.
class NameTable {
public:
    static constexpr std::uint32_t kNone = FLATLINE_NONE;
    explicit NameTable(const MemoryHooks& hooks) noexcept
        : hooks_(hooks), texts_(hooks), entries_(hooks) {}

    std::size_t size() const noexcept { return entries_.size(); }
    std::uint32_t find(std::string_view name) const noexcept;
    /// The number of a name, a new one where it was not there. kNone if memory is out.
    std::uint32_t add(std::string_view name) noexcept;
    std::string_view name(std::uint32_t number) const noexcept {
        const Entry& entry = entries_[number];
        return {texts_.data() + entry.offset, entry.size};
    }

    /// How many slots are looked at when every name is looked for once; for tests.
    std::uint64_t steps_of_all() const noexcept;

private:
    struct Entry {
        std::uint32_t offset, size;
    };

    std::uint64_t slot_of(std::string_view name) const noexcept;
    bool rehash() noexcept;
    std::uint32_t* slots() const noexcept {
        return reinterpret_cast<std::uint32_t*>(memory_.data());
    }

    MemoryHooks hooks_;
    List<char> texts_;
    List<Entry> entries_;
    Reservation memory_;  // of the slots
    std::uint64_t slot_count_ = 0;
    HashKey key_;
};

}  // namespace flatline::engine::text
