// TEXTMAP bytes -> raw arrays: the entry of the room.
#pragma once

#include "base/jobs.hpp"
#include "base/outcome.hpp"
#include "flatline/view.hpp"
#include "udmf/reader.hpp"
#include "udmf/threads/slices.hpp"

namespace flatline::udmf {

/// Reads the text on the threads of `jobs` or, where it is null, on this one, as Reader::read does.
/// `memory` serves the threads. *complete: the text was read to its end, also where it is refused.
Outcome read_text(Bytes text, const ReadOptions& options, Jobs* jobs, SliceMemory& memory,
                  const ReadTarget& target, bool* complete) noexcept;

}  // namespace flatline::udmf
