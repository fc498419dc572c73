#include "base/thread.hpp"

namespace flatline::engine {

#if defined(_WIN32)

bool Thread::start(void (*run)(void*) noexcept, void* context) noexcept {
#if defined(__cpp_exceptions)
    try {
        thread_ = std::thread(run, context);
    } catch (...) {
        return false;
    }
    return true;
#else
    // There is no way to learn that it failed, so none is started.
    (void)run;
    (void)context;
    return false;
#endif
}

void Thread::join() noexcept { thread_.join(); }

#else

bool Thread::start(void (*run)(void*) noexcept, void* context) noexcept {
    run_ = run;
    context_ = context;
    return pthread_create(&thread_, nullptr, &Thread::enter, this) == 0;
}

void Thread::join() noexcept { pthread_join(thread_, nullptr); }

void* Thread::enter(void* self) noexcept {
    const Thread& thread = *static_cast<const Thread*>(self);
    thread.run_(thread.context_);
    return nullptr;
}

#endif

}  // namespace flatline::engine
