// Sums and products of doubles without rounding (J. R. Shewchuk, Adaptive Precision Floating-Point
// Arithmetic, 1997).
#pragma once

#include <cmath>
#include <cstddef>

namespace flatline::engine {

struct ExactPair {
    double high, low;  // their sum, without rounding; low is the rounding error of high
};

inline ExactPair exact_sum(double a, double b) noexcept {
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

inline ExactPair exact_product(double a, double b) noexcept {
    const double high = a * b;
    return {high, std::fma(a, b, -high)};
}

/// A sum that is never rounded, of at most `kRoom` numbers: terms in rising order of magnitude,
/// none overlaps another and none is 0.
template <std::size_t kRoom>
class Expansion {
public:
    void add(double value) noexcept {
        int kept = 0;
        for (int i = 0; i < size_; ++i) {
            const ExactPair sum = exact_sum(value, terms_[i]);
            value = sum.high;
            if (sum.low != 0) terms_[kept++] = sum.low;
        }
        if (value != 0) terms_[kept++] = value;
        size_ = kept;
    }
    void add_product(double a, double b) noexcept {
        const ExactPair product = exact_product(a, b);
        add(product.low);
        add(product.high);
    }
    void add_product(const ExactPair& a, const ExactPair& b, double sign = 1) noexcept {
        add_product(a.low, sign * b.low);
        add_product(a.low, sign * b.high);
        add_product(a.high, sign * b.low);
        add_product(a.high, sign * b.high);
    }
    /// Adds the product of two other sums and `factor`, which is 1 or -1.
    template <std::size_t kA, std::size_t kB>
    void add_product(const Expansion<kA>& a, const Expansion<kB>& b, double factor) noexcept {
        for (int i = 0; i < a.size(); ++i) {
            for (int j = 0; j < b.size(); ++j) add_product(a.term(i), factor * b.term(j));
        }
    }
    int sign() const noexcept {
        if (size_ == 0) return 0;
        return terms_[size_ - 1] > 0 ? 1 : -1;
    }
    int size() const noexcept { return size_; }
    double term(int i) const noexcept { return terms_[i]; }

private:
    double terms_[kRoom];
    int size_ = 0;
};

}  // namespace flatline::engine
