// model/work.hpp: bounds the work on all maps of one file.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "model/limits.hpp"

namespace flatline::engine {

/// Work that several loads and checks share, see flatline_work in flatline/types.h.
using Work = flatline_work;

/// The work that the limit file-work allows the maps of a file of `bytes` bytes, as it is stored:
/// of a packed archive those of the archive. Any thread.
Work work_of_file(const Limits& limits, std::uint64_t bytes) noexcept;

}  // namespace flatline::engine
