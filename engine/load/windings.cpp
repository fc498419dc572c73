// Builds the windings of all brushes of a map, as a value of their own.
#include <algorithm>

#include "base/array.hpp"
#include "base/progress.hpp"
#include "doom3/brush.hpp"
#include "doom3/texture.hpp"
#include "load/build.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine {

struct detail::WindingsStorage {
    Reservation elements;  // windings, then solids
    Reservation points;
};

void detail::destroy(WindingsStorage* storage) noexcept { delete storage; }

namespace {

class WindingsBuilder {
public:
    WindingsBuilder(const Doom3Map& map, const WindingsOptions& options,
                    detail::WindingsStorage& storage, Budget& budget,
                    flatline_doom3_windings& out) noexcept
        : map_(map),
          options_(options),
          storage_(storage),
          budget_(budget),
          progress_(options.progress, map.brushes().size()),
          out_(out) {}

    Outcome run() noexcept {
        if (const Outcome outcome = announce(); outcome != Outcome::ok) return outcome;
        doom3::BrushScratch scratch;
        scratch.lay(most_sides_, options_.limits.winding_points, scratch_.data());
        doom3::BrushBuilder builder(scratch, options_.limits.world_coordinate, points_);
        for (std::size_t i = 0; i < map_.brushes().size(); ++i) {
            const flatline_doom3_brush& brush = map_.brushes()[i];
            begin(brush);
            if (!builder.build(windings_ + brush.first_side, brush.side_count, brush.first_side,
                               solids_[i])) {
                return Outcome::over_limit;
            }
            finish(brush);
            if (!progress_.add(1)) return Outcome::cancelled;
        }
        out_.windings = windings_;
        out_.solids = solids_;
        out_.points = points_.data();
        out_.winding_count = static_cast<std::uint32_t>(map_.sides().size());
        out_.solid_count = static_cast<std::uint32_t>(map_.brushes().size());
        out_.point_count = static_cast<std::uint32_t>(points_.size());
        out_.local = options_.space == Doom3Space::local ? 1 : 0;
        budget_.rewind(budget_.used() - scratch_.size());
        return Outcome::ok;
    }

private:
    // Takes memory for everything: exactly for elements and working memory, by an upper bound for
    // points, of which only those that exist are charged.
    Outcome announce() noexcept {
        const std::uint64_t most_points = options_.limits.winding_points;
        std::uint64_t points = 0;
        for (const flatline_doom3_brush& brush : map_.brushes()) {
            points += doom3::winding_points_bound(brush.side_count, most_points);
            most_sides_ = std::max<std::uint64_t>(most_sides_, brush.side_count);
        }
        Layout elements;
        elements.add(map_.sides().size(), sizeof(flatline_doom3_winding));
        const std::uint64_t solids_at =
            elements.add(map_.brushes().size(), sizeof(flatline_doom3_solid));
        const std::uint64_t work = doom3::BrushScratch::bytes(most_sides_, most_points);
        Layout all;
        all.add(points, sizeof(doom3::Vec3));
        all.add(elements.bytes(), 1);
        all.add(work, 1);
        budget_.announce(all.bytes());
        Outcome outcome =
            take_announced(elements.bytes(), options_.memory, budget_, storage_.elements);
        if (outcome == Outcome::ok) {
            outcome = take_announced(work, options_.memory, budget_, scratch_);
        }
        if (outcome != Outcome::ok) return outcome;
        windings_ = reinterpret_cast<flatline_doom3_winding*>(storage_.elements.data());
        solids_ = reinterpret_cast<flatline_doom3_solid*>(storage_.elements.data() + solids_at);

        // Indices of points have 31 bits, as all.
        const std::uint64_t room = (budget_.announced() - budget_.used()) / sizeof(doom3::Vec3);
        points = std::min({points, room, std::uint64_t{0x7FFFFFFF}});
        if (!storage_.points.ensure(options_.memory, points * sizeof(doom3::Vec3))) {
            return Outcome::out_of_memory;
        }
        points_.place(storage_.points.data(), points, &budget_);
        return Outcome::ok;
    }

    // Copies the planes of a brush into the space that was asked for.
    void begin(const flatline_doom3_brush& brush) noexcept {
        const flatline_doom3_entity& entity = map_.entities()[brush.entity];
        for (std::uint32_t i = 0; i < brush.side_count; ++i) {
            const flatline_doom3_side& side = map_.sides()[brush.first_side + i];
            windings_[brush.first_side + i].plane = options_.space == Doom3Space::local
                                                        ? local_plane(side, brush, entity)
                                                        : world_plane(side, brush, entity);
        }
    }
    // Adds texture coordinates, which need the clean normal.
    void finish(const flatline_doom3_brush& brush) noexcept {
        const flatline_doom3_entity& entity = map_.entities()[brush.entity];
        doom3::Vec3 origin{};
        if (options_.space == Doom3Space::local && (brush.flags & FLATLINE_DOOM3_MOVED) != 0) {
            origin = {entity.origin[0], entity.origin[1], entity.origin[2]};
        }
        for (std::uint32_t i = 0; i < brush.side_count; ++i) {
            const flatline_doom3_side& side = map_.sides()[brush.first_side + i];
            flatline_doom3_winding& winding = windings_[brush.first_side + i];
            const doom3::TextureRows texture = doom3::texture_rows(
                side.matrix, {winding.plane.a, winding.plane.b, winding.plane.c}, origin);
            std::copy_n(&texture.rows[0][0], 8, &winding.texture[0][0]);
            if (doom3::singular(side.matrix)) winding.flags |= FLATLINE_DOOM3_SIDE_SINGULAR;
        }
    }

    const Doom3Map& map_;
    const WindingsOptions& options_;
    detail::WindingsStorage& storage_;
    Budget& budget_;
    Progress progress_;
    flatline_doom3_windings& out_;
    Reservation scratch_;
    Array<doom3::Vec3> points_;
    flatline_doom3_winding* windings_ = nullptr;
    flatline_doom3_solid* solids_ = nullptr;
    std::uint64_t most_sides_ = 0;
};

}  // namespace

Result<Windings> build_windings(const Doom3Map& map, const WindingsOptions& options) noexcept {
    return build<Windings, detail::WindingsStorage, flatline_doom3_windings>(
        options, Lump::none,
        [&](detail::WindingsStorage& storage, FindingList&, Budget& budget,
            flatline_doom3_windings& arrays) {
            return WindingsBuilder(map, options, storage, budget, arrays).run();
        });
}

}  // namespace flatline::engine
