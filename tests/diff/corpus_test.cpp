// Every map of the open corpus: no difference from itself, nor from a copy in which every element
// has another number and all fields stand in another order.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "diff/rooms.hpp"
#include "diff/rows.hpp"
#include "support/corpus.hpp"
#include "support/map_round_trip.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace diff_corpus_test {

using diff_test::Random;

// A text as write_textmap lays it out in the style of UDB, cut into its blocks.
struct Block {
    std::string word;
    std::vector<std::string> lines;  // between the braces
};

std::vector<Block> cut(const std::string& text) {
    std::vector<Block> blocks;
    Block open;
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find('\n', at);
        if (end == text.npos) end = text.size();
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        if (line == "{") {
            if (depth++ > 0) open.lines.push_back(line);
        } else if (line == "}") {
            if (--depth > 0) {
                open.lines.push_back(line);
                continue;
            }
            blocks.push_back(std::move(open));
            open = {};
        } else if (depth > 0) {
            open.lines.push_back(line);
        } else if (!line.empty()) {
            if (line.find('=') != line.npos) {
                blocks.push_back({"", {line}});  // a global
            } else {
                open.word = line.substr(0, line.find(' '));
            }
        }
    }
    return blocks;
}

void renumber(std::string& line, const std::string& key, const std::vector<int>& numbers) {
    const std::string head = key + " = ";
    if (line.rfind(head, 0) != 0) return;
    const int index = std::stoi(line.substr(head.size()));
    if (index < 0) return;
    line = head + std::to_string(numbers[static_cast<std::size_t>(index)]) + ";";
}

// Strings with raw line ends would be cut; the test leaves such maps out.
std::string shuffled(const std::string& text, Random& random) {
    std::vector<Block> blocks = cut(text);
    std::map<std::string, int> counts;
    for (const Block& block : blocks) ++counts[block.word];
    std::map<std::string, std::vector<int>> numbers;
    for (const char* word : {"vertex", "sidedef", "sector", "linedef", "thing"}) {
        std::vector<int>& order = numbers[word];
        order.resize(static_cast<std::size_t>(counts[word]));
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
    }
    std::map<std::string, std::vector<std::string>> made;
    std::string out;
    std::map<std::string, std::size_t> next;
    for (Block& block : blocks) {
        const auto own = numbers.find(block.word);
        if (own != numbers.end()) {
            for (std::string& line : block.lines) {
                if (block.word == "linedef") {
                    renumber(line, "v1", numbers["vertex"]);
                    renumber(line, "v2", numbers["vertex"]);
                    renumber(line, "sidefront", numbers["sidedef"]);
                    renumber(line, "sideback", numbers["sidedef"]);
                } else if (block.word == "sidedef") {
                    renumber(line, "sector", numbers["sector"]);
                }
            }
            const bool plain =
                std::find(block.lines.begin(), block.lines.end(), "{") == block.lines.end();
            if (plain) std::shuffle(block.lines.begin(), block.lines.end(), random);
        }
        std::string words = block.word.empty() ? "" : block.word + "\n{\n";
        for (const std::string& line : block.lines) words += line + "\n";
        if (!block.word.empty()) words += "}\n";
        if (own == numbers.end()) {
            out += words;
            continue;
        }
        std::vector<std::string>& all = made[block.word];
        all.resize(own->second.size());
        all[static_cast<std::size_t>(own->second[next[block.word]++])] = words;
    }
    for (const auto& [word, all] : made) {
        for (const std::string& words : all) out += words;
    }
    return out;
}

TEST(DiffCorpus, NoDifferenceFromItselfNorFromAShuffledCopy) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    std::size_t copies = 0;
    testing_support::Sample sample(3);
    Random random(1);
    for (const std::string& path : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            if (!sample.takes()) continue;
            const auto read = load_text::load(map.text);
            if (!read) continue;
            ++maps;
            const std::string name = corpus::short_name(path) + ' ' + map.name;
            EXPECT_EQ(diff_test::rows_of(read.value, read.value), diff_test::Rows{}) << name;
            const std::string text =
                map_round_trip::written(read.value, flatline::engine::TextStyle::udb);
            const std::string other = shuffled(text, random);
            const auto again = load_text::load(other);
            if (!again) continue;  // of a map of UDMF 0.99 its sign may come too late
            ++copies;
            const diff_test::Rows rows = diff_test::rows_of(read.value, again.value);
            EXPECT_EQ(rows.size(), 0u) << name << ": " << (rows.empty() ? "" : rows.front());
        }
    }
    EXPECT_GT(maps, 50 / testing_support::one_in(3));
    EXPECT_GT(copies * 10, maps * 9);
}

}  // namespace diff_corpus_test
