#include "base/cursor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace {

using flatline::engine::Bytes;
using flatline::engine::Cursor;

constexpr unsigned char kBytes[] = {0x01, 0x02, 0x03, 0x84, 0xFF, 0xFE, 0xFD, 0xFC};

TEST(Cursor, ReadsLittleEndianWords) {
    Cursor cursor({kBytes, sizeof kBytes});
    std::uint8_t u8 = 0;
    std::uint16_t u16 = 0;
    std::uint32_t u32 = 0;
    ASSERT_TRUE(cursor.u8(u8));
    EXPECT_EQ(u8, 0x01);
    ASSERT_TRUE(cursor.u16(u16));
    EXPECT_EQ(u16, 0x0302);
    ASSERT_TRUE(cursor.u32(u32));
    EXPECT_EQ(u32, 0xFDFEFF84u);
    EXPECT_EQ(cursor.position(), 7u);
    EXPECT_EQ(cursor.left(), 1u);
}

TEST(Cursor, ReadsSignedAndWideWords) {
    Cursor cursor({kBytes, sizeof kBytes});
    std::uint64_t u64 = 0;
    ASSERT_TRUE(cursor.u64(u64));
    EXPECT_EQ(u64, 0xFCFDFEFF84030201u);

    cursor = Cursor({kBytes + 4, 4});
    std::int16_t i16 = 0;
    ASSERT_TRUE(cursor.i16(i16));
    EXPECT_EQ(i16, -257);

    cursor = Cursor({kBytes + 4, 4});
    std::int32_t i32 = 0;
    ASSERT_TRUE(cursor.i32(i32));
    EXPECT_EQ(i32, static_cast<std::int32_t>(0xFCFDFEFFu));
}

TEST(Cursor, ReadThatDoesNotFitChangesNothing) {
    Cursor cursor({kBytes, 3});
    std::uint32_t u32 = 77;
    EXPECT_FALSE(cursor.u32(u32));
    EXPECT_EQ(u32, 77u);
    EXPECT_EQ(cursor.position(), 0u);

    Bytes slice;
    EXPECT_FALSE(cursor.take(4, slice));
    EXPECT_FALSE(cursor.skip(4));
    // A count of a hostile lump, where position + count would wrap.
    ASSERT_TRUE(cursor.skip(1));
    EXPECT_FALSE(cursor.skip(std::numeric_limits<std::uint64_t>::max()));
    EXPECT_FALSE(cursor.take(std::numeric_limits<std::uint64_t>::max(), slice));
    EXPECT_EQ(cursor.position(), 1u);
}

TEST(Cursor, TakesSlicesUpToTheEnd) {
    Cursor cursor({kBytes, sizeof kBytes});
    Bytes slice;
    ASSERT_TRUE(cursor.take(8, slice));
    EXPECT_EQ(slice.data(), kBytes);
    EXPECT_EQ(slice.size(), 8u);
    EXPECT_EQ(cursor.left(), 0u);
    ASSERT_TRUE(cursor.take(0, slice));
    EXPECT_EQ(slice.size(), 0u);
    EXPECT_EQ(cursor.rest().size(), 0u);
}

TEST(Cursor, EmptyBytes) {
    Cursor cursor({});
    std::uint8_t u8 = 0;
    Bytes slice;
    EXPECT_FALSE(cursor.u8(u8));
    EXPECT_TRUE(cursor.take(0, slice));
    EXPECT_TRUE(cursor.skip(0));
    EXPECT_FALSE(cursor.skip(1));
}

}  // namespace
