// bench_fresh FILE [LOADS [THREADS [general]]]: what loading one TEXTMAP costs a process that has
// just started; `general` leaves out learned runs.
//
// Prints one line of name=value:
//   status   ok, refused or out-of-memory
//   text     bytes of the text
//   read     seconds in which the file was read into new memory, out of the system's cache
//   fresh    GB/s (10^9 bytes of text a second) of the first load, all memory untouched before
//   ours     1 where the probe (probe/probe.hpp) says that the first load had its processors to
//            itself; else 0, and the line is no measurement
//   cycles   of the first load, a byte
//   faults   pages that the first load had to be given one by one; pages that it asks for several
//            at a time do not count, a large page counts as one
//   warm     GB/s, median of LOADS more loads (default 9) that reuse the memory of the one before,
//            those left out that were not ours
//   dropped  how many were left out; with FLATLINE_BENCH_NO_PROBE in the environment these loads
//   are
//            not timed at all, for tools that count instructions
//   peak     most bytes resident during the first load beyond those before it, by the text's bytes
//   kept     bytes resident that the map keeps once the Loader is gone, by the text's bytes
//   announced, used   memory of the load in bytes, as the Map reports it
//   seconds  of the first load; elements: vertices, linedefs, sidedefs, sectors and things
// Seconds are processor time or, with more than one of THREADS, the time that passes. The text is
// read and resident before anything is measured. Pages of the program that are first needed by the
// load count as its memory. Resident bytes are read from /proc (Linux).
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "model/load.hpp"
#include "model/testing.hpp"
#include "probe.hpp"

namespace {

using flatline::engine::bench::Sample;
using flatline::engine::bench::Sampler;
using flatline::engine::bench::Verdict;

// Processor time of one thread: on a quiet machine this is the time that passes, and on a busy one
// it is still nearly that. Several threads share it out.
double seconds_of(const Sample& sample, unsigned threads) {
    return threads == 1 ? sample.processor : sample.passed;
}

// A line of /proc/self/status such as "VmRSS:  1234 kB", in bytes; 0 where it cannot be read.
double status_bytes(const char* name) {
    std::FILE* file = std::fopen("/proc/self/status", "r");
    if (file == nullptr) return 0;
    double bytes = 0;
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        const std::size_t size = std::strlen(name);
        if (std::strncmp(line, name, size) == 0 && line[size] == ':') {
            bytes = std::strtod(line + size + 1, nullptr) * 1024;
        }
    }
    std::fclose(file);
    return bytes;
}

long minor_faults() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return use.ru_minflt;
}

// Makes VmHWM, the peak, start again at what is resident now.
void forget_peak() {
    std::FILE* file = std::fopen("/proc/self/clear_refs", "w");
    if (file == nullptr) return;
    std::fputs("5", file);
    std::fclose(file);
}

flatline::engine::Buffer read_file(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return {};
    std::fseek(file, 0, SEEK_END);
    const long size = std::ftell(file);
    std::rewind(file);
    flatline::engine::Buffer buffer;
    if (size >= 0) buffer = flatline::engine::Buffer::allocate(static_cast<std::size_t>(size));
    if (buffer.data() != nullptr &&
        std::fread(buffer.data(), 1, buffer.size(), file) != buffer.size()) {
        buffer = {};
    }
    std::fclose(file);
    return buffer;
}

const char* name_of(flatline::engine::Status status) {
    switch (status) {
        case flatline::engine::Status::ok:
            return "ok";
        case flatline::engine::Status::refused:
            return "refused";
        case flatline::engine::Status::cancelled:
            return "cancelled";
        default:
            return "out-of-memory";
    }
}

struct Warm {
    double speed = 0;  // median; 0 where there are no loads
    std::uint64_t dropped = 0;
};

Warm load_warm(flatline::engine::Bytes text, int loads,
               const flatline::engine::LoadOptions& options) {
    flatline::engine::Loader loader;
    std::vector<double> speeds;
    const auto load = [&] { loader.recycle(std::move(loader.load_borrowed(text, options).value)); };
    load();  // only takes the memory
    // Whoever counts instructions wants those of the loads alone.
    if (std::getenv("FLATLINE_BENCH_NO_PROBE") != nullptr) {
        for (int i = 0; i < loads; ++i) load();
        return {};
    }
    Sampler sampler(options.threads);
    for (int i = 0; i < loads;) {
        sampler.begin();
        load();
        if (!sampler.end()) continue;
        const double seconds = seconds_of(sampler.last(), options.threads);
        speeds.push_back(static_cast<double>(text.size()) / seconds / 1e9);
        ++i;
    }
    std::sort(speeds.begin(), speeds.end());
    return {speeds.empty() ? 0 : speeds[speeds.size() / 2], sampler.tally().dropped};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 5 || (argc == 5 && std::strcmp(argv[4], "general") != 0)) {
        std::fputs("usage: bench_fresh FILE [LOADS [THREADS [general]]]\n", stderr);
        return 2;
    }
    const int loads = argc >= 3 ? std::atoi(argv[2]) : 9;
    flatline::engine::LoadOptions options;
    if (argc >= 4) options.threads = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[3])));
    static constexpr flatline::engine::TestOptions kGeneral = {flatline::engine::Kernel::automatic,
                                                               flatline::engine::ReadPaths::fast};
    if (argc == 5) options.testing = &kGeneral;
    const auto opened = std::chrono::steady_clock::now();
    const flatline::engine::Buffer file = read_file(argv[1]);
    const double read =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - opened).count();
    if (file.data() == nullptr) {
        std::fprintf(stderr, "bench_fresh: cannot read %s\n", argv[1]);
        return 2;
    }
    const flatline::engine::Bytes text = file.bytes();
    const auto size = static_cast<double>(text.size());

    flatline::engine::Loader loader;
    flatline::engine::LoadResult<flatline::engine::Map> result;
    Sampler sampler(options.threads);
    forget_peak();
    const double before = status_bytes("VmRSS");
    const long faults_before = minor_faults();
    sampler.begin();
    result = loader.load_borrowed(text, options);
    sampler.end();
    const long faults = minor_faults() - faults_before;
    const Sample first = sampler.last();
    const double seconds = seconds_of(first, options.threads);
    const double peak = status_bytes("VmHWM") - before;
    loader = flatline::engine::Loader();
    const double kept = status_bytes("VmRSS") - before;

    const flatline::engine::Status status = result.status;
    const flatline::engine::MemoryUse memory = result.memory;
    const std::size_t elements = result.value.vertices().size() + result.value.linedefs().size() +
                                 result.value.sidedefs().size() + result.value.sectors().size() +
                                 result.value.things().size();
    result = flatline::engine::LoadResult<flatline::engine::Map>();
    const Warm warm = load_warm(text, loads, options);
    std::printf(
        "status=%s text=%zu read=%.4f fresh=%.3f ours=%d cycles=%.3f faults=%ld warm=%.3f "
        "dropped=%" PRIu64 " peak=%.3f kept=%.3f announced=%" PRIu64 " used=%" PRIu64
        " seconds=%.4f elements=%zu\n",
        name_of(status), text.size(), read, size / seconds / 1e9,
        first.verdict == Verdict::ours ? 1 : 0, seconds * first.hertz / size, faults, warm.speed,
        warm.dropped, peak / size, kept / size, memory.announced, memory.used, seconds, elements);
    return status == flatline::engine::Status::ok ? 0 : 1;
}
