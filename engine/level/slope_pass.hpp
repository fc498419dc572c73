// The steps of slopes.hpp as methods of one object, which holds what they share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "level/first_set.hpp"
#include "level/geometry.hpp"
#include "level/plane_table.hpp"
#include "level/slope_tables.hpp"
#include "level/slopes.hpp"
#include "level/tags.hpp"
#include "model/findings.hpp"

namespace flatline::engine::level {

/// A line whose special is one of the port's slope specials.
struct SlopeLine {
    std::uint32_t line;
    const SlopeLineRow* row;
};

/// A slope thing of the port that acts on the sector where it stands.
struct SlopeThing {
    std::uint32_t thing;
    std::uint32_t sector;  // or FLATLINE_NONE: in none
    const SlopeThingRow* row;
};

/// A thing that gives its height to the vertices at its place.
struct VertexThing {
    double x, y;
    std::uint32_t thing;
    bool used;  // there is a vertex at this place
};

/// A tag of a thing of type 750.
struct SlopeVertexTag {
    std::int32_t tag;
    std::uint32_t thing;
    std::uint32_t sector;  // where it stands, or FLATLINE_NONE
};

/// What was found before the steps run; slopes.cpp fills it.
struct SlopeWork {
    View<SlopeLine> lines;               // ascending
    View<SlopeThing> things;             // ascending
    VertexThing* vertex_things[2] = {};  // for floors, for ceilings; sorted by x, y, thing
    std::size_t vertex_thing_count[2] = {};
    View<SlopeVertexTag> vertex_tags;  // sorted by tag, thing
    double* vertex_heights[2] = {};    // one for each vertex, unset; null if none is given
    flatline_tags sector_tags = {};    // empty if the map copies no planes by tag
    flatline_tags line_ids = {};       // empty if no thing slopes by line id
    // Only for ports that look for a sector that slopes: which entries of sector_tags are of such
    // sectors, for floors and for ceilings.
    FirstSet* sloped_entries = nullptr;
    const std::uint32_t* entry_rows = nullptr;  // where the entries of each sector begin
    const std::uint32_t* entries = nullptr;
};

class SlopePass {
public:
    SlopePass(const SlopeInput& input, const SlopeWork& work, PlaneTable& planes,
              FindingList& findings) noexcept
        : in_(input), g_(input.geometry), work_(work), planes_(planes), findings_(findings) {}

    void plane_fields() noexcept;
    void vertex_heights() noexcept;
    void slope_lines() noexcept;
    void slope_things() noexcept;
    void copy_things() noexcept;
    void copy_lines() noexcept;

    /// True if the limit slope-steps has stopped a step. No further step may run then.
    bool stopped() const noexcept { return steps_ > in_.step_limit; }
    std::uint64_t steps() const noexcept { return steps_; }

private:
    struct Reach;
    struct Triangle;

    // slope_fields.cpp
    void plane_fields(Surface surface) noexcept;
    void fill_heights(Surface surface) noexcept;
    bool find_triangle(std::size_t sector, Triangle& triangle) const noexcept;
    void slope_triangle(const Triangle& triangle, Surface surface) noexcept;
    // slope_lines.cpp
    void align(const SlopeLine& at, std::uint8_t floor, std::uint8_t ceiling) noexcept;
    bool align_plane(const SlopeLine& at, const Reach& reach, Surface surface) noexcept;
    bool find_reach(const SlopeLine& at, bool front, Reach& reach) noexcept;
    void slope_by_vertices(const SlopeLine& at) noexcept;
    bool find_slope_vertices(const flatline_linedef& line, const SlopeVertexTag* (&found)[3],
                             std::uint32_t index) noexcept;
    // slope_things.cpp
    void slope_to_lines(const SlopeThing& at) noexcept;
    void slope_to_own_line(const SlopeThing& at) noexcept;
    void tilt(const SlopeThing& at) noexcept;
    bool slope_to_line(const SlopeThing& at, std::uint32_t line, std::uint32_t sector,
                       const double (&heights)[2], double z) noexcept;
    // slope_copies.cpp
    void copy_by_tags(const SlopeLine& at) noexcept;
    void copy_to_front(const SlopeLine& at) noexcept;
    void share_planes(const SlopeLine& at) noexcept;
    void copy_tagged(const SlopeLine& at, std::int32_t tag, std::uint32_t to,
                     Surface surface) noexcept;
    void copy(std::uint32_t from, std::uint32_t to, Surface surface) noexcept;
    bool only_slopes() const noexcept { return in_.rules != SlopeRules::zdoom; }
    void mark_entries(std::uint32_t sector, Surface surface) noexcept;

    // Counts `steps`, of which a look at one line is one. False if the limit is passed: the
    // whole pass stops.
    bool spend(std::uint64_t steps) noexcept {
        steps_ += steps;
        return !stopped();
    }
    // GZDoom takes lines without length out of the map as it loads, the other ports keep them.
    bool counts(const flatline_linedef& line) const noexcept {
        return in_.rules != SlopeRules::zdoom || g_.has_length(line);
    }
    Point3 at(const flatline_vertex& v, double z) const noexcept { return {v.x, v.y, z}; }
    // The first sector with the tag, or, for ports that want a slope, the first one that slopes.
    // FLATLINE_NONE if there is none.
    std::uint32_t tagged(std::int32_t tag, Surface surface) const noexcept;
    void report(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a = 0,
                std::int64_t b = 0, FieldId field = FLATLINE_NO_FIELD) noexcept;

    const SlopeInput& in_;
    const Geometry& g_;
    const SlopeWork& work_;
    PlaneTable& planes_;
    FindingList& findings_;
    std::uint64_t steps_ = 0;
};

/// A finding about one element, without an offset: its place is looked up on demand.
Finding slope_finding(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a,
                      std::int64_t b, FieldId field) noexcept;

}  // namespace flatline::engine::level
