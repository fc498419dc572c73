// Maps that share their lumps.
#pragma once

#include "archive/contents.hpp"

namespace flatline::engine::archive {

/// Finds for each map the first one that has the same lumps (MapPlace::twin). Cost: n log n in the
/// lumps of all maps. False if memory is out.
[[nodiscard]] bool find_twins(Contents& contents) noexcept;

}  // namespace flatline::engine::archive
