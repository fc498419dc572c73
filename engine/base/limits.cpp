// The table of limits, the presets of ports, and setting a limit by name.
#include "model/limits.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/real_text.hpp"
#include "model/work.hpp"

namespace flatline::engine {
namespace {

constexpr std::uint64_t kIndexCeiling = 0x7FFFFFFF;  // bit 31 of an index is never set
constexpr std::uint64_t kNoCeiling = 1ull << 62;

constexpr LimitRow count(std::string_view name, std::string_view unit, std::string_view reason,
                         std::uint64_t Limits::*member, std::uint64_t ceiling = kNoCeiling) {
    return {name, unit, reason, member, nullptr, ceiling};
}
constexpr LimitRow real(std::string_view name, std::string_view unit, std::string_view reason,
                        double Limits::*member, std::uint64_t ceiling) {
    return {name, unit, reason, nullptr, member, ceiling};
}

constexpr LimitRow kRows[] = {
    count("vertices", "elements", "an index fits 31 bits; 300 times the largest real map",
          &Limits::vertices, kIndexCeiling),
    count("linedefs", "elements", "as vertices", &Limits::linedefs, kIndexCeiling),
    count("sidedefs", "elements", "as vertices", &Limits::sidedefs, kIndexCeiling),
    count("sectors", "elements", "as vertices", &Limits::sectors, kIndexCeiling),
    count("things", "elements", "as vertices", &Limits::things, kIndexCeiling),
    real("coordinate", "map units",
         "magnitude of x and y of vertices and things; GZDoom's bound, 16.16 ports have less",
         &Limits::coordinate, kIndexCeiling),
    count("text-bytes", "bytes of TEXTMAP", "offsets of strings are 32 bits wide",
          &Limits::text_bytes, 2ull << 30),
    count("string-bytes", "bytes of one string",
          "dialogues in user_* fields are long; stops a file that is one string",
          &Limits::string_bytes, kIndexCeiling),
    count("identifier-bytes", "bytes of one word",
          "keys, keywords, the namespace; the longest known field has 25",
          &Limits::identifier_bytes, kIndexCeiling),
    count("number-bytes", "bytes of one number", "a double needs 24; stops megabytes of digits",
          &Limits::number_bytes, 4096),
    count("unknown-fields", "fields and blocks", "24 to 32 bytes each for text of 4 bytes",
          &Limits::unknown_fields, kIndexCeiling),
    count("nesting", "blocks", "unknown blocks in blocks; stops a million braces", &Limits::nesting,
          1024),
    count("arena-bytes", "bytes of memory", "the hard stop of all", &Limits::arena_bytes),
    count("findings", "notes kept", "the rest are counted; nobody reads more", &Limits::findings,
          1u << 20),
    count("archive-entries", "files or lumps", "PhysFS's mount is slow beyond it",
          &Limits::archive_entries, 1u << 20),
    count("container-bytes", "bytes of one file", "offsets in a WAD are 32 bits wide",
          &Limits::container_bytes),
    count("stdin-bytes", "bytes of standard input",
          "the program reads it whole, and the size is not known before", &Limits::stdin_bytes),
    count("inflated-bytes", "bytes read out of one archive", "stops archive bombs",
          &Limits::inflated_bytes),
    count("inflation-ratio", "bytes out of one archive for each of its own, beyond 32 MiB",
          "stops short archive bombs; the most regular real maps have 40", &Limits::inflation_ratio,
          1u << 20),
    count("segs", "elements", "bit 31 marks a leaf of the tree", &Limits::segs, kIndexCeiling),
    count("subsectors", "elements", "as segs", &Limits::subsectors, kIndexCeiling),
    count("nodes", "elements", "as segs", &Limits::nodes, kIndexCeiling),
    count("node-depth", "levels", "a port may descend by recursion", &Limits::node_depth,
          kIndexCeiling),
    count(
        "node-steps", "segs that a build of nodes looks at, 512 for one that it makes",
        "stops maps whose lines cross many others; 4,096 a linedef are free, three times what real "
        "maps take",
        &Limits::node_steps),
    count("blockmap-cells", "cells", "a 65,536-unit square has 262,144", &Limits::blockmap_cells,
          kIndexCeiling),
    count("blockmap-entries", "list entries", "250 times the largest real map",
          &Limits::blockmap_entries, kIndexCeiling),
    count("slope-steps", "lines looked at by slope rules, 16 for one that a thing slopes to",
          "a slope looks at all lines of its sector; stops sectors whose every line slopes",
          &Limits::slope_steps),
    count("check-steps", "pairs of elements and cells that rules look at",
          "stops maps whose every line crosses every other; half a second of work",
          &Limits::check_steps),
    count("entities", "elements of a Doom 3 map", "ten times the largest real map",
          &Limits::entities, kIndexCeiling),
    count("pairs", "keys with values", "as unknown-fields", &Limits::pairs, kIndexCeiling),
    count("brushes", "elements of a Doom 3 map", "ten times the largest real map", &Limits::brushes,
          kIndexCeiling),
    count("brush-sides", "sides of one brush",
          "clipping is quadratic in them; Doom 3's compiler has room for 300", &Limits::brush_sides,
          kIndexCeiling),
    count("patch-size", "columns or rows of one patch", "editors stop at 99", &Limits::patch_size,
          65535),
    count("patch-points", "control points of a map", "the largest real map has 10,000",
          &Limits::patch_points, kIndexCeiling),
    count("winding-points", "points of one winding", "clipping multiplies them by sides squared",
          &Limits::winding_points, 65536),
    count("surface-points", "points of all patches of a map, tessellated",
          "one patch of 255 by 255 in pieces of 64 segments has 66 million",
          &Limits::surface_points, kIndexCeiling),
    real("world-coordinate", "Doom 3 units", "the box that windings are clipped to",
         &Limits::world_coordinate, kIndexCeiling),
    count("resource-names", "names and thing types", "forty times a large game",
          &Limits::resource_names, kIndexCeiling),
    count("config-bytes", "bytes of configurations, classes and definitions of textures",
          "stops files that include each other without end", &Limits::config_bytes, kIndexCeiling),
    count("file-work", "steps of work for each byte of a file, of 1 MiB at least",
          "thousands of maps may share one text; real maps take 20", &Limits::file_work,
          kIndexCeiling),
    count("finding-lines", "errors and warnings kept",
          "four times what the worst real map has; errors go before warnings, the rest are counted",
          &Limits::finding_lines, 1u << 20),
};

constexpr double kLargestFixed = 32767.0 + 65535.0 / 65536.0;  // of 16.16 numbers

constexpr Limits with_coordinate(double coordinate) {
    Limits limits;
    limits.coordinate = coordinate;
    return limits;
}
constexpr Limits srb2() {
    Limits limits = with_coordinate(kLargestFixed);
    limits.archive_entries = 65535;  // 16-bit lump numbers
    limits.nesting = 1;              // an inner brace ends the outer block
    return limits;
}
constexpr Limits eternity() {
    Limits limits = with_coordinate(kLargestFixed);
    limits.nesting = 1;  // blocks have one level
    return limits;
}

constexpr LimitPreset kPresets[] = {
    {"default", "what the loader is built for", Limits{}},
    {"gzdoom", "coordinates within 32768 inclusive; counts by memory", with_coordinate(32768.0)},
    {"srb2", "16.16 coordinates, 65535 lumps a file, no block in a block", srb2()},
    {"dsda", "16.16 coordinates", with_coordinate(kLargestFixed)},
    {"woof", "16.16 coordinates", with_coordinate(kLargestFixed)},
    {"eternity", "16.16 coordinates, no block in a block", eternity()},
};

}  // namespace

View<LimitRow> limit_rows() noexcept { return {kRows, std::size(kRows)}; }

View<LimitPreset> limit_presets() noexcept { return {kPresets, std::size(kPresets)}; }

bool set_limit(Limits& limits, std::string_view name, std::string_view value) noexcept {
    for (const LimitRow& row : kRows) {
        if (row.name != name) continue;
        if (row.real != nullptr) {
            double number = 0;
            // -0 passes the comparison, so the sign is looked at.
            if (!read_real(value, Exponent::allowed, number) || value.front() == '-' ||
                number > static_cast<double>(row.ceiling)) {
                return false;
            }
            limits.*row.real = number;
            return true;
        }
        std::uint64_t number = 0;
        const char* end = value.data() + value.size();
        const auto [at, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc{} || at != end || number > row.ceiling) return false;
        limits.*row.count = number;
        return true;
    }
    return false;
}

Work work_of_file(const Limits& limits, std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kLeastBytes = 1u << 20;
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::uint64_t counted = std::max(bytes, kLeastBytes);
    return {limits.file_work > kMost / counted ? kMost : limits.file_work * counted, 0};
}

}  // namespace flatline::engine
