// The result of a step of work: the one status type of all rooms.
#pragma once

#include <cstdint>

namespace flatline::engine {

/// Only `refused` comes with a finding. For the others the caller reports: it asks the budget what
/// was wanted, or gives the host the status of the whole call.
enum class Outcome : std::uint8_t {
    ok,
    refused,        ///< a finding says why; what came out is of no use
    over_limit,     ///< the budget is spent (limit arena-bytes) and knows what was wanted
    out_of_memory,  ///< the system or the host gave none
    cancelled,      ///< by the host
};

}  // namespace flatline::engine
