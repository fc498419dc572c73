#include "batch/interrupt.hpp"

#include <atomic>
#include <initializer_list>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

std::atomic<int> heard = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // a handler may use no other

extern "C" void hear(int signal) {
    int none = 0;
    if (!heard.compare_exchange_strong(none, signal)) end_at_once(exit_code_of(signal));
}

}  // namespace

void hear_interrupts() { on_end_signals(hear); }

int interrupted() { return heard.load(std::memory_order_relaxed); }

}  // namespace flatline::engine::tool
