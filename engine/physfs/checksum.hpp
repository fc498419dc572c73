// The CRC-32 that ZIP and 7z keep of their files, by libdeflate where it is built in, else by zlib.
#pragma once

#include <cstdint>

#include "model/view.hpp"

namespace flatline::engine::physfs {

/// Goes on from the checksum of what stood before; 0 at the beginning.
std::uint32_t checksum(std::uint32_t before, Bytes bytes) noexcept;

}  // namespace flatline::engine::physfs
