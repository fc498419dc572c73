// The outcome of a load as one string, for comparing two loads. It leaves out the memory.
#pragma once

#include <string>

#include "model/load.hpp"
#include "support/map_content.hpp"

namespace load_outcome {

inline std::string of(const flatline::engine::LoadResult<flatline::engine::Map>& result) {
    std::string all = std::to_string(static_cast<int>(result.status)) + " " +
                      std::to_string(result.findings.total()) + " " +
                      std::to_string(result.findings.warnings()) + "\n";
    for (const flatline::engine::Finding& finding : result.findings.kept()) {
        all.append(reinterpret_cast<const char*>(&finding), sizeof finding);
    }
    if (result) all += map_content::of(result.value);
    return all;
}

}  // namespace load_outcome
