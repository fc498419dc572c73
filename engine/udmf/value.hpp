// The value of one assignment, between reading and storing it.
#pragma once

#include "flatline/types.h"
#include "text/numbers.hpp"

namespace flatline::udmf {

struct Value {
    enum class Kind : std::uint8_t { number, boolean, string };
    Kind kind = Kind::number;
    bool boolean = false;
    text::Number number;
    flatline_text text{0, 0};              // of a string; of a word or number, its spelling
    const unsigned char* begin = nullptr;  // the token, quotes included
    const unsigned char* end = nullptr;
};

}  // namespace flatline::udmf
