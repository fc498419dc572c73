#include "diff/values.hpp"

#include <cstring>
#include <optional>

#include "udmf/field_tables.hpp"

namespace flatline::engine::compare {
namespace {

// Keys of kinds of values that differ whatever their bytes are.
enum class Tag : std::uint64_t { integer = 1, real, boolean, string, keyword, ids, block };

std::uint64_t tagged(const Mixer& mixer, Tag tag, std::uint64_t value) noexcept {
    return mixer.pair(static_cast<std::uint64_t>(tag), value);
}

bool is_number(const Value& value) noexcept {
    return value.kind == FLATLINE_INTEGER || value.kind == FLATLINE_REAL;
}

std::string_view text_of(const Value& value) noexcept {
    return {static_cast<const char*>(value.data), static_cast<std::size_t>(value.size)};
}

// Integers beyond 2^53 are their own values: as doubles they would meet their neighbours.
bool is_exact(std::int64_t integer) noexcept {
    constexpr std::int64_t kMost = std::int64_t{1} << 53;
    return integer >= -kMost && integer <= kMost;
}

std::uint64_t hash_of_block(const Mixer& mixer, const Map& map, std::uint64_t block) noexcept {
    // The sum of all entries, each with the depth and the block that it stands in. A block is a
    // word of its own, so the contents of two blocks of one name cannot be told apart when they are
    // swapped; no map has such.
    const View<flatline_unknown> unknowns = map.unknowns();
    const flatline_unknown& first = unknowns[block];
    std::uint64_t sum = 0;
    std::uint64_t inside = 0;  // the name of the block that entries stand in, by depth
    for (std::uint64_t i = block + 1; i < first.value.block_end; ++i) {
        const flatline_unknown& unknown = unknowns[i];
        const std::uint64_t name = mixer.name(map.text(unknown.name));
        const std::uint64_t where =
            mixer.pair(unknown.depth, unknown.depth > first.depth + 1 ? inside : 0);
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) {
            inside = name;
            sum += mixer.pair(mixer.pair(where, name), static_cast<std::uint64_t>(Tag::block));
        } else {
            sum += mixer.pair(mixer.pair(where, name), hash_of(mixer, map, unknown_value(map, i)));
        }
    }
    return tagged(mixer, Tag::block, sum);
}

std::uint64_t hash_of_ids(const Mixer& mixer, const Value& value) noexcept {
    const auto* ids = static_cast<const std::int32_t*>(value.data);
    std::uint64_t hash = value.size;
    for (std::uint64_t i = 0; i < value.size; ++i) {
        hash = mixer.pair(hash, static_cast<std::uint32_t>(ids[i]));
    }
    return tagged(mixer, Tag::ids, hash);
}

}  // namespace

Value no_value() noexcept {
    Value value{};
    value.kind = FLATLINE_NO_VALUE;
    return value;
}

Value integer_value(std::int64_t integer) noexcept {
    Value value{};
    value.kind = FLATLINE_INTEGER;
    value.value.integer = integer;
    return value;
}

Value real_value(double real) noexcept {
    Value value{};
    value.kind = FLATLINE_REAL;
    value.value.real = real;
    return value;
}

Value boolean_value(bool on) noexcept {
    Value value{};
    value.kind = FLATLINE_BOOLEAN;
    value.value.integer = on ? 1 : 0;
    return value;
}

Value string_value(std::string_view text) noexcept {
    Value value{};
    value.kind = FLATLINE_STRING;
    value.data = text.data();
    value.size = text.size();
    return value;
}

Value column_value(const Map& map, const flatline_column& column, std::uint32_t entry) noexcept {
    switch (column.kind) {
        case FLATLINE_INTEGER:
            return integer_value(column.values.integers[entry]);
        case FLATLINE_REAL:
            return real_value(column.values.reals[entry]);
        case FLATLINE_BOOLEAN:
            return boolean_value(column.values.booleans[entry] != 0);
        case FLATLINE_IDS: {
            const flatline_text range = column.values.ids[entry];
            Value value{};
            value.kind = FLATLINE_IDS;
            value.data = map.ids().data() + range.offset;
            value.size = range.size;
            return value;
        }
        default:
            return string_value(map.text(column.values.texts[entry]));
    }
}

Value unknown_value(const Map& map, std::uint64_t i) noexcept {
    const flatline_unknown& unknown = map.unknowns()[i];
    switch (unknown.kind) {
        case FLATLINE_INTEGER:
            return integer_value(unknown.value.integer);
        case FLATLINE_REAL:
            return real_value(unknown.value.real);
        case FLATLINE_BOOLEAN:
            return boolean_value(unknown.value.boolean != 0);
        case FLATLINE_UNKNOWN_BLOCK: {
            Value value{};
            value.kind = FLATLINE_UNKNOWN_BLOCK;
            value.value.block = i;
            return value;
        }
        default: {
            Value value = string_value(map.text(unknown.value.string));
            value.kind = unknown.kind;
            return value;
        }
    }
}

Value default_of(const Map& map, FieldId field) noexcept {
    const flatline_value value = map.default_value(field);
    switch (value.kind) {
        case FLATLINE_INTEGER:
            return integer_value(value.integer);
        case FLATLINE_REAL:
            return real_value(value.real);
        case FLATLINE_BOOLEAN:
            return boolean_value(value.boolean != 0);
        case FLATLINE_STRING:
            return string_value({value.string, static_cast<std::size_t>(value.size)});
        default:
            break;
    }
    const bool v0_99 = map.grammar() == Grammar::v0_99;
    const std::optional<FieldRow> row = udmf::find_row(map.dialect(), v0_99, field);
    if (row && row->kind == FLATLINE_STRING && !row->required) return string_value("");
    if (row && row->kind == FLATLINE_IDS) {
        Value none{};
        none.kind = FLATLINE_IDS;
        return none;
    }
    return no_value();
}

Value default_of(const Map& map, std::uint8_t block, std::string_view name) noexcept {
    const FieldId field = find_field(block, name);
    return field == FLATLINE_NO_FIELD ? no_value() : default_of(map, field);
}

std::uint64_t hash_of(const Mixer& mixer, const Map& map, const Value& value) noexcept {
    switch (value.kind) {
        case FLATLINE_INTEGER:
            if (!is_exact(value.value.integer)) {
                return tagged(mixer, Tag::integer, static_cast<std::uint64_t>(value.value.integer));
            }
            return tagged(mixer, Tag::real, bits_of(static_cast<double>(value.value.integer)));
        case FLATLINE_REAL:
            return tagged(mixer, Tag::real, bits_of(value.value.real));
        case FLATLINE_BOOLEAN:
            return tagged(mixer, Tag::boolean, static_cast<std::uint64_t>(value.value.integer));
        case FLATLINE_STRING:
            return tagged(mixer, Tag::string, mixer.bytes(text_of(value)));
        case FLATLINE_KEYWORD:
            return tagged(mixer, Tag::keyword, mixer.name(text_of(value)));
        case FLATLINE_IDS:
            return hash_of_ids(mixer, value);
        case FLATLINE_UNKNOWN_BLOCK:
            return hash_of_block(mixer, map, value.value.block);
        default:
            return 0;
    }
}

bool same_value(const Mixer& mixer, const Map& of_a, const Value& a, const Map& of_b,
                const Value& b) noexcept {
    if (is_number(a) && is_number(b)) {
        const auto real = [](const Value& value) {
            return value.kind == FLATLINE_REAL ? value.value.real
                                               : static_cast<double>(value.value.integer);
        };
        if (a.kind == b.kind && a.kind == FLATLINE_INTEGER) {
            return a.value.integer == b.value.integer;
        }
        return real(a) == real(b);
    }
    if (a.kind != b.kind) return false;
    switch (a.kind) {
        case FLATLINE_BOOLEAN:
            return a.value.integer == b.value.integer;
        case FLATLINE_STRING:
            return text_of(a) == text_of(b);
        case FLATLINE_KEYWORD:
            return text::same_name(text_of(a), text_of(b));
        case FLATLINE_IDS:
            return a.size == b.size &&
                   (a.size == 0 || std::memcmp(a.data, b.data, a.size * sizeof(std::int32_t)) == 0);
        case FLATLINE_UNKNOWN_BLOCK:
            return hash_of(mixer, of_a, a) == hash_of(mixer, of_b, b);
        default:
            return true;
    }
}

}  // namespace flatline::engine::compare
