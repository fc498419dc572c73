// Values of fields, independent of how they are stored: equal if they mean the same.
#pragma once

#include <cstdint>
#include <string_view>

#include "diff/mixer.hpp"
#include "flatline/types.h"
#include "model/map.hpp"

namespace flatline::engine::compare {

using Value = flatline_change_value;

Value no_value() noexcept;
Value integer_value(std::int64_t integer) noexcept;
Value real_value(double real) noexcept;
Value boolean_value(bool on) noexcept;
Value string_value(std::string_view text) noexcept;

/// The value of entry number `entry` of a column.
Value column_value(const Map& map, const flatline_column& column, std::uint32_t entry) noexcept;
/// The value of entry number `i` of the unknown fields and blocks.
Value unknown_value(const Map& map, std::uint64_t i) noexcept;
/// What a field is in elements of a block that do not give it; no value where there is none. A
/// field of strings that the dialect knows is "" then, a list of ids empty.
Value default_of(const Map& map, std::uint8_t block, std::string_view name) noexcept;
/// The same of a field by its number.
Value default_of(const Map& map, FieldId field) noexcept;

/// A hash of a value: of numbers that are equal the same, whether they have a fraction or not; of
/// blocks that have the same contents in another order, too.
std::uint64_t hash_of(const Mixer& mixer, const Map& map, const Value& value) noexcept;
/// True where both mean the same. `a` is of map `of_a`.
bool same_value(const Mixer& mixer, const Map& of_a, const Value& a, const Map& of_b,
                const Value& b) noexcept;

}  // namespace flatline::engine::compare
