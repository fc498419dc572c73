/* Loads a TEXTMAP as a game does that lends the loader its memory, its threads and its progress
 * bar.
 *
 * Shows: flatline_memory_hooks, flatline_jobs, flatline_progress, how to end a load, memory use.
 *
 * Build: cc -std=c99 host.c -lflatline -lpthread (or see README.md)
 * Run: maps/rooms.textmap
 */
#define _POSIX_C_SOURCE 200809L /* posix_memalign, pthread */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "flatline/flatline.h"
#include "read_file.h"

/* ---- Memory: whatever the game has, aligned to 64 bytes ---- */

typedef struct heap {
    size_t bytes, most;
} heap;

static void* acquire(void* context, size_t bytes) {
    heap* h = context;
    void* memory = NULL;
    if (posix_memalign(&memory, 64, bytes) != 0) return NULL;
    h->bytes += bytes;
    if (h->most < h->bytes) h->most = h->bytes;
    return memory;
}

static void release(void* context, void* memory, size_t bytes) {
    heap* h = context;
    h->bytes -= bytes;
    free(memory);
}

/* ---- Threads: two workers share the jobs of one call ---- */

typedef struct work {
    pthread_mutex_t lock;
    size_t next, count;
    void (*job)(void* job_context, size_t i);
    void* job_context;
} work;

static void* worker(void* context) {
    work* w = context;
    for (;;) {
        size_t i;
        pthread_mutex_lock(&w->lock);
        i = w->next++;
        pthread_mutex_unlock(&w->lock);
        if (i >= w->count) return NULL;
        w->job(w->job_context, i);
    }
}

static void run(void* context, size_t count, void (*job)(void* job_context, size_t i),
                void* job_context) {
    work w = {PTHREAD_MUTEX_INITIALIZER, 0, count, job, job_context};
    pthread_t other;
    const int has_other = count > 1 && pthread_create(&other, NULL, worker, &w) == 0;
    worker(&w);
    if (has_other) pthread_join(other, NULL);
    ++*(int*)context;
}

/* ---- Progress: called now and then; 0 ends the load ---- */

static int32_t draw_bar(void* context, uint64_t done, uint64_t total) {
    *(int*)context += 1;
    return done <= total;
}

static int32_t give_up(void* context, uint64_t done, uint64_t total) {
    (void)context, (void)done, (void)total;
    return 0;
}

/* The rooms once and a great many things: a text that is worth a second thread. */
static char* large_text(const char* rooms, size_t* size) {
    static const char kThing[] = "thing { x = 64.0; y = 64.0; type = 2035; }\n";
    const size_t step = sizeof kThing - 1, count = 100000;
    char* text = malloc(*size + count * step);
    if (text == NULL) exit(2);
    memcpy(text, rooms, *size);
    for (size_t i = 0; i < count; ++i) memcpy(text + *size + i * step, kThing, step);
    *size += count * step;
    return text;
}

int main(int argc, char** argv) {
    size_t size;
    char* rooms = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    char* text = large_text(rooms, &size);
    heap h = {0, 0};
    int runs = 0, calls = 0;
    uint64_t announced, used;
    flatline_map* map;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.memory.acquire = acquire;
    options.memory.release = release;
    options.memory.context = &h;
    options.extras.jobs.run = run;
    options.extras.jobs.context = &runs;
    options.threads = 2;
    options.progress.report = draw_bar;
    options.progress.context = &calls;
    options.progress.interval_ms = FLATLINE_PROGRESS_EVERY_STEP;

    printf("%s\n", flatline_status_name(flatline_load_borrowed(NULL, text, size, &options, &map)));
    flatline_memory(map, &announced, &used);
    printf("%" PRIu32 " things; jobs %s, progress %s, memory %s\n",
           flatline_map_arrays(map)->thing_count, runs > 0 ? "ran" : "did not run",
           calls > 0 ? "was told" : "was not told",
           used <= announced && h.most > 0 && !flatline_memory_by_size(map)
               ? "as announced"
               : "above what was announced");
    flatline_free(map);
    printf("%zu bytes are left when it is freed\n", h.bytes);

    options.progress.report = give_up;
    printf("%s\n", flatline_status_name(flatline_load_borrowed(NULL, text, size, &options, &map)));
    flatline_free(map); /* a load that was ended leaves a handle too */
    free(text);
    free(rooms);
    return 0;
}
