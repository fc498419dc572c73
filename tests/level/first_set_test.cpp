#include "level/first_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace {

using flatline::engine::level::FirstSet;

TEST(FirstSet, AgreesWithASet) {
    std::mt19937 random(1);
    for (const std::size_t places : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 100u}) {
        std::vector<unsigned char> memory(FirstSet::bytes(places), 0xA5);
        FirstSet marks;
        marks.begin(places, memory.data());
        std::set<std::size_t> slow;
        for (int round = 0; round < 400; ++round) {
            if (places > 0) {
                const std::size_t place = random() % places;
                const bool set = random() % 3 != 0;
                marks.mark(place, set);
                if (set)
                    slow.insert(place);
                else
                    slow.erase(place);
            }
            const std::size_t from = random() % (places + 1);
            const std::size_t end = from + random() % (places + 1 - from);
            const auto found = slow.lower_bound(from);
            const std::size_t expected = found == slow.end() || *found >= end ? end : *found;
            ASSERT_EQ(marks.find(from, end), expected) << places << ' ' << from << ' ' << end;
        }
    }
}

}  // namespace
