// Every kernel's comparison, search and blanks against loops over single bytes.
#include "text/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "text/chars.hpp"

namespace {

using flatline::text::ScalarKernel;
using flatline::text::VectorKernel;
using Block = std::array<unsigned char, 32>;

Block random_block(std::mt19937& random, const char* letters, std::size_t count) {
    Block block;
    for (unsigned char& c : block) c = static_cast<unsigned char>(letters[random() % count]);
    return block;
}

template <class Kernel>
void agrees() {
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        const Block a = random_block(random, "ab\"\\", 4);
        const Block b = random_block(random, "ab\"\\", 4);
        ASSERT_EQ(Kernel::same32(a.data(), b.data()), ScalarKernel::same32(a.data(), b.data()));
        ASSERT_EQ(Kernel::same32(a.data(), a.data()), 0xFFFF'FFFFu);
        const Block rare = random_block(random, "aaaaaaaaaaaaaaaaaaaaaa\"\\", 24);
        const std::size_t one = ScalarKernel::find16(rare.data(), '"');
        const std::size_t two = ScalarKernel::find16(rare.data(), '"', '\\');
        ASSERT_EQ(std::min<std::size_t>(Kernel::find16(rare.data(), '"'), 16), one);
        ASSERT_EQ(std::min<std::size_t>(Kernel::find16(rare.data(), '"', '\\'), 16), two);
    }
}

TEST(Match, TheVectorKernelAgreesWithTheScalarOne) { agrees<VectorKernel>(); }

#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 std::uint32_t avx2_same32(const unsigned char* p, const unsigned char* q) {
    return flatline::text::Avx2Kernel::same32(p, q);
}
FLATLINE_TARGET_AVX2 std::size_t avx2_find16(const unsigned char* p, unsigned char c) {
    return flatline::text::Avx2Kernel::find16(p, c);
}
FLATLINE_TARGET_AVX2 std::size_t avx2_find16(const unsigned char* p, unsigned char c,
                                             unsigned char d) {
    return flatline::text::Avx2Kernel::find16(p, c, d);
}
struct Avx2 {
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) {
        return avx2_same32(p, q);
    }
    static std::size_t find16(const unsigned char* p, unsigned char c) { return avx2_find16(p, c); }
    static std::size_t find16(const unsigned char* p, unsigned char c, unsigned char d) {
        return avx2_find16(p, c, d);
    }
};

TEST(Match, TheAvx2KernelAgreesWithTheScalarOne) {
    if (flatline::text::choose_kernel(flatline::Kernel::avx2) != flatline::Kernel::avx2) {
        GTEST_SKIP() << "this machine has no AVX2";
    }
    agrees<Avx2>();
}
#endif

TEST(Match, BlanksBeforeEveryByte) {
    constexpr char kBlanks[] = {' ', '\t', '\n', '\r', '\v', '\f'};
    for (int c = 0; c < 256; ++c) {
        for (std::size_t at = 0; at <= 16; ++at) {
            Block block;
            for (std::size_t i = 0; i < block.size(); ++i) {
                block[i] = static_cast<unsigned char>(kBlanks[(i + at) % 6]);
            }
            block[at] = static_cast<unsigned char>(c);
            const bool blank = flatline::text::is_blank(static_cast<unsigned char>(c));
            const std::size_t expected = blank || at == 16 ? 16 : at;
            ASSERT_EQ(VectorKernel::blanks16(block.data()), expected) << c << " at " << at;
            ASSERT_EQ(ScalarKernel::blanks16(block.data()), expected) << c << " at " << at;
        }
    }
}

}  // namespace
