#include "udmf/key_cache.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "flatline/types.h"
#include "text/match.hpp"

namespace key_cache_test {

using flatline::engine::udmf::FieldRecord;
using flatline::engine::udmf::KeyCache;
using Kernel = flatline::engine::text::VectorKernel;

class KeyCacheTest : public testing::Test {
protected:
    KeyCacheTest() { cache_->clear(); }

    static FieldRecord record(int field) {
        FieldRecord record{};
        record.field = static_cast<flatline::engine::FieldId>(field);
        return record;
    }
    // What follows a statement: blanks, a key and what stands before its value, and more text.
    static std::string padded(const std::string& text) {
        return text + std::string(KeyCache::kBytes, '#');
    }
    static const unsigned char* bytes(const std::string& text) {
        return reinterpret_cast<const unsigned char*>(text.data());
    }
    static const unsigned char* key_of(const std::string& text) {
        return bytes(text) + text.find_first_not_of(" \n\t");
    }
    void keep(int field, const std::string& text, std::uint8_t kind = FLATLINE_THING) {
        const std::string all = padded(text);
        cache_->keep(kind, bytes(all), key_of(all), bytes(all) + text.size(), record(field));
    }
    KeyCache::Entry* find(const std::string& text, std::uint8_t kind = FLATLINE_THING) {
        const std::string all = padded(text);
        return cache_->find<Kernel>(kind, bytes(all), key_of(all));
    }

    std::unique_ptr<KeyCache> cache_ = std::make_unique<KeyCache>();
};

TEST_F(KeyCacheTest, FindsWhatWasKeptWhateverFollows) {
    keep(7, "\nangle = ");
    for (const char* text : {"\nangle = 5;", "\nangle = ", "\nangle = angle = 7"}) {
        const KeyCache::Entry* const entry = find(text);
        ASSERT_NE(entry, nullptr) << text;
        EXPECT_EQ(entry->record.field, 7);
        EXPECT_EQ(entry->size, 9);
    }
    for (const char* text :
         {"angle = 5;", "\nangle= 5;", "\nAngle = 5;", "\nangles = 5;", "\nangl"}) {
        EXPECT_EQ(find(text), nullptr) << text;
    }
}

TEST_F(KeyCacheTest, EachKindOfBlockHasItsOwn) {
    keep(1, "id=", FLATLINE_THING);
    EXPECT_EQ(find("id=1;", FLATLINE_LINEDEF), nullptr);
    keep(2, "id=", FLATLINE_LINEDEF);
    EXPECT_EQ(find("id=1;", FLATLINE_THING)->record.field, 1);
    EXPECT_EQ(find("id=1;", FLATLINE_LINEDEF)->record.field, 2);
}

TEST_F(KeyCacheTest, FollowsWhatFollowedInABlockOfThatKind) {
    keep(1, "x=");
    keep(2, "y=");
    KeyCache::Entry* const x = find("x=");
    KeyCache::Entry* const y = find("y=");
    const std::string text = padded("y=1;");
    cache_->followed(*x, *y);
    EXPECT_EQ(cache_->follow<Kernel>(x, FLATLINE_THING, bytes(text)), y);
    EXPECT_EQ(cache_->follow<Kernel>(x, FLATLINE_VERTEX, bytes(text)), nullptr);
    EXPECT_EQ(cache_->follow<Kernel>(x, FLATLINE_THING, bytes(padded("z=1;"))), nullptr);
    cache_->followed(*x, *x);
    EXPECT_EQ(cache_->follow<Kernel>(x, FLATLINE_THING, bytes(text)), nullptr);
    cache_->clear();
    EXPECT_EQ(cache_->follow<Kernel>(cache_->first(), FLATLINE_THING, bytes(text)), nullptr);
}

TEST_F(KeyCacheTest, LongSpellingsAndCommentsAreNotKept) {
    const std::string longest = std::string(KeyCache::kBytes - 1, 'a') + "=";
    keep(1, longest);
    EXPECT_NE(find(longest), nullptr);
    keep(2, "b" + longest);
    EXPECT_EQ(find("b" + longest), nullptr);
    const std::string all = padded("/**/c=");
    cache_->keep(FLATLINE_THING, bytes(all), bytes(all) + 4, bytes(all) + 6, record(3));
    EXPECT_EQ(cache_->find<Kernel>(FLATLINE_THING, bytes(all), bytes(all) + 4), nullptr);
}

// Keys that begin with the same nine letters share a few places, in which the newest one is.
TEST_F(KeyCacheTest, KeysThatBeginAlike) {
    int found = 0;
    for (char c = 'a'; c <= 'h'; ++c) {
        keep(c, std::string("floorplane_") + c + " = ");
        EXPECT_EQ(find(std::string("floorplane_") + c + " = ")->record.field, c);
    }
    for (char c = 'a'; c <= 'h'; ++c) {
        const KeyCache::Entry* const entry = find(std::string("floorplane_") + c + " = ");
        if (entry == nullptr) continue;
        ++found;
        EXPECT_EQ(entry->record.field, c);
    }
    EXPECT_EQ(found, 4);
}

}  // namespace key_cache_test
