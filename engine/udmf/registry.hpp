// The registry as data: rows of fields/*.inc, namespaces, and where the standard fields lie in
// their structs. Only for field_tables.cpp, which makes hashed tables of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "flatline/types.h"
#include "model/fields.hpp"

namespace flatline::engine::udmf::registry {

inline constexpr std::uint8_t vertex = FLATLINE_VERTEX;
inline constexpr std::uint8_t linedef = FLATLINE_LINEDEF;
inline constexpr std::uint8_t sidedef = FLATLINE_SIDEDEF;
inline constexpr std::uint8_t sector = FLATLINE_SECTOR;
inline constexpr std::uint8_t thing = FLATLINE_THING;
inline constexpr std::uint8_t global = FLATLINE_GLOBAL;

enum Kind : std::uint8_t {
    integer = FLATLINE_INTEGER,
    real = FLATLINE_REAL,
    boolean = FLATLINE_BOOLEAN,
    string = FLATLINE_STRING,
    ids = FLATLINE_IDS,
    any = FLATLINE_ANY,
};

// The sources that the columns of the rows number, one list for each dialect.
inline constexpr std::size_t kMostSources = 6;
inline constexpr std::string_view kSources[kDialectCount][kMostSources] = {
    {"spec/udmf-1.1.txt II.C", "spec/udmf-1.1.txt III"},
    {"spec/udmf-0.99.txt II.C", "spec/udmf-0.99.txt III"},
    {"src/p_setup.c", "spec/udmf-srb2-extension.txt",
     "spec/udmf-srb2-wiki.txt, spec/udmf-srb2-extension.txt, src/p_setup.c",
     "spec/udmf-srb2-extension.txt, src/p_setup.c",
     "spec/udmf-srb2-extension.txt, doc/specs/udmf_srb2.txt",
     "spec/udmf-srb2-wiki.txt, src/p_setup.c"},
    {"specs/udmf_zdoom.txt, src/maploader/udmf.cpp", "UDMF 1.1, src/maploader/udmf.cpp",
     "specs/udmf_zdoom.txt, UDMF 1.1, src/maploader/udmf.cpp", "specs/udmf_zdoom.txt",
     "src/maploader/udmf.cpp"},
    {"source/e_udmf.cpp", "source/e_udmf.cpp, e_udmf.h"},
    {"docs/udmf.md, prboom2/src/dsda/udmf.cpp", "prboom2/src/dsda/udmf.cpp"},
    {"docs/udmf_woof.txt, src/p_udmf.c", "docs/udmf_woof.txt", "src/p_udmf.c"},
};

// A row of fields/*.inc: for each dialect the number of its source, or `no`.
inline constexpr std::int8_t no = -1;
struct TableRow {
    std::uint8_t block, kind;
    std::string_view name, fallback, alias_of, values;
    std::int8_t source[kDialectCount];
};
inline constexpr TableRow kTable[] = {
#define FLATLINE_FIELD(block, name, kind, fallback, alias, values, ...) \
    {block, kind, name, fallback, alias, values, {__VA_ARGS__}},
#include "udmf/fields/documents.inc"
#include "udmf/fields/ports.inc"
#undef FLATLINE_FIELD
};

// A build for some ports leaves the others' fields and namespaces out (FLATLINE_DIALECTS).
constexpr bool is_built(Dialect dialect) noexcept {
    switch (dialect) {
#if defined(FLATLINE_WITHOUT_SRB2)
        case Dialect::srb2:
#endif
#if defined(FLATLINE_WITHOUT_ZDOOM)
        case Dialect::zdoom:
#endif
#if defined(FLATLINE_WITHOUT_ETERNITY)
        case Dialect::eternity:
#endif
#if defined(FLATLINE_WITHOUT_DSDA)
        case Dialect::dsda:
#endif
#if defined(FLATLINE_WITHOUT_WOOF)
        case Dialect::woof:
#endif
            return false;
        default:
            return true;
    }
}

// The rows of one dialect after the other, those of a block together.
template <class Use>
constexpr void each_row(Use&& use) {
    for (std::size_t d = 0; d < kDialectCount; ++d) {
        if (!is_built(static_cast<Dialect>(d))) continue;
        for (std::uint8_t block = vertex; block <= global; ++block) {
            for (const TableRow& row : kTable) {
                if (row.block == block && row.source[d] != no) use(static_cast<Dialect>(d), row);
            }
        }
    }
}
inline constexpr std::size_t kRowCount = [] {
    std::size_t count = 0;
    each_row([&](Dialect, const TableRow&) { ++count; });
    return count;
}();
inline constexpr auto kRows = [] {
    std::array<FieldRow, kRowCount> rows{};
    std::size_t i = 0;
    each_row([&](Dialect dialect, const TableRow& row) {
        const auto d = static_cast<std::size_t>(dialect);
        const bool required = row.fallback == "required";
        rows[i++] = {
            dialect,      row.block,  row.kind,
            required,     row.name,   required ? std::string_view() : row.fallback,
            row.alias_of, row.values, kSources[d][static_cast<std::size_t>(row.source[d])]};
    });
    return rows;
}();

inline constexpr NamespaceRow kNamespaces[] = {
    {"doom", Dialect::udmf11, true},        {"heretic", Dialect::udmf11, true},
    {"hexen", Dialect::udmf11, false},      {"strife", Dialect::udmf11, true},
#if !defined(FLATLINE_WITHOUT_ZDOOM)
    {"zdoom", Dialect::zdoom, false},       {"zdoomtranslated", Dialect::zdoom, false},
    {"vavoom", Dialect::zdoom, false},
#endif
#if !defined(FLATLINE_WITHOUT_SRB2)
    {"srb2", Dialect::srb2, false},
#endif
#if !defined(FLATLINE_WITHOUT_ETERNITY)
    {"eternity", Dialect::eternity, false},
#endif
#if !defined(FLATLINE_WITHOUT_DSDA)
    {"dsda", Dialect::dsda, false},
#endif
#if !defined(FLATLINE_WITHOUT_WOOF)
    {"woof", Dialect::woof, false},
#endif
};

// Where the standard fields lie. `field` is filled in below.
struct Member {
    std::uint8_t block;
    std::uint8_t kind;
    std::uint16_t offset;
    std::uint32_t bit;
    bool is_name;
    bool is_index;
    std::string_view name;
};
constexpr Member member(std::uint8_t block, Kind kind, std::string_view name, std::size_t offset,
                        std::uint32_t bit = 0, bool is_name = false, bool is_index = false) {
    return {block, kind, static_cast<std::uint16_t>(offset), bit, is_name, is_index, name};
}
constexpr Member flag(std::uint8_t block, std::string_view name, std::uint32_t bit) {
    return member(
        block, boolean, name,
        block == linedef ? offsetof(flatline_linedef, flags) : offsetof(flatline_thing, flags),
        bit);
}
constexpr Member number(std::uint8_t block, std::string_view name, std::size_t offset) {
    return member(block, integer, name, offset);
}
constexpr Member decimal(std::uint8_t block, std::string_view name, std::size_t offset) {
    return member(block, real, name, offset);
}
constexpr Member interned(std::uint8_t block, std::string_view name, std::size_t offset) {
    return member(block, string, name, offset, 0, true);
}
constexpr Member index(std::uint8_t block, std::string_view name, std::size_t offset) {
    return member(block, integer, name, offset, 0, false, true);
}

inline constexpr Member kMembers[] = {
    decimal(vertex, "x", offsetof(flatline_vertex, x)),
    decimal(vertex, "y", offsetof(flatline_vertex, y)),
    number(linedef, "id", offsetof(flatline_linedef, id)),
    index(linedef, "v1", offsetof(flatline_linedef, v1)),
    index(linedef, "v2", offsetof(flatline_linedef, v2)),
    flag(linedef, "blocking", FLATLINE_LINE_BLOCKING),
    flag(linedef, "blockmonsters", FLATLINE_LINE_BLOCKMONSTERS),
    flag(linedef, "twosided", FLATLINE_LINE_TWOSIDED),
    flag(linedef, "dontpegtop", FLATLINE_LINE_DONTPEGTOP),
    flag(linedef, "dontpegbottom", FLATLINE_LINE_DONTPEGBOTTOM),
    flag(linedef, "secret", FLATLINE_LINE_SECRET),
    flag(linedef, "blocksound", FLATLINE_LINE_BLOCKSOUND),
    flag(linedef, "dontdraw", FLATLINE_LINE_DONTDRAW),
    flag(linedef, "mapped", FLATLINE_LINE_MAPPED),
    flag(linedef, "passuse", FLATLINE_LINE_PASSUSE),
    flag(linedef, "translucent", FLATLINE_LINE_TRANSLUCENT),
    flag(linedef, "jumpover", FLATLINE_LINE_JUMPOVER),
    flag(linedef, "blockfloaters", FLATLINE_LINE_BLOCKFLOATERS),
    flag(linedef, "playercross", FLATLINE_LINE_PLAYERCROSS),
    flag(linedef, "playeruse", FLATLINE_LINE_PLAYERUSE),
    flag(linedef, "monstercross", FLATLINE_LINE_MONSTERCROSS),
    flag(linedef, "monsteruse", FLATLINE_LINE_MONSTERUSE),
    flag(linedef, "impact", FLATLINE_LINE_IMPACT),
    flag(linedef, "playerpush", FLATLINE_LINE_PLAYERPUSH),
    flag(linedef, "monsterpush", FLATLINE_LINE_MONSTERPUSH),
    flag(linedef, "missilecross", FLATLINE_LINE_MISSILECROSS),
    flag(linedef, "repeatspecial", FLATLINE_LINE_REPEATSPECIAL),
    number(linedef, "special", offsetof(flatline_linedef, special)),
    number(linedef, "arg0", offsetof(flatline_linedef, arg[0])),
    number(linedef, "arg1", offsetof(flatline_linedef, arg[1])),
    number(linedef, "arg2", offsetof(flatline_linedef, arg[2])),
    number(linedef, "arg3", offsetof(flatline_linedef, arg[3])),
    number(linedef, "arg4", offsetof(flatline_linedef, arg[4])),
    index(linedef, "sidefront", offsetof(flatline_linedef, sidefront)),
    index(linedef, "sideback", offsetof(flatline_linedef, sideback)),
    decimal(sidedef, "offsetx", offsetof(flatline_sidedef, offsetx)),
    decimal(sidedef, "offsety", offsetof(flatline_sidedef, offsety)),
    interned(sidedef, "texturetop", offsetof(flatline_sidedef, texturetop)),
    interned(sidedef, "texturebottom", offsetof(flatline_sidedef, texturebottom)),
    interned(sidedef, "texturemiddle", offsetof(flatline_sidedef, texturemiddle)),
    index(sidedef, "sector", offsetof(flatline_sidedef, sector)),
    decimal(sector, "heightfloor", offsetof(flatline_sector, heightfloor)),
    decimal(sector, "heightceiling", offsetof(flatline_sector, heightceiling)),
    interned(sector, "texturefloor", offsetof(flatline_sector, texturefloor)),
    interned(sector, "textureceiling", offsetof(flatline_sector, textureceiling)),
    number(sector, "lightlevel", offsetof(flatline_sector, lightlevel)),
    number(sector, "special", offsetof(flatline_sector, special)),
    number(sector, "id", offsetof(flatline_sector, id)),
    number(thing, "id", offsetof(flatline_thing, id)),
    decimal(thing, "x", offsetof(flatline_thing, x)),
    decimal(thing, "y", offsetof(flatline_thing, y)),
    decimal(thing, "height", offsetof(flatline_thing, height)),
    number(thing, "angle", offsetof(flatline_thing, angle)),
    number(thing, "type", offsetof(flatline_thing, type)),
    flag(thing, "skill1", FLATLINE_THING_SKILL1),
    flag(thing, "skill2", FLATLINE_THING_SKILL2),
    flag(thing, "skill3", FLATLINE_THING_SKILL3),
    flag(thing, "skill4", FLATLINE_THING_SKILL4),
    flag(thing, "skill5", FLATLINE_THING_SKILL5),
    flag(thing, "ambush", FLATLINE_THING_AMBUSH),
    flag(thing, "single", FLATLINE_THING_SINGLE),
    flag(thing, "dm", FLATLINE_THING_DM),
    flag(thing, "coop", FLATLINE_THING_COOP),
    flag(thing, "friend", FLATLINE_THING_FRIEND),
    flag(thing, "dormant", FLATLINE_THING_DORMANT),
    flag(thing, "class1", FLATLINE_THING_CLASS1),
    flag(thing, "class2", FLATLINE_THING_CLASS2),
    flag(thing, "class3", FLATLINE_THING_CLASS3),
    flag(thing, "standing", FLATLINE_THING_STANDING),
    flag(thing, "strifeally", FLATLINE_THING_STRIFEALLY),
    flag(thing, "translucent", FLATLINE_THING_TRANSLUCENT),
    flag(thing, "invisible", FLATLINE_THING_INVISIBLE),
    number(thing, "special", offsetof(flatline_thing, special)),
    number(thing, "arg0", offsetof(flatline_thing, arg[0])),
    number(thing, "arg1", offsetof(flatline_thing, arg[1])),
    number(thing, "arg2", offsetof(flatline_thing, arg[2])),
    number(thing, "arg3", offsetof(flatline_thing, arg[3])),
    number(thing, "arg4", offsetof(flatline_thing, arg[4])),
};
inline constexpr std::size_t kMemberCount = std::size(kMembers);

}  // namespace flatline::engine::udmf::registry
