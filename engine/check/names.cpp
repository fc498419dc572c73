// Names of textures, flats, colormaps and music that the game does not have.
#include <algorithm>
#include <cstring>

#include "check/columns.hpp"
#include "check/namespaces.hpp"
#include "check/rules.hpp"
#include "model/resources.hpp"
#include "text/chars.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::size_t kShortName = 8;

/// ZDoom and Eternity take walls for floors and back (Eternity: r_textur.cpp, R_FindFlat).
bool takes_both(const Map& map) noexcept {
    return is_zdoom(map) || map.dialect() == Dialect::eternity;
}

bool knows_name(const Map& map, const Resources& resources, ResourceKind kind,
                std::string_view name) noexcept {
    // ZDoom takes any file by its path.
    if (is_zdoom(map) && resources.knows(ResourceKind::file, name)) return true;
    if (name.size() > kShortName) return false;
    return resources.knows(kind, name) ||
           (takes_both(map) && (resources.knows(ResourceKind::texture, name) ||
                                resources.knows(ResourceKind::flat, name)));
}

/// The names of a map that are unknown, one byte each.
[[nodiscard]] bool judge_names(Context& context, ResourceKind kind,
                               Scratch<bool>& unknown) noexcept {
    const Map& map = context.map;
    if (!context.take_zeroed(map.names().size(), unknown)) return false;
    for (std::uint32_t i = 0; i < unknown.size(); ++i) {
        const std::string_view name = map.name(i);
        unknown[i] =
            !is_no_texture(map, name) && !knows_name(map, *context.options.resources, kind, name);
    }
    return true;
}

struct SidePart {
    std::uint32_t flatline_sidedef::*name;
    const char* field;
    std::uint8_t bit;
};
constexpr std::uint8_t kMiddle = 2;
constexpr SidePart kSideParts[] = {
    {&flatline_sidedef::texturetop, "texturetop", 1},
    {&flatline_sidedef::texturemiddle, "texturemiddle", kMiddle},
    {&flatline_sidedef::texturebottom, "texturebottom", 4},
};
constexpr std::uint8_t kAllParts = 7;
/// The front of a line with a special of is_boom_special. dsda-doom must find its texture.
constexpr std::uint8_t kBoomFront = 8;
constexpr bool is_boom_special(std::int32_t special) noexcept {
    return special == 242 || special == 260;
}

/// Specials whose sides hold other names than those of textures.
struct OtherNames {
    std::int32_t special;
    bool parameterized;  ///< ZDoom's number, else Doom's
    std::uint8_t parts;
    bool colormaps;  ///< a name may be that of a colormap, of the front side
};
constexpr OtherNames kOtherNames[] = {
    {209, true, kAllParts, true},   // water and other planes: colormaps
    {242, false, kAllParts, true},  // the same of Boom
    {260, false, kMiddle, false},   // translucency: a lump
};

const OtherNames* other_names(const Map& map, std::int32_t special) noexcept {
    const bool parameterized = map.dialect() == Dialect::zdoom || map.dialect() == Dialect::dsda ||
                               map.dialect() == Dialect::eternity;
    if (map.dialect() == Dialect::srb2) return nullptr;
    for (const OtherNames& row : kOtherNames) {
        if (row.special == special && row.parameterized == parameterized) return &row;
    }
    return nullptr;
}

/// Up to 8 bytes of a name, as a finding carries it.
std::int64_t packed(std::string_view name) noexcept {
    char bytes[8] = {};
    std::copy_n(name.begin(), std::min(name.size(), sizeof bytes), bytes);
    std::int64_t out;
    std::memcpy(&out, bytes, sizeof out);
    return out;
}

}  // namespace

void texture_unknown(Context& context) noexcept {
    const Map& map = context.map;
    Scratch<bool> unknown;
    Scratch<std::uint8_t> exempt;  // parts of each side, and kBoomFront
    if (!judge_names(context, ResourceKind::texture, unknown) ||
        !context.take_zeroed(map.sidedefs().size(), exempt)) {
        return;
    }
    for (const flatline_linedef& line : map.linedefs()) {
        if (is_boom_special(line.special)) exempt[line.sidefront] |= kBoomFront;
        const OtherNames* const row = other_names(map, line.special);
        if (row == nullptr) continue;
        exempt[line.sidefront] |= row->parts;
        if (line.sideback != FLATLINE_NONE) exempt[line.sideback] |= row->parts;
    }
    for (std::uint32_t i = 0; i < exempt.size(); ++i) {
        for (const SidePart& part : kSideParts) {
            const std::uint32_t name = map.sidedefs()[i].*part.name;
            if (!unknown[name] || (exempt[i] & part.bit) != 0) continue;
            context.report.about(Rule::texture_unknown, {FLATLINE_SIDEDEF, i},
                                 find_field(FLATLINE_SIDEDEF, part.field), packed(map.name(name)),
                                 (exempt[i] & kBoomFront) != 0);
        }
    }
}

void flat_unknown(Context& context) noexcept {
    const Map& map = context.map;
    Scratch<bool> unknown;
    Scratch<bool> walls;  // of the unknown names, those of textures
    if (!judge_names(context, ResourceKind::flat, unknown) ||
        !context.take_zeroed(unknown.size(), walls)) {
        return;
    }
    for (std::uint32_t i = 0; i < walls.size(); ++i) {
        walls[i] =
            unknown[i] && context.options.resources->knows(ResourceKind::texture, map.name(i));
    }
    struct Plane {
        std::uint32_t flatline_sector::*name;
        FieldId field;
    };
    const Plane planes[] = {
        {&flatline_sector::texturefloor, find_field(FLATLINE_SECTOR, "texturefloor")},
        {&flatline_sector::textureceiling, find_field(FLATLINE_SECTOR, "textureceiling")},
    };
    std::uint32_t index = 0;
    for (const flatline_sector& sector : map.sectors()) {
        for (const Plane& plane : planes) {
            const std::uint32_t name = sector.*plane.name;
            if (!unknown[name]) continue;
            context.report.about(Rule::flat_unknown, {FLATLINE_SECTOR, index}, plane.field,
                                 packed(map.name(name)), walls[name]);
        }
        ++index;
    }
}

namespace {

/// Fields of sectors that name colormaps.
constexpr std::string_view kColormapFields[] = {"colormap", "colormaptop", "colormapmid",
                                                "colormapbottom"};

bool knows_colormap(const Resources& resources, std::string_view name) noexcept {
    // The first is that of the game itself, the second comes with Boom's heirs.
    return text::same_name(name, "COLORMAP") || text::same_name(name, "WATERMAP") ||
           resources.knows(ResourceKind::colormap, name);
}

void colormaps_of_sides(Context& context) noexcept {
    const Map& map = context.map;
    const Resources& resources = *context.options.resources;
    for (const flatline_linedef& line : map.linedefs()) {
        const OtherNames* const row = other_names(map, line.special);
        if (row == nullptr || !row->colormaps) continue;
        for (const SidePart& part : kSideParts) {
            const std::string_view name = map.name(map.sidedefs()[line.sidefront].*part.name);
            if (is_no_texture(map, name) || knows_colormap(resources, name) ||
                knows_name(map, resources, ResourceKind::texture, name)) {
                continue;
            }
            context.report.about(Rule::colormap_unknown, {FLATLINE_SIDEDEF, line.sidefront},
                                 find_field(FLATLINE_SIDEDEF, part.field), packed(name));
        }
    }
}

}  // namespace

void colormap_unknown(Context& context) noexcept {
    const Map& map = context.map;
    for (const std::string_view field : kColormapFields) {
        const flatline_column* const column = map.column(FLATLINE_SECTOR, field);
        if (column == nullptr || column->kind != FLATLINE_STRING) continue;
        for (std::uint32_t i = 0; i < column->count; ++i) {
            const std::string_view name = map.text(column->values.texts[i]);
            // Eternity's "@default" is no name.
            if (name.empty() || name == "-" || name.front() == '@' ||
                knows_colormap(*context.options.resources, name)) {
                continue;
            }
            context.report.about(Rule::colormap_unknown, {FLATLINE_SECTOR, column->elements[i]},
                                 column->field, packed(name));
        }
    }
    colormaps_of_sides(context);
}

// SRB2's special 413 plays the lump O_NAME or D_NAME.
void music_unknown(Context& context) noexcept {
    constexpr std::int32_t kChangeMusic = 413;
    if (context.map.dialect() != Dialect::srb2) return;
    ColumnWalk names(context.map, FLATLINE_LINEDEF, "stringarg0");
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const std::uint32_t at = index++;
        if (line.special != kChangeMusic) continue;
        const std::string_view name = names.text(at);
        bool known = is_no_texture(context.map, name) || name.size() > kShortName - 2;
        for (const char first : {'O', 'D'}) {
            char lump[kShortName] = {first, '_'};
            const std::size_t size = std::min(name.size(), sizeof lump - 2);
            std::copy_n(name.begin(), size, lump + 2);
            known = known || context.options.resources->knows(ResourceKind::lump, {lump, size + 2});
        }
        if (known) continue;
        context.report.about(Rule::music_unknown, {FLATLINE_LINEDEF, at}, names.field(),
                             packed(name));
    }
}

}  // namespace flatline::engine::sanity
