#include "text/name_pool.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/colliding_names.hpp"
#include "support/counting_memory.hpp"

namespace {

using flatline::engine::Array;
using flatline::engine::Budget;
using flatline::engine::text::NamePool;

constexpr std::uint64_t kBudget = 64u << 20;
constexpr std::size_t kMost = 100'000;

// Names over a text and a space of decoded strings, as the reader has them.
class NamesTest : public testing::Test {
protected:
    NamesTest() : names_memory_(kMost * sizeof(flatline_text)), decoded_memory_(kMost) {}

    void begin(std::string text) {
        text_ = std::move(text);
        budget_ = Budget(kBudget);
        budget_.announce(kBudget);
        list_.place(names_memory_.data(), kMost, &budget_);
        decoded_.place(decoded_memory_.data(), kMost, &budget_);
        flatline::engine::MemoryHooks hooks = memory_.hooks();
        hooks.seed = seed_;
        names_->begin(&list_, {reinterpret_cast<const unsigned char*>(text_.data()), text_.size()},
                      &decoded_, hooks, &budget_);
    }
    std::uint32_t at(std::size_t offset, std::size_t size) {
        return names_->intern(
            {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)});
    }
    // The same through the key of short names, as the reader's quick path does.
    std::uint32_t by_key(std::size_t offset, std::size_t size) {
        const auto* p = reinterpret_cast<const unsigned char*>(text_.data()) + offset;
        return names_->intern_short(
            NamePool::short_key(p, size),
            {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)});
    }
    std::string name(std::uint32_t id) const {
        return text_.substr(list_[id].offset, list_[id].size);
    }

    counting_memory::Memory memory_;
    std::uint64_t seed_ = 0;
    std::string text_;
    std::vector<unsigned char> names_memory_, decoded_memory_;
    Budget budget_{0};
    Array<flatline_text> list_;
    Array<unsigned char> decoded_;
    std::unique_ptr<NamePool> names_ = std::make_unique<NamePool>();
};

TEST_F(NamesTest, EachSpellingOnceInOrderOfFirstUse) {
    begin("STONEstoneSTONEROCK");
    EXPECT_EQ(at(0, 5), 0u);
    EXPECT_EQ(at(5, 5), 1u) << "case is part of a spelling";
    EXPECT_EQ(at(10, 5), 0u);
    EXPECT_EQ(at(15, 4), 2u);
    EXPECT_EQ(at(0, 4), 3u);
    EXPECT_EQ(at(0, 0), 4u);
    EXPECT_EQ(at(19, 0), 4u) << "an empty name is one wherever it stands";
    EXPECT_EQ(list_.size(), 5u);
    EXPECT_EQ(list_[0].offset, 0u) << "where it stood first";
}

TEST_F(NamesTest, DecodedAndPlainSpellingsAreTheSame) {
    begin("STONE");
    unsigned char* copy = decoded_.push(10);
    std::memcpy(copy, "STONESTONE", 10);
    const std::size_t text_size = text_.size();
    EXPECT_EQ(at(text_size, 5), 0u);
    EXPECT_EQ(at(0, 5), 0u);
    EXPECT_EQ(at(text_size + 5, 5), 0u);
    EXPECT_EQ(at(text_size, 10), 1u);
}

TEST_F(NamesTest, ANameWithANulIsNone) {
    const std::string text = std::string("STONE\0STONE", 11) + std::string(16, '#');
    begin(text);
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(at(0, 11), NamePool::kNone);
        EXPECT_EQ(by_key(0, 6), NamePool::kNone);
        EXPECT_EQ(by_key(0, 5), 0u);
    }
}

TEST_F(NamesTest, ShortKeysTellLengthsAndBytesApart) {
    // Names of every length at every place, some of which a length alone tells apart.
    std::string text = std::string(16, '\1') + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    text.append(16, '#');
    begin(text);
    std::map<std::string, std::uint32_t> ids;
    for (int round = 0; round < 2; ++round) {
        for (std::size_t from = 0; from + 32 < text.size(); ++from) {
            for (std::size_t size = 0; size <= NamePool::kCachedBytes; ++size) {
                const auto next = static_cast<std::uint32_t>(ids.size());
                const std::uint32_t id = by_key(from, size);
                const auto known = ids.emplace(text.substr(from, size), next).first;
                ASSERT_EQ(id, known->second) << from << ' ' << size;
                ASSERT_EQ(at(from, size), id);
            }
        }
    }
    EXPECT_EQ(list_.size(), ids.size());
}

TEST_F(NamesTest, AgreesWithAMapOnManyRandomNames) {
    std::mt19937 random(3);
    std::string text(400'000, '\0');
    for (char& c : text) c = "ABCDEFGH"[random() % 8];
    begin(text);
    std::map<std::string, std::uint32_t> ids;
    for (int i = 0; i < 150'000; ++i) {
        const std::size_t size = random() % 12;
        const std::size_t from = random() % (text.size() - 32);
        const auto next = static_cast<std::uint32_t>(ids.size());
        const auto known = ids.emplace(text.substr(from, size), next).first;
        ASSERT_EQ(i % 2 == 0 ? at(from, size) : by_key(from, size), known->second);
    }
    ASSERT_GT(ids.size(), 50'000u);
    EXPECT_EQ(list_.size(), ids.size());
    for (const auto& [spelling, id] : ids) ASSERT_EQ(name(id), spelling);
    EXPECT_FALSE(memory_.misused());
}

// Names made to collide.
TEST_F(NamesTest, TXT_12_NamesMadeToCollideTakeFewSteps) {
    const std::vector<std::string> names = colliding_names::make(13);
    std::string text;
    for (const std::string& name : names) text += name;
    begin(text);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ASSERT_EQ(at(i * names[0].size(), names[0].size()), i);
    }
    EXPECT_LE(names_->steps_of_all(), 3 * names.size());
}

TEST_F(NamesTest, IdsDoNotDependOnTheSeed) {
    std::vector<std::vector<std::uint32_t>> ids;
    for (const std::uint64_t seed : {0u, 1u, 77u}) {
        seed_ = seed;
        begin("ONETWOTHREEFOURONETWOTHREEFOUR");
        ids.emplace_back();
        for (std::size_t size = 0; size < 12; ++size) {
            for (std::size_t from = 0; from < 16; ++from) ids.back().push_back(at(from, size));
        }
    }
    EXPECT_EQ(ids[0], ids[1]);
    EXPECT_EQ(ids[0], ids[2]);
}

TEST_F(NamesTest, BegunAnewItKnowsNothingAndKeepsItsMemory) {
    begin(std::string(2000, 'A') + "0123456789ABCDEF");
    for (std::size_t size = 0; size < 2000; ++size) ASSERT_EQ(at(0, size), size);
    begin("BBBB0123456789ABCDEF");
    EXPECT_EQ(by_key(0, 4), 0u);
    EXPECT_EQ(at(0, 3), 1u);
    EXPECT_EQ(memory_.open_blocks(), 1u) << "the table of 2,000 names went back";
    const std::uint64_t calls = memory_.calls();
    begin("CCCC0123456789ABCDEF");
    EXPECT_EQ(by_key(0, 4), 0u) << "the cache of the map before is gone";
    EXPECT_EQ(name(0), "CCCC");
    EXPECT_EQ(memory_.calls(), calls);
}

TEST_F(NamesTest, ChargesWhatItsAnnouncementCounts) {
    // The reader announces 4096 bytes and 40 a name (8 of them for the list).
    begin(std::string(3000, 'A'));
    for (std::uint64_t size = 0; size < 3000; ++size) {
        ASSERT_EQ(at(0, size), size);
        ASSERT_LE(budget_.used(), 4096 + 40 * (size + 1) + 4096) << size;
    }
}

TEST_F(NamesTest, OutOfBudget) {
    begin(std::string(2000, 'A'));
    budget_ = Budget(5000);
    budget_.announce(5000);
    ASSERT_EQ(at(0, 1), NamePool::kNone) << "a page for the list is too much";
    EXPECT_GT(budget_.wanted(), 5000u);
}

TEST_F(NamesTest, TheFirstTableIsChargedBeforeItIsTaken) {
    begin("A");
    budget_ = Budget(1000);
    budget_.announce(1000);
    ASSERT_EQ(at(0, 1), NamePool::kNone);
    EXPECT_EQ(budget_.wanted(), 4096u);
    EXPECT_EQ(memory_.open_blocks(), 0u);
}

TEST_F(NamesTest, OutOfMemoryStaysOutOfMemory) {
    begin(std::string(2000, 'A') + "0123456789ABCDEF");
    memory_.fail_at(1, false);  // the second table
    std::size_t size = 0;
    while (by_key(size, NamePool::kCachedBytes) != NamePool::kNone &&
           at(0, size) != NamePool::kNone)
        ++size;
    EXPECT_GT(size, 100u);
    const std::uint64_t used = budget_.used();
    const std::uint64_t calls = memory_.calls();
    EXPECT_EQ(at(0, size + 1), NamePool::kNone);
    EXPECT_EQ(at(0, 0), NamePool::kNone) << "even a name that was known: its table is gone";
    EXPECT_EQ(budget_.used(), used) << "a table that was not given is not charged again";
    EXPECT_EQ(memory_.calls(), calls);
    EXPECT_EQ(budget_.wanted(), 0u) << "it was not the limit";
    begin("AAAA0123456789ABCDEF");
    EXPECT_EQ(by_key(0, 4), 0u);
    EXPECT_EQ(memory_.open_blocks(), 1u);
}

}  // namespace
