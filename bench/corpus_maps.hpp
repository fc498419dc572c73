// Real maps for the benchmarks, which the generator does not make.
#pragma once

#include <cstddef>
#include <vector>

#include "../tests/support/wad_maps.hpp"

namespace flatline::engine::bench {

inline constexpr std::size_t kCorpusMaps = 5;

// The UDMF maps of the open corpus with the most text, the largest first: kCorpusMaps of them, or
// fewer where the corpus is not there. Read when they are first asked for.
const std::vector<wad_maps::UdmfMap>& corpus_maps();

}  // namespace flatline::engine::bench
