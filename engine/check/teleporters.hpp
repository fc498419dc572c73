// Where the teleporters of a map lead.
#pragma once

#include <algorithm>
#include <cstdint>

#include "check/context.hpp"
#include "check/numbering.hpp"
#include "check/teleport_tables.hpp"

namespace flatline::engine::sanity {

class Teleporters {
public:
    explicit Teleporters(Context& context) noexcept
        : context_(context),
          map_(context.map),
          numbering_(numbering_of(context.map, context.options.entry)),
          rows_(teleport_rows(numbering_, context.types.games(),
                              context.map.format() != MapFormat::udmf)),
          takes_any_thing_(context.types.games().is_only(Game::hexen)) {}

    bool exist() const noexcept { return !rows_.empty(); }
    /// Makes the tables of tags and places, and the list of destinations. False where memory is
    /// out.
    [[nodiscard]] bool read() noexcept;

    const Runtime& tags() const noexcept { return *tags_; }
    Numbering numbering() const noexcept { return numbering_; }
    /// Null where the special does not teleport to a place of this map.
    const TeleportRow* find(std::int32_t special, const std::int32_t (&arg)[5]) const noexcept {
        return find_teleport(rows_, numbering_, special, arg);
    }
    /// The id and the tag that it leads to, 0 for none.
    static std::int32_t id_of(const TeleportRow& row, const std::int32_t (&arg)[5]) noexcept {
        return row.thing_arg >= 0 ? arg[row.thing_arg] : 0;
    }
    static std::int32_t tag_of(const TeleportRow& row, const std::int32_t (&arg)[5]) noexcept {
        return row.tag_arg >= 0 ? arg[row.tag_arg] : 0;
    }

    /// A type that is made to be teleported to.
    bool is_destination(std::int32_t type) const noexcept {
        constexpr std::int32_t kSrb2 = 751;
        if (numbering_ == Numbering::srb2) return type == kSrb2;
        return context_.types.kind(type).is(ThingFacts::kTeleportDestination);
    }
    /// The things of such types, ascending.
    View<std::uint32_t> destinations() const noexcept {
        return {destinations_.data(), destinations_.size()};
    }
    std::uint32_t sector_of(std::uint32_t thing) const noexcept {
        return places_->thing_places()[thing].sector;
    }
    bool has_tag(std::uint32_t sector, std::int32_t tag) const noexcept {
        const View<std::uint32_t> all = tags_->sectors_with(tag);
        return std::binary_search(all.begin(), all.end(), sector);
    }

    /// Calls `use(sector)` for each place that a teleporter of the line leads to, until it returns
    /// true; true where it did. `line` FLATLINE_NONE: the special of a thing. False where steps
    /// are spent: see Context::was_cut.
    template <class Use>
    bool each_end(const TeleportRow& row, const std::int32_t (&arg)[5], std::uint32_t line,
                  Use&& use) const noexcept;

private:
    template <class Use>
    bool each_line_end(std::int32_t id, std::uint32_t line, Use&& use) const noexcept;
    template <class Use>
    bool each_in_sector(std::int32_t tag, Use&& use) const noexcept;
    template <class Use>
    bool each_thing(std::int32_t id, std::int32_t tag, Use&& use) const noexcept;
    /// A thing that a port takes where no destination has the id.
    bool is_makeshift(std::int32_t type) const noexcept {
        if (numbering_ == Numbering::srb2) return false;
        return takes_any_thing_ || !context_.types.kind(type).is(ThingFacts::kSolid);
    }

    Context& context_;
    const Map& map_;
    Numbering numbering_;
    View<TeleportRow> rows_;
    bool takes_any_thing_;  // Hexen takes whatever has the id
    const Runtime* tags_ = nullptr;
    const Runtime* places_ = nullptr;
    Scratch<std::uint32_t> destinations_;
};

inline bool Teleporters::read() noexcept {
    tags_ = context_.runtime(FLATLINE_RUNTIME_TAGS);
    places_ = context_.runtime(FLATLINE_RUNTIME_THING_PLACES);
    if (tags_ == nullptr || places_ == nullptr) return false;
    const View<flatline_thing> things = map_.things();
    const auto fits = [&](const flatline_thing& thing) { return is_destination(thing.type); };
    const auto count = std::count_if(things.begin(), things.end(), fits);
    if (!context_.take(static_cast<std::size_t>(count), destinations_)) return false;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < things.size(); ++i) {
        if (fits(things[i])) destinations_[next++] = i;
    }
    return true;
}

template <class Use>
bool Teleporters::each_end(const TeleportRow& row, const std::int32_t (&arg)[5], std::uint32_t line,
                           Use&& use) const noexcept {
    const std::int32_t id = id_of(row, arg);
    const std::int32_t tag = tag_of(row, arg);
    switch (row.leads) {
        case TeleportTarget::to_line:
            return each_line_end(tag, line, use);
        case TeleportTarget::to_sector:
            return each_in_sector(tag, use);
        case TeleportTarget::to_thing:
            return id != 0 ? each_thing(id, tag, use) : tag != 0 && each_in_sector(tag, use);
    }
    return false;
}

template <class Use>
bool Teleporters::each_line_end(std::int32_t id, std::uint32_t line, Use&& use) const noexcept {
    for (const std::uint32_t other : tags_->lines_with(id)) {
        if (!context_.spend()) return false;
        const flatline_linedef& end = map_.linedefs()[other];
        if (other == line || end.sideback == FLATLINE_NONE) continue;
        if (use(map_.sidedefs()[end.sidefront].sector)) return true;
        if (use(map_.sidedefs()[end.sideback].sector)) return true;
    }
    return false;
}

template <class Use>
bool Teleporters::each_in_sector(std::int32_t tag, Use&& use) const noexcept {
    if (tags_->sectors_with(tag).empty()) return false;
    for (const std::uint32_t thing : destinations()) {
        if (!context_.spend()) return false;
        const std::uint32_t sector = sector_of(thing);
        if (sector != FLATLINE_NONE && has_tag(sector, tag) && use(sector)) return true;
    }
    return false;
}

template <class Use>
bool Teleporters::each_thing(std::int32_t id, std::int32_t tag, Use&& use) const noexcept {
    const View<std::uint32_t> named = tags_->things_with(id);
    bool any = false;
    for (const bool makeshift : {false, true}) {
        if (makeshift && (any || (tag != 0 && !takes_any_thing_))) break;
        for (const std::uint32_t i : named) {
            if (!context_.spend()) return false;
            const std::int32_t type = map_.things()[i].type;
            if (!(makeshift ? is_makeshift(type) : is_destination(type))) continue;
            const std::uint32_t sector = sector_of(i);
            const bool fits =
                makeshift || tag == 0 || (sector != FLATLINE_NONE && has_tag(sector, tag));
            if (!fits) continue;
            any = true;
            if (use(sector)) return true;
        }
    }
    return false;
}

}  // namespace flatline::engine::sanity
