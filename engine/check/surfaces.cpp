// Rules about visible flats and wall textures.
#include <algorithm>
#include <cmath>

#include "check/movers.hpp"
#include "check/namespaces.hpp"
#include "check/rules.hpp"
#include "model/load.hpp"
#include "model/planes.hpp"
#include "text/chars.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::int32_t kHorizon = 9;
constexpr std::int32_t kPortals[] = {156, 301};
constexpr std::int32_t kFloor3d = 160;
constexpr std::int32_t kUpperTexture = 16;  // of arg2: its sides have the upper texture
constexpr std::int32_t kLowerTexture = 32;  // or the lower one
constexpr std::int32_t kInnerSides = 4;     // of arg1: they are drawn inside too
constexpr double kHeightSlack = 0.001;      // between planes that are not flat

// Parts of a wall, and what is known of them: bits of one byte a side.
enum : std::uint8_t {
    kTop = 1,
    kMiddlePart = 2,
    kBottom = 4,
    kTopIdle = 8,   // some line shows nothing of it and never will
    kTopUsed = 16,  // some line may
    kBottomIdle = 32,
    kBottomUsed = 64,
    kOfSpecial = 128  // a line of it has a special
};

struct SkyName {
    std::string_view name;
    std::string_view name_space;  // "" where it is that of all others
};
constexpr SkyName kSkies[] = {{"f_sky1", ""}, {"f_sky", "hexen"}, {"f_sky001", "strife"}};

bool is_sky_name(const Map& map, std::string_view name) noexcept {
    const std::string_view own = map.map_namespace();
    const bool special = own == "hexen" || own == "strife";
    for (const SkyName& sky : kSkies) {
        const bool counts =
            is_zdoom(map) || (special ? sky.name_space == own : sky.name_space.empty());
        if (counts && text::same_name(name, sky.name)) return true;
    }
    return false;
}

// A line that makes floors in the sectors with its tag.
struct Floor3d {
    std::int32_t tag;
    std::uint8_t outer, inner;  // parts of walls around, and inside, that its sides are drawn with
};

class Walls {
public:
    explicit Walls(Context& context) noexcept : context_(context), map_(context.map) {}

    void run() noexcept;

private:
    bool find_names() noexcept;
    bool find_floors() noexcept;
    bool find_floors_of_sectors() noexcept;
    template <class Use>
    void each_floor(std::uint32_t sector, Use&& use) const;
    bool of_floors(std::uint32_t own, std::uint32_t other, std::uint8_t& parts) noexcept;
    bool is_above(bool ceiling, std::uint32_t a, std::uint32_t b,
                  const flatline_linedef& line) const noexcept;
    std::uint8_t by_geometry(std::uint32_t own, std::uint32_t other,
                             const flatline_linedef& line) const noexcept;
    std::uint8_t not_missed(std::uint32_t own, std::uint32_t other) const noexcept;
    bool look(const flatline_linedef& line, bool back) noexcept;
    void report(std::uint32_t index) const noexcept;

    // Nobody sees it: its sector stays closed, or is a part of the map to which nobody comes. But a
    // line with a special may lend its texture to another place.
    bool is_hidden(std::uint32_t side) const noexcept {
        const std::uint32_t sector = map_.sidedefs()[side].sector;
        if (stays_closed(sector)) return true;
        return (context_.geometry.part_use[sector] & kLived) == 0 &&
               (parts_[side] & kOfSpecial) == 0;
    }
    // Ports without 3D floors fill the gap with the flat that is on both sides of it, and maps use
    // that for pits and steps that do not show.
    bool is_bled_over(std::uint32_t side, std::uint8_t part) const noexcept {
        if (map_.format() == MapFormat::udmf || part == kMiddlePart) return false;
        const std::uint32_t other = beyond_[side];
        if (other == FLATLINE_NONE) return false;
        const flatline_sector& a = map_.sectors()[map_.sidedefs()[side].sector];
        const flatline_sector& b = map_.sectors()[other];
        return part == kTop ? a.textureceiling == b.textureceiling
                            : a.texturefloor == b.texturefloor;
    }
    // Nobody can be in it, now or later, to see its walls.
    bool stays_closed(std::uint32_t sector) const noexcept {
        const flatline_sector& s = map_.sectors()[sector];
        return s.heightceiling <= s.heightfloor && s.planes == 0 && !moves_[sector];
    }
    bool never_changes(std::uint32_t sector) const noexcept {
        return map_.sectors()[sector].special == 0 && !has_tags_[sector];
    }

    Context& context_;
    const Map& map_;
    const bool zdoom_ = is_zdoom(map_);
    Scratch<bool> is_sky_, is_none_;  // one a name
    Scratch<bool> has_tags_;          // one a sector
    Scratch<bool> moves_;             // one a sector: something may move it
    Scratch<Floor3d> floors_;         // by tag
    std::size_t floor_count_ = 0;
    Scratch<std::uint64_t> floors_at_;  // of each sector in the next, and one behind the last
    Scratch<std::uint32_t> floors_of_sector_;  // indices of floors_, ascending, each once
    const flatline_column* more_ids_ = nullptr;
    Scratch<std::uint8_t> parts_;    // one a side
    Scratch<std::uint32_t> beyond_;  // one a side: the sector on the other side of a line of it
};

bool Walls::find_names() noexcept {
    const std::size_t names = map_.names().size();
    if (!context_.take(names, is_sky_) || !context_.take(names, is_none_)) return false;
    for (std::uint32_t i = 0; i < names; ++i) {
        is_sky_[i] = is_sky_name(map_, map_.name(i));
        is_none_[i] = is_no_texture(map_, map_.name(i));
    }
    const std::size_t sectors = map_.sectors().size();
    if (!context_.take(sectors, has_tags_)) return false;
    for (std::size_t i = 0; i < sectors; ++i) has_tags_[i] = map_.sectors()[i].id != 0;
    more_ids_ = map_.column(FLATLINE_SECTOR, "moreids");
    const std::uint32_t lists = more_ids_ != nullptr ? more_ids_->count : 0;
    for (std::uint32_t i = 0; i < lists; ++i) {
        const flatline_text& list = more_ids_->values.ids[i];
        const std::int32_t* ids = map_.ids().data() + list.offset;
        const bool tagged =
            std::any_of(ids, ids + list.size, [](std::int32_t t) { return t != 0; });
        if (tagged) has_tags_[more_ids_->elements[i]] = true;
    }
    return true;
}

bool Walls::find_floors() noexcept {
    if (!zdoom_) return true;
    for (const flatline_linedef& line : map_.linedefs()) {
        if (line.special != kFloor3d || line.arg[0] == 0) continue;
        Floor3d floor = {line.arg[0], 0, 0};
        if ((line.arg[2] & kUpperTexture) != 0) floor.outer |= kTop;
        if ((line.arg[2] & kLowerTexture) != 0) floor.outer |= kBottom;
        if ((line.arg[1] & kInnerSides) != 0) floor.inner = floor.outer;
        if (floor.outer == 0) continue;
        if (floor_count_ == floors_.size() && !context_.grow(floors_)) return false;
        floors_[floor_count_++] = floor;
    }
    std::sort(floors_.begin(), floors_.begin() + floor_count_,
              [](const Floor3d& a, const Floor3d& b) { return a.tag < b.tag; });
    // One row a tag.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < floor_count_; ++i) {
        if (kept != 0 && floors_[kept - 1].tag == floors_[i].tag) {
            floors_[kept - 1].outer |= floors_[i].outer;
            floors_[kept - 1].inner |= floors_[i].inner;
        } else {
            floors_[kept++] = floors_[i];
        }
    }
    floor_count_ = kept;
    return true;
}

template <class Use>
void Walls::each_floor(std::uint32_t sector, Use&& use) const {
    const auto use_tag = [&](std::int32_t tag) {
        const Floor3d* const end = floors_.begin() + floor_count_;
        const Floor3d* const found =
            std::lower_bound(static_cast<const Floor3d*>(floors_.begin()), end, tag,
                             [](const Floor3d& floor, std::int32_t t) { return floor.tag < t; });
        if (found != end && found->tag == tag) {
            use(static_cast<std::uint32_t>(found - floors_.begin()));
        }
    };
    use_tag(map_.sectors()[sector].id);
    if (more_ids_ == nullptr) return;
    const std::uint32_t* const end = more_ids_->elements + more_ids_->count;
    const std::uint32_t* const found = std::lower_bound(more_ids_->elements, end, sector);
    if (found == end || *found != sector) return;
    const flatline_text& list = more_ids_->values.ids[found - more_ids_->elements];
    for (std::uint32_t i = 0; i < list.size; ++i) use_tag(map_.ids()[list.offset + i]);
}

bool Walls::find_floors_of_sectors() noexcept {
    if (floor_count_ == 0) return true;
    const auto sectors = static_cast<std::uint32_t>(map_.sectors().size());
    if (!context_.take(std::size_t{sectors} + 1, floors_at_)) return false;
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < sectors; ++i) each_floor(i, [&](std::uint32_t) { ++count; });
    if (!context_.take(static_cast<std::size_t>(count), floors_of_sector_)) return false;
    count = 0;
    for (std::uint32_t i = 0; i < sectors; ++i) {
        floors_at_[i] = count;
        each_floor(i, [&](std::uint32_t floor) {
            floors_of_sector_[static_cast<std::size_t>(count++)] = floor;
        });
        std::uint32_t* const first = floors_of_sector_.data() + floors_at_[i];
        std::uint32_t* const last = floors_of_sector_.data() + count;
        std::sort(first, last);
        count -= static_cast<std::uint64_t>(last - std::unique(first, last));
    }
    floors_at_[sectors] = count;
    return true;
}

// What floors in one of two sectors want of the wall between them: those that are not in both.
// False where steps are spent: a list of floors is gone through for each line of its sector.
bool Walls::of_floors(std::uint32_t own, std::uint32_t other, std::uint8_t& parts) noexcept {
    parts = 0;
    if (floor_count_ == 0) return true;
    const std::uint32_t* a = floors_of_sector_.data() + floors_at_[own];
    const std::uint32_t* const a_end = floors_of_sector_.data() + floors_at_[own + 1];
    const std::uint32_t* b = floors_of_sector_.data() + floors_at_[other];
    const std::uint32_t* const b_end = floors_of_sector_.data() + floors_at_[other + 1];
    if (!context_.spend(static_cast<std::uint64_t>((a_end - a) + (b_end - b)))) return false;
    while (a != a_end || b != b_end) {
        if (a != a_end && b != b_end && *a == *b) {
            ++a, ++b;
        } else if (b == b_end || (a != a_end && *a < *b)) {
            parts |= floors_[*a++].inner;
        } else {
            parts |= floors_[*b++].outer;
        }
    }
    return true;
}

// Whether the floor or ceiling of sector a is above that of b at either end of the line.
bool Walls::is_above(bool ceiling, std::uint32_t a, std::uint32_t b,
                     const flatline_linedef& line) const noexcept {
    const std::uint32_t bit = ceiling ? 2 : 1;
    const flatline_sector& first = map_.sectors()[a];
    const flatline_sector& second = map_.sectors()[b];
    if (((first.planes | second.planes) & bit) == 0) {
        return ceiling ? first.heightceiling > second.heightceiling
                       : first.heightfloor > second.heightfloor;
    }
    const auto plane = [&](std::uint32_t sector) {
        return ceiling ? map_.ceiling_plane(sector) : map_.floor_plane(sector);
    };
    const flatline_plane p = plane(a);
    const flatline_plane q = plane(b);
    for (const std::uint32_t end : {line.v1, line.v2}) {
        const flatline_vertex& v = map_.vertices()[end];
        if (z_at(p, v.x, v.y) - z_at(q, v.x, v.y) > kHeightSlack) return true;
    }
    return false;
}

std::uint8_t Walls::by_geometry(std::uint32_t own, std::uint32_t other,
                                const flatline_linedef& line) const noexcept {
    std::uint8_t parts = 0;
    if (is_above(true, own, other, line)) parts |= kTop;
    if (is_above(false, other, own, line)) parts |= kBottom;
    return parts;
}

// Parts that sky hides.
std::uint8_t Walls::not_missed(std::uint32_t own, std::uint32_t other) const noexcept {
    const flatline_sector& a = map_.sectors()[own];
    const flatline_sector& b = map_.sectors()[other];
    std::uint8_t parts = 0;
    if (is_sky_[a.textureceiling] && is_sky_[b.textureceiling]) parts |= kTop;
    if (is_sky_[b.texturefloor]) parts |= kBottom;
    return parts;
}

// False where steps are spent.
bool Walls::look(const flatline_linedef& line, bool back) noexcept {
    const std::uint32_t index = back ? line.sideback : line.sidefront;
    const std::uint32_t beyond = back ? line.sidefront : line.sideback;
    std::uint8_t missed = 0;
    std::uint8_t used = 0;
    bool fixed = true;
    if (beyond == FLATLINE_NONE) {
        missed = kMiddlePart;
    } else {
        const std::uint32_t own = map_.sidedefs()[index].sector;
        const std::uint32_t other = map_.sidedefs()[beyond].sector;
        fixed = never_changes(own) && never_changes(other);
        if (own != other) {
            const std::uint8_t seen = by_geometry(own, other, line);
            std::uint8_t floors = 0;
            if (!of_floors(own, other, floors)) return false;
            used = static_cast<std::uint8_t>(seen | floors);
            missed = static_cast<std::uint8_t>((seen & ~not_missed(own, other)) | floors);
        }
    }
    if (zdoom_) {
        const bool portal =
            std::find(std::begin(kPortals), std::end(kPortals), line.special) != std::end(kPortals);
        if (line.special == kHorizon) missed = 0;
        if (portal && !back) missed &= static_cast<std::uint8_t>(~kMiddlePart);
    }
    const bool may_change = line.special != 0 || !fixed;
    missed |= may_change || (used & kTop) != 0 ? kTopUsed : kTopIdle;
    missed |= may_change || (used & kBottom) != 0 ? kBottomUsed : kBottomIdle;
    if (line.special != 0) missed |= kOfSpecial;
    parts_[index] |= missed;
    if (beyond != FLATLINE_NONE) beyond_[index] = map_.sidedefs()[beyond].sector;
    return true;
}

void Walls::report(std::uint32_t index) const noexcept {
    struct Part {
        std::uint8_t part;
        const char* field;
    };
    static constexpr Part kParts[] = {
        {kTop, "texturetop"}, {kMiddlePart, "texturemiddle"}, {kBottom, "texturebottom"}};
    const flatline_sidedef& side = map_.sidedefs()[index];
    const auto none_of = [&](std::uint32_t name, unsigned part) {
        return is_none_[name] ? part : 0u;
    };
    const unsigned none = none_of(side.texturetop, kTop) |
                          none_of(side.texturemiddle, kMiddlePart) |
                          none_of(side.texturebottom, kBottom);
    const unsigned known = parts_[index];
    constexpr unsigned kAll = kTop | kMiddlePart | kBottom;
    const unsigned missed = none & known & kAll;
    const unsigned idle = (known & (kTopIdle | kBottomIdle)) / (kTopIdle / kTop);
    const unsigned used = (known & (kTopUsed | kBottomUsed)) / (kTopUsed / kTop);
    const unsigned unused = idle & ~used & ~none;
    if ((missed | unused) == 0) return;
    for (const Part& part : kParts) {
        const Element element = {FLATLINE_SIDEDEF, index};
        const FieldId field = find_field(FLATLINE_SIDEDEF, part.field);
        if ((missed & part.part) != 0) {
            const bool hidden = is_hidden(index) || is_bled_over(index, part.part);
            const Severity most = hidden ? Severity::note : Severity::error;
            context_.report.about_at_most(most, Rule::texture_missing, element, field);
        }
        if ((unused & part.part) != 0) {
            context_.report.about(Rule::texture_unused, element, field);
        }
    }
}

void Walls::run() noexcept {
    if (!find_names() || !find_likely_movers(context_, moves_) || !find_floors() ||
        !find_floors_of_sectors())
        return;
    if (!context_.take_zeroed(map_.sidedefs().size(), parts_) ||
        !context_.take(map_.sidedefs().size(), beyond_) || !need_parts(context_)) {
        return;
    }
    std::fill(beyond_.begin(), beyond_.end(), FLATLINE_NONE);
    for (const flatline_linedef& line : map_.linedefs()) {
        const flatline_vertex& a = map_.vertices()[line.v1];
        const flatline_vertex& b = map_.vertices()[line.v2];
        if (a.x == b.x && a.y == b.y) continue;
        if (!look(line, false)) return;
        if (line.sideback != FLATLINE_NONE && !look(line, true)) return;
    }
    for (std::uint32_t i = 0; i < parts_.size(); ++i) report(i);
}

// Which of some fields of sectors the text gives. A field that is not given has the place of its
// block. False where memory is out.
bool find_given(Context& context, const Scratch<Finding>& fields, std::size_t count,
                Scratch<bool>& given) noexcept {
    Scratch<Finding> blocks;
    Scratch<std::uint64_t> at, of_block;
    if (!context.take(count, given) || !context.take(count, blocks) || !context.take(count, at) ||
        !context.take(count, of_block)) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        blocks[i] = fields[i];
        blocks[i].field = FLATLINE_NO_FIELD;
    }
    locate(context.map, {fields.data(), count}, at.data());
    locate(context.map, {blocks.data(), count}, of_block.data());
    for (std::size_t i = 0; i < count; ++i) given[i] = at[i] != of_block[i];
    return true;
}

// The planes that are portals, so that nobody sees their flat. Source: GZDoom 092b9c0,
// src/maploader/specials.cpp, CopyPortal and SpawnPortal: Sector_SetPortal, arg2 is the plane.
class PortalPlanes {
public:
    explicit PortalPlanes(Context& context) noexcept : context_(context), map_(context.map) {}

    bool find() noexcept {
        constexpr std::int32_t kSetPortal = 57;
        constexpr std::uint8_t kPlanes[] = {1, 2, 3, 3};  // floor, ceiling, both
        if (!is_zdoom(map_)) return true;
        for (const flatline_linedef& line : map_.linedefs()) {
            const std::int32_t plane = line.arg[2];
            if (line.special != kSetPortal || line.arg[0] == 0 || plane < 0 || plane > 3) continue;
            if (count_ == tags_.size() && !context_.grow(tags_)) return false;
            tags_[count_++] = {line.arg[0], kPlanes[plane]};
        }
        std::sort(tags_.begin(), tags_.begin() + count_,
                  [](const Tag& a, const Tag& b) { return a.tag < b.tag; });
        // One row a tag.
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (kept != 0 && tags_[kept - 1].tag == tags_[i].tag) {
                tags_[kept - 1].planes |= tags_[i].planes;
            } else {
                tags_[kept++] = tags_[i];
            }
        }
        count_ = kept;
        more_ids_ = map_.column(FLATLINE_SECTOR, "moreids");
        return true;
    }

    /// `plane`: 1 the floor, 2 the ceiling.
    bool has(std::uint32_t sector, unsigned plane) const noexcept {
        if (count_ == 0) return false;
        if (has_tag(map_.sectors()[sector].id, plane)) return true;
        if (more_ids_ == nullptr) return false;
        const std::uint32_t* const end = more_ids_->elements + more_ids_->count;
        const std::uint32_t* const found = std::lower_bound(more_ids_->elements, end, sector);
        if (found == end || *found != sector) return false;
        const flatline_text& list = more_ids_->values.ids[found - more_ids_->elements];
        const std::int32_t* const ids = map_.ids().data() + list.offset;
        return std::any_of(ids, ids + list.size,
                           [&](std::int32_t tag) { return has_tag(tag, plane); });
    }

private:
    struct Tag {
        std::int32_t tag;
        std::uint8_t planes;
    };

    bool has_tag(std::int32_t tag, unsigned plane) const noexcept {
        const Tag* const end = tags_.begin() + count_;
        const Tag* found =
            std::lower_bound(static_cast<const Tag*>(tags_.begin()), end, tag,
                             [](const Tag& row, std::int32_t t) { return row.tag < t; });
        return found != end && found->tag == tag && (found->planes & plane) != 0;
    }

    Context& context_;
    const Map& map_;
    Scratch<Tag> tags_;  // sorted
    std::size_t count_ = 0;
    const flatline_column* more_ids_ = nullptr;
};

}  // namespace

void side_textures(Context& context) noexcept { Walls(context).run(); }

void flat_missing(Context& context) noexcept {
    const Map& map = context.map;
    const FieldId fields[] = {find_field(FLATLINE_SECTOR, "texturefloor"),
                              find_field(FLATLINE_SECTOR, "textureceiling")};
    Scratch<Finding> missing;
    std::size_t count = 0;
    std::uint32_t index = 0;
    for (const flatline_sector& sector : map.sectors()) {
        for (int i = 0; i < 2; ++i) {
            const std::uint32_t name = i == 0 ? sector.texturefloor : sector.textureceiling;
            if (!is_no_texture(map, map.name(name))) continue;
            if (count == missing.size() && !context.grow(missing)) return;
            missing[count] = make_finding(Rule::flat_missing);
            missing[count].element = FLATLINE_SECTOR;
            missing[count].index = index;
            missing[count++].field = fields[i];
        }
        ++index;
    }
    Scratch<bool> given;
    const bool has_text = !map.textmap().empty();
    if (has_text && count != 0 && !find_given(context, missing, count, given)) return;
    PortalPlanes portals(context);
    if (count != 0 && (!need_parts(context) || !portals.find())) return;
    for (std::size_t i = 0; i < count; ++i) {
        if (has_text && !given[i]) continue;
        if (portals.has(missing[i].index, missing[i].field == fields[0] ? 1 : 2)) continue;
        // In a part without things and specials nobody sees it, there or on another floor.
        const bool hidden = context.geometry.part_use[missing[i].index] == 0;
        context.report.about_at_most(hidden ? Severity::note : Severity::error, Rule::flat_missing,
                                     {FLATLINE_SECTOR, missing[i].index}, missing[i].field);
    }
}

}  // namespace flatline::engine::sanity
