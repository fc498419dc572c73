#include "base/distance.hpp"

#include <cmath>

#include "base/expansion.hpp"

namespace flatline::engine {
namespace {

// Of a x b + c x d in doubles where a to d are differences of two: as in orientation.cpp.
constexpr double kBound = 0x1.8p-52 * 1.001;

// Relative errors of the comparisons below stay under 20 times 2^-53.
constexpr double kBelow = 1 - 0x1p-48;
constexpr double kAbove = 1 + 0x1p-48;

struct Vector {
    ExactPair x, y;
};
Vector difference(double ax, double ay, double bx, double by) noexcept {
    return {exact_sum(bx, -ax), exact_sum(by, -ay)};
}

Expansion<4> square(double limit) noexcept {
    Expansion<4> sum;
    sum.add_product(limit, limit);
    return sum;
}

// The sign of (c - a) . (b - a): 1 where c lies on the side of b.
int direction(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    const double along_x = (bx - ax) * (cx - ax);
    const double along_y = (by - ay) * (cy - ay);
    const double sum = along_x + along_y;
    const double error = kBound * (std::fabs(along_x) + std::fabs(along_y));
    if (sum > error) return 1;
    if (sum < -error) return -1;
    if (error == 0) return 0;  // both products are 0
    const Vector ab = difference(ax, ay, bx, by);
    const Vector ac = difference(ax, ay, cx, cy);
    Expansion<16> exact;
    exact.add_product(ab.x, ac.x);
    exact.add_product(ab.y, ac.y);
    return exact.sign();
}

int exact_compare(double ax, double ay, double bx, double by, double limit) noexcept {
    const Vector ab = difference(ax, ay, bx, by);
    const Expansion<4> squared = square(limit);
    Expansion<24> sum;
    sum.add_product(ab.x, ab.x);
    sum.add_product(ab.y, ab.y);
    for (int i = 0; i < squared.size(); ++i) sum.add(-squared.term(i));
    return sum.sign();
}

// The same for the straight through a and b: the square of the cross product against the square of
// the limit times that of the length.
int exact_compare_straight(double px, double py, double ax, double ay, double bx, double by,
                           double limit) noexcept {
    const Vector ab = difference(ax, ay, bx, by);
    const Vector ap = difference(ax, ay, px, py);
    Expansion<16> cross;
    cross.add_product(ab.x, ap.y);
    cross.add_product(ab.y, ap.x, -1);
    Expansion<16> length;
    length.add_product(ab.x, ab.x);
    length.add_product(ab.y, ab.y);
    Expansion<640> sum;
    sum.add_product(cross, cross, 1);
    sum.add_product(square(limit), length, -1);
    return sum.sign();
}

}  // namespace

int compare_distance(double ax, double ay, double bx, double by, double limit) noexcept {
    const double dx = bx - ax;
    const double dy = by - ay;
    const double squared = dx * dx + dy * dy;
    const double wanted = limit * limit;
    if (squared < wanted * kBelow) return -1;
    if (squared > wanted * kAbove) return 1;
    return exact_compare(ax, ay, bx, by, limit);
}

int compare_segment_distance(double px, double py, double ax, double ay, double bx, double by,
                             double limit) noexcept {
    const double abx = bx - ax;
    const double aby = by - ay;
    const double left = abx * (py - ay);
    const double right = aby * (px - ax);
    const double cross = std::fabs(left - right);
    const double error = kBound * (std::fabs(left) + std::fabs(right));
    const double wanted = limit * limit * (abx * abx + aby * aby);
    const double least = cross > error ? cross - error : 0;
    if (least * least > wanted * kAbove) return 1;
    if (direction(ax, ay, bx, by, px, py) <= 0) return compare_distance(ax, ay, px, py, limit);
    if (direction(bx, by, ax, ay, px, py) <= 0) return compare_distance(bx, by, px, py, limit);
    const double most = cross + error;
    if (most * most < wanted * kBelow) return -1;
    return exact_compare_straight(px, py, ax, ay, bx, by, limit);
}

}  // namespace flatline::engine
