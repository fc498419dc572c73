// versions/change_json.hpp: changes as JSON. What that looks like: docs/diff.md, "JSON".
#pragma once

#include "json.hpp"
#include "versions/comparison.hpp"

namespace flatline::engine::tool {

/// One object a line for each change.
void write_changes_json(JsonWriter& json, std::string_view map, const Comparison& comparison);
/// The members of one change, without those of its line.
void write_change_members(JsonWriter& json, const Comparison& comparison,
                          const flatline_change& change);

}  // namespace flatline::engine::tool
