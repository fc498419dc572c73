#include "physfs/checksum.hpp"

#include <zlib.h>

namespace flatline::physfs {

std::uint32_t checksum(std::uint32_t before, Bytes bytes) noexcept {
    return static_cast<std::uint32_t>(crc32_z(before, bytes.data(), bytes.size()));
}

}  // namespace flatline::physfs
