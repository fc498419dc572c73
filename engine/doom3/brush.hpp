// Builds one brush: which sides count, their windings, and what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/array.hpp"
#include "doom3/clip.hpp"
#include "doom3/plane.hpp"
#include "flatline/types.h"
#include "model/view.hpp"

namespace flatline::engine::doom3 {

/// Points nearer to each other than this are made one. A solid thinner than this has no volume.
inline constexpr double kWeld = 0.01;

/// Working memory for brushes of up to `sides` sides whose windings have up to `winding_points`.
struct BrushScratch {
    Plane* planes;
    std::uint32_t* sides;
    std::uint32_t* order;
    double* distances;
    WindingPoint* from;
    WindingPoint* to;
    Vec3* distinct;
    std::uint32_t room;  // points in `from` and in `to`
    std::uint32_t most;  // points that a winding may have

    static std::uint64_t bytes(std::uint64_t sides, std::uint64_t winding_points) noexcept {
        BrushScratch scratch;
        return scratch.lay(sides, winding_points, nullptr);
    }
    /// Places the arrays in `memory`; returns the bytes that they take.
    std::uint64_t lay(std::uint64_t sides, std::uint64_t winding_points,
                      unsigned char* memory) noexcept;
};

/// The most points that the windings of a brush can have together: a winding has at most one edge
/// with each other side and four with the base.
inline std::uint64_t winding_points_bound(std::uint64_t sides,
                                          std::uint64_t winding_points) noexcept {
    const std::uint64_t edges = sides + 3;
    return sides * (edges < winding_points ? edges : winding_points);
}

class BrushBuilder {
public:
    /// Without `shortcut` boxes along the axes are built like all brushes, with the same results.
    BrushBuilder(const BrushScratch& scratch, double world, Array<Vec3>& points,
                 bool shortcut = true) noexcept;

    /// Builds one brush. Its planes are in `windings`[i].plane as written; they are cleaned, and
    /// all else but the texture is filled in. `first_side` is the map's index of the brush's first
    /// side. False if the budget of `points` is spent. Cost: sides * sides * points of a
    /// winding.
    [[nodiscard]] bool build(flatline_doom3_winding* windings, std::uint32_t count,
                             std::uint32_t first_side, flatline_doom3_solid& solid) noexcept;

private:
    // The result of one attempt with one size of base.
    struct Attempt {
        bool open = false;     // some edge of a base is left
        bool any = false;      // some winding is left
        bool outside = false;  // some point lies beyond the world
        bool beyond = false;   // all lies behind a plane that is further away than the base reaches
        bool full = false;     // some winding has too many points
    };

    void clean(flatline_doom3_winding* windings, std::uint32_t count, std::uint32_t first_side,
               flatline_doom3_solid& solid) noexcept;
    // A box along the axes inside the world: six sides, one for each direction.
    struct Box {
        double at[2][3];  // low, high
    };
    bool is_box(Box& box) const noexcept;
    [[nodiscard]] bool fill_box(const Box& box, flatline_doom3_winding* windings) noexcept;
    [[nodiscard]] bool attempt(flatline_doom3_winding* windings, double reach,
                               Attempt& out) noexcept;
    const std::uint32_t* clip_order(std::uint32_t k) const noexcept;
    [[nodiscard]] bool clip_side(std::uint32_t k, flatline_doom3_winding& winding, double reach,
                                 Attempt& out) noexcept;
    void weld(flatline_doom3_winding* windings) noexcept;
    void measure(flatline_doom3_winding* windings, flatline_doom3_solid& solid) noexcept;

    BrushScratch scratch_;
    double world_;
    double near_reach_, far_reach_;
    Array<Vec3>& points_;
    bool shortcut_;
    std::size_t first_point_ = 0;
    std::uint32_t kept_ = 0;  // sides with a plane of their own
};

}  // namespace flatline::engine::doom3
