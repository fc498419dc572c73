// Copies planes from one sector to another, as they are at that moment.
#include "level/slope_pass.hpp"
#include "model/runtime.hpp"

namespace flatline::engine::level {
namespace {

// Bits of arg4 of the special that copies: 1 or 2 for floors, 4 or 8 for ceilings.
constexpr std::int32_t kFrontToBack = 1;
constexpr std::int32_t kBackToFront = 2;

}  // namespace

std::uint32_t SlopePass::tagged(std::int32_t tag, Surface surface) const noexcept {
    const View<std::uint32_t> sectors = find_tag(work_.sector_tags, tag);
    if (sectors.empty()) return FLATLINE_NONE;
    if (!only_slopes()) return sectors[0];
    const auto from = static_cast<std::size_t>(sectors.begin() - work_.sector_tags.elements);
    const std::size_t end = from + sectors.size();
    const FirstSet& sloped = work_.sloped_entries[static_cast<std::size_t>(surface)];
    const std::size_t entry = sloped.find(from, end);
    return entry == end ? FLATLINE_NONE : work_.sector_tags.elements[entry];
}

void SlopePass::mark_entries(std::uint32_t sector, Surface surface) noexcept {
    if (work_.entries == nullptr) return;
    const bool sloped = planes_.is_sloped(sector, surface);
    for (std::uint32_t i = work_.entry_rows[sector]; i < work_.entry_rows[sector + 1]; ++i) {
        work_.sloped_entries[static_cast<std::size_t>(surface)].mark(work_.entries[i], sloped);
    }
}

void SlopePass::copy(std::uint32_t from, std::uint32_t to, Surface surface) noexcept {
    if (from == to) return;
    // In SRB2 both sectors share one slope from then on.
    const bool shared = in_.rules == SlopeRules::srb2;
    const auto flags = static_cast<std::uint8_t>(
        shared ? planes_.flags(from, surface) | FLATLINE_PLANE_SHARED : 0);
    planes_.set(to, surface, planes_.get(from, surface), {from, FLATLINE_PLANE_COPY, flags, 0},
                planes_.is_sloped(from, surface));
}

void SlopePass::copy_things() noexcept {
    for (const SlopeThing& at : work_.things) {
        if (at.row->step != SlopeStep::copy_things) continue;
        const std::int32_t tag = in_.things[at.thing].arg[0];
        const std::uint32_t from = tagged(tag, at.row->surface);
        if (at.sector == FLATLINE_NONE) {
            report(Rule::slope_thing_outside, FLATLINE_THING, at.thing);
        } else if (from == FLATLINE_NONE) {
            report(Rule::slope_tag_missing, FLATLINE_THING, at.thing, tag);
        } else {
            copy(from, at.sector, at.row->surface);
        }
    }
}

void SlopePass::copy_lines() noexcept {
    if (work_.entries != nullptr) {
        for (std::size_t i = 0; i < g_.sector_count; ++i) {
            if (in_.sectors[i].planes == 0) continue;
            mark_entries(static_cast<std::uint32_t>(i), Surface::floor);
            mark_entries(static_cast<std::uint32_t>(i), Surface::ceiling);
        }
    }
    for (const SlopeLine& at : work_.lines) {
        if (at.row->step != SlopeStep::copy_lines || !counts(g_.linedefs[at.line])) continue;
        if (at.row->rule == LineRule::copy_front) {
            copy_to_front(at);
        } else {
            copy_by_tags(at);
            share_planes(at);
        }
    }
}

void SlopePass::copy_by_tags(const SlopeLine& at) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    for (int i = 0; i < 4; ++i) {
        if (line.arg[i] == 0) continue;
        const std::uint32_t to = i < 2 ? g_.front_sector(line) : g_.back_sector(line);
        if (to == FLATLINE_NONE) {
            report(Rule::slope_one_sided, FLATLINE_LINEDEF, at.line);
            return;
        }
        copy_tagged(at, line.arg[i], to, (i & 1) == 0 ? Surface::floor : Surface::ceiling);
    }
}

void SlopePass::copy_to_front(const SlopeLine& at) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    for (const Surface surface : {Surface::floor, Surface::ceiling}) {
        const std::uint8_t wanted = surface == Surface::floor ? at.row->floor : at.row->ceiling;
        if (wanted != 0) copy_tagged(at, line.arg[0], g_.front_sector(line), surface);
    }
}

void SlopePass::copy_tagged(const SlopeLine& at, std::int32_t tag, std::uint32_t to,
                            Surface surface) noexcept {
    const bool only_fills =
        at.row->rule == LineRule::copy_srb2 || at.row->rule == LineRule::copy_front;
    if (only_fills && planes_.is_sloped(to, surface)) return;
    // SRB2's tags have 16 bits.
    if (in_.rules == SlopeRules::srb2) tag = static_cast<std::int16_t>(tag);
    const std::uint32_t from = tagged(tag, surface);
    if (from == FLATLINE_NONE) {
        report(Rule::slope_tag_missing, FLATLINE_LINEDEF, at.line, tag);
        return;
    }
    copy(from, to, surface);
    mark_entries(to, surface);
}

// Copies between the two sides of the line. ZDoom and Eternity copy a flat plane too, and do
// nothing where both directions are asked for. SRB2 does both directions, and only fills a plane
// that has no slope from one that has.
void SlopePass::share_planes(const SlopeLine& at) noexcept {
    const flatline_linedef& line = g_.linedefs[at.line];
    const std::uint32_t front = g_.front_sector(line);
    const std::uint32_t back = g_.back_sector(line);
    const bool fills = at.row->rule == LineRule::copy_srb2;
    for (const Surface surface : {Surface::floor, Surface::ceiling}) {
        const std::int32_t ways = (surface == Surface::floor ? line.arg[4] : line.arg[4] >> 2) &
                                  (kFrontToBack | kBackToFront);
        if (ways == 0 || (!fills && ways == (kFrontToBack | kBackToFront))) continue;
        if (back == FLATLINE_NONE) {
            report(Rule::slope_one_sided, FLATLINE_LINEDEF, at.line);
            return;
        }
        for (const std::int32_t way : {kFrontToBack, kBackToFront}) {
            if ((ways & way) == 0) continue;
            const std::uint32_t from = way == kFrontToBack ? front : back;
            const std::uint32_t to = way == kFrontToBack ? back : front;
            if (fills && (planes_.is_sloped(to, surface) || !planes_.is_sloped(from, surface))) {
                continue;
            }
            copy(from, to, surface);
            mark_entries(to, surface);
        }
    }
}

}  // namespace flatline::engine::level
