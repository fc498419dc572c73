// Builds the surfaces of all patches of a map, as a value of their own.
#include <algorithm>

#include "base/array.hpp"
#include "doom3/patch.hpp"
#include "doom3/tessellate.hpp"
#include "load/build.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine {

struct detail::SurfacesStorage {
    Reservation surfaces, vertices, indices;
};

void detail::destroy(SurfacesStorage* storage) noexcept { delete storage; }

namespace {

using doom3::PatchGrid;
using doom3::Segments;

// The box around points; all zero if there are none.
template <class Point>
void fill_box(const Point* points, std::size_t count, double* low, double* high) noexcept {
    if (count == 0) return;
    const auto take = [](const Point& p, double* box) { box[0] = p.x, box[1] = p.y, box[2] = p.z; };
    take(points[0], low);
    take(points[0], high);
    for (std::size_t i = 1; i < count; ++i) {
        double p[3];
        take(points[i], p);
        for (int k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], p[k]);
            high[k] = std::max(high[k], p[k]);
        }
    }
}

class SurfacesBuilder {
public:
    SurfacesBuilder(const Doom3Map& map, const SurfacesOptions& options,
                    detail::SurfacesStorage& storage, Budget& budget,
                    flatline_doom3_surfaces& out) noexcept
        : map_(map),
          options_(options),
          storage_(storage),
          budget_(budget),
          out_(out),
          points_left_(options.limits.surface_points) {}

    Outcome run() noexcept {
        const std::uint64_t count = map_.patches().size();
        if (!take_surfaces(count)) return outcome_;
        // Sizes come first: the number of vertices before straight lines are left out is the bound.
        std::uint64_t vertices = 0;
        std::uint64_t indices = 0;
        for (std::size_t i = 0; i < count; ++i) {
            measure(map_.patches()[i], surfaces_[i]);
            if (surfaces_[i].columns == 0) continue;
            const std::uint64_t columns = surfaces_[i].columns;
            const std::uint64_t rows = surfaces_[i].rows;
            vertices += columns * rows;
            indices += 6 * (columns - 1) * (rows - 1);
        }
        if (!take_room(vertices, storage_.vertices, vertices_) ||
            !take_room(indices, storage_.indices, indices_)) {
            return outcome_;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (surfaces_[i].columns != 0 && !fill(map_.patches()[i], surfaces_[i])) {
                return Outcome::over_limit;
            }
        }
        out_.surfaces = surfaces_;
        out_.vertices = vertices_.data();
        out_.indices = indices_.data();
        out_.surface_count = static_cast<std::uint32_t>(count);
        out_.vertex_count = static_cast<std::uint32_t>(vertices_.size());
        out_.index_count = static_cast<std::uint32_t>(indices_.size());
        out_.local = options_.space == Doom3Space::local ? 1 : 0;
        budget_.rewind(budget_.used() - scratch_bytes_);
        return Outcome::ok;
    }

private:
    bool take(std::uint64_t bytes, Reservation& memory) noexcept {
        outcome_ = take_memory(bytes, options_.memory, budget_, memory);
        return outcome_ == Outcome::ok;
    }
    // Places an array that may grow to `count`: that bound is announced, what it holds is charged.
    template <class T>
    bool take_room(std::uint64_t count, Reservation& memory, Array<T>& array) noexcept {
        Layout layout;
        layout.add(count, sizeof(T));
        budget_.announce(layout.bytes());
        const std::uint64_t room = (budget_.announced() - budget_.used()) / sizeof(T);
        count = std::min({count, room, std::uint64_t{0x7FFFFFFF}});
        if (!memory.ensure(options_.memory, count * sizeof(T))) outcome_ = Outcome::out_of_memory;
        array.place(memory.data(), count, &budget_);
        return outcome_ == Outcome::ok;
    }

    // The surfaces, and working memory for the largest patch.
    bool take_surfaces(std::uint64_t count) noexcept {
        std::uint64_t width = 0;
        std::uint64_t height = 0;
        std::uint64_t points = 0;
        for (const flatline_doom3_patch& patch : map_.patches()) {
            width = std::max<std::uint64_t>(width, patch.width);
            height = std::max<std::uint64_t>(height, patch.height);
            points = std::max(points, std::uint64_t{patch.width} * patch.height);
        }
        Layout layout;
        const std::uint64_t u_at = layout.add(width, sizeof(std::uint32_t));
        const std::uint64_t v_at = layout.add(height, sizeof(std::uint32_t));
        const std::uint64_t points_at = layout.add(points, sizeof(flatline_doom3_point));
        const std::uint64_t normals_at = layout.add(points, sizeof(doom3::Vec3));
        const std::uint64_t line_at = layout.add(height, sizeof(flatline_doom3_vertex));
        Layout elements;
        elements.add(count, sizeof(flatline_doom3_surface));
        if (!take(elements.bytes(), storage_.surfaces) || !take(layout.bytes(), scratch_)) {
            return false;
        }
        scratch_bytes_ = layout.bytes();
        unsigned char* const base = scratch_.data();
        segments_.u = reinterpret_cast<std::uint32_t*>(base + u_at);
        segments_.v = reinterpret_cast<std::uint32_t*>(base + v_at);
        local_ = reinterpret_cast<flatline_doom3_point*>(base + points_at);
        work_.normals = reinterpret_cast<doom3::Vec3*>(base + normals_at);
        work_.line = reinterpret_cast<flatline_doom3_vertex*>(base + line_at);
        surfaces_ = reinterpret_cast<flatline_doom3_surface*>(storage_.surfaces.data());
        return true;
    }

    // Copies the control points into the space that was asked for.
    PatchGrid grid_of(const flatline_doom3_patch& patch) noexcept {
        const View<flatline_doom3_point> points = map_.points(patch);
        const bool moved = (patch.flags & FLATLINE_DOOM3_MOVED) != 0;
        if (options_.space == Doom3Space::world || !moved) {
            return {points.data(), patch.width, patch.height};
        }
        const flatline_doom3_entity& entity = map_.entities()[patch.entity];
        std::transform(points.begin(), points.end(), local_,
                       [&](const flatline_doom3_point& point) {
                           flatline_doom3_point p = local_point(point, patch, entity);
                           p.x = doom3::finite(p.x);
                           p.y = doom3::finite(p.y);
                           p.z = doom3::finite(p.z);
                           return p;
                       });
        return {local_, patch.width, patch.height};
    }

    void cut(const PatchGrid& grid, const flatline_doom3_patch& patch) noexcept {
        if (patch.kind == FLATLINE_DOOM3_PATCH_DEF3) {
            doom3::fixed_segments(grid, static_cast<std::uint32_t>(patch.subdivisions[0]),
                                  static_cast<std::uint32_t>(patch.subdivisions[1]), segments_);
        } else {
            doom3::adaptive_segments(grid, options_.max_error, segments_);
        }
    }

    void measure(const flatline_doom3_patch& patch, flatline_doom3_surface& out) noexcept {
        out = {};
        const PatchGrid grid = grid_of(patch);
        fill_box(grid.points, map_.points(patch).size(), out.hull_low, out.hull_high);
        if (is_degenerate_patch(map_.points(patch))) out.flags |= FLATLINE_DOOM3_SURFACE_DEGENERATE;
        if (patch.width < 3 || patch.height < 3) {
            out.flags |= FLATLINE_DOOM3_SURFACE_TOO_SMALL;
            return;
        }
        if (patch.width % 2 == 0 || patch.height % 2 == 0) out.flags |= FLATLINE_DOOM3_SURFACE_EVEN;
        if (patch.kind == FLATLINE_DOOM3_PATCH_DEF3 &&
            (patch.subdivisions[0] < 1 || patch.subdivisions[1] < 1)) {
            out.flags |= FLATLINE_DOOM3_SURFACE_BAD_SUBDIVISIONS;
            return;
        }
        cut(grid, patch);
        const std::uint64_t columns = Segments::vertices(segments_.u, grid.pieces_u());
        const std::uint64_t rows = Segments::vertices(segments_.v, grid.pieces_v());
        // Counts over the map: many small patches come to as much as one large one.
        if (rows > points_left_ / columns) {  // 0 where the columns alone are too many
            out.flags |= FLATLINE_DOOM3_SURFACE_OVER_LIMIT;
            return;
        }
        points_left_ -= columns * rows;
        out.columns = static_cast<std::uint32_t>(columns);
        out.rows = static_cast<std::uint32_t>(rows);
    }

    bool fill(const flatline_doom3_patch& patch, flatline_doom3_surface& out) noexcept {
        const PatchGrid grid = grid_of(patch);
        cut(grid, patch);
        const std::size_t first = vertices_.size();
        flatline_doom3_vertex* const vertices =
            vertices_.push(static_cast<std::size_t>(out.columns) * out.rows);
        if (vertices == nullptr) return false;
        doom3::fill_grid(grid, segments_, work_, vertices);
        if (patch.kind != FLATLINE_DOOM3_PATCH_DEF3 || options_.straighten_fixed) {
            doom3::straighten(vertices, out.columns, out.rows);
        }
        const std::size_t count = static_cast<std::size_t>(out.columns) * out.rows;
        vertices_.truncate(first + count);
        fill_box(vertices, count, out.low, out.high);

        out.first_vertex = static_cast<std::uint32_t>(first);
        out.first_index = static_cast<std::uint32_t>(indices_.size());
        const std::size_t cells = static_cast<std::size_t>(out.columns - 1) * (out.rows - 1);
        std::uint32_t* const indices = indices_.push(6 * cells);
        if (indices == nullptr) return false;
        doom3::fill_indices(out.first_vertex, out.columns, out.rows, indices);
        out.index_count = static_cast<std::uint32_t>(6 * cells);
        return true;
    }

    const Doom3Map& map_;
    const SurfacesOptions& options_;
    detail::SurfacesStorage& storage_;
    Budget& budget_;
    flatline_doom3_surfaces& out_;
    std::uint64_t points_left_;
    Reservation scratch_;
    std::uint64_t scratch_bytes_ = 0;
    flatline_doom3_surface* surfaces_ = nullptr;
    Array<flatline_doom3_vertex> vertices_;
    Array<std::uint32_t> indices_;
    Segments segments_{};
    doom3::GridScratch work_{};
    flatline_doom3_point* local_ = nullptr;
    Outcome outcome_ = Outcome::ok;
};

}  // namespace

Result<Surfaces> build_surfaces(const Doom3Map& map, const SurfacesOptions& options) noexcept {
    return build<Surfaces, detail::SurfacesStorage, flatline_doom3_surfaces>(
        options, Lump::none,
        [&](detail::SurfacesStorage& storage, FindingList&, Budget& budget,
            flatline_doom3_surfaces& arrays) {
            return SurfacesBuilder(map, options, storage, budget, arrays).run();
        });
}

}  // namespace flatline::engine
