// Detects how to read a whole text: its namespace, and whether it is UDMF 0.99.
#pragma once

#include <cstdint>

#include "model/map.hpp"

namespace flatline::engine::udmf {

/// Namespace and grammar of a whole text. `name_begin` to `name_end` are the bytes of the namespace
/// between its quotes; null if the text has no such statement.
struct DetectedDialect {
    const unsigned char* name_begin = nullptr;
    const unsigned char* name_end = nullptr;
    bool escaped = false;
    bool v0_99 = false;
    /// The first field that makes the text 0.99; null if its namespace does.
    const unsigned char* sign_begin = nullptr;
    const unsigned char* sign_end = nullptr;
};

/// Walks over the text (docs/udmf.md, "UDMF 0.99"). With Grammar::automatic it is 0.99 where a
/// namespace has no quotes, or a linedef or sector has one of the names that 0.99 requires and no
/// other dialect knows. Of several namespaces the last counts in 0.99, the first in 1.1. It stops
/// at what no reader accepts. Linear, allocates nothing.
DetectedDialect detect_dialect(const unsigned char* begin, const unsigned char* end,
                               Grammar grammar) noexcept;

}  // namespace flatline::engine::udmf
