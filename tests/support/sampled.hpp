// sampled.hpp: how many of many similar cases a test runs.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace testing_support {

/// 1, so that every one is asked; `n`, for every n-th, in a build with ASan or TSan, where each
/// takes ten times as long, unless FLATLINE_FULL is in the environment (tests/soak.sh).
inline std::size_t one_in([[maybe_unused]] std::size_t n) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    if (std::getenv("FLATLINE_FULL") == nullptr) return n;
#endif
    return 1;
}

/// Of many alike things the first, the one `n` after it, and so on; all of them where one_in says
/// that every one is asked.
class Sample {
public:
    explicit Sample(std::size_t n) : step_(one_in(n)) {}
    /// Whether the next thing is one of them.
    bool takes() { return met_++ % step_ == 0; }

private:
    std::size_t step_;
    std::size_t met_ = 0;
};

}  // namespace testing_support
