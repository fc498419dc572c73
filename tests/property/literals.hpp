// Random values and the many ways to spell them in a TEXTMAP.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "property/tape.hpp"

namespace property {

/// A value as written and as the dump must show it.
struct Literal {
    std::string text;
    nlohmann::json value;
};

/// A number, in an integer field: decimal, signed, hexadecimal, with a fraction, an exponent.
Literal spell_integer(Tape& tape, std::int32_t value);
std::int32_t any_int32(Tape& tape);

/// A number in a real field, of any size or within `bound`.
Literal any_real(Tape& tape, double bound);

Literal any_boolean(Tape& tape);

/// A string of any bytes but NUL, quoted, with escapes where needed and elsewhere; in 0.99 text
/// sometimes without quotes.
Literal any_string(Tape& tape, bool grammar_099);

/// A string in a field of integers: junk between them is skipped.
Literal any_ids(Tape& tape);

/// A value of an unknown field: an integer of 64 bits, a real, a boolean or a string.
Literal any_unknown(Tape& tape, bool grammar_099);

}  // namespace property
