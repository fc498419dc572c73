// operator new (the kind that returns null) failing where a test wants it, on the test's thread.
#pragma once

#include <cstdint>

namespace failing_new {

/// Lets call `k` from now on (0: the next one) return null.
void fail_at(std::uint64_t k);
/// Lets all succeed again. True where one has failed since fail_at.
bool heal();

}  // namespace failing_new
