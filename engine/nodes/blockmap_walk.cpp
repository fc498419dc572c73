#include "base/orientation.hpp"
#include "model/blockmap.hpp"

namespace flatline::engine::detail {

int side_of_line(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
    return orientation(ax, ay, bx, by, cx, cy);
}

}  // namespace flatline::engine::detail
