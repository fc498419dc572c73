// A host that gives the memory, follows the load, lends its threads, and keeps one loader for all
// its maps.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace {

struct Host {
    std::size_t bytes = 0;
    std::uint64_t reports = 0;
    std::size_t jobs = 0;
};

void* acquire(void* context, std::size_t bytes) {
    void* memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (memory != nullptr) static_cast<Host*>(context)->bytes += bytes;
    return memory;
}

void release(void* context, void* memory, std::size_t bytes) {
    static_cast<Host*>(context)->bytes -= bytes;
    std::free(memory);
}

std::int32_t report(void* context, std::uint64_t done, std::uint64_t total) {
    ++static_cast<Host*>(context)->reports;
    return done <= total ? 1 : 0;  // 0 would end the load
}

void run(void* context, std::size_t count, void (*job)(void* job_context, std::size_t i),
         void* job_context) {
    static_cast<Host*>(context)->jobs += count;
    for (std::size_t i = 0; i < count; ++i) job(job_context, i);  // a pool would share them out
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});

    Host host;
    {
        flatline::Loader loader({acquire, release, &host, 0});
        flatline::Limits limits;
        if (limits.set("things", "1000") != flatline::Status::ok) return 1;
        flatline::LoadOptions options;
        options.limits = &limits;
        options.progress = {report, &host, FLATLINE_PROGRESS_EVERY_STEP};
        options.extras.jobs = {run, &host};
        options.threads = 2;
        for (int i = 0; i < 3; ++i) {
            auto map = loader.load(std::string(text), options);  // the map owns this copy
            if (!map) {
                // Refused or without memory: the text is there for another try.
                const bool refused = map.status() == flatline::Status::refused;
                std::printf("%s, %zu bytes given back\n", refused ? "refused" : "no memory",
                            map->take_text().size());
                return 1;
            }
            std::printf("%zu linedefs\n", map->linedefs().size());
            loader.recycle(std::move(*map));  // the next load uses its memory
        }
        std::printf("the host was asked: %s\n", host.reports != 0 ? "yes" : "no");
    }
    std::printf("%zu bytes left\n", host.bytes);
    return 0;
}
