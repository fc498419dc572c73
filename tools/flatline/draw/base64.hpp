// base64.hpp: arrays of numbers as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace flatline::engine::tool {

/// The bytes in base64 with padding (RFC 4648, section 4).
std::string base64(const unsigned char* bytes, std::size_t size);

/// The numbers as they lie in memory, which is little-endian wherever this is built.
template <class T>
std::string base64(const std::vector<T>& values) {
    return base64(reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace flatline::engine::tool
