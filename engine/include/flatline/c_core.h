/* flatline/c_core.h: what all C functions share: status, limits, memory, progress, threads.
 * Included by flatline/flatline.h, which says what holds for every function.
 */
#ifndef FLATLINE_C_CORE_H
#define FLATLINE_C_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "flatline/export.h"
#include "flatline/types.h"
#include "flatline/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, "MAJOR.MINOR.PATCH". Static. */
FLATLINE_API const char* flatline_version(void);

/* How a call ended. These values never change. */
typedef enum flatline_status {
    FLATLINE_OK = 0,
    FLATLINE_REFUSED = 1,       /* the findings say why; there are no arrays */
    FLATLINE_OUT_OF_MEMORY = 2, /* the same call may be repeated */
    FLATLINE_BAD_ARGUMENT = 3,  /* nothing was done: an unknown name, value or size */
    FLATLINE_CANCELLED = 4,   /* by flatline_progress or a flatline_sink; no arrays, no findings */
    FLATLINE_FIELD_ABSENT = 5 /* of flatline_scatter, no error: the host's default was written */
} flatline_status;

/* "ok", "refused", "out-of-memory", "bad-argument", "cancelled", "field-absent"; "" for another
 * value. Static. */
FLATLINE_API const char* flatline_status_name(flatline_status status);

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Every bound of a load. Storage only, with room for bounds to come: fill it by one of the two
 * functions below before anything else, then change single bounds by name. */
typedef struct flatline_limits {
    uint64_t storage[64];
} flatline_limits;

/* Sets all limits to the defaults, which fit maps of up to 2 GiB of text. */
FLATLINE_API void flatline_limits_default(flatline_limits* limits);

/* Sets all limits to a preset: "default", "gzdoom", "srb2", "dsda", "woof" or "eternity", what
 * those ports accept. BAD_ARGUMENT, and nothing changed, for another name. */
FLATLINE_API flatline_status flatline_limits_preset(flatline_limits* limits, const char* name);

/* Sets the limit called `name`, such as "things" or "text-bytes", from decimal text. A map of
 * exactly the limit loads, one above it is refused by a finding that names the limit.
 * BAD_ARGUMENT, and nothing changed, for an unknown name or a value that is malformed, negative
 * or above the limit's ceiling. */
FLATLINE_API flatline_status flatline_limits_set(flatline_limits* limits, const char* name,
                                                 const char* value);

/* Reads one limit into `value`; its unit is that of flatline_limit_unit. BAD_ARGUMENT, and
 * nothing written, for an unknown name. */
FLATLINE_API flatline_status flatline_limits_get(const flatline_limits* limits, const char* name,
                                                 double* value);

/* The name and the unit of limit number `i`, counted from 0, and why it is what it is by default;
 * NULL past the last. Static. */
FLATLINE_API const char* flatline_limit_name(size_t i);
FLATLINE_API const char* flatline_limit_unit(size_t i);
FLATLINE_API const char* flatline_limit_reason(size_t i);

/* The largest value that flatline_limits_set accepts for limit number `i`; 0 past the last. */
FLATLINE_API uint64_t flatline_limit_ceiling(size_t i);

/* The name of preset number `i`, counted from 0, and what it stands for; NULL past the last.
 * Static. */
FLATLINE_API const char* flatline_limit_preset_name(size_t i);
FLATLINE_API const char* flatline_limit_preset_meaning(size_t i);

/* The work that the limit file-work allows the maps of a file of `bytes` bytes, as it is stored: of
 * a packed archive those of the archive. The loads and checks of these maps get its address.
 * `limits` NULL: the defaults. Any thread. */
FLATLINE_API flatline_work flatline_work_of_file(const flatline_limits* limits, uint64_t bytes);

/* ---- What a host may lend -------------------------------------------------------------------- */

/* Two functions of the host that give memory for arrays and take it back; both get `context` as it
 * is. The thread that loads, builds or frees calls them, no other; they must outlive all that is
 * made with them. `acquire` returns `bytes` bytes, which need not be a multiple of anything, always
 * aligned to FLATLINE_MEMORY_ALIGNMENT; NULL ends the call with OUT_OF_MEMORY. `release` gets what
 * `acquire` gave, with the same size. A load holds no more than it announces, and after it hardly
 * more than it used. Both NULL: memory comes from the system, where pages count only once they are
 * touched; one of them NULL is a BAD_ARGUMENT. `seed` and their addresses key the tables over names
 * of a file: a host whose addresses can be guessed gives a random number. No result depends on it.
 */
enum { FLATLINE_MEMORY_ALIGNMENT = 64 };
typedef struct flatline_memory {
    void* (*acquire)(void* context, size_t bytes);
    void (*release)(void* context, void* memory, size_t bytes);
    void* context;
    uint64_t seed;
} flatline_memory;

/* `report` tells the host that `done` of the `total` bytes of the text are read; `done` never
 * falls. When it has reached `total`, only derived data is left to do. Returning 0 ends the load,
 * which returns CANCELLED. NULL: nobody is told. It is called on the thread that loads and gets
 * `context` as it is. Calls are at least `interval_ms` milliseconds apart, the first one interval
 * after the start; with 0 there is one after each 256 KiB of text and one between stages. While a
 * host's pool (flatline_jobs) reads the text without the thread that loads, there are no calls, and
 * the load cannot be ended. */
typedef struct flatline_progress {
    int32_t (*report)(void* context, uint64_t done, uint64_t total);
    void* context;
    uint32_t interval_ms;
} flatline_progress;

/* A function of the host that runs jobs on the host's own threads. `run` calls job(job_context, i)
 * once for every i below `count`, on any threads and in any order, and returns when all are done;
 * doing them one after another on the calling thread is allowed. The thread that loads calls it
 * with `context` as it is, in loads that use more than one thread. `run` NULL: the load starts
 * threads of its own, which end before the load does. */
typedef struct flatline_jobs {
    void (*run)(void* context, size_t count, void (*job)(void* job_context, size_t i),
                void* job_context);
    void* context;
} flatline_jobs;

/* The bytes of a lump, which somebody else owns. `data` is NULL where there is no lump. */
typedef struct flatline_lump {
    const void* data;
    size_t size;
} flatline_lump;

/* Bytes that get a new owner, with the function that frees them. `release` is called with them
 * once, on the thread that frees the new owner. It may be NULL; then nothing is called. */
typedef struct flatline_buffer {
    void* data;
    size_t size;
    void (*release)(void* context, void* data, size_t size);
    void* context;
} flatline_buffer;

/* Memory of the system with its function to free it, uninitialised or with a copy of `bytes`.
 * `data` is NULL where memory is out, and where `bytes` is NULL. */
FLATLINE_API flatline_buffer flatline_buffer_allocate(size_t size);
FLATLINE_API flatline_buffer flatline_buffer_copy(const void* bytes, size_t size);

/* Calls the buffer's `release` and empties the buffer. Does nothing for an empty one. */
FLATLINE_API void flatline_buffer_free(flatline_buffer* buffer);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_CORE_H */
