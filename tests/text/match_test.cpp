// Every kernel's comparison, search and classes of bytes against loops over single bytes.
#include "text/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "support/needs.hpp"
#include "text/chars.hpp"

namespace {

using flatline::engine::text::kBackslashes;
using flatline::engine::text::kNewlines;
using flatline::engine::text::kNuls;
using flatline::engine::text::kQuotes;
using flatline::engine::text::ScalarKernel;
using flatline::engine::text::Splat;
using flatline::engine::text::VectorKernel;
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

// Every byte at every place of the 64, among others.
template <class Kernel>
void agrees_on_classes() {
    std::array<unsigned char, 64> block;
    for (std::size_t at = 0; at < block.size(); ++at) {
        for (unsigned first = 0; first < 256; ++first) {
            for (std::size_t i = 0; i < block.size(); ++i) {
                block[(at + i) % block.size()] = static_cast<unsigned char>(first + 37 * i);
            }
            const unsigned char* const p = block.data();
            std::uint64_t equal = 0, at_most = 0, blanks = 0, marks = 0;
            for (std::size_t i = 0; i < block.size(); ++i) {
                const unsigned char c = block[i];
                equal |= std::uint64_t{c == first} << i;
                at_most |= std::uint64_t{c <= first} << i;
                blanks |= std::uint64_t{flatline::engine::text::is_blank(c)} << i;
                marks |= std::uint64_t{c == '=' || c == ';' || c == '{' || c == '}'} << i;
            }
            const auto byte = static_cast<unsigned char>(first);
            ASSERT_EQ(Kernel::equal64(p, byte), equal) << first << " at " << at;
            ASSERT_EQ(Kernel::at_most64(p, byte), at_most) << first << " at " << at;
            ASSERT_EQ(Kernel::blanks64(p), blanks) << first << " at " << at;
            ASSERT_EQ(Kernel::marks64(p), marks) << first << " at " << at;
        }
    }
}

TEST(Match, ClassesOfBytesByTheScalarKernel) { agrees_on_classes<ScalarKernel>(); }
TEST(Match, ClassesOfBytesByTheVectorKernel) { agrees_on_classes<VectorKernel>(); }
TEST(Match, TheVectorKernelAgreesWithTheScalarOne) { agrees<VectorKernel>(); }

#if FLATLINE_AVX2
FLATLINE_TARGET_AVX2 std::uint32_t avx2_same32(const unsigned char* p, const unsigned char* q) {
    return flatline::engine::text::Avx2Kernel::same32(p, q);
}
FLATLINE_TARGET_AVX2 std::size_t avx2_find16(const unsigned char* p, const Splat& c,
                                             const Splat& d) {
    return flatline::engine::text::Avx2Kernel::find16(p, c, d);
}
FLATLINE_TARGET_AVX2 std::uint64_t avx2_equal64(const unsigned char* p, unsigned char c) {
    return flatline::engine::text::Avx2Kernel::equal64(p, c);
}
FLATLINE_TARGET_AVX2 std::uint64_t avx2_at_most64(const unsigned char* p, unsigned char c) {
    return flatline::engine::text::Avx2Kernel::at_most64(p, c);
}
FLATLINE_TARGET_AVX2 std::uint64_t avx2_blanks64(const unsigned char* p) {
    return flatline::engine::text::Avx2Kernel::blanks64(p);
}
FLATLINE_TARGET_AVX2 std::uint64_t avx2_marks64(const unsigned char* p) {
    return flatline::engine::text::Avx2Kernel::marks64(p);
}
struct Avx2 {
    static std::uint32_t same32(const unsigned char* p, const unsigned char* q) {
        return avx2_same32(p, q);
    }
    static std::size_t find16(const unsigned char* p, const Splat& c, const Splat& d) {
        return avx2_find16(p, c, d);
    }
    static std::uint64_t equal64(const unsigned char* p, unsigned char c) {
        return avx2_equal64(p, c);
    }
    static std::uint64_t at_most64(const unsigned char* p, unsigned char c) {
        return avx2_at_most64(p, c);
    }
    static std::uint64_t blanks64(const unsigned char* p) { return avx2_blanks64(p); }
    static std::uint64_t marks64(const unsigned char* p) { return avx2_marks64(p); }
};

TEST(Match, TheAvx2KernelAgreesWithTheScalarOne) {
    if (flatline::engine::text::choose_kernel(flatline::engine::Kernel::avx2) !=
        flatline::engine::Kernel::avx2) {
        GTEST_SKIP() << needs::other("a machine with AVX2");
    }
    agrees<Avx2>();
    agrees_on_classes<Avx2>();
}
#endif

TEST(Match, DigitsAmongAllBytes) {
    for (int c = 0; c < 256; ++c) {
        for (std::size_t at = 0; at < 16; ++at) {
            Block block;
            block.fill(static_cast<unsigned char>('0' + c % 10));
            block[at] = static_cast<unsigned char>(c);
            const bool digit = flatline::engine::text::is_digit(static_cast<unsigned char>(c));
            const std::uint32_t expected = 0xFFFFu & ~(digit ? 0u : 1u << at);
            ASSERT_EQ(VectorKernel::digits16(block.data()), expected) << c << " at " << at;
            ASSERT_EQ(ScalarKernel::digits16(block.data()), expected) << c << " at " << at;
        }
    }
}

}  // namespace
