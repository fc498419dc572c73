// The registry of fields: makes hashed tables of the rows of fields/*.inc at compile time.
#include "udmf/field_tables.hpp"

#include <charconv>

#include "text/chars.hpp"

namespace flatline::udmf {
namespace {

constexpr std::uint8_t vertex = FLATLINE_VERTEX;
constexpr std::uint8_t linedef = FLATLINE_LINEDEF;
constexpr std::uint8_t sidedef = FLATLINE_SIDEDEF;
constexpr std::uint8_t sector = FLATLINE_SECTOR;
constexpr std::uint8_t thing = FLATLINE_THING;
constexpr std::uint8_t global = FLATLINE_GLOBAL;

enum Kind : std::uint8_t {
    integer = FLATLINE_INTEGER,
    real = FLATLINE_REAL,
    boolean = FLATLINE_BOOLEAN,
    string = FLATLINE_STRING,
    ids = FLATLINE_IDS,
    any = FLATLINE_ANY,
};

// The sources that the last column of the rows numbers, one list for each dialect.
constexpr std::string_view kSources[kDialectCount][8] = {
    {"spec/udmf-1.1.txt II.C", "spec/udmf-1.1.txt III"},
    {"spec/udmf-0.99.txt II.C", "spec/udmf-0.99.txt III"},
    {"src/p_setup.c", "spec/udmf-srb2-extension.txt",
     "spec/udmf-srb2-wiki.txt, spec/udmf-srb2-extension.txt, src/p_setup.c",
     "spec/udmf-srb2-extension.txt", "spec/udmf-srb2-extension.txt, src/p_setup.c",
     "spec/udmf-srb2-extension.txt, doc/specs/udmf_srb2.txt",
     "spec/udmf-srb2-wiki.txt, src/p_setup.c", "src/p_setup.c"},
    {"specs/udmf_zdoom.txt, src/maploader/udmf.cpp", "UDMF 1.1, src/maploader/udmf.cpp",
     "specs/udmf_zdoom.txt, UDMF 1.1, src/maploader/udmf.cpp",
     "specs/udmf_zdoom.txt, src/maploader/udmf.cpp", "specs/udmf_zdoom.txt",
     "src/maploader/udmf.cpp", "specs/udmf_zdoom.txt, UDMF 1.1, src/maploader/udmf.cpp",
     "specs/udmf_zdoom.txt, src/maploader/udmf.cpp"},
    {"source/e_udmf.cpp", "source/e_udmf.cpp, e_udmf.h"},
    {"docs/udmf.md, prboom2/src/dsda/udmf.cpp", "prboom2/src/dsda/udmf.cpp"},
    {"docs/udmf_woof.txt, src/p_udmf.c", "docs/udmf_woof.txt", "src/p_udmf.c"},
};

#define FLATLINE_FIELD(block, name, kind, fallback, alias, values, source)                       \
    {FLATLINE_DIALECT,                                                                           \
     block,                                                                                      \
     kind,                                                                                       \
     std::string_view(fallback) == "required",                                                   \
     name,                                                                                       \
     std::string_view(fallback) == "required" ? std::string_view() : std::string_view(fallback), \
     alias,                                                                                      \
     values,                                                                                     \
     kSources[static_cast<std::size_t>(FLATLINE_DIALECT)][source]},

constexpr FieldRow kRows[] = {
#define FLATLINE_DIALECT Dialect::udmf11
#include "udmf/fields/udmf11.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::udmf099
#include "udmf/fields/udmf099.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::srb2
#include "udmf/fields/srb2.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::zdoom
#include "udmf/fields/zdoom.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::eternity
#include "udmf/fields/eternity.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::dsda
#include "udmf/fields/dsda.inc"
#undef FLATLINE_DIALECT
#define FLATLINE_DIALECT Dialect::woof
#include "udmf/fields/woof.inc"
#undef FLATLINE_DIALECT
};
#undef FLATLINE_FIELD
constexpr std::size_t kRowCount = std::size(kRows);

constexpr NamespaceRow kNamespaces[] = {
    {"doom", Dialect::udmf11, true},        {"heretic", Dialect::udmf11, true},
    {"hexen", Dialect::udmf11, false},      {"strife", Dialect::udmf11, true},
    {"zdoom", Dialect::zdoom, false},       {"zdoomtranslated", Dialect::zdoom, false},
    {"vavoom", Dialect::zdoom, false},      {"srb2", Dialect::srb2, false},
    {"eternity", Dialect::eternity, false}, {"dsda", Dialect::dsda, false},
    {"woof", Dialect::woof, false},
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

constexpr Member kMembers[] = {
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
constexpr std::size_t kMemberCount = std::size(kMembers);

// The names that some dialect knows, in the order of their first row.
using NameId = std::uint16_t;
constexpr NameId kNoName = 0xFFFF;
constexpr std::size_t kMaxNames = 512;
constexpr std::size_t kNameSlots = 2048;  // about 460 names: a quarter full

struct NameTable {
    std::array<Key, kMaxNames> keys{};
    std::array<std::string_view, kMaxNames> spelling{};
    std::array<NameId, kNameSlots> slots{};
    std::size_t count = 0;
};

constexpr std::uint32_t name_slot(const NameTable& table, const Key& key) {
    std::uint32_t slot = hash_key(key) % kNameSlots;
    while (table.slots[slot] != kNoName && !(table.keys[table.slots[slot]] == key)) {
        slot = (slot + 1) % kNameSlots;
    }
    return slot;
}

constexpr NameTable make_names() {
    NameTable table;
    for (NameId& slot : table.slots) slot = kNoName;
    for (const FieldRow& row : kRows) {
        const Key key = make_key(row.name);
        const std::uint32_t slot = name_slot(table, key);
        if (table.slots[slot] != kNoName) continue;
        table.slots[slot] = static_cast<NameId>(table.count);
        table.spelling[table.count] = row.name;
        table.keys[table.count++] = key;
    }
    return table;
}
constexpr NameTable kNameTable = make_names();
static_assert(kNameTable.count < kMaxNames && kNameTable.count * 2 < kNameSlots);

constexpr NameId name_of(std::string_view spelling) {
    return kNameTable.slots[name_slot(kNameTable, make_key(spelling))];
}

struct RowNames {
    std::array<NameId, kRowCount> name{};
};
constexpr RowNames make_row_names() {
    RowNames names;
    for (std::size_t i = 0; i < kRowCount; ++i) names.name[i] = name_of(kRows[i].name);
    return names;
}
constexpr RowNames kRowNames = make_row_names();

// FieldIds are given block by block, in the order of the names. Only canonical fields have one.
struct FieldIds {
    std::array<std::array<FieldId, kMaxNames>, kBlockKinds + 1> id{};
    std::array<NameId, kFieldBound> name{};
    std::array<std::uint8_t, kFieldBound> block{};
    std::size_t count = 0;
};
constexpr FieldIds make_field_ids() {
    FieldIds ids_of{};
    for (auto& block : ids_of.id) {
        for (FieldId& id : block) id = FLATLINE_NO_FIELD;
    }
    for (std::size_t i = 0; i < kRowCount; ++i) {
        if (kRows[i].alias_of.empty() && kRows[i].kind != any) {
            ids_of.id[kRows[i].block][kRowNames.name[i]] = 0;
        }
    }
    for (std::uint8_t block = 0; block <= kBlockKinds; ++block) {
        for (std::size_t name = 0; name < kNameTable.count; ++name) {
            if (ids_of.id[block][name] == FLATLINE_NO_FIELD) continue;
            ids_of.id[block][name] = static_cast<FieldId>(ids_of.count);
            ids_of.name[ids_of.count] = static_cast<NameId>(name);
            ids_of.block[ids_of.count++] = block;
        }
    }
    return ids_of;
}
constexpr FieldIds kFieldIds = make_field_ids();
static_assert(kFieldIds.count < kFieldBound);

constexpr FieldId field_of(std::uint8_t block, std::string_view name) {
    const NameId id = name_of(name);
    return id == kNoName ? FLATLINE_NO_FIELD : kFieldIds.id[block][id];
}

struct StandardFields {
    std::array<StandardField, kMemberCount> field{};
};
constexpr StandardFields make_standard() {
    StandardFields standard{};
    for (std::size_t i = 0; i < kMemberCount; ++i) {
        const Member& m = kMembers[i];
        standard.field[i] = {field_of(m.block, m.name),
                             m.block,
                             m.kind,
                             m.offset,
                             m.bit,
                             m.is_name,
                             m.is_index,
                             m.name};
    }
    return standard;
}
constexpr StandardFields kStandard = make_standard();

// Bit i of the mask of an open entity stands for the i-th standard member of its block.
constexpr std::uint64_t seen_bit(std::size_t member_index) {
    std::size_t bit = 0;
    for (std::size_t i = 0; i < member_index; ++i) {
        if (kMembers[i].block == kMembers[member_index].block) ++bit;
    }
    return 1ull << bit;
}

struct ValueSets {
    std::array<std::string_view, 64> text{};
    std::size_t count = 1;  // set 0: any value
};
constexpr ValueSets make_value_sets() {
    ValueSets sets;
    for (const FieldRow& row : kRows) {
        if (row.values.empty()) continue;
        bool known = false;
        for (std::size_t i = 1; i < sets.count; ++i) known = known || sets.text[i] == row.values;
        if (!known) sets.text[sets.count++] = row.values;
    }
    return sets;
}
constexpr ValueSets kValueSets = make_value_sets();

constexpr Store column_store(std::uint8_t kind) {
    switch (kind) {
        case integer:
            return Store::column_integer;
        case real:
            return Store::column_real;
        case boolean:
            return Store::column_boolean;
        case ids:
            return Store::column_ids;
        default:
            return Store::column_string;
    }
}

constexpr std::string_view kNot = "NOT ";

// Which member a field is, or kMemberCount.
struct MemberOf {
    std::array<std::size_t, kFieldBound> index{};
};
constexpr MemberOf make_member_of() {
    MemberOf of;
    for (std::size_t& i : of.index) i = kMemberCount;
    for (std::size_t i = 0; i < kMemberCount; ++i) of.index[kStandard.field[i].field] = i;
    return of;
}
constexpr MemberOf kMemberOf = make_member_of();

// Adds one canonical target ("skill1" of "skill1 + skill2") to a record.
constexpr void add_target(FieldRecord& record, const FieldRow& row, std::string_view target) {
    record.field = field_of(row.block, target);
    const std::size_t i =
        record.field == FLATLINE_NO_FIELD ? kMemberCount : kMemberOf.index[record.field];
    if (i == kMemberCount) {
        record.store = column_store(row.kind);
        return;
    }
    const Member& m = kMembers[i];
    record.seen |= seen_bit(i);
    record.mask |= m.bit;
    record.offset = m.offset;
    if (m.bit != 0)
        record.store = Store::flag;
    else if (m.is_name)
        record.store = Store::name;
    else if (m.is_index)
        record.store = Store::index;
    else if (m.kind == real)
        record.store = row.kind == integer ? Store::whole : Store::real;
    else
        record.store = Store::integer;
}

constexpr Bound bound_of(const FieldRow& row) {
    if (row.name == "x" || row.name == "y") return Bound::coordinate;
    const std::string_view name = row.alias_of.empty() ? row.name : row.alias_of;
    for (const std::string_view height : {"heightfloor", "heightceiling", "zfloor", "zceiling"}) {
        if (name == height) return Bound::height;
    }
    return row.block == thing && name == "height" ? Bound::height : Bound::none;
}

constexpr FieldRecord make_record(const FieldRow& row) {
    FieldRecord record{0, 0, FLATLINE_NO_FIELD, 0, Store::column_string, bound_of(row), 0};
    for (std::size_t i = 1; i < kValueSets.count; ++i) {
        if (!row.values.empty() && kValueSets.text[i] == row.values) {
            record.values = static_cast<std::uint8_t>(i);
        }
    }
    if (row.alias_of.empty()) {
        add_target(record, row, row.name);
    } else if (row.alias_of.substr(0, kNot.size()) == kNot) {
        add_target(record, row, row.alias_of.substr(kNot.size()));
        record.store = Store::not_flag;
    } else {
        std::string_view rest = row.alias_of;
        for (;;) {
            const std::size_t plus = rest.find(" + ");
            add_target(record, row, rest.substr(0, plus));
            if (plus == std::string_view::npos) break;
            rest.remove_prefix(plus + 3);
        }
    }
    return record;
}

struct Entries {
    std::array<FieldEntry, kRowCount> entry{};
};
constexpr Entries make_entries() {
    Entries entries;
    for (std::size_t i = 0; i < kRowCount; ++i) {
        entries.entry[i] = {kNameTable.keys[kRowNames.name[i]], make_record(kRows[i])};
    }
    return entries;
}
constexpr Entries kEntries = make_entries();

constexpr std::size_t first_row(Dialect dialect) {
    std::size_t i = 0;
    while (i < kRowCount && kRows[i].dialect != dialect) ++i;
    return i;
}
constexpr std::size_t row_count(Dialect dialect) {
    std::size_t n = 0;
    for (const FieldRow& row : kRows) n += row.dialect == dialect;
    return n;
}
struct Ranges {
    std::array<std::size_t, kDialectCount> first{}, count{};
};
constexpr Ranges make_ranges() {
    Ranges ranges;
    for (std::size_t d = 0; d < kDialectCount; ++d) {
        ranges.first[d] = first_row(static_cast<Dialect>(d));
        ranges.count[d] = row_count(static_cast<Dialect>(d));
    }
    return ranges;
}
constexpr Ranges kRanges = make_ranges();

}  // namespace

void FieldTable::lay(Dialect dialect) noexcept {
    const std::size_t first = kRanges.first[static_cast<std::size_t>(dialect)];
    const std::size_t end = first + kRanges.count[static_cast<std::size_t>(dialect)];
    for (std::size_t i = first; i < end; ++i) {
        if (kRows[i].kind == any) continue;  // user_*: a pattern, not a name
        const Key& key = kEntries.entry[i].key;
        std::uint16_t* slots = slots_[kRows[i].block];
        std::uint32_t slot = hash_key(key) % kSlots;
        while (slots[slot] != kNoRow && !(kEntries.entry[slots[slot]].key == key)) {
            slot = (slot + 1) % kSlots;
        }
        slots[slot] = static_cast<std::uint16_t>(i);
    }
}

FieldTable::FieldTable(Dialect dialect, bool v0_99) noexcept {
    std::memset(slots_, 0xFF, sizeof slots_);
    lay(Dialect::udmf11);
    if (dialect != Dialect::udmf11) lay(dialect);
    if (v0_99) lay(Dialect::udmf099);
}

constinit const FieldEntry* const kFieldEntries = kEntries.entry.data();

const FieldRow* FieldTable::row(FieldId field) const noexcept {
    const std::uint16_t i = index(kFieldIds.block[field], kNameTable.keys[kFieldIds.name[field]]);
    // In text of 0.99 the key class1 is an alias of class2, so the row that a field's name leads to
    // need not be its own.
    if (i == kNoRow || !kRows[i].alias_of.empty()) return nullptr;
    return &kRows[i];
}

bool FieldTable::negated(const StandardField& field) noexcept {
    const auto d = static_cast<std::size_t>(Dialect::udmf099);
    for (std::size_t i = 0; i < kRanges.count[d]; ++i) {
        const FieldRecord& record = kEntries.entry[kRanges.first[d] + i].record;
        if (record.store == Store::not_flag && record.field == field.field) return true;
    }
    return false;
}

std::string_view value_set(std::uint8_t set) noexcept { return kValueSets.text[set]; }

bool value_allowed(std::uint8_t set, std::string_view value) noexcept {
    std::string_view rest = value_set(set);
    for (;;) {
        const std::size_t bar = rest.find('|');
        if (text::same_name(rest.substr(0, bar), value)) return true;
        if (bar == std::string_view::npos) return false;
        rest.remove_prefix(bar + 1);
    }
}

bool value_allowed(std::uint8_t set, std::int64_t value) noexcept {
    const std::string_view range = value_set(set);
    const std::size_t dots = range.find("..");
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::from_chars(range.data(), range.data() + dots, low);
    std::from_chars(range.data() + dots + 2, range.data() + range.size(), high);
    return value >= low && value <= high;
}

std::size_t field_count() noexcept { return kFieldIds.count; }

const NamespaceRow* find_namespace(std::string_view name) noexcept {
    for (const NamespaceRow& row : kNamespaces) {
        if (text::same_name(row.name, name)) return &row;
    }
    return nullptr;
}

}  // namespace flatline::udmf

namespace flatline {

std::string_view dialect_name(Dialect dialect) noexcept {
    constexpr std::string_view kNames[kDialectCount] = {"udmf11",   "udmf099", "srb2", "zdoom",
                                                        "eternity", "dsda",    "woof"};
    return kNames[static_cast<std::size_t>(dialect)];
}

View<NamespaceRow> namespace_rows() noexcept {
    return {udmf::kNamespaces, std::size(udmf::kNamespaces)};
}

View<FieldRow> field_rows(Dialect dialect) noexcept {
    const auto d = static_cast<std::size_t>(dialect);
    return {udmf::kRows + udmf::kRanges.first[d], udmf::kRanges.count[d]};
}

std::string_view field_name(FieldId field) noexcept {
    if (field >= udmf::kFieldIds.count) return {};
    return udmf::kNameTable.spelling[udmf::kFieldIds.name[field]];
}

std::uint8_t field_block(FieldId field) noexcept {
    return field < udmf::kFieldIds.count ? udmf::kFieldIds.block[field]
                                         : static_cast<std::uint8_t>(FLATLINE_MAP);
}

FieldId find_field(std::uint8_t block, std::string_view name) noexcept {
    if (block > FLATLINE_GLOBAL || name.size() > udmf::kMaxKeyBytes) return FLATLINE_NO_FIELD;
    // Folding tells keys apart only where they consist of identifier characters.
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_') return FLATLINE_NO_FIELD;
    }
    const udmf::NameId id = udmf::name_of(name);
    return id == udmf::kNoName ? FieldId{FLATLINE_NO_FIELD} : udmf::kFieldIds.id[block][id];
}

View<StandardField> standard_fields() noexcept {
    return {udmf::kStandard.field.data(), udmf::kStandard.field.size()};
}

}  // namespace flatline
