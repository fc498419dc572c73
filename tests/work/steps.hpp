// Counts what the engine does: one step for each comparison and switch that its instrumented code
// executes, one for 8 bytes that are moved, set or compared. The same input has the same steps on
// a busy machine and on an idle one.
#pragma once

#include <cstdint>

namespace work {

extern std::uint64_t steps;

template <class Function>
std::uint64_t steps_of(Function&& function) {
    const std::uint64_t before = steps;
    function();
    return steps - before;
}

}  // namespace work
