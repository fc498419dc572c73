// targets.hpp: the ports of --target, and their verdicts on maps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "document.hpp"
#include "model/verdict.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// The ports that the words name, in the order of Port: each word is the name of a port, "all", or
/// several of them with commas between. Of a word that names none `wrong` says so; then the result
/// is of no use.
std::vector<Port> ports_of(const std::vector<std::string>& words, std::string& wrong);

/// What the ports of --target would make of a map. `session` has the findings of its load and of
/// the check. One that was refused is loaded and checked again with its data repaired, so that what
/// else is in it counts. None for Doom 3 maps, for maps that are not read, and where the work on
/// the map was ended.
std::vector<PortVerdict> verdicts_on(const Session& session, const MapWork& work);

}  // namespace flatline::engine::tool
