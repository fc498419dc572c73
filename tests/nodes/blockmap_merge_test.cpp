// Which lists of a blockmap are stored once.
#include "nodes/blockmap_merge.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace blockmap_merge_test {

using flatline::engine::nodes::ListSum;
using flatline::engine::nodes::Merger;
using Lists = std::vector<std::vector<std::uint32_t>>;

// The lists of the cells when equal ones are stored once, and how many entries that takes.
// `hashes`: of each list, where they are not those of its lines.
struct Merged {
    Lists lists;
    std::uint32_t used = 0;
};
Merged merge(const Lists& lists, const std::vector<std::uint32_t>& hashes = {}) {
    std::vector<flatline_blockmap_cell> cells;
    std::vector<std::uint32_t> entries;
    std::vector<ListSum> sums;
    for (const auto& list : lists) {
        ListSum sum = 0;
        for (const std::uint32_t line : list) sum += flatline::engine::nodes::sum_of_line(line);
        if (!hashes.empty()) sum = ListSum{hashes[cells.size()]} << 32 | list.size();
        flatline_blockmap_cell cell{};
        cell.first = static_cast<std::uint32_t>(entries.size());
        cell.count = static_cast<std::uint32_t>(list.size());
        cells.push_back(cell);
        sums.push_back(sum);
        entries.insert(entries.end(), list.begin(), list.end());
    }
    constexpr std::size_t kLines = 16;
    std::vector<std::uint32_t> first_of_line(kLines);
    std::vector<std::uint32_t> slots(Merger::slots_for(lists.size()));
    Merger merger(first_of_line.data(), kLines, slots.data(), lists.size());
    Merged merged;
    merged.used = merger.merge(cells.data(), cells.size(), sums.data(), entries.data());
    for (const flatline_blockmap_cell& cell : cells) {
        const auto first = entries.begin() + cell.first;
        merged.lists.emplace_back(first, first + cell.count);
    }
    return merged;
}

TEST(BlockmapMerge, EqualListsAreStoredOnce) {
    const Lists lists = {{1, 2}, {}, {3}, {1, 2}, {1, 2, 3}, {3}, {2}, {1, 2, 3}};
    const Merged merged = merge(lists);
    EXPECT_EQ(merged.lists, lists);
    EXPECT_EQ(merged.used, 2u + 1 + 3 + 1);
}

// Lists of one hash, of which one goes on as the entries behind the other do: those of a list that
// was left out and will be written over.
TEST(BlockmapMerge, ListsOfOneHashAndDifferentLengths) {
    const Lists lists = {{3, 4}, {1, 2}, {3, 4}, {1, 2, 3}, {5, 6}, {1}, {1, 2}};
    const Merged merged = merge(lists, {1, 7, 1, 7, 2, 3, 7});
    EXPECT_EQ(merged.lists, lists);
    EXPECT_EQ(merged.used, 2u + 2 + 3 + 2 + 1);
}

TEST(BlockmapMerge, ListsOfOneHashAndOneLength) {
    const Lists lists = {{1, 2}, {1, 3}, {2, 3}, {1, 3}};
    const Merged merged = merge(lists, {7, 7, 7, 7});
    EXPECT_EQ(merged.lists, lists);
    EXPECT_EQ(merged.used, 6u);
}

}  // namespace blockmap_merge_test
