#include "physfs/checksum.hpp"

#if defined(FLATLINE_LIBDEFLATE)
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

namespace flatline::engine::physfs {

std::uint32_t checksum(std::uint32_t before, Bytes bytes) noexcept {
    if (bytes.size() == 0) return before;  // both libraries begin anew where there are no bytes
#if defined(FLATLINE_LIBDEFLATE)
    return libdeflate_crc32(before, bytes.data(), bytes.size());
#else
    return static_cast<std::uint32_t>(crc32_z(before, bytes.data(), bytes.size()));
#endif
}

}  // namespace flatline::engine::physfs
