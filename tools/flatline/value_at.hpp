// value_at.hpp: reads a value from unaligned bytes.
#pragma once

#include <cstring>

namespace flatline::engine::tool {

template <class T>
T value_at(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

}  // namespace flatline::engine::tool
