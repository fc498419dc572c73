#include "check/context.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace flatline::engine::sanity {

bool Context::look(std::uint64_t steps) noexcept {
    if (cut_ || !goes_on()) return false;
    while (steps > until_look_) {
        steps -= until_look_;
        plan_look();
        if (until_look_ == 0) {
            cut_ = true;
            return false;
        }
    }
    until_look_ -= steps;
    return poll();
}

const Runtime* Context::runtime(std::uint32_t table) noexcept {
    Runtime& made = runtimes_[std::min(std::countr_zero(table), kTables - 1)];
    if ((made.arrays().tables & table) != 0) return &made;
    RuntimeOptions wanted;
    wanted.tables = table;
    wanted.limits.arena_bytes = budget_.limit() - budget_.used();
    wanted.memory = options.memory;
    Result<Runtime> built = build_runtime(map, wanted);
    const std::uint64_t bytes = built.memory.used;
    const std::uint64_t room = budget_.announced() - budget_.used();
    if (bytes > room) budget_.announce(bytes - room);
    if (built.status == Status::refused || !budget_.charge(bytes)) {
        keep(Outcome::over_limit);
        return nullptr;
    }
    if (!keep(built ? Outcome::ok : Outcome::out_of_memory)) return nullptr;
    made = std::move(built.value);
    return &made;
}

}  // namespace flatline::engine::sanity
