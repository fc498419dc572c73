// Names made to collide under a hash that has its seed in the first round alone: h = (h ^ word) *
// m, h ^= h >> 29, over words of eight bytes. The uppermost bit of a word goes through the
// multiplication as it is, whatever the seed was, and comes out as two bits, which the next word
// turns back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace colliding_names {

/// 2 to the power of `pairs` names of 16 bytes a pair. None has a NUL, a quote or a backslash.
inline std::vector<std::string> make(int pairs) {
    std::vector<std::string> names(1);
    for (int pair = 0; pair < pairs; ++pair) {
        std::vector<std::string> longer;
        for (const std::string& name : names) {
            for (const bool flip : {false, true}) {
                std::string part = "AAAAAAAABBBBBBBB";
                if (flip) {
                    part[7] = static_cast<char>(part[7] ^ 0x80);    // bit 63
                    part[15] = static_cast<char>(part[15] ^ 0x80);  // bit 63
                    part[12] = static_cast<char>(part[12] ^ 0x04);  // bit 34
                }
                longer.push_back(name + part);
            }
        }
        names = std::move(longer);
    }
    return names;
}

/// The hash that they are made for.
inline std::uint64_t weak_hash(std::uint64_t seed, const std::string& name) {
    std::uint64_t h = seed ^ name.size() * 0x9E3779B97F4A7C15u;
    for (std::size_t i = 0; i + 8 <= name.size(); i += 8) {
        const auto* p = reinterpret_cast<const unsigned char*>(name.data()) + i;
        h = (h ^ flatline::engine::load_u64le(p)) * 0xC2B2AE3D27D4EB4Fu;
        h ^= h >> 29;
    }
    return h;
}

}  // namespace colliding_names
