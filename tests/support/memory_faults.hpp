// Loads whose memory fails: at the first call, at the second, and so on to the last.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "model/load.hpp"
#include "support/counting_memory.hpp"
#include "support/load_text.hpp"

namespace memory_faults {

/// Calls load(), whose memory comes from `memory`, with one call for memory failing after the
/// other until none does: each is a result, and nothing is lost.
template <class Load>
void each_is_a_result(counting_memory::Memory& memory, Load&& load) {
    bool loaded = false;
    for (std::uint64_t k = 0; !loaded; ++k) {
        ASSERT_LT(k, 100u);
        memory.fail_at(k, false);
        const flatline::engine::LoadResult<flatline::engine::Map> result = load();
        loaded = result.status == flatline::engine::Status::ok;
        if (!loaded) {
            EXPECT_EQ(result.status, flatline::engine::Status::out_of_memory);
            EXPECT_NE(load_text::find(result, "out-of-memory"), nullptr);
        }
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

}  // namespace memory_faults
