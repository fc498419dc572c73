// Reads thing types from game configurations of Ultimate Doom Builder (.cfg).
#pragma once

#include <string_view>

#include "base/outcome.hpp"
#include "model/archive.hpp"
#include "resources/storage.hpp"

namespace flatline::engine::resources {

/// The thing types of the configuration at `path`, in any case, of a tree. Findings go to
/// storage.report with the path of the file that they are about.
Outcome read_game_config(Archive& tree, std::string_view path,
                         detail::ResourcesStorage& storage) noexcept;

}  // namespace flatline::engine::resources
