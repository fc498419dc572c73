// Keys as a text spells them, up to their values. The fast path recognises them by one comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.hpp"
#include "base/compiler.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

/// Forgets nothing by itself: whoever changes the table of fields clears it.
class KeyCache {
public:
    static constexpr std::ptrdiff_t kBytes = 32;  // longer spellings are not kept

    /// The bytes from after a statement to the value of the next one, and the field.
    struct alignas(64) Entry {
        unsigned char text[kBytes];
        FieldRecord record;
        std::uint32_t other;  // a bit for each byte after the text
        std::uint8_t size;    // 0: free
        std::uint8_t kind;    // of the block
        std::uint16_t next;   // the entry that followed last
    };
    static_assert(sizeof(Entry) == 64);

    void clear() noexcept { std::memset(entries_, 0, sizeof entries_); }
    /// What may stand for an entry that is not known.
    Entry* first() noexcept { return entries_; }

    /// The entry that followed `last` the last time, where it stands at `p` in a block of that
    /// kind; null otherwise. Where it is right nothing waits for the bytes of the key. Precondition
    /// of all: kBytes bytes are readable.
    template <class Kernel>
    FLATLINE_ALWAYS_INLINE Entry* follow(const Entry* last, std::uint8_t kind,
                                         const unsigned char* p) noexcept {
        Entry* const guess = entries_ + last->next;
        return is_at<Kernel>(p, *guess) && guess->kind == kind ? guess : nullptr;
    }
    void followed(Entry& last, const Entry& entry) const noexcept {
        last.next = static_cast<std::uint16_t>(&entry - entries_);
    }
    /// The entry that stands at `p` and has its key at `key`; null if none that is known does.
    template <class Kernel>
    FLATLINE_ALWAYS_INLINE Entry* find(std::uint8_t kind, const unsigned char* p,
                                       const unsigned char* key) noexcept {
        Entry* entry = entries_ + place(kind, key);
        if (is_at<Kernel>(p, *entry)) [[likely]]
            return entry;
        for (const Entry* const end = entry + kTried; ++entry != end && entry->size != 0;) {
            if (is_at<Kernel>(p, *entry)) return entry;
        }
        return nullptr;
    }
    /// Keeps what stands at `p` up to `value`, in the place of another entry where all are taken. A
    /// record without a field stands for keys that are unknown.
    void keep(std::uint8_t kind, const unsigned char* p, const unsigned char* key,
              const unsigned char* value, const FieldRecord& record) noexcept;

private:
    static constexpr std::size_t kPlaces =
        64;  // no dialect's tools write so many in a kind of block
    static constexpr std::size_t kTried = 4;

    template <class Kernel>
    FLATLINE_ALWAYS_INLINE static bool is_at(const unsigned char* p, const Entry& entry) noexcept {
        return (Kernel::same32(p, entry.text) | entry.other) == ~0u;
    }
    // By the letters that the key begins with, up to eight, and the byte after them. Where a key
    // ends need not be known, which is known late or is guessed wrong.
    static std::size_t place(std::uint8_t kind, const unsigned char* key) noexcept {
        const std::uint64_t word = load_u64le(key);
        const std::uint64_t others = ~word & 0x4040404040404040u;  // no letters, nor '_'
        const std::uint64_t first = others & (~others + 1);
        const std::uint64_t ninth = others == 0 ? key[8] : 0;
        const std::uint64_t begin = (word & ((first << 2) - 1)) + (ninth << 5);
        const std::uint64_t place = (begin * 0x9E3779B97F4A7C15u) >> 58;
        return kind * kPlaces + static_cast<std::size_t>(place);
    }

    Entry entries_[kBlockKinds * kPlaces + kTried];
};

}  // namespace flatline::engine::udmf
