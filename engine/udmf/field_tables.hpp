// The registry of fields, prepared for the reader: it maps the bytes of a key to the place where
// its value is stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/bytes.hpp"
#include "model/fields.hpp"

namespace flatline::engine::udmf {

/// What the reader does with a value.
enum class Store : std::uint8_t {
    integer,         // int32 member of the entity at `offset`
    index,           // the same, an index of another element: checked by resolve
    real,            // double member
    whole,           // double member that takes integers only (heights outside zdoom, eternity)
    name,            // interned, id in a uint32 member
    flag,            // sets or clears `mask` in the entity's flags
    not_flag,        // the other way round (0.99: notsingle)
    column_integer,  // the rest: a record in the side array, a column after the text
    column_real,
    column_boolean,
    column_string,
    column_ids,
};

/// Which bound a number has beyond its type.
enum class Bound : std::uint8_t {
    none,
    coordinate,  // x and y: the limit `coordinate` refuses the map
    height,      // the same value, but only a finding (coord-range)
};

/// One field of one dialect. `seen` is the bit of standard members in the mask of the open entity.
struct FieldRecord {
    std::uint64_t seen;
    std::uint32_t mask;
    FieldId field;
    std::uint16_t offset;
    Store store;
    Bound bound;
    std::uint8_t values;  // index into value_set(), 0: any value
};

/// Tables by FieldId are as long as this.
inline constexpr std::size_t kFieldBound = 1024;
inline constexpr std::size_t kMaxKeyBytes = 32;
inline constexpr std::size_t kBlockKinds = 5;

/// A key of up to 32 identifier bytes, folded: each byte OR 0x20, zero after the end. The fold is
/// injective on identifier characters only (letters fold, digits stay, '_' becomes 0x7F).
struct Key {
    std::uint64_t word[4];
    friend constexpr bool operator==(const Key& a, const Key& b) noexcept {
        return ((a.word[0] ^ b.word[0]) | (a.word[1] ^ b.word[1]) | (a.word[2] ^ b.word[2]) |
                (a.word[3] ^ b.word[3])) == 0;
    }
};

constexpr std::uint32_t hash_key(const Key& key) noexcept {
    // Two multiplications: nearly all keys end in the first two words.
    const std::uint64_t low = (key.word[0] ^ (key.word[2] << 7)) * 0x9E3779B97F4A7C15u;
    const std::uint64_t high = (key.word[1] ^ (key.word[3] << 11)) * 0xC2B2AE3D27D4EB4Fu;
    return static_cast<std::uint32_t>((low + high) >> 40);
}

// 32 bytes of ones, then 32 of zeros: a mask of n bytes begins at kKeyMask + 32 - n.
alignas(64) inline constexpr unsigned char kKeyMask[64] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

/// The folded key of `size` <= 32 identifier bytes; only bytes before `end` are read.
inline Key load_key(const unsigned char* p, std::size_t size, const unsigned char* end) noexcept {
    constexpr std::uint64_t kFold = 0x2020202020202020u;
    unsigned char copy[kMaxKeyBytes] = {};
    if (static_cast<std::size_t>(end - p) < kMaxKeyBytes) [[unlikely]] {
        if (size != 0) std::memcpy(copy, p, size);  // where nothing is, p may be null
        p = copy;
    }
    const unsigned char* mask = kKeyMask + kMaxKeyBytes - size;
    const auto word = [&](std::size_t i) {
        return (load_u64le(p + 8 * i) | kFold) & load_u64le(mask + 8 * i);
    };
    if (size <= 16) [[likely]]
        return {{word(0), word(1), 0, 0}};
    return {{word(0), word(1), word(2), word(3)}};
}

/// A record beside the key that leads to it: one cache line.
struct alignas(64) FieldEntry {
    Key key;
    FieldRecord record;
};
static_assert(sizeof(FieldEntry) == 64);
extern const FieldEntry* const kFieldEntries;  // of the rows of the registry, each once

/// The row that a canonical field has in text of a dialect; none where no key leads to it.
std::optional<FieldRow> find_row(Dialect dialect, bool v0_99, FieldId field) noexcept;

/// The fields that one map may use, by block and key.
class FieldTable {
public:
    /// The dialect's own fields, the standard ones after them, and in text read as 0.99 the
    /// names of that document in front of both.
    FieldTable(Dialect dialect, bool v0_99) noexcept;

    /// Null if the block does not know the key. Also for FLATLINE_GLOBAL.
    const FieldRecord* find(std::uint8_t block, const Key& key) const noexcept {
        const std::uint16_t i = index(block, key);
        return i == kNoRow ? nullptr : &kFieldEntries[i].record;
    }
    /// True for a flag that 0.99 has turned round (notsingle for single).
    static bool negated(const StandardField& field) noexcept;

private:
    static constexpr std::uint16_t kNoRow = 0xFFFF;
    static constexpr std::size_t kSlots = 512;  // no dialect has more than 200 fields in a block

    std::uint16_t index(std::uint8_t block, const Key& key) const noexcept {
        for (std::uint32_t slot = hash_key(key) % kSlots;; slot = (slot + 1) % kSlots) {
            const std::uint16_t i = slots_[block][slot];
            if (i == kNoRow || kFieldEntries[i].key == key) return i;
        }
    }
    void lay(Dialect dialect) noexcept;

    std::uint16_t slots_[kBlockKinds + 1][kSlots];
};

/// True for an integer field that holds a colour: one with "color" in its name.
bool holds_colour(FieldId field) noexcept;

/// The record of the key of `size` bytes at `p`, of any length; null as FieldTable::find. Only
/// bytes before `end` are read.
inline const FieldRecord* find_field(const FieldTable& table, std::uint8_t block,
                                     const unsigned char* p, std::size_t size,
                                     const unsigned char* end) noexcept {
    return size <= kMaxKeyBytes ? table.find(block, load_key(p, size, end)) : nullptr;
}

/// The allowed values of a field ("a|b|c" or "0..13"), "" for set 0.
std::string_view value_set(std::uint8_t set) noexcept;
/// Compares without case; numbers against the range.
bool value_allowed(std::uint8_t set, std::string_view value) noexcept;
bool value_allowed(std::uint8_t set, std::int64_t value) noexcept;

/// Number of FieldIds, below kFieldBound.
std::size_t field_count() noexcept;

/// The namespace row of a name (any case), null if it is unknown.
const NamespaceRow* find_namespace(std::string_view name) noexcept;

/// The folded key of a spelling, for tables and tests; precondition: at most 32 bytes.
constexpr Key make_key(std::string_view name) noexcept {
    Key key{};
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::uint64_t c = static_cast<unsigned char>(name[i]) | 0x20u;
        key.word[i / 8] |= c << (8 * (i % 8));
    }
    return key;
}

}  // namespace flatline::engine::udmf
