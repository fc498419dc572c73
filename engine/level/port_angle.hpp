// Angles and numbers as Doom's ports compute them with whole numbers; demos and saved games depend
// on every bit.
#pragma once

#include <cstdint>

namespace flatline::engine::level {

/// A place in 16.16.
struct FixedPoint {
    std::int32_t x, y;
};

/// The 16.16 of a number of map units, cut toward zero as a cast in C does; the low 32 bits where
/// it does not fit.
inline std::int32_t fixed_of(double units) noexcept {
    constexpr double kMost = 0x1p62;
    const double scaled = units * 65536.0;
    const double held = scaled > kMost ? kMost : scaled < -kMost ? -kMost : scaled;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(held)));
}

/// Differences of 16.16 numbers as 32-bit machines have them.
inline std::int32_t wrapped_difference(std::int32_t a, std::int32_t b) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

/// How far a vector may reach.
enum class AngleReach : std::uint8_t {
    vanilla,  ///< R_PointToAngle2: differences and quotients wrap at 32 bits
    far,      ///< R_PointToAngleEx2, R_PointToAngleCrispy: they do not
};

/// The angle from `from` to `to`: 2^32 are a full turn, 0 is east. 0 where both are one place.
/// Source: docs/runtime.md, "Segs as ports have them".
std::uint32_t port_angle(FixedPoint from, FixedPoint to, AngleReach reach) noexcept;

/// What lies between two angles, the short way.
inline std::uint32_t angle_between(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint32_t there = a - b;
    const std::uint32_t back = b - a;
    return there < back ? there : back;
}

}  // namespace flatline::engine::level
