// Mends lines that lie on each other, and walls without a texture.
#include <algorithm>
#include <cmath>

#include "fix/planner.hpp"
#include "model/fields.hpp"

namespace flatline::engine::mend {
namespace {

bool same_place(const flatline_vertex& a, const flatline_vertex& b) noexcept {
    return a.x == b.x && a.y == b.y;
}

bool has_id(const flatline_linedef& line) noexcept { return line.id != 0 && line.id != -1; }

bool same_special(const flatline_linedef& a, const flatline_linedef& b) noexcept {
    return a.special == b.special && std::equal(a.arg, a.arg + 5, b.arg) && a.id == b.id;
}

// One of two lines with the same ends goes.
class Merge {
public:
    Merge(Planner& planner, std::uint32_t kept, std::uint32_t gone) noexcept
        : p_(planner), kept_(kept), gone_(gone) {
        // What does something stays.
        const bool gone_acts = line(gone_).special != 0 || has_id(line(gone_));
        const bool kept_acts = line(kept_).special != 0 || has_id(line(kept_));
        if (gone_acts && !kept_acts) std::swap(kept_, gone_);
        possible_ = !gone_acts || !kept_acts || same_special(line(kept), line(gone));
    }

    FixOutcome run() noexcept {
        if (!possible_) return FixOutcome::left;
        const flatline_linedef& kept = line(kept_);
        const flatline_linedef& gone = line(gone_);
        const bool reversed = !same_place(vertex(kept.v1), vertex(gone.v1));
        const std::uint32_t gone_left = reversed ? gone.sidefront : gone.sideback;
        // Of one sector it is the same wall drawn twice.
        const bool takes_side = kept.sideback == FLATLINE_NONE && gone_left != FLATLINE_NONE &&
                                sector(gone_left) != sector(kept.sidefront);
        if (!p_.remove_line(gone_, takes_side ? gone_left : FLATLINE_NONE)) return FixOutcome::left;
        p_.touch(kept_, kTouchedWhole);
        if (takes_side) open(gone_left, gone.sideback == FLATLINE_NONE);
        return FixOutcome::mended;
    }

private:
    const flatline_linedef& line(std::uint32_t i) const noexcept { return p_.map.linedefs()[i]; }
    const flatline_vertex& vertex(std::uint32_t i) const noexcept { return p_.map.vertices()[i]; }

    std::uint32_t sector(std::uint32_t side) const noexcept {
        return p_.map.sidedefs()[side].sector;
    }

    // The line gets a back side. Of two walls that becomes an opening, through which one sees.
    void open(std::uint32_t back, bool both_were_walls) noexcept {
        constexpr std::uint8_t kLine = FLATLINE_LINEDEF;
        p_.plan.set_index(kLine, kept_, find_field(kLine, "sideback"), FLATLINE_SIDEDEF, back);
        p_.plan.set_flag(kLine, kept_, find_field(kLine, "twosided"), true);
        if (!both_were_walls) return;
        p_.plan.set_flag(kLine, kept_, find_field(kLine, "blocking"), false);
        const std::uint32_t front = line(kept_).sidefront;
        unwall(front, back);
        unwall(back, front);
    }

    // The texture of the wall goes to the steps that are seen beside the opening.
    void unwall(std::uint32_t side, std::uint32_t beyond) noexcept {
        constexpr std::uint8_t kSide = FLATLINE_SIDEDEF;
        const flatline_sidedef& own = p_.map.sidedefs()[side];
        const flatline_sector& here = p_.map.sectors()[own.sector];
        const flatline_sector& there = p_.map.sectors()[p_.map.sidedefs()[beyond].sector];
        const std::string_view wall = p_.map.name(own.texturemiddle);
        if (is_no_texture(wall)) return;
        p_.plan.set_name(kSide, side, find_field(kSide, "texturemiddle"), "-");
        if (there.heightceiling < here.heightceiling &&
            is_no_texture(p_.map.name(own.texturetop))) {
            p_.plan.set_name(kSide, side, find_field(kSide, "texturetop"), wall);
        }
        if (there.heightfloor > here.heightfloor && is_no_texture(p_.map.name(own.texturebottom))) {
            p_.plan.set_name(kSide, side, find_field(kSide, "texturebottom"), wall);
        }
    }

    Planner& p_;
    std::uint32_t kept_, gone_;
    bool possible_;
};

// How far along `line` a vertex is that is on it and no end of it; below 0 for any other.
double along(const Map& map, const flatline_linedef& line, std::uint32_t vertex) noexcept {
    const flatline_vertex& a = map.vertices()[line.v1];
    const flatline_vertex& b = map.vertices()[line.v2];
    const flatline_vertex& v = map.vertices()[vertex];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length = std::hypot(dx, dy);
    if (!(length > 0)) return -1;
    const double at = ((v.x - a.x) * dx + (v.y - a.y) * dy) / length;
    const double off = std::fabs((v.x - a.x) * dy - (v.y - a.y) * dx) / length;
    return off <= kTouch && at > kTouch && at < length - kTouch ? at : -1;
}

// Splits `line` where an end of `other` is on it. False where none is.
bool split_at_ends(Planner& p, std::uint32_t line, std::uint32_t other) noexcept {
    bool any = false;
    for (const std::uint32_t end : {p.map.linedefs()[other].v1, p.map.linedefs()[other].v2}) {
        const double at = along(p.map, p.map.linedefs()[line], end);
        if (at < 0) continue;
        // A rule about the vertex may have planned it already.
        if ((p.touched(line) & kTouchedSplit) == 0) p.plan.split(line, p.plan.vertex_of(end), at);
        any = true;
    }
    if (any) p.touch(line, kTouchedSplit);
    return any;
}

}  // namespace

// Lines with the same ends are merged; others are split where they part, and merged then.
FixOutcome mend_overlap(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!p.unsafe) return FixOutcome::unsafe;
    if (!p.count_uses()) return FixOutcome::left;
    if (p.is_touched(f.index) || p.is_touched(f.related)) return FixOutcome::later;
    const flatline_linedef& a = p.map.linedefs()[f.related];
    const flatline_linedef& b = p.map.linedefs()[f.index];
    const View<flatline_vertex> vertices = p.map.vertices();
    const bool same =
        same_place(vertices[a.v1], vertices[b.v1]) && same_place(vertices[a.v2], vertices[b.v2]);
    const bool opposite =
        same_place(vertices[a.v1], vertices[b.v2]) && same_place(vertices[a.v2], vertices[b.v1]);
    if (same || opposite) return Merge(p, f.related, f.index).run();
    const bool first = split_at_ends(p, f.related, f.index);
    const bool second = split_at_ends(p, f.index, f.related);
    return first || second ? FixOutcome::step : FixOutcome::left;
}

namespace {

/// Chooses the texture for a part of a wall: what is near looks right most often.
class TextureChoice {
public:
    TextureChoice(Planner& planner, std::uint32_t side) noexcept : p_(planner), side_(side) {}

    std::string_view choose() noexcept {
        std::string_view name = any_of(side_);
        if (!name.empty()) return name;
        const std::uint32_t index = p_.line_of(side_);
        if (index != FLATLINE_NONE) {
            const flatline_linedef& line = p_.map.linedefs()[index];
            const std::uint32_t other = line.sidefront == side_ ? line.sideback : line.sidefront;
            if (other != FLATLINE_NONE && !(name = any_of(other)).empty()) return name;
        }
        name = of_neighbours();
        return name.empty() ? p_.frequent_texture() : name;
    }

private:
    std::string_view any_of(std::uint32_t side) const noexcept {
        const flatline_sidedef& s = p_.map.sidedefs()[side];
        for (const std::uint32_t name : {s.texturemiddle, s.texturetop, s.texturebottom}) {
            if (!is_no_texture(p_.map.name(name))) return p_.map.name(name);
        }
        return {};
    }
    std::string_view of_neighbours() const noexcept {
        constexpr std::size_t kMost = 64;  // a sector may have all lines of the map
        const std::uint32_t sector = p_.map.sidedefs()[side_].sector;
        const View<std::uint32_t> lines = p_.map.sector_lines(sector);
        for (std::size_t i = 0; i < lines.size() && i < kMost; ++i) {
            const flatline_linedef& line = p_.map.linedefs()[lines[i]];
            for (const std::uint32_t side : {line.sidefront, line.sideback}) {
                if (side == FLATLINE_NONE || p_.map.sidedefs()[side].sector != sector) continue;
                const std::string_view name = any_of(side);
                if (!name.empty()) return name;
            }
        }
        return {};
    }

    Planner& p_;
    std::uint32_t side_;
};

}  // namespace

FixOutcome mend_missing_texture(Planner& p, const Finding& f, std::uint32_t) noexcept {
    if (!p.unsafe) return FixOutcome::unsafe;
    if (!p.count_uses()) return FixOutcome::left;
    if (p.plan.is_removed(FLATLINE_SIDEDEF, f.index)) return FixOutcome::later;
    const std::string_view name = TextureChoice(p, f.index).choose();
    if (name.empty()) return FixOutcome::left;
    p.plan.set_name(FLATLINE_SIDEDEF, f.index, f.field, name);
    return FixOutcome::mended;
}

}  // namespace flatline::engine::mend
