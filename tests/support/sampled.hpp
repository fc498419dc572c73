// sampled.hpp: how many of many similar cases a test runs.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace testing_support {

/// How many cases a test goes on by: 1 asks every one, `n` every n-th. It is `n` where the
/// environment has FLATLINE_SAMPLE, which tools/test sets without --full. In a build with ASan or
/// TSan, where each case takes ten times as long, it is `sanitized`. FLATLINE_FULL overrules both
/// (tests/soak.sh).
inline std::size_t one_in([[maybe_unused]] std::size_t n, [[maybe_unused]] std::size_t sanitized) {
    if (std::getenv("FLATLINE_FULL") != nullptr) return 1;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return sanitized;
#else
    return std::getenv("FLATLINE_SAMPLE") != nullptr ? n : 1;
#endif
}
inline std::size_t one_in(std::size_t n) { return one_in(n, n); }

/// Of many alike things the first, the one `n` after it, and so on; all of them where one_in says
/// that every one is asked.
class Sample {
public:
    explicit Sample(std::size_t n) : Sample(n, n) {}
    Sample(std::size_t n, std::size_t sanitized) : step_(one_in(n, sanitized)) {}
    /// Whether the next thing is one of them.
    bool takes() { return met_++ % step_ == 0; }

private:
    std::size_t step_;
    std::size_t met_ = 0;
};

}  // namespace testing_support
