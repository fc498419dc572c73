// The map under construction. All paths write through an OpenBlock and this builder. Only this code
// stores a value: it chooses the member or the column and marks the field as given.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/compiler.hpp"
#include "flatline/types.h"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "text/name_pool.hpp"
#include "udmf/defaults.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

/// The block that is open. A path keeps a copy of it while it reads, which lies in registers:
/// entities are written as bytes, and to a compiler those may change members of any other object.
struct OpenBlock {
    static constexpr std::uint8_t kNone = 0xFF;

    unsigned char* entity = nullptr;
    std::uint64_t seen = 0;  // members that were given
    std::uint64_t bad = 0;   // members whose last value was of a wrong kind
    const unsigned char* keyword = nullptr;
    const unsigned char* brace = nullptr;
    std::uint32_t index = FLATLINE_NONE;
    std::uint32_t serial = 0;   // how many blocks were opened
    std::uint8_t kind = kNone;  // kNone: outside all known blocks, and only `serial` counts

    bool is_open() const noexcept { return kind != kNone; }
    /// The element that it builds, FLATLINE_NONE if none is open.
    std::uint32_t element() const noexcept { return is_open() ? index : FLATLINE_NONE; }
};

/// Where the value of a field goes: a member of the entity, or where `seen` is 0 a column.
struct FieldTarget {
    std::uint64_t seen;
    std::uint16_t offset;
    FieldId field;
};
constexpr FieldTarget target_of(const FieldRecord& record) noexcept {
    return {record.seen, record.offset, record.field};
}

/// Storing functions that return bool store nothing where they return false: the field was given in
/// this block before (see forget), or memory is out. The others have preconditions of their own.
class Builder {
    using Byte = unsigned char;

    // Calls `use` with what a kind of block needs: its array, its defaults, its limit.
    template <class Use>
    FLATLINE_ALWAYS_INLINE auto of_kind(std::uint8_t kind, Use&& use) noexcept {
        switch (kind) {
            case FLATLINE_VERTEX:
                return use(raw_->vertices, defaults_.vertex, limits_.vertices);
            case FLATLINE_LINEDEF:
                return use(raw_->linedefs, defaults_.linedef, limits_.linedefs);
            case FLATLINE_SIDEDEF:
                return use(raw_->sidedefs, defaults_.sidedef, limits_.sidedefs);
            case FLATLINE_SECTOR:
                return use(raw_->sectors, defaults_.sector, limits_.sectors);
            default:
                return use(raw_->things, defaults_.thing, limits_.things);
        }
    }

public:
    Builder(text::NamePool& names, std::uint32_t (&last_block)[kFieldBound], const Limits& limits,
            const Source& source) noexcept
        : names_(names), last_block_(last_block), limits_(limits), source_(source) {}

    /// Builds `raw`.
    void attach(RawMap& raw) noexcept { raw_ = &raw; }
    /// Begins anew over the arrays of `raw`, which are empty. With `keep_names` the table of names
    /// does not grow. False if memory is out.
    [[nodiscard]] bool begin(const MemoryHooks& hooks, Budget& budget, bool keep_names) noexcept;
    /// Sets what fields are that are not given, and which are required.
    void set_defaults(const Defaults& defaults) noexcept { defaults_ = defaults; }
    RawMap& raw() noexcept { return *raw_; }

    // ---- Blocks ----

    /// Opens a block. False, and `open` unchanged, where one more is over the limit (block_limit)
    /// or memory is out.
    FLATLINE_ALWAYS_INLINE bool open(OpenBlock& open, std::uint8_t kind, const Byte* keyword,
                                     const Byte* brace) noexcept {
        return of_kind(kind, [&](auto& array, const auto& defaults, std::uint64_t limit) {
            if (array.size() >= limit) return false;
            auto* entity = array.push();
            if (entity == nullptr) return false;
            *entity = defaults;
            open.entity = reinterpret_cast<unsigned char*>(entity);
            open.index = static_cast<std::uint32_t>(array.size() - 1);
            open.kind = kind;
            open.seen = open.bad = 0;
            open.keyword = keyword;
            open.brace = brace;
            ++open.serial;
            return true;
        });
    }
    /// The required members that are not given, or only with a value of a wrong kind, when `more`
    /// are given besides.
    std::uint64_t missing(const OpenBlock& open, std::uint64_t more = 0) const noexcept {
        return defaults_.required[open.kind] & (~(open.seen | more) | open.bad);
    }
    void close(OpenBlock& open) const noexcept { open.kind = OpenBlock::kNone; }

    struct BlockLimit {
        std::uint64_t count, limit;
    };
    BlockLimit block_limit(std::uint8_t kind) noexcept;

    // ---- Known fields ----

    FLATLINE_ALWAYS_INLINE bool store(OpenBlock& open, const FieldRecord& record,
                                      std::int32_t number) noexcept {
        if (record.store == Store::column_integer) return column(open, record.field, number);
        if (is_given(open, record)) return false;
        if (record.store == Store::whole) {
            put_whole(open, target_of(record), number);
        } else {
            put(open, target_of(record), number);
        }
        return true;
    }
    FLATLINE_ALWAYS_INLINE bool store(OpenBlock& open, const FieldRecord& record,
                                      double number) noexcept {
        if (record.store == Store::column_real) return column(open, record.field, number);
        if (is_given(open, record)) return false;
        put(open, target_of(record), number);
        return true;
    }
    FLATLINE_ALWAYS_INLINE bool store(OpenBlock& open, const FieldRecord& record,
                                      bool on) noexcept {
        if (record.store == Store::column_boolean) return column(open, record.field, on);
        if (is_given(open, record)) return false;
        if (record.store == Store::not_flag) on = !on;
        put_flags(open, record.offset, on ? record.mask : 0, on ? 0 : record.mask, record.seen);
        return true;
    }
    /// Stores the id of a name.
    FLATLINE_ALWAYS_INLINE bool store_name(OpenBlock& open, const FieldRecord& record,
                                           std::uint32_t id) noexcept {
        if (is_given(open, record)) return false;
        put(open, target_of(record), id);
        return true;
    }
    /// Stores a name, a string or a list of ids.
    bool store(OpenBlock& open, const FieldRecord& record, flatline_text text) noexcept;
    /// Stores the default again, as if no value had been given.
    bool store_default(OpenBlock& open, const FieldRecord& record) noexcept;
    /// Marks a required index that is missing; level::resolve repairs it.
    void store_missing_index(const OpenBlock& open, const StandardField& field) noexcept {
        std::memcpy(open.entity + field.offset, &kMissingIndex, sizeof kMissingIndex);
    }

    bool is_given(const OpenBlock& open, const FieldRecord& record) const noexcept {
        return (open.seen & record.seen) != 0;
    }
    /// True if the field was given in this block before; it then counts as not given.
    bool forget(OpenBlock& open, const FieldRecord& record) noexcept;

    /// Stores an index, an integer, a real or the id of a name. Precondition: the member was not
    /// given.
    template <class T>
    FLATLINE_ALWAYS_INLINE void put(OpenBlock& open, FieldTarget place, T value) const noexcept {
        std::memcpy(open.entity + place.offset, &value, sizeof value);
        open.seen |= place.seen;
    }
    /// Stores into a real member that takes integers only; -0 becomes 0.
    FLATLINE_ALWAYS_INLINE void put_whole(OpenBlock& open, FieldTarget place,
                                          std::int32_t number) const noexcept {
        put(open, place, static_cast<double>(number));
    }
    FLATLINE_ALWAYS_INLINE void put_flags(OpenBlock& open, std::uint16_t offset, std::uint32_t set,
                                          std::uint32_t clear, std::uint64_t seen) const noexcept {
        std::uint32_t flags;
        std::memcpy(&flags, open.entity + offset, sizeof flags);
        put(open, {seen, offset, FLATLINE_NO_FIELD}, (flags & ~clear) | set);
    }

    FLATLINE_ALWAYS_INLINE bool column(const OpenBlock& open, FieldId field,
                                       std::int32_t number) noexcept {
        SideValue value;
        value.integer = number;
        return column(open, field, value, FLATLINE_INTEGER);
    }
    FLATLINE_ALWAYS_INLINE bool column(const OpenBlock& open, FieldId field,
                                       double number) noexcept {
        SideValue value;
        value.real = number;
        return column(open, field, value, FLATLINE_REAL);
    }
    FLATLINE_ALWAYS_INLINE bool column(const OpenBlock& open, FieldId field, bool on) noexcept {
        return column(open, field, boolean_value(on), FLATLINE_BOOLEAN);
    }
    /// `kind` is FLATLINE_STRING or FLATLINE_IDS.
    FLATLINE_ALWAYS_INLINE bool column(const OpenBlock& open, FieldId field, flatline_text text,
                                       std::uint8_t kind) noexcept {
        SideValue value;
        value.text = text;
        return column(open, field, value, kind);
    }
    /// Stores all of them or none. The caller passes the members of the block: a copy of all of it
    /// would be read in other pieces than it was written in, for which processors wait.
    bool columns(std::uint32_t serial, std::uint32_t index, std::uint8_t kind,
                 const ColumnBoolean* booleans, std::size_t count) noexcept;

    // ---- Strings ----

    /// The id of a name; text::NamePool::kNone if memory is out.
    std::uint32_t name(flatline_text text) noexcept { return names_.intern(text); }
    /// The same for `size` bytes at `p`. Precondition: at most 15, and 16 are readable.
    std::uint32_t short_name(const Byte* p, std::size_t size) noexcept {
        return names_.intern_short(text::NamePool::short_key(p, size),
                                   {source_.offset(p), static_cast<std::uint32_t>(size)});
    }
    /// Decodes the string from `p` to `end`, which has `size` bytes without its backslashes. False
    /// if memory is out.
    [[nodiscard]] bool decode(const Byte* p, const Byte* end, std::uint64_t size,
                              flatline_text& out) noexcept;
    /// Keeps the map's namespace in lower case. False if memory is out.
    [[nodiscard]] bool keep_namespace(std::string_view name) noexcept;
    std::string_view string_of(flatline_text text) const noexcept {
        const Byte* from = text.offset < source_.text.size()
                               ? source_.base + text.offset
                               : raw_->decoded.data() + (text.offset - source_.text.size());
        return {reinterpret_cast<const char*>(from), text.size};
    }

    // ---- Unknown fields and blocks ----

    bool unknowns_are_full() const noexcept {
        return raw_->unknowns.size() >= limits_.unknown_fields;
    }
    std::uint64_t unknown_count() const noexcept { return raw_->unknowns.size(); }
    /// Keeps `value`, of which kind, value and depth are set, under the name from `key` to
    /// `key_end`. `element` is what it stands in, `index` which one (OpenBlock::element). False
    /// where unknowns_are_full() or memory is out.
    bool keep_unknown(std::uint32_t index, std::uint8_t element, const Byte* key,
                      const Byte* key_end, const flatline_unknown& value) noexcept;
    /// Ends the unknown block with that number.
    void end_unknown(std::uint64_t block) noexcept {
        raw_->unknowns[static_cast<std::size_t>(block)].value.block_end = raw_->unknowns.size();
    }

private:
    FLATLINE_ALWAYS_INLINE bool column(const OpenBlock& open, FieldId field, SideValue value,
                                       std::uint8_t kind) noexcept {
        std::uint32_t& last = last_block_[field];
        if (last == open.serial) return false;
        if (!raw_->values.add(side_value(open.index, open.kind, field, value, kind))) return false;
        last = open.serial;
        return true;
    }
    static SideValue boolean_value(bool on) noexcept {
        SideValue value{};  // GCC with sanitizers sees the rest returned unset
        value.integer = on;
        return value;
    }
    static SideValue side_value(std::uint32_t element, std::uint8_t block, FieldId field,
                                SideValue value, std::uint8_t kind) noexcept {
        value.element = element;
        value.field = field;
        value.block = block;
        value.kind = kind;
        return value;
    }

    text::NamePool& names_;
    std::uint32_t (&last_block_)[kFieldBound];
    const Limits& limits_;
    const Source& source_;
    RawMap* raw_ = nullptr;
    Defaults defaults_;
};

}  // namespace flatline::engine::udmf
