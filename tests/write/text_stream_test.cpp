#include "write/text_stream.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace text_stream_test {

using flatline::engine::Sink;
using flatline::engine::write::TextStream;

struct Calls {
    std::size_t count = 0;
    std::string text;

    static bool take(void* context, const unsigned char* data, std::size_t size) {
        auto& self = *static_cast<Calls*>(context);
        ++self.count;
        self.text.append(reinterpret_cast<const char*>(data), size);
        return true;
    }
};

TEST(TextStream, ASinkIsNotCalledForNothing) {
    Calls calls;
    const Sink sink{Calls::take, &calls};
    TextStream out(sink);
    EXPECT_TRUE(out.finish());
    out.at(out.bytes(out.at(), ""));
    EXPECT_TRUE(out.finish());
    EXPECT_EQ(calls.count, 0u);
    out.at(out.bytes(out.at(), "text"));
    EXPECT_TRUE(out.finish());
    EXPECT_TRUE(out.finish());
    EXPECT_EQ(calls.count, 1u);
    EXPECT_EQ(calls.text, "text");
    EXPECT_EQ(out.written(), 4u);
}

}  // namespace text_stream_test
