// Blocks by kind without reading: never fewer than the text has, and exact where tools wrote it.
#include "udmf/block_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "model/load.hpp"
#include "support/load_text.hpp"
#include "support/text_kinds.hpp"

namespace {

using flatline::engine::udmf::BlockCounts;
using flatline::engine::udmf::count_blocks;

BlockCounts of(std::string_view text) { return count_blocks(load_text::bytes(text)); }

void expect_things(std::string_view text, std::uint64_t sure, std::uint64_t unsure) {
    const BlockCounts counts = of(text);
    EXPECT_EQ(counts.blocks[FLATLINE_THING], sure) << text;
    EXPECT_EQ(counts.unsure, unsure) << text;
}

TEST(BlockCounts, TheWordBeforeABraceIsItsKind) {
    const BlockCounts counts =
        of("vertex{}VERTEX\n{x=1;}linedef {}\r\nsidedef\t{ }sector{}x{}thing{}{");
    EXPECT_EQ(counts.blocks[FLATLINE_VERTEX], 2u);
    EXPECT_EQ(counts.blocks[FLATLINE_LINEDEF], 1u);
    EXPECT_EQ(counts.blocks[FLATLINE_SIDEDEF], 1u);
    EXPECT_EQ(counts.blocks[FLATLINE_SECTOR], 1u);
    EXPECT_EQ(counts.blocks[FLATLINE_THING], 1u);
    EXPECT_EQ(counts.others, 2u);
    EXPECT_EQ(counts.unsure, 0u);
    EXPECT_EQ(of("{").others, 1u);
    EXPECT_EQ(of("").others, 0u);
}

TEST(BlockCounts, CommentsBetweenHideNothing) {
    expect_things("thing // 12\n{}", 1, 0);
    expect_things("thing//#0\n{}thing//#1\n{}", 2, 0);
    expect_things("vertex{} thing // vertex\n{}", 1, 0);
    expect_things("// vertex\nthing\n{}", 1, 0);
    // These may be things.
    expect_things("thing /* 12 */ {}", 0, 1);
    expect_things("thing\n// vertex\n{}", 0, 1);
    expect_things("/*\nbar // baz */ thing {}", 0, 1);
    expect_things("comment=\"\nbar // baz\"; thing {}", 0, 1);
    expect_things("comment=\"http://x\"; thing {}", 0, 1);
    expect_things("comment=\"http:/x\"; thing {}", 1, 0);
}

TEST(BlockCounts, NeverFewerThanTheMapHas) {
    text_kinds::for_each(40'000, [](const std::string& text) {
        const auto result = flatline::engine::load_borrowed(load_text::bytes(text));
        if (!result) return;
        const BlockCounts counts = of(text);
        const std::uint64_t has[] = {result.value.vertices().size(), result.value.linedefs().size(),
                                     result.value.sidedefs().size(), result.value.sectors().size(),
                                     result.value.things().size()};
        for (std::size_t kind = 0; kind < flatline::engine::udmf::kBlockKinds; ++kind) {
            EXPECT_GE(counts.blocks[kind] + counts.unsure, has[kind]) << kind;
        }
    });
}

}  // namespace
