// draw/png.hpp: a picture as a PNG.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "draw/picture.hpp"
#include "output.hpp"

namespace flatline::engine::tool {

/// Pixels of a picture in both directions.
struct PixelSize {
    std::size_t width, height;
};

/// The size of a picture that is `width` pixels wide. With 0 its longer side has as many as that of
/// an SVG.
PixelSize size_of_png(const Picture& picture, std::size_t width);

/// Says why no picture of that size is made; nothing where one is.
std::optional<std::string> wrong_size(const PixelSize& size);

/// False where this program was built without libpng.
bool has_png();

/// That of libpng; empty without it.
std::string png_version();

/// Writes the picture with the look of an SVG on light ground. Precondition: has_png(), and
/// wrong_size says nothing. The same map and version of libpng give the same bytes. Out of memory
/// is std::bad_alloc.
void write_png(Output& out, const Picture& picture, const PixelSize& size);

}  // namespace flatline::engine::tool
