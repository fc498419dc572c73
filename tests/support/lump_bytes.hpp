// The bytes of a lump of an archive, and a finding where it cannot be read.
#pragma once

#include <cstddef>

#include "model/archive.hpp"

namespace testing_support {

inline flatline::engine::Buffer lump_bytes(flatline::engine::Archive& archive, std::size_t map,
                                           const flatline::engine::MapLump& lump,
                                           flatline::engine::FindingList& findings) {
    flatline::engine::Finding problem = {};
    flatline::engine::Buffer bytes = archive.read_lump(map, lump, problem);
    if (bytes.data() == nullptr) findings.add(problem);
    return bytes;
}

}  // namespace testing_support
