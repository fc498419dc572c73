#include "base/orientation.hpp"

#include <cmath>

#include "base/expansion.hpp"

namespace flatline::engine {
namespace {

int exact_orientation(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    const ExactPair abx = exact_sum(bx, -ax);
    const ExactPair aby = exact_sum(by, -ay);
    const ExactPair acx = exact_sum(cx, -ax);
    const ExactPair acy = exact_sum(cy, -ay);
    Expansion<16> sum;
    sum.add_product(abx, acy);
    sum.add_product(aby, acx, -1);
    return sum.sign();
}

}  // namespace

int orientation(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    const double left = (bx - ax) * (cy - ay);
    const double right = (by - ay) * (cx - ax);
    const double difference = left - right;
    // Shewchuk's bound on the error of the line above: (3 + 16 eps) eps, eps = 2^-53, rounded up.
    constexpr double kRounding = 0x1.8p-52 * 1.001;
    const double error = kRounding * (std::fabs(left) + std::fabs(right));
    if (difference > error) return 1;
    if (difference < -error) return -1;
    if (error == 0) return 0;  // both products are 0
    return exact_orientation(ax, ay, bx, by, cx, cy);
}

}  // namespace flatline::engine
