// held_file.hpp: a file in memory.
#pragma once

#include <cstdint>
#include <memory>

#include "input_file.hpp"
#include "model/archive.hpp"

namespace flatline::engine::tool {

/// The whole file; null if it cannot be read. A file with more than `most` bytes ends soon after
/// them: its size then says that it is too large.
std::unique_ptr<File> held_file(InputFile& file, std::uint64_t most);

}  // namespace flatline::engine::tool
