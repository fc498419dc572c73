// report.hpp: what is said about a map as a whole, and about a whole run.
#pragma once

#include "console.hpp"
#include "json.hpp"
#include "session.hpp"

namespace flatline::tool {

/// One line: status, counts, findings.
void print_map_line(Console& console, const Session& session);
/// One row of the block below.
void row(Console& console, std::string_view label, std::string_view value);
/// A block: everything that info knows.
void print_map_block(Console& console, const Session& session);
/// The object of the contract; with `full` also everything else that info knows.
void print_map_json(Console& console, const Session& session, bool full);
/// Members of an object: the counts of a loaded map, the parts to come as 0.
void write_counts(JsonWriter& json, const Map& map);

/// The last line, or with --json the last object.
void print_summary(Console& console, const Totals& totals);

/// Counts one session in.
void add_to(Totals& totals, const Session& session);

}  // namespace flatline::tool
