// What a fuzzer does where a promise is broken.
#pragma once

#include <cstdio>
#include <cstdlib>

inline void require(bool good, const char* promise) {
    if (good) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}
