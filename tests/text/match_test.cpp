// Every kernel's comparison, search and blanks against loops over single bytes.
#include "text/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "text/chars.hpp"

namespace {

using flatline::text::kBackslashes;
using flatline::text::kNewlines;
using flatline::text::kNuls;
using flatline::text::kQuotes;
using flatline::text::ScalarKernel;
using flatline::text::Splat;
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
        const auto find = [&](const auto& kernel, const Splat& c, const Splat& d) {
            return std::min<std::size_t>(kernel.find16(rare.data(), c, d), 16);
        };
        std::size_t first = 0;
        while (first < 16 && rare[first] != '"' && rare[first] != '\\') ++first;
        ASSERT_EQ(find(ScalarKernel(), kQuotes, kBackslashes), first);
        ASSERT_EQ(find(Kernel(), kQuotes, kBackslashes), first);
        ASSERT_EQ(find(Kernel(), kQuotes, kQuotes), find(ScalarKernel(), kQuotes, kQuotes));
        ASSERT_EQ(find(Kernel(), kNewlines, kNuls), 16u);
    }
}

TEST(Match, TheVectorKernelAgreesWithTheScalarOne) { agrees<VectorKernel>(); }

#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 std::uint32_t avx2_same32(const unsigned char* p, const unsigned char* q) {
    return flatline::text::Avx2Kernel::same32(p, q);
}
FLATLINE_TARGET_AVX2 std::size_t avx2_find16(const unsigned char* p, const Splat& c,
                                             const Splat& d) {
    return flatline::text::Avx2Kernel::find16(p, c, d);
}
struct Avx2 {
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) {
        return avx2_same32(p, q);
    }
    static std::size_t find16(const unsigned char* p, const Splat& c, const Splat& d) {
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

TEST(Match, DigitsAmongAllBytes) {
    for (int c = 0; c < 256; ++c) {
        for (std::size_t at = 0; at < 16; ++at) {
            Block block;
            block.fill(static_cast<unsigned char>('0' + c % 10));
            block[at] = static_cast<unsigned char>(c);
            const bool digit = flatline::text::is_digit(static_cast<unsigned char>(c));
            const std::uint32_t expected = 0xFFFFu & ~(digit ? 0u : 1u << at);
            ASSERT_EQ(VectorKernel::digits16(block.data()), expected) << c << " at " << at;
            ASSERT_EQ(ScalarKernel::digits16(block.data()), expected) << c << " at " << at;
        }
    }
}

}  // namespace
