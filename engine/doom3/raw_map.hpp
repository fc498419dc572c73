// What the reader makes of a text: arrays in file order.
#pragma once

#include "base/array.hpp"
#include "flatline/types.h"

namespace flatline::doom3 {

struct RawMap {
    Array<flatline_d3_entity> entities;
    Array<flatline_d3_pair> pairs;
    Array<flatline_d3_pair> primitive_pairs;
    Array<flatline_d3_brush> brushes;
    Array<flatline_d3_side> sides;
    Array<flatline_d3_quake_texture> quake_textures;
    Array<flatline_d3_patch> patches;
    Array<flatline_d3_point> points;
    Array<flatline_text> materials;
    double version = 1;
    bool has_version = false;
};

}  // namespace flatline::doom3
