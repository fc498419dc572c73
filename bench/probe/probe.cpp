#include "probe.hpp"

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

#include <algorithm>
#include <atomic>
#include <ctime>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "base/compiler.hpp"

namespace flatline::engine::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSteps = 2048;  // of 32 cycles each: some 25 microseconds

// Adds in a register, whatever the compiler may think of the sum.
FLATLINE_ALWAYS_INLINE void add(std::uint64_t& to, std::uint64_t step) {
    to += step;
    optimization_barrier(to);
}

// Adds so many times as there are numbers, without a loop between the additions.
template <std::size_t... kTimes, class... Sum>
FLATLINE_ALWAYS_INLINE void add_often(std::index_sequence<kTimes...>, std::uint64_t step,
                                      Sum&... sums) {
    const auto add_each = [&](std::size_t) { (add(sums, step), ...); };
    (add_each(kTimes), ...);
}

template <class Step>
double additions_a_second(int additions, Step&& step) {
    const auto start = Clock::now();
    for (int i = 0; i < kSteps; ++i) step();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return seconds > 0 ? static_cast<double>(additions) * kSteps / seconds : 0;
}

// Steps of registers, not of constants: newer processors add small constants without an addition.
Reading read_one() {
    std::uint64_t step = 1;
    optimization_barrier(step);
    constexpr std::make_index_sequence<32> kOften;
    std::uint64_t a = 0, b = 0, c = 0, d = 0;
    Reading reading;
    reading.chained = additions_a_second(32, [&] { add_often(kOften, step, a); });
    reading.independent = additions_a_second(128, [&] { add_often(kOften, step, a, b, c, d); });
    return reading;
}

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t switches_so_far() {
#if defined(_WIN32)
    return 0;  // Windows does not count them; the clock and the neighbour still tell
#else
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<std::uint64_t>(use.ru_nivcsw);
#endif
}

}  // namespace

Verdict judge(const Surroundings& of) {
    if (static_cast<double>(of.switches) > of.seconds / kSecondsASwitch) return Verdict::waited;
    const double lower = std::min(of.before.chained, of.after.chained);
    const double higher = std::max(of.before.chained, of.after.chained);
    if (higher - lower > kMostClockChange * higher) return Verdict::clock;
    if (std::min(of.before.ratio(), of.after.ratio()) < kLeastRatio) return Verdict::neighbour;
    return Verdict::ours;
}

Reading read_processors(unsigned threads) {
    if (threads <= 1) return read_one();
    // All begin together: two threads of one core then see each other.
    std::atomic<unsigned> there{0};
    std::vector<Reading> readings(threads);
    const auto read = [&](Reading& reading) {
        ++there;
        while (there < threads) std::this_thread::yield();
        reading = read_one();
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(read, std::ref(readings[i]));
    read(readings[0]);
    for (std::thread& other : others) other.join();
    Reading worst = readings[0];
    for (const Reading& reading : readings) {
        const double ratio = std::min(worst.ratio(), reading.ratio());
        worst.chained = std::min(worst.chained, reading.chained);
        worst.independent = ratio * worst.chained;
    }
    return worst;
}

Sampler::Sampler(unsigned threads) : threads_(threads), before_(read_processors(threads)) {}

void Sampler::begin() {
    switches_ = switches_so_far();
    start_ = Clock::now();
    processor_ = processor_seconds();
}

bool Sampler::end() {
    last_.processor = processor_seconds() - processor_;
    last_.passed = std::chrono::duration<double>(Clock::now() - start_).count();
    Surroundings of{before_, {}, last_.passed, switches_so_far() - switches_};
    of.after = before_ = read_processors(threads_);
    last_.hertz = of.hertz();
    last_.verdict = judge(of);
    if (last_.verdict == Verdict::ours) {
        ++tally_.ours;
    } else if (tally_.may_drop()) {
        ++tally_.dropped;
        return false;
    } else {
        ++tally_.kept_anyway;
    }
    return true;
}

}  // namespace flatline::engine::bench
