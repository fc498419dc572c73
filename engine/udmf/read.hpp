// The entry of the room: reads the bytes of a TEXTMAP into raw arrays.
#pragma once

#include "base/jobs.hpp"
#include "base/outcome.hpp"
#include "model/view.hpp"
#include "udmf/reader.hpp"
#include "udmf/threads/slices.hpp"

namespace flatline::engine::udmf {

/// Reads the text as TextmapReader::read does, on the threads of `jobs` or, if that is null, on
/// this one. `memory` is for the threads. *complete: the text was read to its end, even where it is
/// refused.
Outcome read_text(Bytes text, const ReadOptions& options, Jobs* jobs, SliceMemory& memory,
                  const ReadTarget& target, bool* complete) noexcept;

}  // namespace flatline::engine::udmf
