#include "level/plane_math.hpp"

#include <cmath>

namespace flatline::engine::level {
namespace {

// Heights beyond this leave no room for sums with other numbers of a map.
constexpr double kMostHeight = 1e290;

// Not std::hypot, whose last bit differs between machines.
double length_of(double a, double b, double c) noexcept {
    const double length = std::sqrt(a * a + b * b + c * c);
    if (length > 1e-100 && length < 1e100) return length;
    // The squares are out of the range of doubles; the numbers themselves may be within it.
    const double most = std::fmax(std::fabs(a), std::fmax(std::fabs(b), std::fabs(c)));
    if (!(most > 0) || std::isinf(most)) return most;
    const double x = a / most, y = b / most, z = c / most;
    return std::sqrt(x * x + y * y + z * z) * most;
}

// Scales (a, b, c) to length 1. False if the length is 0 or infinite.
bool normalise(double& a, double& b, double& c, double& length) noexcept {
    length = length_of(a, b, c);
    if (!(length > 0) || std::isinf(length)) return false;
    a /= length;
    b /= length;
    c /= length;
    return true;
}

bool finish(double a, double b, double c, double d, Surface surface, flatline_plane& out) noexcept {
    // The comparisons are written so that they are false for NaN.
    if (!(std::fabs(c) >= kLeastC) || !(std::fabs(d) <= kMostHeight * std::fabs(c))) return false;
    const double turn = (c > 0) == (surface == Surface::floor) ? 1.0 : -1.0;
    out = {turn * a + 0.0, turn * b + 0.0, turn * c, turn * d + 0.0};  // no negative zero
    return true;
}

// sin and cos of 0 to 45 degrees by their series: the next term is below 1e-19.
double sine(double x) noexcept {
    double sum = 0;
    for (int n = 19; n >= 3; n -= 2) sum = (1 + sum) * (-x * x / (n * (n - 1)));
    return x * (1 + sum);
}
double cosine(double x) noexcept {
    double sum = 0;
    for (int n = 18; n >= 2; n -= 2) sum = (1 + sum) * (-x * x / (n * (n - 1)));
    return 1 + sum;
}

}  // namespace

flatline_plane level_plane(double height, Surface surface) noexcept {
    return surface == Surface::floor ? flatline_plane{0, 0, 1, 0.0 - height}
                                     : flatline_plane{0, 0, -1, height + 0.0};
}

bool make_plane(double a, double b, double c, double d, Surface surface,
                flatline_plane& out) noexcept {
    double length = 0;
    return normalise(a, b, c, length) && finish(a, b, c, d / length, surface, out);
}

bool make_plane_keep_d(double a, double b, double c, double d, Surface surface,
                       flatline_plane& out) noexcept {
    double length = 0;
    return normalise(a, b, c, length) && finish(a, b, c, d, surface, out);
}

bool plane_at(double a, double b, double c, const Point3& p, Surface surface,
              flatline_plane& out) noexcept {
    double length = 0;
    return normalise(a, b, c, length) &&
           finish(a, b, c, -(a * p.x + b * p.y + c * p.z), surface, out);
}

bool plane_through(const Point3& p, const Point3& q, const Point3& r, Surface surface,
                   flatline_plane& out) noexcept {
    const double ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z;
    const double vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
    return plane_at(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, p, surface, out);
}

Direction direction_of(std::int64_t degrees) noexcept {
    const auto turned = static_cast<int>((degrees % 360 + 360) % 360);
    const int rest = turned % 90;
    constexpr double kRadians = 3.14159265358979323846 / 180;
    // Beyond 45 degrees the other axis is the nearer one.
    const double small = (rest <= 45 ? rest : 90 - rest) * kRadians;
    const double x = rest <= 45 ? cosine(small) : sine(small);
    const double y = rest <= 45 ? sine(small) : cosine(small);
    switch (turned / 90) {
        case 0:
            return {x, y};
        case 1:
            return {-y, x};
        case 2:
            return {-x, -y};
        default:
            return {y, -x};
    }
}

}  // namespace flatline::engine::level
