#include "diff/representable_fields.hpp"

#include <algorithm>
#include <iterator>

namespace flatline::engine::compare {
namespace {

// The fields of binary records (docs/binary.md, "Records" and "Flags"), whatever the game: a flag
// that only some namespace has cannot come from a map of another.
struct Row {
    std::uint8_t block;
    bool in_doom;  // else only Hexen's records have it
    std::string_view name;
};
constexpr std::uint8_t kLine = FLATLINE_LINEDEF;
constexpr std::uint8_t kThing = FLATLINE_THING;
constexpr Row kRows[] = {
    {kLine, true, "id"},
    {kLine, true, "special"},
    {kLine, true, "arg0"},
    {kLine, false, "arg1"},
    {kLine, false, "arg2"},
    {kLine, false, "arg3"},
    {kLine, false, "arg4"},
    {kLine, true, "blocking"},
    {kLine, true, "blockmonsters"},
    {kLine, true, "twosided"},
    {kLine, true, "dontpegtop"},
    {kLine, true, "dontpegbottom"},
    {kLine, true, "secret"},
    {kLine, true, "blocksound"},
    {kLine, true, "dontdraw"},
    {kLine, true, "mapped"},
    {kLine, true, "passuse"},
    {kLine, true, "jumpover"},
    {kLine, true, "blockfloaters"},
    {kLine, true, "transparent"},
    {kLine, true, "translucent"},
    {kLine, true, "midtex3d"},
    {kLine, true, "blocklandmonsters"},
    {kLine, true, "blockplayers"},
    {kLine, false, "repeatspecial"},
    {kLine, false, "playercross"},
    {kLine, false, "playeruse"},
    {kLine, false, "monstercross"},
    {kLine, false, "monsteruse"},
    {kLine, false, "impact"},
    {kLine, false, "playerpush"},
    {kLine, false, "monsterpush"},
    {kLine, false, "missilecross"},
    {kThing, false, "id"},
    {kThing, true, "x"},
    {kThing, true, "y"},
    {kThing, false, "height"},
    {kThing, true, "angle"},
    {kThing, true, "type"},
    {kThing, false, "special"},
    {kThing, false, "arg0"},
    {kThing, false, "arg1"},
    {kThing, false, "arg2"},
    {kThing, false, "arg3"},
    {kThing, false, "arg4"},
    {kThing, true, "skill1"},
    {kThing, true, "skill2"},
    {kThing, true, "skill3"},
    {kThing, true, "skill4"},
    {kThing, true, "skill5"},
    {kThing, true, "ambush"},
    {kThing, true, "single"},
    {kThing, true, "dm"},
    {kThing, true, "coop"},
    {kThing, true, "friend"},
    {kThing, true, "standing"},
    {kThing, true, "strifeally"},
    {kThing, true, "translucent"},
    {kThing, true, "invisible"},
    {kThing, false, "dormant"},
    {kThing, false, "class1"},
    {kThing, false, "class2"},
    {kThing, false, "class3"},
};

bool is_standard(std::uint8_t block, std::string_view name) noexcept {
    return find_standard_field(find_field(block, name)).has_value();
}

}  // namespace

RepresentableFields::RepresentableFields(const Map& before, const Map& after, bool lossy) noexcept
    : all_(!lossy || before.format() == after.format()),
      texts_(before.format() == MapFormat::udmf && after.format() == MapFormat::udmf),
      doom_(before.format() == MapFormat::doom || after.format() == MapFormat::doom) {}

bool RepresentableFields::field(std::uint8_t block, std::string_view name) const noexcept {
    if (all_) return true;
    // Records of vertices, sides and sectors hold all standard fields.
    if (block != kLine && block != kThing) return is_standard(block, name);
    return std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) {
        return row.block == block && row.name == name && (row.in_doom || !doom_);
    });
}

}  // namespace flatline::engine::compare
