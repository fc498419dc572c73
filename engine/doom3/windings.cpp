// Builds the windings of all brushes of a map, as a value of their own.
#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "base/array.hpp"
#include "base/budget.hpp"
#include "base/layout.hpp"
#include "base/reservation.hpp"
#include "doom3/brush.hpp"
#include "doom3/texture.hpp"
#include "flatline/doom3_geometry.hpp"

namespace flatline {

struct detail::WindingsStorage {
    Reservation elements;  // windings, then solids
    Reservation points;
    MemoryUse memory;

    static void bind(Windings& windings, WindingsStorage* storage,
                     const flatline_doom3_windings& arrays) noexcept {
        windings.a_ = arrays;
        windings.storage_ = storage;
    }
};

namespace {

class Builder {
public:
    Builder(const Doom3Map& map, const WindingsOptions& options, detail::WindingsStorage& storage,
            flatline_doom3_windings& out) noexcept
        : map_(map),
          options_(options),
          storage_(storage),
          out_(out),
          budget_(options.limits.arena_bytes) {}

    Status run() noexcept {
        if (!announce()) return status_;
        doom3::BrushScratch scratch;
        scratch.lay(most_sides_, options_.limits.winding_points, scratch_.data());
        doom3::BrushBuilder builder(scratch, options_.limits.world_coordinate, points_);
        for (std::size_t i = 0; i < map_.brushes().size(); ++i) {
            const flatline_doom3_brush& brush = map_.brushes()[i];
            begin(brush);
            if (!builder.build(windings_ + brush.first_side, brush.side_count, brush.first_side,
                               solids_[i])) {
                return Status::refused;
            }
            finish(brush);
        }
        out_.windings = windings_;
        out_.solids = solids_;
        out_.points = points_.data();
        out_.winding_count = static_cast<std::uint32_t>(map_.sides().size());
        out_.solid_count = static_cast<std::uint32_t>(map_.brushes().size());
        out_.point_count = static_cast<std::uint32_t>(points_.size());
        out_.local = options_.space == Doom3Space::local ? 1 : 0;
        budget_.rewind(budget_.used() - scratch_.size());
        storage_.memory = memory();
        return Status::ok;
    }
    MemoryUse memory() const noexcept { return {budget_.announced(), budget_.used()}; }

private:
    // Takes memory for everything: exactly for elements and working memory, by an upper bound for
    // points, of which only those that exist are charged.
    bool announce() noexcept {
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
        if (!take(elements.bytes(), storage_.elements) || !take(work, scratch_)) return false;
        windings_ = reinterpret_cast<flatline_doom3_winding*>(storage_.elements.data());
        solids_ = reinterpret_cast<flatline_doom3_solid*>(storage_.elements.data() + solids_at);

        // Indices of points have 31 bits, as all.
        const std::uint64_t room = (budget_.announced() - budget_.used()) / sizeof(doom3::Vec3);
        points = std::min({points, room, std::uint64_t{0x7FFFFFFF}});
        if (!storage_.points.ensure(options_.memory, points * sizeof(doom3::Vec3))) {
            status_ = Status::out_of_memory;
            return false;
        }
        points_.place(storage_.points.data(), points, &budget_);
        return true;
    }
    bool take(std::uint64_t bytes, Reservation& memory) noexcept {
        if (!budget_.charge(bytes)) {
            status_ = Status::refused;
        } else if (!memory.ensure_whole(options_.memory, bytes)) {
            status_ = Status::out_of_memory;
        }
        return status_ == Status::ok;
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
    flatline_doom3_windings& out_;
    Budget budget_;
    Reservation scratch_;
    Array<doom3::Vec3> points_;
    flatline_doom3_winding* windings_ = nullptr;
    flatline_doom3_solid* solids_ = nullptr;
    std::uint64_t most_sides_ = 0;
    Status status_ = Status::ok;
};

}  // namespace

WindingsResult build_windings(const Doom3Map& map, const WindingsOptions& options) noexcept {
    WindingsResult result;
    std::unique_ptr<detail::WindingsStorage> storage(new (std::nothrow) detail::WindingsStorage);
    if (storage == nullptr) return result;
    flatline_doom3_windings arrays{};
    Builder builder(map, options, *storage, arrays);
    result.status = builder.run();
    result.memory = builder.memory();
    if (result.status == Status::ok) {
        detail::WindingsStorage::bind(result.windings, storage.release(), arrays);
    }
    return result;
}

Windings::Windings(Windings&& other) noexcept
    : a_(std::exchange(other.a_, {})), storage_(std::exchange(other.storage_, nullptr)) {}

Windings& Windings::operator=(Windings&& other) noexcept {
    if (this != &other) {
        delete storage_;
        a_ = std::exchange(other.a_, {});
        storage_ = std::exchange(other.storage_, nullptr);
    }
    return *this;
}

Windings::~Windings() { delete storage_; }

MemoryUse Windings::memory() const noexcept {
    return storage_ != nullptr ? storage_->memory : MemoryUse{};
}

}  // namespace flatline
