#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

#include "model/load.hpp"

namespace {

using flatline::engine::Buffer;
using flatline::engine::Bytes;

// What a host's free function was called with.
struct Freed {
    std::vector<std::pair<void*, std::size_t>> calls;
    static void free(void* context, void* data, std::size_t size) {
        static_cast<Freed*>(context)->calls.emplace_back(data, size);
    }
};

TEST(Buffer, AnEmptyOneHasNothingToFree) {
    Buffer buffer;
    EXPECT_EQ(buffer.data(), nullptr);
    EXPECT_EQ(buffer.size(), 0u);
    EXPECT_TRUE(buffer.bytes().empty());
    buffer.reset();
    Freed freed;
    { const Buffer none(nullptr, 0, Freed::free, &freed); }
    EXPECT_TRUE(freed.calls.empty());
}

TEST(Buffer, FreesOnceWithWhatItWasGiven) {
    Freed freed;
    char data[8];
    {
        Buffer buffer(data, sizeof data, Freed::free, &freed);
        EXPECT_EQ(buffer.data(), reinterpret_cast<unsigned char*>(data));
        buffer.reset();
        EXPECT_EQ(freed.calls.size(), 1u);
        EXPECT_EQ(buffer.data(), nullptr);
        EXPECT_EQ(buffer.size(), 0u);
    }
    ASSERT_EQ(freed.calls.size(), 1u);
    EXPECT_EQ(freed.calls[0], (std::pair<void*, std::size_t>(data, 8)));
}

TEST(Buffer, MovesHandOver) {
    Freed freed;
    char first[4];
    char second[8];
    {
        Buffer a(first, sizeof first, Freed::free, &freed);
        Buffer b(std::move(a));
        EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): it is empty
        EXPECT_EQ(a.size(), 0u);
        Buffer c(second, sizeof second, Freed::free, &freed);
        c = std::move(b);
        ASSERT_EQ(freed.calls.size(), 1u) << "what it had goes first";
        EXPECT_EQ(freed.calls[0].first, second);
        Buffer& same = c;
        c = std::move(same);
        EXPECT_EQ(c.data(), reinterpret_cast<unsigned char*>(first));
        EXPECT_EQ(freed.calls.size(), 1u);
        a = std::move(c);
    }
    ASSERT_EQ(freed.calls.size(), 2u);
    EXPECT_EQ(freed.calls[1], (std::pair<void*, std::size_t>(first, 4)));
}

TEST(Buffer, BytesWithoutAFreeFunctionAreLeftAlone) {
    char data[4];
    Buffer buffer(data, sizeof data, nullptr);
    buffer.reset();
    EXPECT_EQ(buffer.data(), nullptr);
}

TEST(Buffer, Allocates) {
    for (const std::size_t size : {0u, 1u, 100'000u}) {
        Buffer buffer = Buffer::allocate(size);
        ASSERT_NE(buffer.data(), nullptr);
        EXPECT_EQ(buffer.size(), size);
        if (size > 0) std::memset(buffer.data(), 7, size);
    }
}

TEST(Buffer, Copies) {
    const unsigned char data[] = {1, 2, 3};
    const Buffer copy = Buffer::copy_of({data, 3});
    ASSERT_NE(copy.data(), data);
    ASSERT_EQ(copy.size(), 3u);
    EXPECT_EQ(std::memcmp(copy.data(), data, 3), 0);
    const Buffer nothing = Buffer::copy_of({});
    EXPECT_NE(nothing.data(), nullptr) << "null says that memory is out";
    EXPECT_EQ(nothing.size(), 0u);
}

TEST(Buffer, Shrinks) {
    Buffer buffer = Buffer::copy_of({reinterpret_cast<const unsigned char*>("abcdef"), 6});
    buffer.shrink(2);
    EXPECT_EQ(buffer.size(), 2u);
    EXPECT_EQ(buffer.bytes()[1], 'b');
}

}  // namespace
