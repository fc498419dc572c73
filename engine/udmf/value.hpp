// The value of one assignment, after it was read and before it is stored.
#pragma once

#include "flatline/types.h"
#include "text/numbers.hpp"

namespace flatline::engine::udmf {

struct Value {
    enum class Kind : std::uint8_t { number, boolean, string, keyword };
    Kind kind = Kind::number;
    bool boolean = false;
    text::Number number;
    flatline_text text{0,
                       0};  // a string without its quotes, or the spelling of a keyword or number
    const unsigned char* begin = nullptr;  // the token, quotes included
    const unsigned char* end = nullptr;
};

}  // namespace flatline::engine::udmf
