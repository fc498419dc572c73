// stats/facts.hpp: the numbers of a map as a list of named values, from which JSON and CSV are
// made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json.hpp"
#include "stats/map_stats.hpp"

namespace flatline::engine::tool {

/// Not known, or not to be computed.
struct NoValue {};
/// An object without members.
struct EmptyObject {};
/// A real number; `whole`: one that is a whole number has no ".0".
struct RealValue {
    double value;
    bool whole;
};
using StatValue = std::variant<NoValue, EmptyObject, std::uint64_t, RealValue, std::string,
                               std::vector<std::string>>;

/// One value with the names of the objects that it is in, the outermost first.
struct StatFact {
    std::vector<std::string> path;
    StatValue value;
};

/// All that is told of a map, or of several in sum. Facts of one object stand together.
std::vector<StatFact> facts_of(const MapStats& stats);

/// Writes the facts as members of the object that is open.
void write_facts(JsonWriter& json, const std::vector<StatFact>& facts);

/// The name of a column of CSV: the path with dots between.
std::string column_of(const StatFact& fact);
/// The cell under it, as RFC 4180 has it.
std::string csv_cell_of(const StatValue& value);
/// The cell for a text of strangers.
std::string csv_text(std::string_view bytes);

}  // namespace flatline::engine::tool
