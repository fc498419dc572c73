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

// The runs of a record: so many words of 16 bits, then so many bytes. The public structs have the
// same.
struct Run {
    std::uint8_t words, bytes;
};
struct RecordForm {
    std::size_t size;
    Run runs[2];
};
constexpr RecordForm kDoomForms[] = {
    {sizeof(flatline_stored_vertex), {{2, 0}, {0, 0}}},
    {sizeof(flatline_doom_linedef), {{7, 0}, {0, 0}}},
    {sizeof(flatline_stored_sidedef), {{2, 24}, {1, 0}}},
    {sizeof(flatline_stored_sector), {{2, 16}, {3, 0}}},
    {sizeof(flatline_doom_thing), {{5, 0}, {0, 0}}},
};
constexpr RecordForm kHexenLine = {sizeof(flatline_hexen_linedef), {{3, 6}, {2, 0}}};
constexpr RecordForm kHexenThing = {sizeof(flatline_hexen_thing), {{7, 6}, {0, 0}}};

const RecordForm& form_of(std::uint8_t element, bool hexen) noexcept {
    if (hexen && element == FLATLINE_LINEDEF) return kHexenLine;
    if (hexen && element == FLATLINE_THING) return kHexenThing;
    return kDoomForms[element];
}

constexpr bool kSameOrder = std::endian::native == std::endian::little;

bool lies_well(Bytes lump) noexcept {
    return kSameOrder && reinterpret_cast<std::uintptr_t>(lump.data()) % alignof(std::int16_t) == 0;
}

void copy_record(const RecordForm& form, const Byte* from, Byte* to) noexcept {
    for (const Run& run : form.runs) {
        for (std::uint8_t i = 0; i < run.words; ++i, from += 2, to += 2) {
            const auto word = load_le<std::uint16_t>(from);
            std::memcpy(to, &word, sizeof word);
        }
        std::memcpy(to, from, run.bytes);
        from += run.bytes;
        to += run.bytes;
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
    return static_cast<std::uint32_t>(form_of(element, hexen).size);
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
        const RecordForm& form = form_of(i, lumps.hexen);
        const auto count = static_cast<std::uint32_t>(binary::record_count(lumps, i));
        const Byte* records = lump.data();
        if (!lies_well(lump) && count != 0) {
            Byte* const copy = storage.blocks.records.data() + at[i];
            for (std::uint32_t k = 0; k < count; ++k) {
                copy_record(form, lump.data() + k * form.size, copy + k * form.size);
            }
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
