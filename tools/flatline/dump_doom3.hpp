// dump_doom3.hpp: the JSON of `flatline dump` for Doom 3 maps (docs/command-line.md, "Dump of a
// Doom 3 map").
#pragma once

#include "output.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// Writes a loaded Doom 3 map as one JSON object and a newline. False, and nothing written, where
/// its windings cannot be built within `limits`.
bool write_doom3_dump(Output& out, const Session& session, const Limits& limits);

}  // namespace flatline::engine::tool
