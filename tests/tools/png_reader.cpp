#include "png_reader.hpp"

#ifdef FLATLINE_TESTS_PNG
#include <png.h>
#endif

namespace flatline::engine::tool_test {

#ifdef FLATLINE_TESTS_PNG

bool can_read_png() { return true; }

PngPixels read_png(const std::string& bytes) {
    PngPixels pixels;
    png_image head = {};
    head.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&head, bytes.data(), bytes.size()) == 0) return pixels;
    head.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> parts(PNG_IMAGE_SIZE(head));
    if (png_image_finish_read(&head, nullptr, parts.data(), 0, nullptr) == 0) return pixels;
    pixels.width = head.width;
    pixels.height = head.height;
    for (std::size_t i = 0; i + 2 < parts.size(); i += 3) {
        pixels.colors.push_back(
            static_cast<std::uint32_t>(parts[i] << 16 | parts[i + 1] << 8 | parts[i + 2]));
    }
    return pixels;
}

#else

bool can_read_png() { return false; }

PngPixels read_png(const std::string&) { return {}; }

#endif

}  // namespace flatline::engine::tool_test
