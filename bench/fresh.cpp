// bench_fresh FILE [LOADS [THREADS]]: what loading one TEXTMAP costs a process that has just
// started.
//
// Prints one line of name=value:
//   status   ok, refused or out-of-memory
//   text     bytes of the text
//   fresh    GB/s (10^9 bytes of text a second) of the first load, all memory untouched before
//   warm     GB/s, median of LOADS more loads (default 9) that reuse the memory of the one before
//   peak     most bytes resident during the first load beyond those before it, by the text's bytes
//   kept     bytes resident that the map keeps once the Loader is gone, by the text's bytes
//   announced, used   memory of the load in bytes, as the Map reports it
//   seconds  of the first load; elements: vertices, linedefs, sidedefs, sectors and things
// Seconds are processor time or, with more than one of THREADS, the time that passes. The text is
// read and resident before anything is measured. Pages of the program that are first needed by the
// load count as its memory. Resident bytes are read from /proc (Linux).
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

#include "flatline/load.hpp"

namespace {

// Processor time of one thread: on a quiet machine this is the time that passes, and on a busy one
// it is still nearly that. Several threads share it out.
double seconds_now(unsigned threads) {
    if (threads == 1) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
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

// Makes VmHWM, the peak, start again at what is resident now.
void forget_peak() {
    std::FILE* file = std::fopen("/proc/self/clear_refs", "w");
    if (file == nullptr) return;
    std::fputs("5", file);
    std::fclose(file);
}

flatline::Buffer read_file(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return {};
    std::fseek(file, 0, SEEK_END);
    const long size = std::ftell(file);
    std::rewind(file);
    flatline::Buffer buffer;
    if (size >= 0) buffer = flatline::Buffer::allocate(static_cast<std::size_t>(size));
    if (buffer.data() != nullptr &&
        std::fread(buffer.data(), 1, buffer.size(), file) != buffer.size()) {
        buffer = {};
    }
    std::fclose(file);
    return buffer;
}

const char* name_of(flatline::Status status) {
    switch (status) {
        case flatline::Status::ok:
            return "ok";
        case flatline::Status::refused:
            return "refused";
        case flatline::Status::cancelled:
            return "cancelled";
        default:
            return "out-of-memory";
    }
}

// Median of the speeds of further loads; 0 where there are none.
double warm_speed(flatline::Bytes text, int loads, const flatline::LoadOptions& options) {
    flatline::Loader loader;
    std::vector<double> speeds;
    for (int i = -1; i < loads; ++i) {  // the first one only takes the memory
        const double start = seconds_now(options.threads);
        flatline::LoadResult<flatline::Map> result = loader.load_borrowed(text, options);
        const double seconds = seconds_now(options.threads) - start;
        loader.recycle(std::move(result.value));
        if (i >= 0) speeds.push_back(static_cast<double>(text.size()) / seconds / 1e9);
    }
    if (speeds.empty()) return 0;
    std::sort(speeds.begin(), speeds.end());
    return speeds[speeds.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 4) {
        std::fputs("usage: bench_fresh FILE [LOADS [THREADS]]\n", stderr);
        return 2;
    }
    const int loads = argc >= 3 ? std::atoi(argv[2]) : 9;
    flatline::LoadOptions options;
    if (argc == 4) options.threads = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[3])));
    const flatline::Buffer file = read_file(argv[1]);
    if (file.data() == nullptr) {
        std::fprintf(stderr, "bench_fresh: cannot read %s\n", argv[1]);
        return 2;
    }
    const flatline::Bytes text = file.bytes();
    const auto size = static_cast<double>(text.size());

    flatline::Loader loader;
    flatline::LoadResult<flatline::Map> result;
    forget_peak();
    const double before = status_bytes("VmRSS");
    const double start = seconds_now(options.threads);
    result = loader.load_borrowed(text, options);
    const double seconds = seconds_now(options.threads) - start;
    const double peak = status_bytes("VmHWM") - before;
    loader = flatline::Loader();
    const double kept = status_bytes("VmRSS") - before;

    const flatline::Status status = result.status;
    const flatline::MemoryUse memory = result.memory;
    const std::size_t elements = result.value.vertices().size() + result.value.linedefs().size() +
                                 result.value.sidedefs().size() + result.value.sectors().size() +
                                 result.value.things().size();
    result = flatline::LoadResult<flatline::Map>();
    std::printf("status=%s text=%zu fresh=%.3f warm=%.3f peak=%.3f kept=%.3f announced=%" PRIu64
                " used=%" PRIu64 " seconds=%.4f elements=%zu\n",
                name_of(status), text.size(), size / seconds / 1e9,
                warm_speed(text, loads, options), peak / size, kept / size, memory.announced,
                memory.used, seconds, elements);
    return status == flatline::Status::ok ? 0 : 1;
}
