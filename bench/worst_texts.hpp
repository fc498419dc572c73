// Texts made to be slow: no editor writes them, but a file from anywhere may hold them.
#pragma once

#include <cstdint>
#include <string>

namespace flatline::engine::bench {

enum class Worst : std::uint8_t {
    Letters,   // fields of one letter that no dialect knows, in random order: four bytes a field
    Escapes,   // strings in which every second byte is a backslash, no two alike
    Digits,    // numbers of 17 digits, no two alike
    Comments,  // between all tokens comments of stars and slashes that nearly end, some very long
};

// A valid map of about `bytes` bytes; the same bytes on every platform.
std::string worst_text(Worst kind, std::uint64_t bytes);

}  // namespace flatline::engine::bench
