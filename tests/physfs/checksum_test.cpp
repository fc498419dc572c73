#include "physfs/checksum.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <vector>

namespace checksum_test {

using flatline::engine::Bytes;
using flatline::engine::physfs::checksum;

// The value that every description of CRC-32 gives.
TEST(Checksum, KnownValue) {
    const unsigned char digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    EXPECT_EQ(checksum(0, {digits, sizeof digits}), 0xCBF43926u);
    EXPECT_EQ(checksum(0, {}), 0u);
    EXPECT_EQ(checksum(7, {}), 7u);
}

// Short and long pieces, after each other and at any address, are those of zlib.
TEST(Checksum, AgreesWithZlib) {
    std::mt19937 random(7);
    std::vector<unsigned char> bytes(5000);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    for (std::size_t size = 0; size < 400; ++size) {
        const std::size_t from = random() % 64;
        const auto before = static_cast<std::uint32_t>(random());
        EXPECT_EQ(checksum(before, {bytes.data() + from, size}),
                  crc32_z(before, bytes.data() + from, size))
            << size;
    }
    std::uint32_t ours = 0;
    uLong theirs = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = std::min<std::size_t>(random() % 700, bytes.size() - at);
        ours = checksum(ours, {bytes.data() + at, size});
        theirs = crc32_z(theirs, bytes.data() + at, size);
        at += size;
        EXPECT_EQ(ours, theirs) << at;
    }
}

}  // namespace checksum_test
