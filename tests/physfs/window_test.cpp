#include "physfs/window.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "support/fake_file.hpp"

namespace window_test {

using flatline::engine::Bytes;
using flatline::engine::physfs::Window;
using testing_support::FakeFile;
using testing_support::Faults;

constexpr std::size_t kBytes = 8;

std::string got(Window& window, std::uint64_t offset, std::uint64_t count) {
    Bytes bytes;
    if (!window.get(offset, count, bytes)) return "nothing";
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Window, GoesForwardAndBack) {
    FakeFile file("0123456789abcdef");
    Window window(file, kBytes);
    ASSERT_TRUE(window.has_memory());
    EXPECT_EQ(window.file_size(), 16u);
    EXPECT_EQ(got(window, 4, 8), "456789ab");
    EXPECT_EQ(got(window, 5, 3), "567");
    EXPECT_EQ(window.take_work(), 8u) << "read once";
    EXPECT_EQ(got(window, 5, 8), "56789abc");
    EXPECT_EQ(got(window, 4, 1), "4") << "in front of what it holds";
    EXPECT_EQ(got(window, 12, 4), "cdef");
    EXPECT_EQ(window.take_work(), 8u + 8u + 4u);
    EXPECT_EQ(window.take_work(), 0u);
}

// The file is not even asked for what it has not, nor for more than there is room for.
TEST(Window, NothingThatIsNotThere) {
    const auto faults = std::make_shared<Faults>();
    FakeFile file("0123456789abcdef", faults);
    Window window(file, kBytes);
    EXPECT_EQ(got(window, 0, kBytes + 1), "nothing");
    EXPECT_EQ(got(window, 9, 8), "nothing");
    EXPECT_EQ(got(window, 17, 0), "nothing");
    EXPECT_EQ(got(window, UINT64_MAX, 1), "nothing");
    EXPECT_EQ(faults->reads, 0u);
    EXPECT_EQ(window.take_work(), 0u);
    EXPECT_EQ(got(window, 16, 0), "");
    EXPECT_EQ(got(window, 8, 8), "89abcdef");
}

// The file ends before it says.
TEST(Window, ReadsThatComeShort) {
    const auto faults = std::make_shared<Faults>();
    FakeFile file("0123456789abcdef", faults);
    Window window(file, kBytes);
    faults->cut_at = 7;
    EXPECT_EQ(got(window, 0, 8), "nothing");
    EXPECT_EQ(got(window, 4, 3), "456");
    EXPECT_EQ(got(window, 4, 4), "nothing");
}

}  // namespace window_test
