// report.hpp: prints what there is to say about a map as a whole, and about a whole run.
#pragma once

#include "console.hpp"
#include "json.hpp"
#include "session.hpp"

namespace flatline::tool {

/// Prints one line: status, counts, findings.
void print_map_line(Console& console, const Session& session);
/// Prints one row of the block below.
void row(Console& console, std::string_view label, std::string_view value);
/// Prints a block with everything that info knows.
void print_map_block(Console& console, const Session& session);
/// Prints the object of type `map`; with `full` everything that info knows is added.
void print_map_json(Console& console, const Session& session, bool full);
/// Writes the counts of a loaded map as an object; what the map does not have is 0.
void write_counts(JsonWriter& json, const Map& map);

/// Prints the last line, or with --json the last object.
void print_summary(Console& console, const Totals& totals);

/// Adds one session to the totals.
void add_to(Totals& totals, const Session& session);

}  // namespace flatline::tool
