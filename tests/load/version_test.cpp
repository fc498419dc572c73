#include "model/version.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "model/build_facts.hpp"
#include "nodes/inflate.hpp"
#include "text/kernel.hpp"

namespace {

TEST(Version, HasThreeNumbers) {
    const std::string_view version = flatline::engine::version();
    EXPECT_EQ(version.find_first_not_of("0123456789."), std::string_view::npos) << version;
    EXPECT_EQ(std::count(version.begin(), version.end(), '.'), 2) << version;
}

// The kernels are those that readers choose, which other tests show to give the same results.
TEST(Version, BuildFactsNameWhatThisLibraryIs) {
    const flatline::engine::BuildFacts facts = flatline::engine::build_facts();
    EXPECT_NE(facts.compiler.find_first_of("0123456789"), std::string_view::npos) << facts.compiler;
    EXPECT_NE(facts.machine, "");
    EXPECT_NE(facts.zlib, "");
    EXPECT_EQ(facts.libdeflate.empty(), !flatline::engine::nodes::kHaveLibdeflate);
    using flatline::engine::Kernel;
    const bool avx2 = flatline::engine::text::choose_kernel(Kernel::automatic) == Kernel::avx2;
    EXPECT_EQ(facts.text_kernel == "avx2", avx2) << facts.text_kernel;
}

}  // namespace
