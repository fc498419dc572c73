// The decimal digits of doubles by integers of many words. Slow, for where the standard library has
// no std::to_chars for doubles.
#pragma once

namespace flatline::engine {

/// 0.d1d2d3... times ten to the `dot`: the dot stands after so many digits. Digits are '0' to '9',
/// the first is no zero except in the number 0, which is one zero with `dot` 1.
struct ShortestDigits {
    char digits[24];
    int count = 0;
    int dot = 1;
};

/// As shortest_digits() in base/real_text.hpp.
ShortestDigits long_shortest_digits(double magnitude) noexcept;

/// As put_shortest() in base/real_text.hpp.
char* long_put_shortest(char* p, double value) noexcept;

}  // namespace flatline::engine
