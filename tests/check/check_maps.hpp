// A sound small map to spoil, and what check says of a text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "flatline/check.hpp"
#include "flatline/load.hpp"
#include "support/load_text.hpp"

namespace check_maps {

/// The parts of a map of one triangle, in which no rule finds anything.
struct Parts {
    std::string map_namespace = "zdoom";
    std::string vertices = "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=0;y=64;}";
    std::string linedefs =
        "linedef{v1=0;v2=1;sidefront=0;}linedef{v1=1;v2=2;sidefront=1;}"
        "linedef{v1=2;v2=0;sidefront=2;}";
    std::string sidedefs = "sidedef{sector=0;}sidedef{sector=0;}sidedef{sector=0;}";
    std::string sectors = "sector{texturefloor=\"A\";textureceiling=\"A\";}";
    std::string things = "thing{x=8;y=8;type=1;}";

    std::string text() const {
        return "namespace=\"" + map_namespace + "\";" + vertices + linedefs + sidedefs + sectors +
               things + "\n";
    }
};

/// All findings of check, a line each: "rule element index field", and "with" the other element.
inline std::string checked(const flatline::Map& map, const flatline::CheckOptions& options = {}) {
    const flatline::Result<flatline::CheckReport> result = flatline::check(map, options);
    EXPECT_TRUE(result);
    std::string all;
    for (const flatline::Finding& f : result.findings.kept()) {
        EXPECT_EQ(f.offset, FLATLINE_NO_OFFSET);
        EXPECT_EQ(f.severity, static_cast<std::uint8_t>(flatline::rule_rows()[f.rule].severity));
        EXPECT_EQ(f.repaired, 0);
        if (!all.empty()) all += "\n";
        all += std::string(load_text::rule_id(f)) + " " +
               std::string(flatline::element_name(f.element));
        if (f.index != FLATLINE_NONE) all += " " + std::to_string(f.index);
        if (f.field != FLATLINE_NO_FIELD) all += " " + std::string(flatline::field_name(f.field));
        if (f.related == FLATLINE_NONE) continue;
        all += " with " + std::string(flatline::element_name(f.related_element)) + " " +
               std::to_string(f.related);
    }
    return all;
}

inline std::string checked(const std::string& text) {
    const flatline::LoadResult<flatline::Map> result = load_text::load(text);
    EXPECT_TRUE(result) << load_text::story(result, text);
    return result ? checked(result.value) : "refused";
}
inline std::string checked(const Parts& parts) { return checked(parts.text()); }

}  // namespace check_maps
