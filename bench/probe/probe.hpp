// Whether a sample that was measured had its processors to itself, and at which clock they ran.
//
// A virtual processor may be one of two threads of a core whose other one works for somebody else:
// nothing in the machine tells, and a sample takes up to twice its time. Two short loops around
// every sample do tell. Additions that wait for each other take a cycle each, whoever is beside
// them: that is the clock. Four chains of them together run three to four times as fast on a core
// that is ours alone, and half of that beside a busy neighbour.
#pragma once

#include <chrono>
#include <cstdint>

namespace flatline::engine::bench {

// Both loops once: additions a second.
struct Reading {
    double chained = 0;
    double independent = 0;

    double ratio() const { return chained > 0 ? independent / chained : 0; }
};

// What is known of one sample beside its work.
struct Surroundings {
    Reading before;
    Reading after;
    double seconds = 0;          // that passed
    std::uint64_t switches = 0;  // times that the system took a processor away meanwhile

    double hertz() const { return (before.chained + after.chained) / 2; }
};

enum class Verdict : std::uint8_t {
    ours,
    neighbour,  // somebody works on the other thread of the core
    clock,      // the clock changed, so cycles are not known
    waited,     // other programs of this machine ran on our processors
};

inline constexpr double kLeastRatio = 2.9;
inline constexpr double kMostClockChange = 0.03;
inline constexpr double kSecondsASwitch = 0.025;  // the system itself wants as much

// The first of the verdicts above that fits, from the last one up: who waits sees any ratio.
Verdict judge(const Surroundings& of);

// The reading of `threads` processors at once; of several the worst ratio, at the lowest clock.
Reading read_processors(unsigned threads);

// Counts what was kept and what was thrown away.
struct Tally {
    std::uint64_t ours = 0;
    std::uint64_t dropped = 0;
    std::uint64_t kept_anyway = 0;  // not ours, but enough had been dropped

    // Whether one more may be thrown away: on a machine that is never ours a benchmark takes
    // twice its time, and says so.
    bool may_drop() const { return dropped < ours + kept_anyway + 4; }
};

// One run of what is measured.
struct Sample {
    double passed = 0;     // seconds
    double processor = 0;  // seconds of processor time, of all threads
    double hertz = 0;
    Verdict verdict = Verdict::ours;
};

// Takes samples: begin(), the work, end(), and the same again where end() says so. Two samples
// share the probe between them.
class Sampler {
public:
    explicit Sampler(unsigned threads = 1);

    void begin();
    // False if the sample is thrown away: it was not ours, and more may be dropped.
    bool end();

    const Sample& last() const { return last_; }
    const Tally& tally() const { return tally_; }

private:
    using Clock = std::chrono::steady_clock;

    unsigned threads_;
    Reading before_;
    Tally tally_;
    Sample last_;
    std::uint64_t switches_ = 0;
    double processor_ = 0;
    Clock::time_point start_;
};

}  // namespace flatline::engine::bench
