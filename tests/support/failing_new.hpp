// The system's memory (operator new of the kind that returns null, malloc, realloc, aligned_alloc)
// failing where a test wants it, on the test's thread. Rooms that use it are linked with
// failing_memory.cpp (tests/CMakeLists.txt).
#pragma once

#include <cstdint>

namespace failing_new {

/// Lets call `k` from now on (0: the next one) return null.
void fail_at(std::uint64_t k);
/// Lets all succeed again. True if one has failed since fail_at.
bool heal();
/// How often memory was asked for by an operator new that throws, between fail_at and heal. The
/// engine may not, because hosts without exceptions would end there.
std::uint64_t throwing_calls();

}  // namespace failing_new
