// model/limits.hpp: every bound that the loader enforces, with unit, default and reason.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/view.hpp"

namespace flatline::engine {

/// Bounds of one load. A map of exactly the limit loads, one above it is refused (or, for segs,
/// subsectors, nodes, node-depth, slope-steps and the blockmap, loses that part) by a finding that
/// names the limit, its value and what was met.
struct Limits {
    /// Elements. 16,777,216: 300 times the largest real map; an index has 31 bits.
    std::uint64_t vertices = 16u << 20;
    /// Elements. 16,777,216, as vertices.
    std::uint64_t linedefs = 16u << 20;
    /// Elements. 16,777,216, as vertices.
    std::uint64_t sidedefs = 16u << 20;
    /// Elements. 16,777,216, as vertices.
    std::uint64_t sectors = 16u << 20;
    /// Elements. 16,777,216, as vertices.
    std::uint64_t things = 16u << 20;
    /// Map units, the magnitude of x and y of vertices and things. 32768: what GZDoom takes; ports
    /// with 16.16 numbers take less.
    double coordinate = 32768.0;
    /// Bytes of TEXTMAP or Doom 3 text. 2 GiB: offsets of strings have 32 bits.
    std::uint64_t text_bytes = 2ull << 30;
    /// Bytes of one string. 16 MiB: stops a file that is one string.
    std::uint64_t string_bytes = 16u << 20;
    /// Bytes of one identifier. 4096: the longest known field has 25.
    std::uint64_t identifier_bytes = 4096;
    /// Bytes of one number. 4096: a double needs 24, and nobody needs megabytes of digits.
    std::uint64_t number_bytes = 4096;
    /// Fields and blocks that no table knows. 16,777,216: each takes 24 to 32 bytes for 4 of text.
    std::uint64_t unknown_fields = 16u << 20;
    /// Blocks inside blocks, all of them unknown. 64: stops a million braces.
    std::uint64_t nesting = 64;
    /// Bytes of memory of one load or build. 4 GiB: the hard stop of all.
    std::uint64_t arena_bytes = 4ull << 30;
    /// Notes that are kept. 1000: the rest are counted, nobody reads more.
    std::uint64_t findings = 1000;
    /// Files or lumps of one archive. 131,072: mounting takes long beyond it.
    std::uint64_t archive_entries = 131072;
    /// Bytes of one file with maps in it. 4 GiB: offsets in a WAD have 32 bits.
    std::uint64_t container_bytes = 4ull << 30;
    /// Bytes of standard input, which the program flatline reads whole. 128 MiB: longer than any
    /// real map; the size is not known before.
    std::uint64_t stdin_bytes = 128u << 20;
    /// Bytes read out of one archive in all. 4 GiB: stops archives that inflate without end.
    std::uint64_t inflated_bytes = 4ull << 30;
    /// Bytes read out of one archive for each of its own, where they are more than 32 MiB. 64: real
    /// maps pack to a tenth, the most regular to a fortieth; LZMA reaches 7,000 with nothing.
    std::uint64_t inflation_ratio = 64;
    /// Segs of a tree of nodes. 67,108,864: bit 31 of an index marks a leaf.
    std::uint64_t segs = 64u << 20;
    /// Subsectors of a tree of nodes. 33,554,432, as segs.
    std::uint64_t subsectors = 32u << 20;
    /// Nodes of a tree. 33,554,432, as segs.
    std::uint64_t nodes = 32u << 20;
    /// Segs that a build of nodes looks at, 512 for one that it makes; 4096 a linedef are free.
    /// 268,435,456: half a second of work and 512 Ki segs, in maps whose lines cross many others.
    std::uint64_t node_steps = 256u << 20;
    /// Nodes on the way from the root to a leaf. 4096: a port may descend by recursion.
    std::uint64_t node_depth = 4096;
    /// Cells of a blockmap. 4,194,304: a square of 65,536 units has 262,144.
    std::uint64_t blockmap_cells = 4u << 20;
    /// Entries in all lists of a blockmap. 8,388,608: 250 times the largest real map.
    std::uint64_t blockmap_entries = 8u << 20;
    /// Lines that slope rules look at, 16 for one that a thing slopes to. 4,194,304: a slope looks
    /// at all lines of its sector, and a map may slope at every line of a long one.
    std::uint64_t slope_steps = 4u << 20;
    /// Pairs of elements, and cells of a grid, that the rules of one check look at. 8,388,608: half
    /// a second of work; stops maps whose every line crosses every other.
    std::uint64_t check_steps = 8u << 20;
    /// Entities of a Doom 3 map. 65,536: ten times the largest real map.
    std::uint64_t entities = 64u << 10;
    /// Keys with values of a Doom 3 map. 16,777,216, as unknown_fields.
    std::uint64_t pairs = 16u << 20;
    /// Brushes of a Doom 3 map. 524,288: ten times the largest real map.
    std::uint64_t brushes = 512u << 10;
    /// Sides of one brush. 320: clipping takes their square, and Doom 3's compiler has room for
    /// 300.
    std::uint64_t brush_sides = 320;
    /// Columns or rows of one patch. 255: editors stop at 99.
    std::uint64_t patch_size = 255;
    /// Control points of a Doom 3 map. 1,048,576: the largest real map has 10,000.
    std::uint64_t patch_points = 1u << 20;
    /// Points of one winding. 256: clipping multiplies them by the sides squared.
    std::uint64_t winding_points = 256;
    /// Points of all tessellated patches of a map. 524,288: one patch of 255 by 255 in pieces of 64
    /// would have 66 million.
    std::uint64_t surface_points = 512u << 10;
    /// Doom 3 units from the origin to each side of the world, the box that windings are clipped
    /// to. 131,072: the world of the engine.
    double world_coordinate = 131072.0;
    /// Names and thing types of Resources. 1,048,576: forty times a large game.
    std::uint64_t resource_names = 1u << 20;
    /// Bytes of text of one game configuration and of classes of things, each inclusion counted
    /// again and as 4096 at least. 64 MiB: the largest of Ultimate Doom Builder have 4.
    std::uint64_t config_bytes = 64u << 20;
    /// Steps of work on all maps of a file (Work), for each byte of the file, which counts as 1 MiB
    /// at least. 96: real maps take 20 at most; a file of 1 MiB is done after a second or two.
    std::uint64_t file_work = 96;
    /// Errors and warnings that are kept, errors before warnings. 100,000: four times what the
    /// worst real map has; the rest are counted.
    std::uint64_t finding_lines = 100'000;
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

}  // namespace flatline::engine
