#include "load/stored.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "base/layout.hpp"
#include "binary/records.hpp"
#include "load/conclude.hpp"
#include "load/text_places.hpp"

namespace flatline::engine {
namespace {

using Byte = unsigned char;

// ---- Records -----------------------------------------------------------------------------------

constexpr bool kSameOrder = std::endian::native == std::endian::little;

bool lies_well(Bytes lump) noexcept {
    return kSameOrder && reinterpret_cast<std::uintptr_t>(lump.data()) % alignof(std::int16_t) == 0;
}

void copy_records(const BinaryLumps& lumps, std::uint8_t element, Byte* to) noexcept {
    const Bytes lump = lumps.*binary::kLumpRows[element].bytes;
    const std::size_t bytes = binary::record_bytes(element, lumps.hexen);
    std::memcpy(to, lump.data(), lump.size());
    for (std::size_t at = 0; !kSameOrder && at + bytes <= lump.size(); at += bytes) {
        binary::make_native(lumps.hexen, element, lump.data() + at, to + at);
    }
}

// ---- Strings -----------------------------------------------------------------------------------

// Calls use(text) for every string of the map. Nobody else has the arrays of a load that goes on,
// so they are still written to.
template <class Use>
void each_text(const flatline_arrays& arrays, detail::MapStorage& storage, const Use& use) {
    const auto each = [&](const flatline_text* texts, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) use(const_cast<flatline_text&>(texts[i]));
    };
    each(arrays.names, arrays.name_count);
    for (std::uint32_t i = 0; i < arrays.column_count; ++i) {
        const flatline_column& column = arrays.columns[i];
        if (column.kind == FLATLINE_STRING) each(column.values.texts, column.count);
    }
    for (std::uint32_t i = 0; i < arrays.unknown_count; ++i) {
        auto& unknown = const_cast<flatline_unknown&>(arrays.unknowns[i]);
        use(unknown.name);
        if (has_string(unknown)) use(unknown.value.string);
    }
    use(storage.map_namespace);
    use(storage.own_namespace);
}

}  // namespace

const unsigned char* bytes_of(const detail::MapStorage& storage, flatline_text text) noexcept {
    std::size_t at = text.offset;
    for (const Bytes part : {storage.text, storage.more_text}) {
        if (at < part.size()) return part.data() + at;
        at -= part.size();
    }
    return storage.decoded + at;
}

std::uint32_t stored_record_bytes(std::uint8_t element, bool hexen) noexcept {
    return static_cast<std::uint32_t>(binary::record_bytes(element, hexen));
}

Outcome keep_records(const BinaryLumps& lumps, const MemoryHooks& hooks, Budget& budget,
                     detail::MapStorage& storage) noexcept {
    Layout layout;
    std::uint64_t at[FLATLINE_THING + 1] = {};
    for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
        const Bytes lump = lumps.*binary::kLumpRows[i].bytes;
        if (!lies_well(lump)) at[i] = layout.add(lump.size(), 1);
    }
    if (layout.bytes() != 0) {
        const Outcome taken = take_memory(layout.bytes(), hooks, budget, storage.blocks.records);
        if (taken != Outcome::ok) return taken;
    }
    for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
        const Bytes lump = lumps.*binary::kLumpRows[i].bytes;
        const auto count = static_cast<std::uint32_t>(binary::record_count(lumps, i));
        const Byte* records = lump.data();
        if (!lies_well(lump) && count != 0) {
            Byte* const copy = storage.blocks.records.data() + at[i];
            copy_records(lumps, i, copy);
            records = copy;
        }
        storage.stored[i] = {count != 0 ? records : nullptr, stored_record_bytes(i, lumps.hexen),
                             count};
    }
    return Outcome::ok;
}

Outcome terminate_strings(const MemoryHooks& hooks, Budget& budget, detail::MapStorage& storage,
                          const flatline_arrays& arrays) noexcept {
    TextPlaces counted;
    each_text(arrays, storage, [&](flatline_text text) { counted.place(text); });
    const std::uint64_t bytes = counted.bytes();
    const std::uint64_t before =
        std::uint64_t{storage.text.size()} + storage.more_text.size() + storage.decoded_size;
    if (before + bytes > std::numeric_limits<std::uint32_t>::max()) return Outcome::over_limit;
    if (bytes == 0) return Outcome::ok;
    const Outcome taken = take_memory(bytes, hooks, budget, storage.blocks.terminated);
    if (taken != Outcome::ok) return taken;
    Byte* const base = storage.blocks.terminated.data();
    TextPlaces places;
    each_text(arrays, storage, [&](flatline_text& text) {
        if (text.size == 0) return;
        const std::uint32_t at = places.place(text).offset;
        if (places.is_new()) {
            std::memcpy(base + at, bytes_of(storage, text), text.size);
            base[at + text.size] = 0;
        }
        text.offset = static_cast<std::uint32_t>(before + at);
    });
    storage.terminated = base;
    return Outcome::ok;
}

}  // namespace flatline::engine
