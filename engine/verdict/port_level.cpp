// Elements of binary maps, as dsda-doom, Woof and SRB2 take them. Source: docs/verdicts.md,
// "Elements".
#include "verdict/port_level.hpp"

#include "base/bytes.hpp"
#include "verdict/lump_bytes.hpp"

namespace flatline::engine::verdict {
namespace {

using level::kHexenThing, level::kSector, level::kSide, level::kThing;

constexpr std::uint16_t kNoIndex = 0xFFFF;

bool has_start(Bytes things, bool is_hexen) noexcept {
    const std::size_t record = is_hexen ? kHexenThing : kThing;
    const std::size_t type = is_hexen ? 10 : 6;
    for (std::size_t at = 0; at + record <= things.size(); at += record) {
        if (word_at(things, at + type) == 1) return true;
    }
    return false;
}

// Woof checks neither vertices nor sides nor sectors of sides, which have a sign there; dsda-doom
// has a substitute for all but vertices.
Ending read_lines(const PortLevel& level) noexcept {
    for (std::uint64_t i = 0; i < level.lines.count(); ++i) {
        for (const int which : {0, 1}) {
            if (level.lines.vertex(i, which) >= level.vertices) return Ending::undefined;
            const bool bad = level.lines.side(i, which) != kNoSide && !level.is_side(i, which);
            if (bad) return Ending::undefined;
        }
    }
    return Ending::reads;
}

Ending read_sides(const PortLevel& level, std::uint64_t sectors) noexcept {
    const Bytes sides = level.lumps.parts[kSidedefs];
    for (std::uint64_t i = 0; i < level.sides && level.port == Port::woof; ++i) {
        const std::uint16_t sector = word_at(sides, static_cast<std::size_t>(i) * kSide + 28);
        if (sector >= sectors || sector > 0x7FFF) return Ending::undefined;
    }
    return Ending::reads;
}

}  // namespace

std::uint16_t PortLines::word(std::uint64_t line, std::size_t at) const noexcept {
    return word_at(records_, static_cast<std::size_t>(line) * record_ + at);
}

std::uint32_t PortLines::vertex(std::uint64_t line, int which) const noexcept {
    if (record_ != 0) return word(line, which == 0 ? 0 : 2);
    const flatline_linedef& l = lines_[static_cast<std::size_t>(line)];
    return which == 0 ? l.v1 : l.v2;
}

// All three take side 0 where there is no front side, dsda-doom and SRB2 also for one that is out
// of range.
std::int64_t PortLines::side(std::uint64_t line, int which) const noexcept {
    std::int64_t side = kNoSide;
    if (record_ != 0) {
        const std::uint16_t found = word(line, record_ - (which == 0 ? 4u : 2u));
        const bool keeps = port_ == Port::woof || found < sides_;
        if (found != kNoIndex && keeps) side = found;
    } else {
        const flatline_linedef& l = lines_[static_cast<std::size_t>(line)];
        const std::uint32_t found = which == 0 ? l.sidefront : l.sideback;
        if (found != FLATLINE_NONE) side = found;
    }
    return side == kNoSide && which == 0 ? 0 : side;
}

Ending read_elements(const PortLevel& level, bool is_hexen) noexcept {
    const std::uint64_t sectors = level.lumps.parts[kSectors].size() / kSector;
    if (level.port == Port::srb2) {
        const bool whole =
            level.vertices != 0 && sectors != 0 && level.sides != 0 && level.lines.count() != 0;
        return whole ? Ending::reads : Ending::stops;
    }
    Ending ending = worse(read_lines(level), read_sides(level, sectors));
    if (level.port == Port::dsda && (sectors == 0 || level.lines.count() == 0)) {
        ending = Ending::stops;
    }
    const bool start = has_start(level.lumps.parts[kThings], is_hexen && level.port == Port::dsda);
    return start ? ending : Ending::stops;
}

}  // namespace flatline::engine::verdict
