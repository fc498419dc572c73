// Hashes of the contents of elements. The key is secret, so that no file can contain two different
// elements with one hash. The result of a comparison does not depend on the key.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/keyed_hash.hpp"
#include "text/chars.hpp"

namespace flatline::engine::compare {

inline std::uint64_t bits_of(double value) noexcept {
    const double one_zero = value + 0.0;  // -0 and 0 are one place
    std::uint64_t bits;
    std::memcpy(&bits, &one_zero, sizeof bits);
    return bits;
}

class Mixer {
public:
    explicit Mixer(const HashKey& key) noexcept : key_(key) {
        for (std::uint64_t i = 0; i < kRounds; ++i) {
            WordHash hash = key_.words();
            hash.add(i);
            odd_[i] = hash.finish() | 1;
        }
    }

    /// A number for a value under a key. Those of all fields of an element are added up, so that
    /// their order does not count.
    std::uint64_t term(std::uint64_t key, std::uint64_t value) const noexcept {
        std::uint64_t h = key + value * odd_[0];
        h = (h ^ h >> 32) * odd_[1];
        h = (h ^ h >> 29) * odd_[2];
        return h ^ h >> 32;
    }
    /// Of two words in this order.
    std::uint64_t pair(std::uint64_t first, std::uint64_t second) const noexcept {
        return term(term(odd_[1], first), second);
    }
    std::uint64_t bytes(std::string_view text) const noexcept {
        return key_.bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    /// Of a name, whose case does not count.
    std::uint64_t name(std::string_view text) const noexcept {
        WordHash hash = key_.words();
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            word = word << 8 | static_cast<unsigned char>(text::to_lower(text[i]));
            if (i % 8 == 7) {
                hash.add(word);
                word = 0;
            }
        }
        hash.add(word);
        hash.add(text.size());
        return hash.finish();
    }

private:
    static constexpr std::uint64_t kRounds = 3;
    HashKey key_;
    std::uint64_t odd_[kRounds];
};

}  // namespace flatline::engine::compare
