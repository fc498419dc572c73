#include "base/orientation.hpp"
#include "flatline/blockmap.hpp"

namespace flatline::detail {

int side_of_line(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    return orientation(ax, ay, bx, by, cx, cy);
}

}  // namespace flatline::detail
