// Loaded before a program (LD_PRELOAD): its allocation number FLATLINE_FAIL_AT, counted from the
// start of main, fails, and with FLATLINE_FAIL_ALL those after it too. For glibc. PhysFS makes its
// two mutexes unharmed: without them it ends the program (docs/security.md).
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t align, std::size_t size);
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<long> left{-1};
bool all = false;
Main own_main = nullptr;
thread_local int spared = 0;

bool fails() noexcept {
    if (spared > 0) {
        --spared;
        return false;
    }
    if (left.load() < 0) return false;
    const long before = left.fetch_sub(1);
    if (before > 0) return false;
    if (all) left.store(0);
    errno = ENOMEM;
    return before == 0;
}

int armed_main(int count, char** words, char** environment) {
    all = std::getenv("FLATLINE_FAIL_ALL") != nullptr;
    if (const char* const at = std::getenv("FLATLINE_FAIL_AT")) left.store(std::atol(at));
    const int code = own_main(count, words, environment);
    left.store(-1);
    return code;
}

template <class Function>
Function next(const char* name) noexcept {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) {
    return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
    return fails() ? nullptr : __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t align, std::size_t size) {
    return fails() ? nullptr : __libc_memalign(align, size);
}

int PHYSFS_init(const char* program) {
    static const auto real = next<int (*)(const char*)>("PHYSFS_init");
    spared = 2;
    const int done = real(program);
    spared = 0;
    return done;
}

int __libc_start_main(Main start, int count, char** words, void (*init)(), void (*fini)(),
                      void (*loader_fini)(), void* stack_end) {
    using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    own_main = start;
    return next<Start>("__libc_start_main")(armed_main, count, words, init, fini, loader_fini,
                                            stack_end);
}
}
