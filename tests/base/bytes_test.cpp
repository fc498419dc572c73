#include "base/bytes.hpp"

#include <gtest/gtest.h>

namespace {

TEST(LoadU32le, FirstByteIsLowest) {
    constexpr unsigned char kBytes[] = {1, 2, 3, 0x84};
    EXPECT_EQ(flatline::engine::load_u32le(kBytes), 0x84030201u);
}

TEST(LoadU64le, FirstByteIsLowest) {
    constexpr unsigned char kBytes[] = {1, 2, 3, 4, 5, 6, 7, 0x88};
    EXPECT_EQ(flatline::engine::load_u64le(kBytes), 0x8807060504030201u);
}

TEST(LoadU64le, AnyAddressWillDo) {
    alignas(8) unsigned char bytes[16] = {};
    for (std::size_t at = 0; at < 8; ++at) {
        for (unsigned char& byte : bytes) byte = 0;
        bytes[at] = 0xFF;
        EXPECT_EQ(flatline::engine::load_u64le(bytes + at), 0xFFu);
        EXPECT_EQ(flatline::engine::load_u64le(bytes), std::uint64_t{0xFF} << (8 * at));
    }
}

TEST(StoreLe, IsWhatLoadsReadAndNoByteMore) {
    for (std::size_t at = 0; at < 8; ++at) {
        unsigned char bytes[16] = {};
        flatline::engine::store_le<std::uint16_t>(bytes + at, 0x8201);
        EXPECT_EQ(flatline::engine::load_u64le(bytes + at), 0x8201u);
        flatline::engine::store_le(bytes + at, 0x84030201u);
        EXPECT_EQ(flatline::engine::load_u64le(bytes + at), 0x84030201u);
    }
}

}  // namespace
