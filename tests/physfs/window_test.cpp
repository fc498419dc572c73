#include "physfs/window.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/fake_file.hpp"

namespace window_test {

using namespace flatline;
using physfs::Window;
using testing_support::FakeFile;
using testing_support::Faults;

std::string bytes_of_file() {
    std::string out;
    for (int i = 0; i < 100; ++i) out += static_cast<char>(i);
    return out;
}

// The bytes at a place, or "(none)".
std::string at(Window& window, std::uint64_t offset, std::uint64_t count) {
    Bytes out;
    if (!window.get(offset, count, out)) return "(none)";
    return {reinterpret_cast<const char*>(out.data()), out.size()};
}

TEST(Window, ForwardAndBack) {
    const std::string bytes = bytes_of_file();
    FakeFile file(bytes);
    Window window(file, 16);
    for (const std::size_t offset : {0u, 4u, 50u, 62u, 63u, 49u, 10u, 84u, 0u}) {
        EXPECT_EQ(at(window, offset, 4), bytes.substr(offset, 4)) << offset;
        EXPECT_EQ(at(window, offset, 16), bytes.substr(offset, 16)) << offset;
    }
    EXPECT_EQ(at(window, 100, 0), "");
}

TEST(Window, WhatIsNotThere) {
    auto faults = std::make_shared<Faults>();
    FakeFile file(bytes_of_file(), faults);
    Window window(file, 16);
    EXPECT_EQ(at(window, 0, 17), "(none)") << "more than it holds";
    EXPECT_EQ(at(window, 97, 4), "(none)");
    EXPECT_EQ(at(window, 101, 0), "(none)");
    EXPECT_EQ(at(window, ~0ull - 1, 4), "(none)");
    faults->cut_at = 20;  // while it is open
    EXPECT_EQ(at(window, 18, 4), "(none)");
    EXPECT_EQ(at(window, 18, 2), bytes_of_file().substr(18, 2));
}

}  // namespace window_test
