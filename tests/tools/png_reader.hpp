// png_reader.hpp: the pixels of a PNG, by libpng where the tests were built with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flatline::engine::tool_test {

/// Red, green and blue as one number, 0xRRGGBB.
struct PngPixels {
    std::size_t width = 0, height = 0;
    std::vector<std::uint32_t> colors;  ///< row by row from the top; empty of what is no PNG

    std::uint32_t at(std::size_t x, std::size_t y) const { return colors.at(y * width + x); }
};

/// Whether read_png works here.
bool can_read_png();
PngPixels read_png(const std::string& bytes);

}  // namespace flatline::engine::tool_test
