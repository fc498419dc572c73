#include "level/port_angle.hpp"

#include <cmath>

namespace flatline::engine::level {
namespace {

constexpr std::uint32_t kRight = 0x40000000;  // a quarter of a turn
constexpr std::uint32_t kSlopes = 2048;

// Entry i of the ports' table tantoangle, which a program with numbers of single precision made.
std::uint32_t angle_of_slope(std::uint32_t i) noexcept {
    constexpr double kTurn = 2 * 3.141592657;
    const auto share = static_cast<float>(std::atan(i / static_cast<double>(kSlopes)) / kTurn);
    return static_cast<std::uint32_t>(0x1p32 * static_cast<double>(share));
}

std::uint32_t slope(std::uint32_t rise, std::uint32_t run, AngleReach reach) noexcept {
    if (run < 512) return kSlopes;
    const std::uint64_t scaled =
        reach == AngleReach::far ? std::uint64_t{rise} << 3 : std::uint64_t{rise << 3};
    const std::uint64_t found = scaled / (run >> 8);
    return found <= kSlopes ? static_cast<std::uint32_t>(found) : kSlopes;
}

}  // namespace

std::uint32_t port_angle(FixedPoint from, FixedPoint to, AngleReach reach) noexcept {
    std::int64_t x = std::int64_t{to.x} - from.x;
    std::int64_t y = std::int64_t{to.y} - from.y;
    if (reach == AngleReach::vanilla) {
        x = wrapped_difference(to.x, from.x);
        y = wrapped_difference(to.y, from.y);
    } else if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        x /= 2;
        y /= 2;
    }
    if (x == 0 && y == 0) return 0;
    const bool east = x >= 0;
    const bool north = y >= 0;
    const auto wide = static_cast<std::uint32_t>(east ? x : -x);
    const auto high = static_cast<std::uint32_t>(north ? y : -y);
    // Eight octants: from the axis beside it an angle goes up, or down and one less.
    if (wide > high) {
        const std::uint32_t flat = angle_of_slope(slope(high, wide, reach));
        if (east) return north ? flat : 0 - flat;
        return north ? 2 * kRight - 1 - flat : 2 * kRight + flat;
    }
    const std::uint32_t steep = angle_of_slope(slope(wide, high, reach));
    if (east) return north ? kRight - 1 - steep : 3 * kRight + steep;
    return north ? kRight + steep : 3 * kRight - 1 - steep;
}

}  // namespace flatline::engine::level
