// The bytes of a baked file: header, table of sections, sections (docs/baked.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "bake/rows.hpp"
#include "model/bake.hpp"
#include "model/view.hpp"

namespace flatline::engine::bake {

/// Goes up by one with every change of the format.
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr char kMagic[8] = {'F', 'L', 'A', 'T', 'B', 'A', 'K', 'E'};
inline constexpr std::uint32_t kByteOrder = 0x01020304;  // as the machine that writes stores it
inline constexpr std::size_t kAlignment = 64;            // of sections
inline constexpr std::size_t kFileAlignment = 8;         // of the bytes that are opened

enum class Kind : std::uint32_t { map, doom3 };

struct FileHeader {
    char magic[8];
    std::uint64_t checksum;  // XXH3 of all bytes behind this member
    std::uint32_t version;
    std::uint32_t byte_order;
    char engine[16];  // version, zeros behind it
    std::uint64_t size;
    std::uint64_t tables;  // tables_hash()
    std::uint32_t kind;
    std::uint32_t section_count;
    unsigned char key[16];
    unsigned char unused[48];  // 0
};
static_assert(sizeof(FileHeader) == 128);
inline constexpr std::size_t kSummedFrom = offsetof(FileHeader, version);

/// A section that is absent stands for a null pointer. Sections lie in the order of their entries,
/// each at the next multiple of kAlignment, so `offset` says nothing new.
struct SectionEntry {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint32_t element;
    std::uint32_t present;
};

/// What no array holds.
struct Facts {
    std::uint32_t format, dialect, grammar;
    std::uint32_t complete;  // of a Doom 3 map
    std::uint32_t record_bytes[FLATLINE_THING + 1];
    std::uint32_t by_size;
    flatline_text map_namespace, own_namespace;
    std::uint64_t text_bytes;  // of the TEXTMAP
    std::uint64_t memory_announced, memory_used, work;
};
static_assert(sizeof(Facts) == 88);

/// The sections beside the arrays. A map: first facts and arrays, then a section for each array,
/// then the others. A Doom 3 map has no column_values, records and runtime; its texts are the text.
enum Section : std::size_t { facts, image, first_array };
template <class Arrays>
struct Sections {
    static constexpr std::size_t column_values = first_array + kRowCount<Arrays>;
    static constexpr std::size_t texts = column_values + 1;
    static constexpr std::size_t findings = texts + 1;
    static constexpr std::size_t left_out = findings + 1;
    static constexpr std::size_t records = left_out + 1;
    static constexpr std::size_t runtime = records + FLATLINE_THING + 1;
    static constexpr std::size_t first_runtime = runtime + 1;
    static constexpr std::size_t count = first_runtime + kRowCount<flatline_runtime>;
};
inline constexpr std::size_t kMostSections = Sections<flatline_arrays>::count;

/// Counts of a rule by severity, for findings that were not kept.
inline constexpr std::size_t kLeftOutCounts = kRuleCount * 3;

constexpr std::uint64_t aligned(std::uint64_t at) noexcept {
    return (at + kAlignment - 1) & ~std::uint64_t{kAlignment - 1};
}
constexpr std::uint64_t first_section_at(std::size_t sections) noexcept {
    return aligned(sizeof(FileHeader) + sections * sizeof(SectionEntry));
}

/// The bytes of a value of a column by its kind, FLATLINE_INTEGER .. FLATLINE_IDS.
constexpr std::size_t value_bytes(std::uint8_t kind) noexcept {
    constexpr std::size_t kBytes[] = {sizeof(std::int32_t), sizeof(double), 1,
                                      sizeof(flatline_text), sizeof(flatline_text)};
    return kBytes[kind];
}

/// Where the two arrays of a column lie, behind those of the column before it; `at` moves on.
struct ColumnPlace {
    std::uint64_t elements, values;
};
constexpr ColumnPlace place_column(std::uint8_t kind, std::uint32_t count,
                                   std::uint64_t& at) noexcept {
    const auto next = [&](std::uint64_t bytes) {
        const std::uint64_t begin = at;
        at = (at + bytes + 7) & ~std::uint64_t{7};
        return begin;
    };
    const std::uint64_t elements = next(count * std::uint64_t{sizeof(std::uint32_t)});
    return {elements, next(count * std::uint64_t{value_bytes(kind)})};
}

/// A hash of what the numbers in a file mean: the rules, the fields, the sizes of structs. Two
/// builds of one version may differ in these.
std::uint64_t tables_hash() noexcept;

/// The sections of a file that has been looked at: the checksum is right, and all lie inside.
class OpenFile {
public:
    /// False where it is no such file with `count` sections, or has another key than `key`.
    bool open(Bytes file, Kind kind, std::size_t count, const BakeKey* key) noexcept;

    bool has(std::size_t section) const noexcept { return entries_[section].present != 0; }
    std::uint64_t bytes(std::size_t section) const noexcept { return entries_[section].bytes; }
    /// Null where it is absent.
    const unsigned char* data(std::size_t section) const noexcept {
        return has(section) ? file_.data() + entries_[section].offset : nullptr;
    }
    /// Whether it has `count` entries of T.
    template <class T>
    bool holds(std::size_t section, std::uint64_t count) const noexcept {
        return has(section) && bytes(section) == count * sizeof(T);
    }
    template <class T>
    View<T> view(std::size_t section) const noexcept {
        return {reinterpret_cast<const T*>(data(section)),
                static_cast<std::size_t>(bytes(section) / sizeof(T))};
    }

    /// Takes the arrays whose members beside the pointers are in section `image_at` and whose own
    /// sections are those from `first` on. False where a section has not the size of its count.
    /// The pointer of the columns stays null.
    template <class Arrays>
    bool take(std::size_t image_at, std::size_t first, Arrays& arrays) const noexcept {
        if (!holds<Arrays>(image_at, 1)) return false;
        copy_scalars<Arrays>(data(image_at), reinterpret_cast<unsigned char*>(&arrays));
        std::size_t section = first;
        for (const auto& row : BakedRows<Arrays>::kArrays) {
            const SectionEntry& entry = entries_[section];
            const std::uint64_t count = row.count(arrays);
            if (entry.element != row.element || count >= kTooMany) return false;
            const bool fits =
                has(section) ? entry.bytes == count * row.element : row.optional || count == 0;
            if (!fits) return false;
            if (row.form != Form::columns) set_array(arrays, row, data(section));
            ++section;
        }
        return true;
    }

private:
    Bytes file_;
    SectionEntry entries_[kMostSections] = {};
};

}  // namespace flatline::engine::bake
