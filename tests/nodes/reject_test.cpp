// REJECT: sizes in 64 bits, bits as the ports read them.
#include "nodes/reject.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/load_text.hpp"

namespace {

using flatline::engine::nodes::reject_bytes;

TEST(Reject, SizeIsCountedIn64Bits) {
    EXPECT_EQ(reject_bytes(0), 0u);
    EXPECT_EQ(reject_bytes(1), 1u);
    EXPECT_EQ(reject_bytes(3), 2u);
    EXPECT_EQ(reject_bytes(4), 2u);
    EXPECT_EQ(reject_bytes(46341), 268'436'036u);  // 46341 squared is above 2^31
    EXPECT_EQ(reject_bytes(0x7FFFFFFF), 576460751766552577u);
}

TEST(Reject, BitsAreRowsLeastFirst) {
    const unsigned char table[] = {0b10100010, 0b1};
    flatline::engine::FindingList findings;
    flatline_reject reject = {};
    ASSERT_TRUE(flatline::engine::nodes::read_reject({table, 2}, 3, findings, reject));
    EXPECT_EQ(findings.total(), 0u);
    for (std::uint32_t from = 0; from < 3; ++from) {
        for (std::uint32_t to = 0; to < 3; ++to) {
            const std::uint32_t bit = from * 3 + to;
            const bool blocked = bit == 1 || bit == 5 || bit == 7 || bit == 8;
            EXPECT_EQ(flatline::engine::sees(reject, from, to), !blocked) << from << to;
        }
    }
}

TEST(Reject, ShortIsDroppedLongIsUsedEmptyIsNone) {
    const std::vector<unsigned char> table(20, 0xFF);
    for (std::size_t size = 0; size <= 20; ++size) {
        flatline::engine::FindingList findings;
        flatline_reject reject = {};
        const std::vector<unsigned char> lump(table.begin(),
                                              table.begin() + static_cast<std::ptrdiff_t>(size));
        const bool used =
            flatline::engine::nodes::read_reject({lump.data(), size}, 9, findings, reject);
        EXPECT_EQ(findings.total(), size == 0 || size == 11 ? 0u : 1u) << size;
        EXPECT_EQ(used, size == 0 || size >= 11) << size;
        EXPECT_EQ(reject.bits != nullptr, size >= 11) << size;
        EXPECT_EQ(flatline::engine::sees(reject, 8, 8), size < 11) << size;
        for (const flatline::engine::Finding& f : findings.kept()) {
            EXPECT_EQ(load_text::rule_id(f), "reject-size");
            EXPECT_EQ(f.a, static_cast<std::int64_t>(size));
            EXPECT_EQ(f.b, 11);
            EXPECT_LE(f.offset, size);
            EXPECT_EQ(f.severity, 0);
        }
    }
}

}  // namespace
