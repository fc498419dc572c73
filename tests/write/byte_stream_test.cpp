#include "write/byte_stream.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/load_text.hpp"

namespace byte_stream_test {

using flatline::engine::Sink;
using flatline::engine::write::ByteStream;
using load_text::bytes;

constexpr std::size_t kChunk = 4096;

/// What a sink got, call by call.
struct Calls {
    std::vector<std::string> all;

    Sink sink() { return {take, this}; }
    static bool take(void* context, const unsigned char* data, std::size_t size) {
        static_cast<Calls*>(context)->all.emplace_back(reinterpret_cast<const char*>(data), size);
        return true;
    }
};

std::vector<std::string> calls_of(const std::vector<std::size_t>& sizes) {
    Calls calls;
    const Sink sink = calls.sink();
    ByteStream out(sink);
    std::string all;
    char next = 'a';
    for (const std::size_t size : sizes) {
        const std::string piece(size, next++);
        out.put(bytes(piece));
        all += piece;
    }
    EXPECT_TRUE(out.finish());
    EXPECT_EQ(out.written(), all.size());
    std::string taken;
    for (const std::string& call : calls.all) taken += call;
    EXPECT_TRUE(taken == all);
    return calls.all;
}

std::vector<std::size_t> sizes_of(const std::vector<std::string>& calls) {
    std::vector<std::size_t> sizes;
    for (const std::string& call : calls) sizes.push_back(call.size());
    return sizes;
}

using Sizes = std::vector<std::size_t>;

TEST(ByteStream, SmallPiecesGoTogether) {
    EXPECT_EQ(sizes_of(calls_of({})), Sizes{});
    EXPECT_EQ(sizes_of(calls_of({0, 0})), Sizes{}) << "a sink is not called for nothing";
    EXPECT_EQ(sizes_of(calls_of({1, 2, 0, 3})), Sizes{6});
    EXPECT_EQ(sizes_of(calls_of({kChunk - 1, 1})), Sizes{kChunk});
    EXPECT_EQ(sizes_of(calls_of({kChunk - 1, 2})), (Sizes{kChunk - 1, 2}));
    EXPECT_EQ(sizes_of(calls_of({kChunk, 1})), (Sizes{kChunk, 1}));
}

TEST(ByteStream, LargePiecesGoAsTheyAre) {
    EXPECT_EQ(sizes_of(calls_of({kChunk + 1})), Sizes{kChunk + 1});
    EXPECT_EQ(sizes_of(calls_of({1, kChunk + 1, 1})), (Sizes{1, kChunk + 1, 1}));
    EXPECT_EQ(sizes_of(calls_of({1, kChunk, 10 * kChunk})), (Sizes{1, kChunk, 10 * kChunk}));
}

}  // namespace byte_stream_test
