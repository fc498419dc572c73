// report/doom3_info.hpp: prints what check and info say about a loaded Doom 3 map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "console.hpp"
#include "json.hpp"
#include "model/doom3.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// "version 2, 12 entities, 37 brushes, 126 patches".
std::string doom3_in_words(const Doom3Map& map);
/// "brushDef3", "patchDef2", ..., or "bare": how a primitive was written.
const char* doom3_kind_name(std::uint16_t kind);
/// The rows of `info` that only such a map has.
void print_doom3_rows(Console& console, const Doom3Map& map);
std::vector<NamedCount> doom3_counts(const Doom3Map& map);
/// The member "version", null where the file has no such line.
void write_doom3_version(JsonWriter& json, const Doom3Map& map);
/// The members of `info --json` that only such a map has.
void write_doom3_info(JsonWriter& json, const Doom3Map& map);

}  // namespace flatline::engine::tool
