// The classes of 64 bytes at once, against each byte by itself.
#include "text/byte_bits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "support/needs.hpp"
#include "text/chars.hpp"

namespace byte_bits_test {

using namespace flatline::engine::text;

template <class Is>
std::uint64_t bits_of(const unsigned char* p, const Is& is) {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) bits |= std::uint64_t{is(p[i])} << i;
    return bits;
}

#if FLATLINE_AVX2
template <class Bits>
void look(const unsigned char* p) {
    using Byte = unsigned char;
    const Bits bits(p);
    EXPECT_EQ(bits.equal(';'), bits_of(p, [](Byte c) { return c == ';'; }));
    EXPECT_EQ(bits.equal('{', 'x'), bits_of(p, [](Byte c) { return c == '{' || c == 'x'; }));
    EXPECT_EQ(bits.digits(), bits_of(p, [](Byte c) { return is_digit(c); }));
    EXPECT_EQ(bits.letters(), bits_of(p, [](Byte c) { return is_letter(c); }));
    EXPECT_EQ(bits.upper(), bits_of(p, [](Byte c) { return c >= 'A' && c <= 'Z'; }));
    EXPECT_EQ(bits.letter('n'), bits_of(p, [](Byte c) { return c == 'n' || c == 'N'; }));
}

TEST(ByteBits, EachByteHasItsClasses) {
    if (!flatline::engine::has_avx2()) GTEST_SKIP() << needs::other("a machine with AVX2");
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) {
        unsigned char bytes[64];
        for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
        look<ByteBits>(bytes);
        if (flatline::engine::has_avx512()) look<WideByteBits>(bytes);
    }
}
#endif

TEST(ByteBits, BetweenPairs) {
    EXPECT_EQ(between_pairs(0), 0u);
    EXPECT_EQ(between_pairs(0b1001'0010), 0b1110u | ~std::uint64_t{0} << 7);
    EXPECT_EQ(between_pairs(std::uint64_t{1} << 63), std::uint64_t{1} << 63);
}

}  // namespace byte_bits_test
