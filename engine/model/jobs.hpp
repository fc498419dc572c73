// model/jobs.hpp: a host's own threads for a load that uses several.
#pragma once

#include <cstddef>

namespace flatline::engine {

/// A function of the host that runs jobs on the host's own threads. `run` calls job(job_context, i)
/// once for every i below `count`, on any threads and in any order, and returns when all are done;
/// doing them one after another on the calling thread is allowed. The thread that loads calls it,
/// several times in one load that uses more than one thread. `run` must not throw, and jobs do not.
/// A job that it calls twice is done once, one that it leaves out is done by the thread that loads,
/// and one that still runs when it returns is waited for; none may be called after the load.
/// `context` is passed to it as it is. Where `run` is null, the load starts threads of its own,
/// which end before the load does.
struct JobHooks {
    void (*run)(void* context, std::size_t count, void (*job)(void* job_context, std::size_t i),
                void* job_context) = nullptr;
    void* context = nullptr;
};

}  // namespace flatline::engine
