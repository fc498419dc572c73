#include "batch/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace flatline::tool {
namespace {

std::atomic<int> heard = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // a handler may use no other

extern "C" void hear(int signal) {
    int none = 0;
    if (!heard.compare_exchange_strong(none, signal)) ::_exit(exit_code_of(signal));
}

}  // namespace

void hear_interrupts() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction now {};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        struct sigaction own {};
        own.sa_handler = hear;
        ::sigemptyset(&own.sa_mask);
        ::sigaction(signal, &own, nullptr);
    }
}

int interrupted() { return heard.load(std::memory_order_relaxed); }

}  // namespace flatline::tool
