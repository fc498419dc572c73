#include "base/orientation.hpp"

#include <cmath>

namespace flatline {
namespace {

struct Pair {
    double high, low;  // their sum, without rounding; low is the rounding error of high
};

Pair exact_sum(double a, double b) noexcept {
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

Pair exact_product(double a, double b) noexcept {
    const double high = a * b;
    return {high, std::fma(a, b, -high)};
}

// A sum that is never rounded: terms in rising order of magnitude, none overlaps another
// (J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997: grow-expansion).
class Expansion {
public:
    void add(double value) noexcept {
        for (int i = 0; i < size_; ++i) {
            const Pair sum = exact_sum(value, terms_[i]);
            value = sum.high;
            terms_[i] = sum.low;
        }
        terms_[size_++] = value;
    }
    void add_product(double a, double b) noexcept {
        const Pair product = exact_product(a, b);
        add(product.low);
        add(product.high);
    }
    int sign() const noexcept {
        for (int i = size_; i-- > 0;) {
            if (terms_[i] != 0) return terms_[i] > 0 ? 1 : -1;
        }
        return 0;
    }

private:
    double terms_[16];
    int size_ = 0;
};

int exact_orientation(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    const Pair abx = exact_sum(bx, -ax);
    const Pair aby = exact_sum(by, -ay);
    const Pair acx = exact_sum(cx, -ax);
    const Pair acy = exact_sum(cy, -ay);
    Expansion sum;
    sum.add_product(abx.low, acy.low);
    sum.add_product(abx.low, acy.high);
    sum.add_product(abx.high, acy.low);
    sum.add_product(abx.high, acy.high);
    sum.add_product(-aby.low, acx.low);
    sum.add_product(-aby.low, acx.high);
    sum.add_product(-aby.high, acx.low);
    sum.add_product(-aby.high, acx.high);
    return sum.sign();
}

}  // namespace

int orientation(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    const double left = (bx - ax) * (cy - ay);
    const double right = (by - ay) * (cx - ax);
    const double difference = left - right;
    // Shewchuk's bound on the error of the line above: (3 + 16 eps) eps, eps = 2^-53, rounded up.
    constexpr double kBound = 0x1.8p-52 * 1.001;
    const double error = kBound * (std::fabs(left) + std::fabs(right));
    if (difference > error) return 1;
    if (difference < -error) return -1;
    return exact_orientation(ax, ay, bx, by, cx, cy);
}

}  // namespace flatline
