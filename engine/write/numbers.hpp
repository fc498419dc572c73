// Writes numbers in the shortest text that reads back as the same number, without the locale.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flatline::engine::write {

/// No number takes more bytes.
inline constexpr std::size_t kNumberBytes = 48;

/// Each writes at `p` and returns the byte after the number. kNumberBytes are writable at `p`.
unsigned char* put_natural(unsigned char* p, std::uint64_t value) noexcept;
unsigned char* put_integer(unsigned char* p, std::int64_t value) noexcept;

/// Writes a finite double with a dot; from 1e21 on, and below 1e-20, with an exponent too. With
/// `whole_as_integer` one without a fraction may stand without the dot (-0 keeps it).
unsigned char* put_real(unsigned char* p, double value, bool whole_as_integer) noexcept;

}  // namespace flatline::engine::write
