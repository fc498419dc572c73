// picture.hpp: one loaded map with all data computed from it, for SVG and page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/bounds.hpp"
#include "draw/flats.hpp"
#include "draw/outlines.hpp"
#include "draw/plan.hpp"
#include "report/model.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// Findings at one place.
struct Mark {
    flatline_vertex at;
    Severity severity;  ///< of the worst
    std::vector<const ReportedFinding*> findings;
};

struct Picture {
    const Session& session;
    const MapReport& report;
    Outlines outlines;                   ///< empty of a Doom 3 map
    Plan plan;                           ///< empty of any other
    Bounds bounds;                       ///< of all that is drawn
    std::vector<Mark> marks;             ///< the worst last
    Severity least = Severity::warning;  ///< findings that the page shows at first, from this on
    std::string file;    ///< its name without the folder that it is in, and the name inside of it
    std::string index;   ///< the page with all maps of the file; "" where there is none
    FlatPictures flats;  ///< of floors, for the page

    const Map& map() const { return session.result.value; }
    const Doom3Map& doom3() const { return session.doom3.value; }
    /// Where the element of a finding is, if it has a place.
    std::optional<flatline_vertex> place_of(const ReportedFinding& finding) const;
};

/// What can be written, by the suffix of the file.
enum class PictureForm : std::uint8_t { none, svg, html, png };
PictureForm form_of(const std::string& path);

/// The path of a file as strangers may see it, without the folders that it is in. `inner` is the
/// path inside of the file with which `path` ends.
std::string file_name(std::string_view path, std::string_view inner = {});

/// Precondition: the session's status is ok, and the report is about it. Both must outlive the
/// picture. Nothing where the geometry of a Doom 3 map does not fit the limit arena-bytes.
std::optional<Picture> make_picture(const Session& session, const MapReport& report,
                                    const Limits& limits);

}  // namespace flatline::engine::tool
