// Findings about containers.
#pragma once

#include <cstdint>

#include "model/findings.hpp"

namespace flatline::engine::archive {

/// A finding about a limit: `met` is over `limit`.
inline Finding over_limit(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept {
    return make_finding(rule, Lump::none, FLATLINE_NO_OFFSET, static_cast<std::int64_t>(met),
                        static_cast<std::int64_t>(limit));
}

}  // namespace flatline::engine::archive
