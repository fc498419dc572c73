// One thread that may fail to start.
#pragma once

#if defined(_WIN32)
#include <thread>
#else
#include <pthread.h>
#endif

namespace flatline::engine {

/// A thread that is joined by hand. Where there are POSIX threads it needs no exceptions:
/// std::thread says with one that the system has no more threads.
class Thread {
public:
    /// Runs run(context) on a new thread. False if the system has none; then nothing runs.
    bool start(void (*run)(void* context) noexcept, void* context) noexcept;
    /// Waits for the end of a thread that was started.
    void join() noexcept;

private:
#if defined(_WIN32)
    std::thread thread_;
#else
    static void* enter(void* self) noexcept;

    void (*run_)(void*) noexcept = nullptr;
    void* context_ = nullptr;
    pthread_t thread_ = {};
#endif
};

}  // namespace flatline::engine
