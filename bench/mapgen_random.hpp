// The random numbers of the generator: splitmix64, in streams that depend on nothing but the seed,
// the purpose and an index, so that any element can be made again alone.
#pragma once

#include <cstdint>

namespace flatline::engine::mapgen {

enum class Stream : std::uint64_t {
    Room = 1,
    RoomWalls,
    RoomContent,
    Doorway,
    ExtraThing,
    Thing,
    Vertex,
    Linedef,
    Sidedef,
    Sector,
    SectorTag,
    Layout,
};

class Random {
public:
    Random(std::uint64_t seed, Stream stream, std::uint64_t index)
        : state_(mix(mix(seed + kStep * static_cast<std::uint64_t>(stream)) + index)) {}

    std::uint64_t next() {
        state_ += kStep;
        return mix(state_);
    }

    // From 0 to bound - 1.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
    }

    // From low to high, both included.
    int range(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low + 1)));
    }

    // `factor` times a number from low to high.
    std::int64_t multiple(int factor, int low, int high) {
        return std::int64_t{factor} * range(low, high);
    }

    bool chance(std::uint32_t permille) { return below(1000) < permille; }

private:
    static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;

    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    std::uint64_t state_;
};

}  // namespace flatline::engine::mapgen
