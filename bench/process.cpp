// bench_process COMMAND [ARGUMENT]...: what one run of a program costs, its output thrown away.
//
// Prints one line of name=value:
//   seconds  that passed from its start to its end
//   cpu      seconds of processor time, its own and the system's for it
//   peak     most bytes that were resident at once, the program and its libraries included; what
//            the system caches of files is not
//   faults   pages that it had to be given while it ran
//   ours     1 where the probe (probe/probe.hpp) of two processors says that nobody else was on
//   them
// Exit status: that of the program, 2 for wrong use.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "probe.hpp"

extern char** environ;

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: bench_process COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    constexpr unsigned kProcessors = 2;  // the system chooses among them
    const auto before = flatline::engine::bench::read_processors(kProcessors);
    const auto start = std::chrono::steady_clock::now();
    if (posix_spawnp(&child, argv[1], &actions, nullptr, argv + 1, environ) != 0) {
        std::fprintf(stderr, "bench_process: cannot start %s\n", argv[1]);
        return 2;
    }
    int status = 0;
    rusage use{};
    if (wait4(child, &status, 0, &use) != child) return 2;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    posix_spawn_file_actions_destroy(&actions);
    const auto verdict = judge(flatline::engine::bench::Surroundings{
        before, flatline::engine::bench::read_processors(kProcessors), seconds.count(),
        static_cast<std::uint64_t>(use.ru_nivcsw)});
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    std::printf("seconds=%.6f cpu=%.6f peak=%lld faults=%ld ours=%d\n", seconds.count(),
                of(use.ru_utime) + of(use.ru_stime), static_cast<long long>(use.ru_maxrss) * 1024,
                use.ru_minflt, verdict == flatline::engine::bench::Verdict::ours ? 1 : 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
