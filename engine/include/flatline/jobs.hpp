// flatline/jobs.hpp: a host's own threads for a load that uses several.
#pragma once

#include <cstddef>

namespace flatline {

/// Calls `job(job_context, i)` for every i below `count`, each once, on any threads and in any
/// order, and returns when all are done. One after another on the calling thread will do. Called
/// by the thread that loads, several times a load; it and the jobs do not throw. `run` null: the
/// load starts threads of its own, which end before it does.
struct JobHooks {
    void (*run)(void* context, std::size_t count, void (*job)(void* job_context, std::size_t i),
                void* job_context) = nullptr;
    void* context = nullptr;
};

}  // namespace flatline
