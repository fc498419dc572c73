#include "model/version.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace {

TEST(Version, HasThreeNumbers) {
    const std::string_view version = flatline::engine::version();
    EXPECT_EQ(version.find_first_not_of("0123456789."), std::string_view::npos) << version;
    EXPECT_EQ(std::count(version.begin(), version.end(), '.'), 2) << version;
}

}  // namespace
