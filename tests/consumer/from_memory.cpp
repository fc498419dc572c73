// Loads a map out of bytes that the program has already. Fails where it cannot.
#include <cstdio>
#include <string_view>

#include "model/load.hpp"

int main() {
    constexpr std::string_view text = "namespace = \"doom\"; vertex { x = 1.0; y = 2.0; }";
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        flatline::engine::load_borrowed(
            {reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    if (!result || result.value.vertices().size() != 1) {
        return 1;
    }
    std::printf("vertex 0 is at %g %g\n", result.value.vertices()[0].x,
                result.value.vertices()[0].y);
    return 0;
}
