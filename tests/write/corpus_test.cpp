// Every UDMF map of the open corpus: written in both styles it loads as the same map.
#include <gtest/gtest.h>

#include <string>

#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/map_round_trip.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace write_corpus_test {

TEST(WriteCorpus, TextComesBack) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    flatline::engine::Loader loader;
    std::size_t maps = 0;
    testing_support::Sample sample(3);
    for (const std::string& path : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            if (!sample.takes()) continue;
            const auto read = loader.load_borrowed(load_text::bytes(map.text));
            if (!read) continue;
            ++maps;
            EXPECT_EQ(map_round_trip::fault(read.value), "")
                << corpus::short_name(path) << ' ' << map.name;
        }
    }
    EXPECT_GT(maps, 50 / testing_support::one_in(3));
}

}  // namespace write_corpus_test
