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
/// A real number. With `whole`, JSON writes a whole number without ".0".
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

/// Every value that JSON and CSV have of one map, or of the sum of several. The values of an object
/// follow one another, so that write_facts opens each object once.
std::vector<StatFact> facts_of(const MapStats& stats);

/// Writes the facts as members of the object that is open.
void write_facts(JsonWriter& json, const std::vector<StatFact>& facts);

/// The name of a column of CSV: the path with dots between.
std::string column_of(const StatFact& fact);
/// A cell of that column, as RFC 4180 has it.
std::string csv_cell_of(const StatValue& value);
/// The cell for a name out of a file. Control characters and bytes that are not UTF-8 become \xHH.
std::string csv_text(std::string_view bytes);

}  // namespace flatline::engine::tool
