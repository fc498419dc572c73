// dump_json.hpp: the arrays of a loaded map as one JSON object, "flatline.dump/1".
#pragma once

#include "output.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// Writes the object and a newline. Nothing is kept in memory, so memory does not grow with the
/// map. Stops early where the output has failed. Precondition: the session's status is ok.
void write_dump(Output& out, const Session& session);

}  // namespace flatline::engine::tool
