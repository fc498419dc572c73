// Compresses bytes by zlib.
#pragma once

#include <string>
#include <string_view>

#include <zlib.h>

namespace testing_support {

/// A whole zlib stream; level 0 (stored) to 9.
inline std::string zlib_stream(std::string_view bytes, int level = 9) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string out(size, '\0');
    compress2(reinterpret_cast<Bytef*>(out.data()), &size,
              reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
              level);
    out.resize(size);
    return out;
}

}  // namespace testing_support
