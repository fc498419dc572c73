// reals.hpp: doubles from text and back, without the locale. tools/web has others
// for a standard library that cannot.
#pragma once

#include <cstddef>
#include <string_view>

namespace flatline::engine::tool {

/// Takes a decimal number from the front of `text` and leaves the rest. False if none is there.
bool take_real(std::string_view& text, double& out);

inline constexpr std::size_t kRealBytes = 32;
/// Writes `value` with the fewest bytes that read back as it, and returns the byte after it.
/// kRealBytes are writable at `out`.
char* put_real(char* out, double value);

}  // namespace flatline::engine::tool
