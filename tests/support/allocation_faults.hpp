// One allocation that fails: a call of a host's hooks, or of the system's memory (failing_new.hpp).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "support/counting_memory.hpp"
#include "support/failing_new.hpp"

namespace allocation_faults {

class Faults {
public:
    explicit Faults(bool by_system) : by_system_(by_system) {}
    ~Faults() {
        EXPECT_EQ(memory_.open_blocks(), 0u);
        EXPECT_FALSE(memory_.misused());
    }

    bool by_system() const { return by_system_; }
    /// None where the system's memory fails: these take memory for themselves.
    flatline::engine::MemoryHooks hooks() {
        return by_system_ ? flatline::engine::MemoryHooks() : memory_.hooks();
    }
    void arm(std::uint64_t k) {
        last_call_ = memory_.calls() + k;
        by_system_ ? failing_new::fail_at(k) : memory_.fail_at(k, false);
    }
    /// True if it has failed.
    bool disarm() {
        memory_.heal();
        if (!by_system_) return memory_.calls() > last_call_;
        const bool failed = failing_new::heal();
        EXPECT_EQ(failing_new::throwing_calls(), 0u);
        return failed;
    }

private:
    bool by_system_;
    counting_memory::Memory memory_;
    std::uint64_t last_call_ = 0;
};

/// Calls attempt(faults) with each allocation failing once. It disarms the faults and returns what
/// that gave.
template <class Attempt>
void with_each_failure(const Attempt& attempt, std::uint64_t most = 200) {
    for (const bool by_system : {false, true}) {
        SCOPED_TRACE(by_system ? "the system's memory" : "the host's hooks");
        std::uint64_t k = 0;
        for (bool failed = true; failed; ++k) {
            SCOPED_TRACE(k);
            Faults faults(by_system);
            ASSERT_LT(k, most);
            faults.arm(k);
            failed = attempt(faults);
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_GT(k, 1u) << "one allocation at the least";
    }
}

}  // namespace allocation_faults
