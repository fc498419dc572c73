// table/parquet_values.hpp: how Parquet encodes values.
// Source: Apache Parquet, parquet-format, "Parquet encoding definitions"
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace flatline::engine::tool {

/// Appends a number with its lowest byte first.
template <class Number>
void append_plain(std::string& out, Number value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    if constexpr (std::endian::native == std::endian::big)
        std::reverse(bytes, bytes + sizeof value);
    out.append(bytes, sizeof bytes);
}
template <class Number>
void append_plain(std::string& out, const Number* values, std::size_t count) {
    if constexpr (std::endian::native == std::endian::little) {
        out.append(reinterpret_cast<const char*>(values), count * sizeof *values);
    } else {
        for (std::size_t i = 0; i < count; ++i) append_plain(out, values[i]);
    }
}

/// How many bits a number below `count` takes, at least one.
unsigned bits_below(std::size_t count);

/// Numbers of `bits` bits each, those of a byte from its lowest bit on.
template <class Number>
void append_bits(std::string& out, const Number* values, std::size_t count, unsigned bits);

/// The hybrid of runs and packed bits, without a length before it.
template <class Number>
void append_hybrid(std::string& out, const Number* values, std::size_t count, unsigned bits);

/// The different values of a list, if they are few enough to be worth a dictionary.
template <class Number>
struct NumberDictionary {
    std::vector<Number> values;
    std::vector<std::uint32_t> codes;  ///< one a value of the list

    /// False where it is not worth it.
    bool make(const std::vector<Number>& list);
};

}  // namespace flatline::engine::tool
