// The registry of fields: makes hashed tables of the rows of fields/*.inc at compile time.
#include "udmf/field_tables.hpp"

#include <charconv>

#include "text/chars.hpp"
#include "udmf/registry.hpp"

namespace flatline::udmf {
namespace {

using namespace registry;

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

bool holds_colour(FieldId field) noexcept {
    return field_name(field).find("color") != std::string_view::npos;
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
