#include "text/name_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace name_table_test {

using flatline::engine::text::NameTable;

// More names than its first memory holds, each once whatever its case is.
TEST(NameTable, ManyNamesWithoutCase) {
    NameTable names{flatline::engine::MemoryHooks{}};
    EXPECT_EQ(names.find("name"), NameTable::kNone);
    constexpr std::uint32_t kCount = 3000;
    for (const char* const spelling : {"Name", "nAME"}) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(names.add(spelling + std::to_string(i)), i);
        }
    }
    ASSERT_EQ(names.size(), kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(names.find("NAME" + std::to_string(i)), i);
        ASSERT_EQ(names.name(i), "Name" + std::to_string(i));
    }
    EXPECT_EQ(names.find("NAME"), NameTable::kNone);
    EXPECT_GE(names.steps_of_all(), kCount);
    EXPECT_LT(names.steps_of_all(), 3 * kCount);
}

}  // namespace name_table_test
