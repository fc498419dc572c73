// Rows of the registry as the program keeps them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/fields.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::udmf {

// The names that some dialect knows, in the order of their first row.
using NameId = std::uint16_t;
inline constexpr NameId kNoName = 0xFFFF;

template <std::size_t kRoom, std::size_t kSlots>
struct KnownNames {
    std::array<Key, kRoom> keys{};
    std::array<std::string_view, kRoom> spelling{};
    std::array<NameId, kSlots> slots{};
    std::size_t count = 0;

    constexpr std::uint32_t slot_of(const Key& key) const {
        std::uint32_t slot = hash_key(key) % kSlots;
        while (slots[slot] != kNoName && !(keys[slots[slot]] == key)) slot = (slot + 1) % kSlots;
        return slot;
    }
    constexpr void add(std::string_view name) {
        const Key key = make_key(name);
        const std::uint32_t slot = slot_of(key);
        if (slots[slot] != kNoName) return;
        slots[slot] = static_cast<NameId>(count);
        spelling[count] = name;
        keys[count++] = key;
    }
    constexpr void clear() {
        for (NameId& slot : slots) slot = kNoName;
    }
};

// A field of the struct of its element as the program keeps it; its name is that of the field.
struct PackedMember {
    FieldId field;
    std::uint16_t offset;
    std::uint8_t block;
    std::uint8_t kind;
    bool is_name, is_index;
    std::uint32_t bit;
};

// Texts that many rows share, each once; text 0 is empty.
struct SharedTexts {
    std::array<std::string_view, 256> text{};
    std::size_t count = 1;

    constexpr std::uint8_t add(std::string_view wanted) {
        std::size_t i = 0;
        while (i < count && text[i] != wanted) ++i;
        if (i == count) text[count++] = wanted;
        return static_cast<std::uint8_t>(i);
    }
};

// What many rows share: texts by number, and the kind.
struct Meaning {
    std::uint8_t kind, required, fallback, alias_of, values;
    constexpr bool operator==(const Meaning&) const = default;
};

// A row as the program keeps it; its dialect and block follow from its place. As structs of views
// the rows would be twenty times as long, and more in a library that may lie anywhere in memory,
// where each view is adjusted.
struct PackedRow {
    std::uint8_t name_low;
    std::uint8_t name_and_source;  // upper bits of the name, times 8 and the number in kSources
    std::uint8_t meaning;

    constexpr NameId name() const {
        return static_cast<NameId>(name_low | name_and_source / 8 << 8);
    }
    constexpr std::size_t source() const { return name_and_source % 8; }
};
static_assert(sizeof(PackedRow) == 3);
inline constexpr std::size_t kMostNames = 8192;

template <std::size_t kRows>
struct Packing {
    std::array<PackedRow, kRows> row{};
    std::array<Meaning, 256> meaning{};
    std::size_t meanings = 0;
    SharedTexts texts;

    constexpr std::uint8_t add(const FieldRow& of) {
        const Meaning wanted{of.kind, of.required, texts.add(of.fallback), texts.add(of.alias_of),
                             texts.add(of.values)};
        std::size_t i = 0;
        while (i < meanings && !(meaning[i] == wanted)) ++i;
        if (i == meanings) meaning[meanings++] = wanted;
        return static_cast<std::uint8_t>(i);
    }
};

}  // namespace flatline::engine::udmf
