// What the bits of a binary map's flags mean as fields of UDMF, by format and namespace: the rows
// of docs/binary.md, "Flags". The reader goes from bits to fields and the writer back.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "base/short_text.hpp"
#include "model/view.hpp"

namespace flatline::engine::binary {

using FlagName = ShortText<17>;

/// Bits that stand for one field of boolean kind. Several rows may have the same bit.
struct FlagRow {
    std::uint16_t bit;
    FlagName field;
    bool inverted = false;     ///< the field is true if the bit is not set
    std::uint16_t toggle = 0;  ///< where this bit is set, `bit` counts the other way round
};

/// The flags of one kind of record. Bits that are in no row, and all that do not count, are kept in
/// the field user_flags.
struct FlagTable {
    View<FlagRow> rows;  ///< in ascending order of bits
    /// Where `escape` is set, only the bits of `counted` count: some editors set all upper bits.
    std::uint16_t escape = 0;
    std::uint16_t counted = 0xFFFF;
    View<std::string_view> always;  ///< fields that are true in every record

    /// The bits that count in `flags`.
    constexpr std::uint16_t counting(std::uint16_t flags) const noexcept {
        return (flags & escape) != 0 ? static_cast<std::uint16_t>(flags & counted) : flags;
    }
};

/// How an element is activated, in lines of Hexen format.
struct Activation {
    FlagName fields[2];  ///< the second may be empty
};
inline constexpr std::uint16_t kActivationBits = 0x1C00;
inline constexpr unsigned kActivationShift = 10;
/// playercross is set only where the line has a special: most lines have none, and activation 0.
inline constexpr Activation kActivations[] = {
    {{"playercross", ""}},        {{"playeruse", ""}},
    {{"monstercross", ""}},       {{"impact", ""}},
    {{"playerpush", ""}},         {{"missilecross", ""}},
    {{"playeruse", "passuse"}},  // this and the next are ZDoom's
    {{"impact", "missilecross"}},
};
inline constexpr std::size_t kHexenActivations = 6;
static_assert(std::size(kActivations) == (kActivationBits >> kActivationShift) + 1);

/// The flags of one namespace in one format.
struct FlagTables {
    std::string_view name_space;  ///< the last row of a format holds for all others
    bool hexen;                   ///< of the format
    FlagTable lines;
    FlagTable things;
    std::size_t activations = 0;  ///< how many of kActivations there are
};

// ---- Lines -------------------------------------------------------------------------------------

#define FLATLINE_COMMON_LINE_ROWS                                                              \
    {0x1, "blocking"}, {0x2, "blockmonsters"}, {0x4, "twosided"}, {0x8, "dontpegtop"},         \
        {0x10, "dontpegbottom"}, {0x20, "secret"}, {0x40, "blocksound"}, {0x80, "dontdraw"}, { \
        0x100, "mapped"                                                                        \
    }

inline constexpr FlagRow kDoomLines[] = {
    FLATLINE_COMMON_LINE_ROWS,     {0x200, "passuse"},  // Boom
    {0x400, "midtex3d"},                                // Eternity, GZDoom, Woof
    {0x1000, "blocklandmonsters"},                      // MBF21, as the next
    {0x2000, "blockplayers"},
};
inline constexpr FlagRow kHereticLines[] = {FLATLINE_COMMON_LINE_ROWS};
inline constexpr FlagRow kStrifeLines[] = {
    FLATLINE_COMMON_LINE_ROWS, {0x200, "jumpover"},
    {0x400, "blockfloaters"},  {0x800, "transparent"},  // 25 percent
    {0x1000, "translucent"},                            // 75 percent
};
inline constexpr FlagRow kHexenLines[] = {
    FLATLINE_COMMON_LINE_ROWS,
    {0x200, "repeatspecial"},
};
inline constexpr FlagRow kZDoomLines[] = {
    FLATLINE_COMMON_LINE_ROWS, {0x200, "repeatspecial"},    {0x2000, "monsteractivate"},
    {0x4000, "blockplayers"},  {0x8000, "blockeverything"},
};
inline constexpr FlagRow kSrb2Lines[] = {
    {0x1, "blocking"},   {0x2, "blockmonsters"},  {0x4, "twosided"},
    {0x8, "dontpegtop"}, {0x10, "dontpegbottom"}, {0x20, "skewtd"},
    {0x40, "noclimb"},   {0x80, "noskew"},        {0x100, "midpeg", false, 0x10},
    {0x200, "midsolid"}, {0x400, "wrapmidtex"},   {0x800, "netonly"},
    {0x1000, "nonet"},   {0x4000, "bouncy"},      {0x8000, "transfer"},
};

#undef FLATLINE_COMMON_LINE_ROWS

// ---- Things ------------------------------------------------------------------------------------

#define FLATLINE_SKILL_ROWS \
    {0x1, "skill1"}, {0x1, "skill2"}, {0x2, "skill3"}, {0x4, "skill4"}, { 0x4, "skill5" }

inline constexpr FlagRow kDoomThings[] = {
    FLATLINE_SKILL_ROWS,    {0x8, "ambush"},
    {0x10, "single", true}, {0x20, "dm", true},  // Boom, as the next
    {0x40, "coop", true},   {0x80, "friend"},    // MBF
};
inline constexpr FlagRow kEternityThings[] = {
    FLATLINE_SKILL_ROWS,  {0x8, "ambush"},  {0x10, "single", true}, {0x20, "dm", true},
    {0x40, "coop", true}, {0x80, "friend"}, {0x200, "dormant"},
};
inline constexpr FlagRow kHereticThings[] = {
    FLATLINE_SKILL_ROWS,
    {0x8, "ambush"},
    {0x10, "single", true},
};
inline constexpr FlagRow kStrifeThings[] = {
    FLATLINE_SKILL_ROWS,  {0x8, "standing"},      {0x10, "single", true}, {0x20, "ambush"},
    {0x40, "strifeally"}, {0x100, "translucent"}, {0x200, "invisible"},
};
inline constexpr FlagRow kSrb2Things[] = {{0x2, "flip"}};

#define FLATLINE_HEXEN_THING_ROWS                                                                \
    FLATLINE_SKILL_ROWS, {0x8, "ambush"}, {0x10, "dormant"}, {0x20, "class1"}, {0x40, "class2"}, \
        {0x80, "class3"}, {0x100, "single"}, {0x200, "coop"}, {                                  \
        0x400, "dm"                                                                              \
    }

inline constexpr FlagRow kHexenThings[] = {FLATLINE_HEXEN_THING_ROWS};
inline constexpr FlagRow kZDoomThings[] = {
    FLATLINE_HEXEN_THING_ROWS, {0x800, "translucent"}, {0x1000, "invisible"},
    {0x2000, "friend"},        {0x4000, "standing"},
};

#undef FLATLINE_HEXEN_THING_ROWS
#undef FLATLINE_SKILL_ROWS

inline constexpr std::string_view kMultiplayer[] = {"dm", "coop"};

template <std::size_t N>
constexpr FlagTable flag_table(const FlagRow (&rows)[N]) noexcept {
    return {{rows, N}, 0, 0xFFFF, {}};
}
template <std::size_t N>
constexpr FlagTable flag_table(const FlagRow (&rows)[N], std::uint16_t escape,
                               std::uint16_t counted) noexcept {
    return {{rows, N}, escape, counted, {}};
}
template <std::size_t N>
constexpr FlagTable multiplayer_table(const FlagRow (&rows)[N]) noexcept {
    return {{rows, N}, 0, 0xFFFF, {kMultiplayer, std::size(kMultiplayer)}};
}

inline constexpr FlagTable kDoomLineTable = flag_table(kDoomLines, 0x800, 0x1FF);

inline constexpr FlagTables kFlagTables[] = {
    {"heretic", false, flag_table(kHereticLines), multiplayer_table(kHereticThings)},
    {"strife", false, flag_table(kStrifeLines), multiplayer_table(kStrifeThings)},
    {"eternity", false, kDoomLineTable, flag_table(kEternityThings, 0x100, 0x1F)},
    {"srb2", false, flag_table(kSrb2Lines), flag_table(kSrb2Things)},
    {"", false, kDoomLineTable, flag_table(kDoomThings, 0x100, 0x1F)},
    {"hexen", true, flag_table(kHexenLines), flag_table(kHexenThings), kHexenActivations},
    {"", true, flag_table(kZDoomLines), flag_table(kZDoomThings), std::size(kActivations)},
};

/// The tables of a format and a namespace, which is in lower case.
constexpr const FlagTables& flag_tables(bool hexen, std::string_view name_space) noexcept {
    const FlagTables* row = kFlagTables;
    while (row->hexen != hexen || (!row->name_space.empty() && row->name_space != name_space)) {
        ++row;
    }
    return *row;
}

// ---- Unknown fields that hold bits -------------------------------------------------------------

inline constexpr std::string_view kUserFlags = "user_flags";          ///< bits without a field
inline constexpr std::string_view kUserExtraInfo = "user_extrainfo";  ///< SRB2: upper bits of type

}  // namespace flatline::engine::binary
