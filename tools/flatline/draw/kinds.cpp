#include "draw/kinds.hpp"

#include <iterator>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr LineStyle kLines[] = {
    {"action", "Special", "#AA3377", "#CC79A7", 2.4, 9, 3},
    {"hidden", "Hidden on the automap", "#8A8A8A", "#8A8A8A", 1.2, 3, 5},
    {"secret", "Secret", "#009E73", "#00C08B", 2, 2, 2},
    {"one-sided", "One-sided", "#000000", "#F2F2F2", 2.2, 0, 0},
    {"inner", "Both sides in one sector", "#6B6B6B", "#9A9A9A", 1, 1, 3},
    {"floor-step", "Step of the floor", "#B34E00", "#E69F00", 1.5, 0, 0},
    {"ceiling-step", "Step of the ceiling", "#0072B2", "#56B4E9", 1.5, 6, 2},
    {"level", "Two-sided", "#6B6B6B", "#9A9A9A", 0.8, 0, 0},
};

constexpr char kArrow[] = "M1 0L-.8.8L-.4 0L-.8-.8Z";
constexpr char kRing[] = "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.5 0A.5.5 0 1 0-.5 0A.5.5 0 1 0 .5 0Z";
constexpr char kStar[] =
    "M1 0L.3.17L.5.87L0 .35L-.5.87L-.3.17L-1 0L-.3-.17L-.5-.87L0-.35L.5-.87L.3-.17Z";

constexpr GlyphStyle kThings[] = {
    {"start", "Player start", "#009E73", "#00C08B", kArrow, true},
    {"versus", "Start of other modes", "#0072B2", "#56B4E9", kArrow, true},
    {"monster", "Monster", "#D55E00", "#D55E00", "M1 0L-.7.85L-.7-.85Z", true},
    {"pickup", "Item", "#0072B2", "#56B4E9", "M.9 0L0 .9L-.9 0L0-.9Z", false},
    {"key", "Key", "#B8860B", "#F0E442", "M.8.8L-.8.8L-.8-.8L.8-.8Z", false},
    {"teleport", "Teleport destination", "#AA3377", "#CC79A7", kRing, false},
    {"marker", "Spot, sound, slope", "#555555", "#AAAAAA",
     "M.9.25L.25.25L.25.9L-.25.9L-.25.25L-.9.25L-.9-.25L-.25-.25L-.25-.9L.25-.9L.25-.25L.9-.25Z",
     false},
    {"light", "Light", "#B8860B", "#F0E442", kStar, false},
    {"other", "Other", "#6B6B6B", "#9A9A9A", "M1 0L.4.6A.72.72 0 1 1 .4-.6Z", true},
};

// No mark has the shape or the colour of a thing. What is cut out of them is an i, an exclamation
// mark and a cross.
constexpr GlyphStyle kMarks[] = {
    {"note", "Note", "#56B4E9", "#56B4E9",
     "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.16.62L-.16.62L-.16.34L.16.34Z"
     "M.16.16L-.16.16L-.16-.62L.16-.62Z",
     false},
    {"warning", "Warning", "#E69F00", "#E69F00",
     "M1 0L0 1L-1 0L0-1ZM.14.52L-.14.52L-.14-.1L.14-.1ZM.14-.28L-.14-.28L-.14-.54L.14-.54Z", false},
    {"error", "Error", "#C1002F", "#FF4D6D",
     "M.92.38L.38.92L-.38.92L-.92.38L-.92-.38L-.38-.92L.38-.92L.92-.38Z"
     "M.55.35L.2 0L.55-.35L.35-.55L0-.2L-.35-.55L-.55-.35L-.2 0L-.55.35L-.35.55L0 .2L.35.55Z",
     false},
};

constexpr std::string_view kRamp[] = {"#00224E", "#123570", "#3B496C", "#575D6D", "#707173",
                                      "#8A8678", "#A59C74", "#C3B369", "#E1CC55", "#FEE838"};

enum class ThingGame : std::uint8_t { doom, heretic, hexen, strife, srb2 };

/// Whose numbers a map uses, by its namespace.
constexpr std::pair<std::string_view, ThingGame> kGameNames[] = {
    {"heretic", ThingGame::heretic},
    {"hexen", ThingGame::hexen},
    {"strife", ThingGame::strife},
    {"srb2", ThingGame::srb2},
};

/// The things of a game with numbers from `first` to `last`. The first row that fits counts.
struct TypeRow {
    ThingGame game;
    std::int32_t first, last;
    ThingKind kind;
};

constexpr TypeRow kTypes[] = {
    {ThingGame::doom, 1, 4, ThingKind::start},
    {ThingGame::doom, 5, 6, ThingKind::key},
    {ThingGame::doom, 7, 7, ThingKind::monster},
    {ThingGame::doom, 8, 8, ThingKind::pickup},
    {ThingGame::doom, 9, 9, ThingKind::monster},
    {ThingGame::doom, 13, 13, ThingKind::key},
    {ThingGame::doom, 16, 16, ThingKind::monster},
    {ThingGame::doom, 17, 17, ThingKind::pickup},
    {ThingGame::doom, 38, 40, ThingKind::key},
    {ThingGame::doom, 58, 58, ThingKind::monster},
    {ThingGame::doom, 64, 69, ThingKind::monster},
    {ThingGame::doom, 71, 72, ThingKind::monster},
    {ThingGame::doom, 82, 83, ThingKind::pickup},
    {ThingGame::doom, 84, 84, ThingKind::monster},
    {ThingGame::doom, 87, 87, ThingKind::marker},
    {ThingGame::doom, 88, 89, ThingKind::monster},
    {ThingGame::doom, 2001, 2026, ThingKind::pickup},
    {ThingGame::doom, 2028, 2028, ThingKind::light},
    {ThingGame::doom, 2045, 2049, ThingKind::pickup},
    {ThingGame::doom, 3001, 3006, ThingKind::monster},
    {ThingGame::heretic, 1, 4, ThingKind::start},
    {ThingGame::heretic, 5, 7, ThingKind::monster},
    {ThingGame::heretic, 9, 9, ThingKind::monster},
    {ThingGame::heretic, 15, 15, ThingKind::monster},
    {ThingGame::heretic, 45, 46, ThingKind::monster},
    {ThingGame::heretic, 64, 66, ThingKind::monster},
    {ThingGame::heretic, 68, 70, ThingKind::monster},
    {ThingGame::heretic, 73, 73, ThingKind::key},
    {ThingGame::heretic, 79, 80, ThingKind::key},
    {ThingGame::heretic, 90, 90, ThingKind::monster},
    {ThingGame::heretic, 92, 92, ThingKind::monster},
    {ThingGame::heretic, 2001, 2005, ThingKind::pickup},
    {ThingGame::hexen, 1, 4, ThingKind::start},
    {ThingGame::hexen, 31, 31, ThingKind::monster},
    {ThingGame::hexen, 34, 34, ThingKind::monster},
    {ThingGame::hexen, 107, 107, ThingKind::monster},
    {ThingGame::hexen, 114, 115, ThingKind::monster},
    {ThingGame::hexen, 120, 121, ThingKind::monster},
    {ThingGame::hexen, 254, 254, ThingKind::monster},
    {ThingGame::hexen, 8020, 8020, ThingKind::monster},
    {ThingGame::hexen, 8030, 8039, ThingKind::key},
    {ThingGame::hexen, 8080, 8080, ThingKind::monster},
    {ThingGame::hexen, 8200, 8200, ThingKind::key},
    {ThingGame::hexen, 10011, 10011, ThingKind::monster},
    {ThingGame::hexen, 10030, 10030, ThingKind::monster},
    {ThingGame::hexen, 10060, 10060, ThingKind::monster},
    {ThingGame::hexen, 10080, 10080, ThingKind::monster},
    {ThingGame::hexen, 10100, 10102, ThingKind::monster},
    {ThingGame::hexen, 10200, 10200, ThingKind::monster},
    {ThingGame::strife, 1, 8, ThingKind::start},
    {ThingGame::srb2, 1, 32, ThingKind::start},
    {ThingGame::srb2, 33, 35, ThingKind::versus},
    {ThingGame::srb2, 100, 299, ThingKind::monster},
    {ThingGame::srb2, 300, 499, ThingKind::pickup},
    {ThingGame::srb2, 600, 699, ThingKind::pickup},
    {ThingGame::srb2, 700, 799, ThingKind::marker},
};

/// The same in all games but SRB2: Doom's own, and those of ZDoom.
constexpr TypeRow kCommonTypes[] = {
    {ThingGame::doom, 11, 11, ThingKind::versus},
    {ThingGame::doom, 14, 14, ThingKind::teleport},
    {ThingGame::doom, 1400, 1599, ThingKind::marker},
    {ThingGame::doom, 3000, 3002, ThingKind::marker},
    {ThingGame::doom, 4001, 4004, ThingKind::start},
    {ThingGame::doom, 5001, 5080, ThingKind::versus},
    {ThingGame::doom, 9044, 9044, ThingKind::teleport},
    {ThingGame::doom, 9800, 9899, ThingKind::light},
    {ThingGame::doom, 9000, 9999, ThingKind::marker},
    {ThingGame::doom, 14001, 14067, ThingKind::marker},
    {ThingGame::doom, 32000, 32000, ThingKind::marker},
};

struct ClassRow {
    std::string_view prefix;
    ThingKind kind;
};

constexpr ClassRow kClasses[] = {
    {"info_player_start", ThingKind::start},
    {"info_player_teleport", ThingKind::teleport},
    {"info_player", ThingKind::versus},
    {"light", ThingKind::light},
    {"monster_", ThingKind::monster},
    {"char_", ThingKind::monster},
    {"atdm:ai", ThingKind::monster},
    {"weapon_", ThingKind::pickup},
    {"ammo_", ThingKind::pickup},
    {"item_key", ThingKind::key},
    {"item_", ThingKind::pickup},
    {"moveable_item", ThingKind::pickup},
    {"target_", ThingKind::marker},
    {"trigger_", ThingKind::marker},
    {"path_", ThingKind::marker},
    {"speaker", ThingKind::marker},
    {"info_", ThingKind::marker},
    {"ai_", ThingKind::marker},
};

ThingGame thing_game_of(const Map& map) {
    for (const auto& [name, game] : kGameNames) {
        if (map.map_namespace() == name) return game;
    }
    return map.dialect() == Dialect::srb2 ? ThingGame::srb2 : ThingGame::doom;
}

/// True if the floors, or the ceilings, of two sectors have other heights above a line's end.
bool has_step(const Map& map, const flatline_linedef& line, bool ceiling) {
    const std::uint32_t front = map.sidedefs()[line.sidefront].sector;
    const std::uint32_t back = map.sidedefs()[line.sideback].sector;
    if (map.is_flat(front) && map.is_flat(back)) {
        const flatline_sector& a = map.sectors()[front];
        const flatline_sector& b = map.sectors()[back];
        return ceiling ? a.heightceiling != b.heightceiling : a.heightfloor != b.heightfloor;
    }
    const flatline_plane a = ceiling ? map.ceiling_plane(front) : map.floor_plane(front);
    const flatline_plane b = ceiling ? map.ceiling_plane(back) : map.floor_plane(back);
    constexpr double kSame = 1e-3;  // planes are made of sums and quotients
    for (const std::uint32_t end : {line.v1, line.v2}) {
        const flatline_vertex& at = map.vertices()[end];
        const double step = z_at(a, at.x, at.y) - z_at(b, at.x, at.y);
        if (step > kSame || step < -kSame) return true;
    }
    return false;
}

bool begins_with(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() && same_name(text.substr(0, prefix.size()), prefix);
}

}  // namespace

View<LineStyle> line_styles() { return {kLines, std::size(kLines)}; }
View<GlyphStyle> thing_styles() { return {kThings, std::size(kThings)}; }
View<GlyphStyle> mark_styles() { return {kMarks, std::size(kMarks)}; }
View<std::string_view> height_ramp() { return {kRamp, std::size(kRamp)}; }

LineKind kind_of_line(const Map& map, const flatline_linedef& line) {
    if (line.special != 0) return LineKind::action;
    if ((line.flags & FLATLINE_LINE_DONTDRAW) != 0) return LineKind::hidden;
    if ((line.flags & FLATLINE_LINE_SECRET) != 0) return LineKind::secret;
    if (line.sideback == FLATLINE_NONE) return LineKind::one_sided;
    if (map.sidedefs()[line.sidefront].sector == map.sidedefs()[line.sideback].sector) {
        return LineKind::inner;
    }
    if (has_step(map, line, false)) return LineKind::floor_step;
    return has_step(map, line, true) ? LineKind::ceiling_step : LineKind::level;
}

std::vector<std::vector<std::uint32_t>> lines_by_kind(const Map& map) {
    std::vector<std::vector<std::uint32_t>> by_kind(std::size(kLines));
    for (std::uint32_t i = 0; i < map.linedefs().size(); ++i) {
        by_kind[static_cast<std::size_t>(kind_of_line(map, map.linedefs()[i]))].push_back(i);
    }
    return by_kind;
}

ThingKind kind_of_thing(const Map& map, std::int32_t type) {
    const ThingGame game = thing_game_of(map);
    for (const TypeRow& row : kTypes) {
        if (row.game == game && type >= row.first && type <= row.last) return row.kind;
    }
    if (game == ThingGame::srb2) return ThingKind::other;
    for (const TypeRow& row : kCommonTypes) {
        if (type >= row.first && type <= row.last) return row.kind;
    }
    return ThingKind::other;
}

ThingKind kind_of_class(std::string_view class_name) {
    for (const ClassRow& row : kClasses) {
        if (begins_with(class_name, row.prefix)) return row.kind;
    }
    return ThingKind::other;
}

}  // namespace flatline::engine::tool
