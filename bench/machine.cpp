// bench_machine [MEGABYTES]: what this machine is just now, as measured in MEGABYTES (1024) of
// memory.
//
// Prints lines of name=value:
//   threads    1 and 2, for one processor and for two at once (probe/probe.hpp): ghz, the clock;
//              ratio, of independent to chained additions; ours, readings of 20 that had them to
//              themselves; neighbour, clock, waited: the others, by what the probe says of them
//   pages      large (asked for with madvise) and small: microseconds for each 2 MB, median and
//   tenth
//              slowest, of memory that this process has from the system for the first time
//              (`first`) and of as much again after giving that back (`again`: memory that the
//              machine has touched before, with the system's work of clearing it)
// A virtual machine that has not had a page yet waits for its host to find one, so `first` may be
// much slower than `again`: most of a slow load in a fresh process is that. Which of the two a
// process meets depends on what ran before it; where all was touched before, they are the same.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "probe.hpp"

namespace {

using flatline::engine::bench::Reading;
using flatline::engine::bench::Verdict;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kChunk = 2u << 20;
constexpr std::size_t kSmallPage = 4096;

double at(std::vector<double>& values, double part) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

void print_processors(unsigned threads) {
    constexpr int kReadings = 20;
    std::vector<double> clocks;
    std::vector<double> ratios;
    int counts[4] = {};
    Reading before = flatline::engine::bench::read_processors(threads);
    for (int i = 0; i < kReadings; ++i) {
        const Reading after = flatline::engine::bench::read_processors(threads);
        ++counts[static_cast<int>(flatline::engine::bench::judge({before, after, 0, 0}))];
        clocks.push_back(after.chained / 1e9);
        ratios.push_back(after.ratio());
        before = after;
    }
    std::printf("threads=%u ghz=%.2f ratio=%.2f ours=%d neighbour=%d clock=%d waited=%d\n", threads,
                at(clocks, 0.5), at(ratios, 0.5), counts[static_cast<int>(Verdict::ours)],
                counts[static_cast<int>(Verdict::neighbour)],
                counts[static_cast<int>(Verdict::clock)],
                counts[static_cast<int>(Verdict::waited)]);
}

// Microseconds for each 2 MB of new memory; none if there is none.
std::vector<double> touch(std::size_t chunks, bool large) {
    std::vector<double> times;
    void* const memory = mmap(nullptr, (chunks + 1) * kChunk, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return times;
    // From a multiple of a large page on.
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kChunk - 1) / kChunk * kChunk;
    auto* const bytes = reinterpret_cast<volatile unsigned char*>(begin);
    (void)madvise(reinterpret_cast<void*>(begin), chunks * kChunk,
                  large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < chunks; ++i) {
        const auto start = Clock::now();
        for (std::size_t j = 0; j < kChunk; j += kSmallPage) bytes[i * kChunk + j] = 1;
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    munmap(memory, (chunks + 1) * kChunk);
    return times;
}

bool print_pages(std::size_t chunks, bool large) {
    std::vector<double> first = touch(chunks, large);
    std::vector<double> again = touch(chunks, large);
    if (first.empty() || again.empty()) return false;
    const auto rate = [](double microseconds) { return kChunk / microseconds / 1e3; };
    const double medians[] = {at(first, 0.5), at(again, 0.5)};
    std::printf(
        "pages=%s first=%.0f first_slowest=%.0f again=%.0f again_slowest=%.0f first_gbs=%.2f "
        "again_gbs=%.2f\n",
        large ? "large" : "small", medians[0], at(first, 0.9), medians[1], at(again, 0.9),
        rate(medians[0]), rate(medians[1]));
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const int megabytes = argc > 1 ? std::atoi(argv[1]) : 1024;
    if (argc > 2 || megabytes < 20) {
        std::fputs("usage: bench_machine [MEGABYTES from 20 on]\n", stderr);
        return 2;
    }
    print_processors(1);
    print_processors(2);
    // Large pages first: small ones split what the system has of them.
    const auto chunks = static_cast<std::size_t>(megabytes) / 2;
    return print_pages(chunks, true) && print_pages(chunks, false) ? 0 : 1;
}
