// Maps for the tests of windings and surfaces: text around brushes, loaded.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "model/doom3.hpp"

namespace geometry_maps {

inline flatline::engine::Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// `text` has to outlive the map.
inline flatline::engine::Doom3Map load(const std::string& text) {
    flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
        flatline::engine::load_doom3_borrowed(bytes_of(text));
    EXPECT_EQ(result.status, flatline::engine::Status::ok) << text.substr(0, 400);
    return std::move(result.value);
}

inline std::string side(const std::string& plane) {
    return "( " + plane + " ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) \"m\" 0 0 0\n";
}
inline std::string brush(const std::string& sides, const std::string& kind = "brushDef3") {
    return "{ " + kind + " {\n" + sides + "} }\n";
}
/// The document's cube.
inline std::string cube_sides() {
    return side("-0 0 1 -64") + side("0 1 0 -64") + side("1 -0 0 -64") + side("0 0 -1 -64") +
           side("0 -1 0 -64") + side("-1 0 0 -64");
}
/// The same cube as three points a side, moved.
inline std::string cube_points(int x, int y, int z) {
    const int low[3] = {x - 64, y - 64, z - 64};
    const int high[3] = {x + 64, y + 64, z + 64};
    std::string out;
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool top : {true, false}) {
            // Clockwise seen from outside.
            const int a = (axis + 1) % 3;
            const int b = (axis + 2) % 3;
            int p[3][3];
            for (auto& point : p) point[axis] = top ? high[axis] : low[axis];
            p[0][a] = low[a], p[0][b] = low[b];
            p[1][a] = top ? low[a] : high[a], p[1][b] = top ? high[b] : low[b];
            p[2][a] = high[a], p[2][b] = high[b];
            for (const auto& point : p) {
                out += "( " + std::to_string(point[0]) + " " + std::to_string(point[1]) + " " +
                       std::to_string(point[2]) + " ) ";
            }
            out += "( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) \"m\" 0 0 0\n";
        }
    }
    return out;
}
/// The document's patch, moved.
inline std::string patch(const std::string& kind, const std::string& size, int x = 0, int y = 0,
                         int z = 0) {
    std::string out = "{ " + kind + " {\n\"m\"\n( " + size + " 0 0 0 )\n(\n";
    const int corners[3][2] = {{-64, -64}, {64, -64}, {64, 64}};
    for (int i = 0; i < 3; ++i) {
        out += "( ";
        for (int j = 0; j < 3; ++j) {
            out += "( " + std::to_string(corners[i][0] + x) + " " +
                   std::to_string(corners[i][1] + y) + " " + std::to_string(-256 + 64 * j + z) +
                   " " + std::to_string(4 * i) + " " + std::to_string(-2 * j) + " ) ";
        }
        out += ")\n";
    }
    return out + ")\n} }\n";
}
inline std::string entity(const std::string& keys, const std::string& primitives) {
    return "{\n" + keys + "\n" + primitives + "}\n";
}
inline std::string world(const std::string& primitives) {
    return "Version 2\n" + entity("\"classname\" \"worldspawn\"", primitives);
}

}  // namespace geometry_maps
