// flatline/limits.hpp: every bound that the loader enforces, with unit, default and reason.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/view.hpp"

namespace flatline {

/// Bounds of one load. A map of exactly the limit loads, one above it is refused (or, for segs,
/// subsectors, nodes, node-depth, slope-steps and the blockmap, loses that part) by a finding that
/// names the limit, its value and what was met. Units, defaults and reasons: limit_rows().
struct Limits {
    std::uint64_t vertices = 16u << 20;
    std::uint64_t linedefs = 16u << 20;
    std::uint64_t sidedefs = 16u << 20;
    std::uint64_t sectors = 16u << 20;
    std::uint64_t things = 16u << 20;
    double coordinate = 32768.0;
    std::uint64_t text_bytes = 2ull << 30;
    std::uint64_t string_bytes = 16u << 20;
    std::uint64_t identifier_bytes = 4096;
    std::uint64_t number_bytes = 4096;
    std::uint64_t unknown_fields = 16u << 20;
    std::uint64_t nesting = 64;
    std::uint64_t arena_bytes = 4ull << 30;
    std::uint64_t findings = 1000;
    std::uint64_t archive_entries = 131072;
    std::uint64_t container_bytes = 4ull << 30;
    std::uint64_t inflated_bytes = 4ull << 30;
    std::uint64_t segs = 64u << 20;
    std::uint64_t subsectors = 32u << 20;
    std::uint64_t nodes = 32u << 20;
    std::uint64_t node_depth = 4096;
    std::uint64_t blockmap_cells = 4u << 20;
    std::uint64_t blockmap_entries = 64u << 20;
    std::uint64_t slope_steps = 64u << 20;
    std::uint64_t entities = 64u << 10;
    std::uint64_t pairs = 16u << 20;
    std::uint64_t brushes = 512u << 10;
    std::uint64_t brush_sides = 1024;
    std::uint64_t patch_size = 255;
    std::uint64_t patch_points = 1u << 20;
    std::uint64_t winding_points = 256;
    std::uint64_t surface_points = 1u << 20;
    double world_coordinate = 131072.0;
};

/// One row of the table of limits. `ceiling` is the largest value that set_limit accepts.
struct LimitRow {
    std::string_view name;  ///< as on the command line: "text-bytes"
    std::string_view unit;
    std::string_view reason;
    std::uint64_t Limits::*count;  ///< null where the limit is a coordinate
    double Limits::*real;          ///< null where the limit is a count
    std::uint64_t ceiling;
};

/// All limits, in the order of `Limits`. Static data, any thread.
View<LimitRow> limit_rows() noexcept;

/// Sets the limit called `name` (rows of limit_rows) from decimal text, such as "65536".
/// False, and nothing changed, where the name is unknown or the value is malformed, negative or
/// above the ceiling.
[[nodiscard]] bool set_limit(Limits& limits, std::string_view name,
                             std::string_view value) noexcept;

/// A named set of limits and what it stands for ("default", "gzdoom", "srb2", ...).
struct LimitPreset {
    std::string_view name;
    std::string_view meaning;
    Limits limits;
};

/// All presets. Static data, any thread. Source: docs/limits.md, "Presets".
View<LimitPreset> limit_presets() noexcept;

}  // namespace flatline
