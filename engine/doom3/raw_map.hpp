// What the reader makes of a text: flat arrays in file order.
#pragma once

#include "base/array.hpp"
#include "flatline/types.h"

namespace flatline::engine::doom3 {

struct RawMap {
    Array<flatline_doom3_entity> entities;
    Array<flatline_doom3_pair> pairs;
    Array<flatline_doom3_pair> primitive_pairs;
    Array<flatline_doom3_brush> brushes;
    Array<flatline_doom3_side> sides;
    Array<flatline_doom3_quake_texture> quake_textures;
    Array<flatline_doom3_patch> patches;
    Array<flatline_doom3_point> points;
    Array<flatline_text> materials;
    double version = 1;
    bool has_version = false;
};

}  // namespace flatline::engine::doom3
