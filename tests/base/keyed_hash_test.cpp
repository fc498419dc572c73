#include "base/keyed_hash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/colliding_names.hpp"

namespace keyed_hash_test {

using flatline::engine::HashKey;
using flatline::engine::WordHash;

// Nothing lies around the bytes, so that a sanitizer sees what is read there.
std::uint64_t hash_of(const HashKey& key, const std::string& bytes) {
    const auto alone = std::make_unique<unsigned char[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), alone.get());
    return key.bytes(alone.get(), bytes.size());
}

// The most keys of which the lower bits of the hash are the same, in a table of twice their number.
template <class Hash>
std::size_t fullest(std::size_t count, const Hash& hash) {
    std::size_t room = 2;
    while (room < 2 * count) room *= 2;
    std::vector<std::size_t> met(room);
    for (std::size_t i = 0; i < count; ++i) ++met[hash(i) & (room - 1)];
    return *std::max_element(met.begin(), met.end());
}

TEST(KeyedHash, WordHashIsSipHash13) {
    // The empty message, under the key 00 01 .. 0F, as in the tests of Rust's core library.
    WordHash hash(0x0706050403020100u, 0x0F0E0D0C0B0A0908u);
    hash.add(0);
    EXPECT_EQ(hash.finish(), 0xABAC0158050FC4DCu);
}

TEST(KeyedHash, NamesThatCollideWhateverTheSeedIsDoNotHere) {
    const std::vector<std::string> names = colliding_names::make(12);
    ASSERT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 4096u);
    for (std::uint64_t seed = 1; seed < 1000; seed += 331) {
        std::set<std::uint64_t> weak;
        for (const std::string& name : names) weak.insert(colliding_names::weak_hash(seed, name));
        EXPECT_EQ(weak.size(), 1u) << "the attack holds, or it shows nothing";
        const HashKey key(seed, 0);
        EXPECT_LE(fullest(names.size(), [&](std::size_t i) { return hash_of(key, names[i]); }),
                  10u);
    }
}

TEST(KeyedHash, WordsInPatternsDoNotMeet) {
    // Words that differ in a few upper bits, in steps, in two halves that are alike.
    std::vector<std::uint64_t (*)(std::uint64_t)> patterns = {
        [](std::uint64_t i) { return i; },
        [](std::uint64_t i) { return i << 52; },
        [](std::uint64_t i) { return i << 32 | i; },
        [](std::uint64_t i) { return i * 0x0101010101010101u; },
        [](std::uint64_t i) { return i << 31 ^ i << 63; },
        [](std::uint64_t i) { return (i >> 6) << 58 ^ (i & 63) << 26; },
    };
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const HashKey key(seed, 4096 * seed);
        for (const auto& pattern : patterns) {
            EXPECT_LE(fullest(4096, [&](std::size_t i) { return key.word(pattern(i)); }), 32u)
                << seed;
        }
    }
}

TEST(KeyedHash, EveryByteAndEveryLengthCounts) {
    const HashKey key(7, 0);
    std::set<std::uint64_t> hashes;
    std::size_t count = 0;
    for (std::size_t size = 0; size < 40; ++size) {
        for (std::size_t at = 0; at <= size; ++at) {
            std::string bytes(size, 'A');
            if (at < size) bytes[at] = 'B';
            hashes.insert(hash_of(key, bytes));
            ++count;
        }
    }
    EXPECT_EQ(hashes.size(), count);
}

TEST(KeyedHash, SeedAndAddressBothMakeTheKey) {
    const std::string name = "STARTAN2";
    EXPECT_NE(hash_of(HashKey(1, 0), name), hash_of(HashKey(2, 0), name));
    EXPECT_NE(hash_of(HashKey(1, 64), name), hash_of(HashKey(1, 128), name));
    EXPECT_EQ(hash_of(HashKey(1, 64), name), hash_of(HashKey(1, 64), name));
}

}  // namespace keyed_hash_test
