// The registry of fields: makes hashed tables of the rows of fields/*.inc at compile time.
#include "udmf/field_tables.hpp"

#include <bit>
#include <charconv>

#include "text/chars.hpp"
#include "udmf/packed_texts.hpp"
#include "udmf/registry.hpp"

namespace flatline::engine::udmf {
namespace {

// The names that some dialect knows, in the order of their first row.
using NameId = std::uint16_t;
constexpr NameId kNoName = 0xFFFF;

template <std::size_t kRoom, std::size_t kSlots>
struct KnownNames {
    std::array<Key, kRoom> keys{};
    std::array<std::string_view, kRoom> spelling{};
    std::array<NameId, kSlots> slots{};
    std::size_t count = 0;

    constexpr std::uint32_t slot_of(const Key& key) const {
        std::uint32_t slot = hash_key(key) % kSlots;
        while (slots[slot] != kNoName && !(keys[slots[slot]] == key)) slot = (slot + 1) % kSlots;
        return slot;
    }
    constexpr void add(std::string_view name) {
        const Key key = make_key(name);
        const std::uint32_t slot = slot_of(key);
        if (slots[slot] != kNoName) return;
        slots[slot] = static_cast<NameId>(count);
        spelling[count] = name;
        keys[count++] = key;
    }
    constexpr void clear() {
        for (NameId& slot : slots) slot = kNoName;
    }
};

// Tables are made with room for any number of names, and those of the program are as long as they
// need to be: a build for one dialect has a third of them.
constexpr auto kAllNames = [] {
    KnownNames<512, 2048> table;
    table.clear();
    for (const FieldRow& row : registry::kRows) table.add(row.name);
    return table;
}();
static_assert(kAllNames.count < kAllNames.keys.size());

constexpr auto kNameTable = [] {
    KnownNames<kAllNames.count, std::bit_ceil(3 * kAllNames.count)> table;
    table.clear();
    for (std::size_t i = 0; i < kAllNames.count; ++i) table.add(kAllNames.spelling[i]);
    return table;
}();

constexpr NameId name_of(std::string_view spelling) {
    return kNameTable.slots[kNameTable.slot_of(make_key(spelling))];
}

// The names by number, and by the hash of their keys, which follow from the letters.
constexpr std::size_t kNameLetters = letters_of(kNameTable.spelling.data(), kNameTable.count);
constexpr PackedTexts<kNameTable.count, kNameLetters> kPackedNames(kNameTable.spelling.data());
constexpr auto kNameSlots = kNameTable.slots;

NameId find_name(std::string_view wanted) noexcept {
    const Key key = make_key(wanted);
    std::size_t slot = hash_key(key) % kNameSlots.size();
    while (kNameSlots[slot] != kNoName && !(make_key(kPackedNames[kNameSlots[slot]]) == key)) {
        slot = (slot + 1) % kNameSlots.size();
    }
    return kNameSlots[slot];
}

constexpr auto kRowNames = [] {
    std::array<NameId, registry::kRowCount> names{};
    for (std::size_t i = 0; i < registry::kRowCount; ++i)
        names[i] = name_of(registry::kRows[i].name);
    return names;
}();

// FieldIds are given block by block, in the order of the names. Only canonical fields have one.
template <std::size_t kRoom>
struct FieldIds {
    std::array<std::array<FieldId, kNameTable.count>, kBlockKinds + 1> id{};
    std::array<NameId, kRoom> name{};
    std::array<std::uint8_t, kRoom> block{};
    std::size_t count = 0;
};
template <std::size_t kRoom>
constexpr FieldIds<kRoom> make_field_ids() {
    FieldIds<kRoom> ids_of{};
    for (auto& block : ids_of.id) {
        for (FieldId& id : block) id = FLATLINE_NO_FIELD;
    }
    for (std::size_t i = 0; i < registry::kRowCount; ++i) {
        if (registry::kRows[i].alias_of.empty() && registry::kRows[i].kind != registry::any) {
            ids_of.id[registry::kRows[i].block][kRowNames[i]] = 0;
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
constexpr std::size_t kFieldCount = make_field_ids<kFieldBound>().count;
static_assert(kFieldCount < kFieldBound);
constexpr FieldIds kFieldIds = make_field_ids<kFieldCount>();

constexpr FieldId field_of(std::uint8_t block, std::string_view name) {
    const NameId id = name_of(name);
    return id == kNoName ? FLATLINE_NO_FIELD : kFieldIds.id[block][id];
}

constexpr auto kStandard = [] {
    std::array<StandardField, registry::kMemberCount> fields{};
    for (std::size_t i = 0; i < registry::kMemberCount; ++i) {
        const registry::Member& m = registry::kMembers[i];
        fields[i] = {field_of(m.block, m.name),
                     m.block,
                     m.kind,
                     m.offset,
                     m.bit,
                     m.is_name,
                     m.is_index,
                     m.name};
    }
    return fields;
}();

// Bit i of the mask of an open entity stands for the i-th standard member of its block.
constexpr std::uint64_t seen_bit(std::size_t member_index) {
    std::size_t bit = 0;
    for (std::size_t i = 0; i < member_index; ++i) {
        if (registry::kMembers[i].block == registry::kMembers[member_index].block) ++bit;
    }
    return 1ull << bit;
}

// Texts that many rows share, each once; text 0 is empty.
struct Texts {
    std::array<std::string_view, 256> text{};
    std::size_t count = 1;

    constexpr std::uint8_t add(std::string_view wanted) {
        std::size_t i = 0;
        while (i < count && text[i] != wanted) ++i;
        if (i == count) text[count++] = wanted;
        return static_cast<std::uint8_t>(i);
    }
};

// A row as the program keeps it. As structs of views the rows would be eight times as long, and
// twice that in a library that may lie anywhere in memory, where each view is adjusted.
struct PackedRow {
    NameId name;
    std::uint8_t dialect, block, kind, required;
    std::uint8_t fallback, alias_of, values;  // texts
    std::uint8_t source;                      // of kSources
};

struct Packing {
    std::array<PackedRow, registry::kRowCount> row{};
    Texts texts;
};
constexpr Packing kPacking = [] {
    Packing packing;
    for (std::size_t i = 0; i < registry::kRowCount; ++i) {
        const FieldRow& row = registry::kRows[i];
        const auto dialect = static_cast<std::uint8_t>(row.dialect);
        std::uint8_t source = 0;
        while (registry::kSources[dialect][source] != row.source) ++source;
        packing.row[i] = {kRowNames[i],
                          dialect,
                          row.block,
                          row.kind,
                          row.required,
                          packing.texts.add(row.fallback),
                          packing.texts.add(row.alias_of),
                          packing.texts.add(row.values),
                          source};
    }
    return packing;
}();
constexpr auto kPackedRows = kPacking.row;
constexpr std::size_t kTextLetters = letters_of(kPacking.texts.text.data(), kPacking.texts.count);
constexpr PackedTexts<kPacking.texts.count, kTextLetters> kPackedTexts(kPacking.texts.text.data());

constexpr Store column_store(std::uint8_t kind) {
    switch (kind) {
        case registry::integer:
            return Store::column_integer;
        case registry::real:
            return Store::column_real;
        case registry::boolean:
            return Store::column_boolean;
        case registry::ids:
            return Store::column_ids;
        default:
            return Store::column_string;
    }
}

constexpr std::string_view kNot = "NOT ";

// Which member a field is, or kMemberCount.
constexpr auto kMemberOf = [] {
    std::array<std::size_t, kFieldBound> index{};
    for (std::size_t& i : index) i = registry::kMemberCount;
    for (std::size_t i = 0; i < registry::kMemberCount; ++i) index[kStandard[i].field] = i;
    return index;
}();

// Adds one canonical target ("skill1" of "skill1 + skill2") to a record.
constexpr void add_target(FieldRecord& record, const FieldRow& row, std::string_view target) {
    record.field = field_of(row.block, target);
    const std::size_t i =
        record.field == FLATLINE_NO_FIELD ? registry::kMemberCount : kMemberOf[record.field];
    if (i == registry::kMemberCount) {
        record.store = column_store(row.kind);
        return;
    }
    const registry::Member& m = registry::kMembers[i];
    record.seen |= seen_bit(i);
    record.mask |= m.bit;
    record.offset = m.offset;
    if (m.bit != 0)
        record.store = Store::flag;
    else if (m.is_name)
        record.store = Store::name;
    else if (m.is_index)
        record.store = Store::index;
    else if (m.kind == registry::real)
        record.store = row.kind == registry::integer ? Store::whole : Store::real;
    else
        record.store = Store::integer;
}

constexpr Bound bound_of(const FieldRow& row) {
    if (row.name == "x" || row.name == "y") return Bound::coordinate;
    const std::string_view name = row.alias_of.empty() ? row.name : row.alias_of;
    for (const std::string_view height : {"heightfloor", "heightceiling", "zfloor", "zceiling"}) {
        if (name == height) return Bound::height;
    }
    return row.block == registry::thing && name == "height" ? Bound::height : Bound::none;
}

constexpr FieldRecord make_record(const FieldRow& row, std::uint8_t values) {
    FieldRecord record{0, 0, FLATLINE_NO_FIELD, 0, Store::column_string, bound_of(row), values};
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

constexpr bool is_same(const FieldRecord& a, const FieldRecord& b) {
    return a.seen == b.seen && a.mask == b.mask && a.field == b.field && a.offset == b.offset &&
           a.store == b.store && a.bound == b.bound && a.values == b.values;
}

// Each entry once: what a key of UDMF 1.1 leads to is the same in most dialects.
template <std::size_t kRoom>
struct Entries {
    std::array<FieldEntry, kRoom> entry{};
    std::array<std::uint16_t, registry::kRowCount> of_row{};
    std::size_t count = 0;
};
template <std::size_t kRoom>
constexpr Entries<kRoom> make_entries() {
    Entries<kRoom> entries;
    // By block and name the last entry, and of each entry the one before it, counted from 1.
    std::array<std::array<std::uint16_t, kNameTable.count>, kBlockKinds + 1> last{};
    std::array<std::uint16_t, kRoom> before{};
    for (std::size_t i = 0; i < registry::kRowCount; ++i) {
        const FieldRecord record = make_record(registry::kRows[i], kPackedRows[i].values);
        std::uint16_t& chain = last[registry::kRows[i].block][kRowNames[i]];
        std::uint16_t found = chain;
        while (found != 0 && !is_same(entries.entry[found - 1u].record, record)) {
            found = before[found - 1u];
        }
        if (found == 0) {
            before[entries.count] = chain;
            entries.entry[entries.count++] = {kNameTable.keys[kRowNames[i]], record};
            found = chain = static_cast<std::uint16_t>(entries.count);
        }
        entries.of_row[i] = static_cast<std::uint16_t>(found - 1u);
    }
    return entries;
}
constexpr std::size_t kEntryCount = make_entries<registry::kRowCount>().count;
constexpr auto kEntries = make_entries<kEntryCount>().entry;
constexpr auto kEntryOfRow = make_entries<kEntryCount>().of_row;

// The rows of dialect d are those from kFirstRows[d] up to kFirstRows[d + 1].
constexpr auto kFirstRows = [] {
    std::array<std::size_t, kDialectCount + 1> first{};
    for (std::size_t d = 0; d < kDialectCount; ++d) {
        first[d + 1] = first[d];
        for (const FieldRow& row : registry::kRows)
            first[d + 1] += row.dialect == static_cast<Dialect>(d);
    }
    return first;
}();

// The row of each dialect that the name of a field leads to. It may be that of an alias: in text of
// 0.99 the key class1 is one of class2.
constexpr std::uint16_t kNoNumber = 0xFFFF;
constexpr auto kRowNumbers = [] {
    std::array<std::array<std::uint16_t, kFieldCount>, kDialectCount> numbers{};
    for (auto& dialect : numbers) {
        for (std::uint16_t& number : dialect) number = kNoNumber;
    }
    for (std::size_t i = 0; i < registry::kRowCount; ++i) {
        const PackedRow& row = kPackedRows[i];
        const FieldId field = kFieldIds.id[row.block][row.name];
        if (field == FLATLINE_NO_FIELD) continue;
        numbers[row.dialect][field] = static_cast<std::uint16_t>(i);
    }
    return numbers;
}();

}  // namespace

void FieldTable::lay(Dialect dialect) noexcept {
    const auto d = static_cast<std::size_t>(dialect);
    for (std::size_t i = kFirstRows[d]; i < kFirstRows[d + 1]; ++i) {
        if (kPackedRows[i].kind == registry::any) continue;  // user_*: a pattern, not a name
        const std::uint16_t entry = kEntryOfRow[i];
        const Key& key = kEntries[entry].key;
        std::uint16_t* slots = slots_[kPackedRows[i].block];
        std::uint32_t slot = hash_key(key) % kSlots;
        while (slots[slot] != kNoRow && !(kEntries[slots[slot]].key == key)) {
            slot = (slot + 1) % kSlots;
        }
        slots[slot] = entry;
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

constinit const FieldEntry* const kFieldEntries = kEntries.data();

std::optional<FieldRow> find_row(Dialect dialect, bool v0_99, FieldId field) noexcept {
    if (field >= kFieldCount) return {};
    for (const Dialect table : {v0_99 ? Dialect::udmf099 : dialect, dialect, Dialect::udmf11}) {
        const std::uint16_t i = kRowNumbers[static_cast<std::size_t>(table)][field];
        if (i == kNoNumber) continue;
        if (kPackedRows[i].alias_of != 0) return {};
        return flatline::engine::detail::field_row(i);
    }
    return {};
}

bool FieldTable::negated(const StandardField& field) noexcept {
    const auto d = static_cast<std::size_t>(Dialect::udmf099);
    for (std::size_t i = kFirstRows[d]; i < kFirstRows[d + 1]; ++i) {
        const FieldRecord& record = kEntries[kEntryOfRow[i]].record;
        if (record.store == Store::not_flag && record.field == field.field) return true;
    }
    return false;
}

std::string_view value_set(std::uint8_t set) noexcept { return kPackedTexts[set]; }

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

std::size_t field_count() noexcept { return kFieldCount; }

const NamespaceRow* find_namespace(std::string_view name) noexcept {
    for (const NamespaceRow& row : registry::kNamespaces) {
        if (text::same_name(row.name, name)) return &row;
    }
    return nullptr;
}

}  // namespace flatline::engine::udmf

namespace flatline::engine {

std::string_view dialect_name(Dialect dialect) noexcept {
    static constexpr std::string_view kNames[kDialectCount] = {
        "udmf11", "udmf099", "srb2", "zdoom", "eternity", "dsda", "woof"};
    return kNames[static_cast<std::size_t>(dialect)];
}

View<NamespaceRow> namespace_rows() noexcept {
    return {udmf::registry::kNamespaces, std::size(udmf::registry::kNamespaces)};
}

FieldRow detail::field_row(std::size_t i) noexcept {
    const udmf::PackedRow& row = udmf::kPackedRows[i];
    const auto& text = udmf::kPackedTexts;
    return {static_cast<Dialect>(row.dialect),
            row.block,
            row.kind,
            row.required != 0,
            udmf::kPackedNames[row.name],
            text[row.fallback],
            text[row.alias_of],
            text[row.values],
            udmf::registry::kSources[row.dialect][row.source]};
}

FieldRows field_rows(Dialect dialect) noexcept {
    const auto d = static_cast<std::size_t>(dialect);
    return {udmf::kFirstRows[d], udmf::kFirstRows[d + 1] - udmf::kFirstRows[d]};
}

std::string_view field_name(FieldId field) noexcept {
    if (field >= udmf::kFieldCount) return {};
    return udmf::kPackedNames[udmf::kFieldIds.name[field]];
}

std::uint8_t field_block(FieldId field) noexcept {
    return field < udmf::kFieldCount ? udmf::kFieldIds.block[field]
                                     : static_cast<std::uint8_t>(FLATLINE_MAP);
}

FieldId find_field(std::uint8_t block, std::string_view name) noexcept {
    if (block > FLATLINE_GLOBAL || name.size() > udmf::kMaxKeyBytes) return FLATLINE_NO_FIELD;
    // Folding tells keys apart only where they consist of identifier characters.
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_') return FLATLINE_NO_FIELD;
    }
    const udmf::NameId id = udmf::find_name(name);
    return id == udmf::kNoName ? FieldId{FLATLINE_NO_FIELD} : udmf::kFieldIds.id[block][id];
}

View<StandardField> standard_fields() noexcept {
    return {udmf::kStandard.data(), udmf::kStandard.size()};
}

}  // namespace flatline::engine
