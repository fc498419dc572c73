#include "write/translate.hpp"

#include <algorithm>

#include "write/losses.hpp"

namespace flatline::engine::write {
namespace {

constexpr std::uint32_t kActivation =
    FLATLINE_LINE_PLAYERCROSS | FLATLINE_LINE_PLAYERUSE | FLATLINE_LINE_MONSTERCROSS |
    FLATLINE_LINE_MONSTERUSE | FLATLINE_LINE_IMPACT | FLATLINE_LINE_PLAYERPUSH |
    FLATLINE_LINE_MONSTERPUSH | FLATLINE_LINE_MISSILECROSS | FLATLINE_LINE_REPEATSPECIAL;

// Thing 14 is where teleporters lead to. They have the tag in this argument.
constexpr std::int32_t kTeleportDestination = 14;
struct Teleport {
    std::int32_t special;
    std::size_t tag;
};
constexpr Teleport kTeleports[] = {{70, 1}, {71, 2}, {39, 1}};
constexpr std::int32_t kDestinationId = 1;

// Whether lines and sectors have Doom's numbers, and those of which game.
const ZDoomGame* game_of(const Map& map) noexcept {
    const std::string_view name = map.map_namespace();
    if (name == "heretic") return &kZDoomHeretic;
    if (name == "strife") return &kZDoomStrife;
    if (name == "srb2" || name == "eternity") return nullptr;
    if (map.format() == MapFormat::doom) return &kZDoomDoom;
    return name == "doom" || name == "woof" || name.empty() ? &kZDoomDoom : nullptr;
}

std::int32_t trailing_zeros(std::uint32_t mask) noexcept {
    std::int32_t zeros = 0;
    while ((mask >> zeros & 1) == 0) ++zeros;
    return zeros;
}

}  // namespace

Translation::Translation(const Map& map) noexcept
    : map_(map),
      game_(map.format() == MapFormat::doom || map.format() == MapFormat::udmf ? game_of(map)
                                                                               : nullptr),
      of_text_(map.format() == MapFormat::udmf),
      more_bits_(!of_text_ && game_ == &kZDoomHeretic) {
    if (game_ != nullptr && !of_text_) find_teleports();
}

// ---- Numbers -----------------------------------------------------------------------------------

// A text of Woof, or of no namespace, may have all numbers that a binary map may have.
bool Translation::has_all() const noexcept {
    const std::string_view name = map_.map_namespace();
    return !of_text_ || name == "woof" || name.empty();
}

const ZDoomLine* Translation::find_line(std::int32_t number) const noexcept {
    if (!has_all() && number > game_->last_of_text) return nullptr;
    for (const View<ZDoomLine>& rows : {game_->own, game_->common}) {
        const ZDoomLine* row = std::lower_bound(
            rows.begin(), rows.end(), number,
            [](const ZDoomLine& line, std::int32_t wanted) { return line.number < wanted; });
        if (row != rows.end() && row->number == number) return row;
    }
    return nullptr;
}

const BoomRange* Translation::find_range(std::int32_t number) const noexcept {
    for (const BoomRange& range : game_->ranges) {
        if (number >= range.first && number <= range.last) return &range;
    }
    return nullptr;
}

std::int32_t Translation::sector_special(std::int32_t type) const noexcept {
    if (type < 0 || type > 0x7FFF) return type == 0 ? 0 : -1;
    const bool all = has_all();
    const std::int32_t counting = type & ~(all ? game_->cleared : game_->cleared_of_text);
    const std::int32_t bits = (counting & game_->kept) << 3;
    const std::int32_t rest = counting & ~game_->kept;
    if (rest == 0) return bits;
    if (!all && rest < 32 && (game_->no_sector_of_text >> rest & 1) != 0) return -1;
    for (const ZDoomSector& row : game_->sectors) {
        if (row.type != rest) continue;
        return row.alone && bits != 0 ? bits : row.special | bits;
    }
    return -1;
}

bool Translation::check(FindingList& findings, bool lossy) const noexcept {
    Losses losses(findings, lossy);
    const auto lose = [&](std::uint8_t element, std::uint32_t index, std::int32_t number) {
        Finding finding = make_finding(Rule::convert_untranslated);
        finding.element = element;
        finding.index = index;
        finding.field = find_field(element, "special");
        finding.a = number;
        losses.add(finding);
    };
    for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
        const std::int32_t number = map_.linedefs()[i].special;
        if (!has_line(number)) lose(FLATLINE_LINEDEF, i, number);
    }
    for (std::uint32_t i = 0; i < map_.sectors().size(); ++i) {
        const std::int32_t number = map_.sectors()[i].special;
        if (sector_special(number) < 0) lose(FLATLINE_SECTOR, i, number);
    }
    losses.end();
    return !losses.refuses();
}

// ---- Lines -------------------------------------------------------------------------------------

void Translation::begin(std::uint8_t block) noexcept {
    if (more_bits_) extras_.begin(map_, block);
}

std::uint16_t Translation::more_bits(std::uint32_t index) noexcept {
    if (!more_bits_) return 0;
    extras_.seek(index);
    const flatline_unknown* bits = extras_.unknown(binary::kUserFlags);
    return bits != nullptr && bits->kind == FLATLINE_INTEGER
               ? static_cast<std::uint16_t>(bits->value.integer)
               : std::uint16_t{0};
}

// In a text the tag is the first argument, and its lines have ids of their own.
std::uint32_t Translation::apply(std::uint32_t index, flatline_linedef& line) noexcept {
    constexpr std::uint16_t kPassUse = 0x200;
    constexpr std::uint16_t kMidTexture = 0x400;
    const std::int32_t number = line.special;
    const std::int32_t tag = of_text_ ? line.arg[0] : line.id;
    if (line.id == 0) line.id = -1;
    line.flags &= ~kActivation;
    std::uint32_t more = 0;
    const std::uint16_t bits = more_bits(index);
    if ((bits & kPassUse) != 0) line.flags |= FLATLINE_LINE_PASSUSE;
    if ((bits & kMidTexture) != 0) more |= kMidTex3d;
    line.special = 0;
    std::fill(std::begin(line.arg), std::end(line.arg), 0);
    if (number == 0) {
        line.arg[0] = tag;
    } else if (const ZDoomLine* row = find_line(number)) {
        more |= by_row(*row, tag, line);
    } else if (const BoomRange* range = find_range(number)) {
        more |= by_range(*range, static_cast<std::uint32_t>(number), tag, line);
    }
    if (!teleports_) return more;
    for (const Teleport& teleport : kTeleports) {
        if (line.special == teleport.special && line.arg[teleport.tag] == 0) {
            line.arg[0] = kDestinationId;
        }
    }
    return more;
}

std::uint32_t Translation::by_row(const ZDoomLine& row, std::int32_t tag,
                                  flatline_linedef& line) const noexcept {
    line.special = row.special;
    for (std::size_t i = 0; i < std::size(row.args); ++i) {
        line.arg[i] = row.args[i] == kTag ? tag : row.args[i];
    }
    bool monsters = (row.how & kMonsters) != 0;
    if ((row.how & kWR) != 0) line.flags |= FLATLINE_LINE_REPEATSPECIAL;
    switch (row.how & ~(kMonsters | kWR)) {
        case kW1:
            line.flags |= FLATLINE_LINE_PLAYERCROSS;
            break;
        case kS1:
            line.flags |= FLATLINE_LINE_PLAYERUSE;
            // Monsters open no secret doors.
            if (!of_text_ && (line.flags & FLATLINE_LINE_SECRET) != 0) monsters = false;
            break;
        case kM1:
            line.flags |= FLATLINE_LINE_MONSTERCROSS;
            break;
        default:
            line.flags |= FLATLINE_LINE_IMPACT | FLATLINE_LINE_MISSILECROSS;
            break;
    }
    return monsters ? std::uint32_t{kMonsterActivate} : 0;
}

// The lowest bit of a number: again and again. The next two: walked over, used, shot, and pushed,
// which means what is behind the line, whatever its tag.
std::uint32_t Translation::by_range(const BoomRange& range, std::uint32_t number, std::int32_t tag,
                                    flatline_linedef& line) noexcept {
    enum Trigger : std::uint32_t { kWalk, kUse, kShoot, kPush };
    constexpr std::int32_t kBehindTheLine = 128;
    line.special = range.special;
    for (std::size_t i = 0; i < std::size(range.constants); ++i) line.arg[i] = range.constants[i];
    line.arg[0] = tag;
    for (const BoomStore& store : range.stores) {
        if (store.mask == 0) break;
        line.arg[store.arg] |= store.values[(number & store.mask) >> trailing_zeros(store.mask)];
    }
    const std::uint32_t trigger = number >> 1 & 3;
    if (trigger == kPush) {
        if (range.special == kGenericDoor) {
            line.arg[2] |= kBehindTheLine;
        } else {
            line.arg[0] = 0;
        }
    }
    const bool monsters =
        range.monster_mask != 0 && (number & range.monster_mask) == range.monster_value;
    if ((number & 1) != 0) line.flags |= FLATLINE_LINE_REPEATSPECIAL;
    if (trigger == kWalk && monsters) return kAnyCross | kMonsterActivate;
    line.flags |= trigger == kWalk    ? FLATLINE_LINE_PLAYERCROSS
                  : trigger == kShoot ? FLATLINE_LINE_IMPACT
                                      : FLATLINE_LINE_PLAYERUSE;
    return monsters ? std::uint32_t{kMonsterActivate} : 0;
}

// ---- Teleporters without a tag -----------------------------------------------------------------

// A teleporter with tag 0 leads to a destination in a sector with tag 0. ZDoom gives these
// destinations an id; each is looked for among all lines, so only as far as that is not too much.
void Translation::find_teleports() noexcept {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
    const auto leads_nowhere = [&](const flatline_linedef& line) {
        const ZDoomLine* row =
            line.id == 0 && line.special != 0 ? find_line(line.special) : nullptr;
        return row != nullptr &&
               std::any_of(std::begin(kTeleports), std::end(kTeleports), [&](const Teleport& one) {
                   return row->special == one.special && row->args[one.tag] == kTag;
               });
    };
    const auto lines = map_.linedefs();
    if (std::none_of(lines.begin(), lines.end(), leads_nowhere)) return;
    const auto things = map_.things();
    const auto is_destination = [](const flatline_thing& thing) {
        return thing.type == kTeleportDestination;
    };
    const auto count = std::count_if(things.begin(), things.end(), is_destination);
    if (static_cast<std::uint64_t>(count) * lines.size() > kMost) return;
    teleports_ = std::any_of(things.begin(), things.end(), [&](const flatline_thing& thing) {
        return is_destination(thing) && stands_untagged(thing);
    });
}

// The sector of a thing is that on the upper side of the nearest line at or below it.
bool Translation::stands_untagged(const flatline_thing& thing) const noexcept {
    const flatline_linedef* nearest = nullptr;
    double height = 0;
    bool upper_is_front = false;
    for (const flatline_linedef& line : map_.linedefs()) {
        const flatline_vertex& a = map_.vertices()[line.v1];
        const flatline_vertex& b = map_.vertices()[line.v2];
        if ((a.x <= thing.x) == (b.x <= thing.x)) continue;
        const double y = a.y + (b.y - a.y) * ((thing.x - a.x) / (b.x - a.x));
        if (y > thing.y || (nearest != nullptr && y <= height)) continue;
        nearest = &line;
        height = y;
        upper_is_front = b.x < a.x;
    }
    if (nearest == nullptr) return false;
    const std::uint32_t side = upper_is_front ? nearest->sidefront : nearest->sideback;
    return side != FLATLINE_NONE && map_.sectors()[map_.sidedefs()[side].sector].id == 0;
}

// ---- Sectors and things ------------------------------------------------------------------------

// ZDoom lets actors fall with floors of Doom's maps; its specification wants that said for each
// sector with a tag.
std::uint32_t Translation::apply(std::uint32_t, flatline_sector& sector) const noexcept {
    sector.special = std::max(sector_special(sector.special), 0);
    return sector.id != 0 ? std::uint32_t{kDropActors} : 0;
}

std::uint32_t Translation::apply(std::uint32_t index, flatline_thing& thing) noexcept {
    const std::uint16_t bits = more_bits(index);
    const bool bad_editor = (bits & 0x100) != 0;
    if (!bad_editor) {
        if ((bits & 0x20) != 0) thing.flags &= ~std::uint32_t{FLATLINE_THING_DM};
        if ((bits & 0x40) != 0) thing.flags &= ~std::uint32_t{FLATLINE_THING_COOP};
        if ((bits & 0x80) != 0) thing.flags |= FLATLINE_THING_FRIEND;
    }
    thing.flags |= FLATLINE_THING_CLASS1 | FLATLINE_THING_CLASS2 | FLATLINE_THING_CLASS3;
    thing.special = 0;
    std::fill(std::begin(thing.arg), std::end(thing.arg), 0);
    if (teleports_ && thing.type == kTeleportDestination && stands_untagged(thing)) {
        thing.id = kDestinationId;
    }
    return kClasses;
}

}  // namespace flatline::engine::write
