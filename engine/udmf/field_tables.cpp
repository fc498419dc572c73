// The registry of fields: makes hashed tables of the rows of fields/*.inc at compile time.
#include "udmf/field_tables.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "base/packed_texts.hpp"
#include "text/chars.hpp"
#include "udmf/packed_rows.hpp"
#include "udmf/registry.hpp"

namespace flatline::engine::udmf {
namespace {

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
    KnownNames<kAllNames.count, std::bit_ceil(2 * kAllNames.count)> table;
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

// What of them the program keeps: the name of each, and where those of a block begin.
constexpr auto kFieldNames = kFieldIds.name;
constexpr auto kFirstFields = [] {
    std::array<FieldId, kBlockKinds + 2> first{};
    for (const std::uint8_t block : kFieldIds.block) ++first[block + 1u];
    for (std::size_t block = 0; block <= kBlockKinds; ++block) {
        first[block + 1] = static_cast<FieldId>(first[block] + first[block + 1]);
    }
    return first;
}();
FieldId field_of_name(std::uint8_t block, NameId name) noexcept {
    const NameId* const end = kFieldNames.data() + kFirstFields[block + 1u];
    const NameId* const found =
        std::lower_bound(kFieldNames.data() + kFirstFields[block], end, name);
    return found != end && *found == name ? static_cast<FieldId>(found - kFieldNames.data())
                                          : FieldId{FLATLINE_NO_FIELD};
}
std::uint8_t block_of(FieldId field) noexcept {
    std::uint8_t block = 0;
    while (field >= kFirstFields[block + 1u]) ++block;
    return block;
}

constexpr FieldId field_of(std::uint8_t block, std::string_view name) {
    const NameId id = name_of(name);
    return id == kNoName ? FLATLINE_NO_FIELD : kFieldIds.id[block][id];
}

constexpr auto kStandard = [] {
    std::array<PackedMember, registry::kMemberCount> fields{};
    for (std::size_t i = 0; i < registry::kMemberCount; ++i) {
        const registry::Member& m = registry::kMembers[i];
        fields[i] = {
            field_of(m.block, m.name), m.offset, m.block, m.kind, m.is_name, m.is_index, m.bit};
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

static_assert(kNameTable.count < kMostNames && registry::kMostSources <= 8);
constexpr auto kPacking = [] {
    Packing<registry::kRowCount> packing;
    for (std::size_t i = 0; i < registry::kRowCount; ++i) {
        const FieldRow& row = registry::kRows[i];
        std::uint8_t source = 0;
        while (registry::kSources[static_cast<std::size_t>(row.dialect)][source] != row.source) {
            ++source;
        }
        packing.row[i] = {static_cast<std::uint8_t>(kRowNames[i] & 0xFF),
                          static_cast<std::uint8_t>(kRowNames[i] >> 8 << 3 | source),
                          packing.add(row)};
    }
    return packing;
}();
constexpr auto kPackedRows = kPacking.row;
constexpr auto kMeanings = [] {
    std::array<Meaning, kPacking.meanings> meanings{};
    for (std::size_t i = 0; i < meanings.size(); ++i) meanings[i] = kPacking.meaning[i];
    return meanings;
}();
constexpr std::size_t kTextLetters = letters_of(kPacking.texts.text.data(), kPacking.texts.count);
constexpr PackedTexts<kPacking.texts.count, kTextLetters> kPackedTexts(kPacking.texts.text.data());

constexpr std::size_t kSourceCount = kDialectCount * registry::kMostSources;
constexpr auto kAllSources = [] {
    std::array<std::string_view, kSourceCount> all{};
    for (std::size_t i = 0; i < kSourceCount; ++i) {
        all[i] = registry::kSources[i / registry::kMostSources][i % registry::kMostSources];
    }
    return all;
}();
constexpr PackedTexts<kSourceCount, letters_of(kAllSources.data(), kSourceCount)> kPackedSources(
    kAllSources.data());

// The rows of block b in dialect d begin at kFirstRows[kRowGroups * d + b].
constexpr std::size_t kRowGroups = kBlockKinds + 1;
constexpr auto kFirstRows = [] {
    std::array<std::uint16_t, kDialectCount * kRowGroups + 1> first{};
    for (const FieldRow& row : registry::kRows) {
        ++first[static_cast<std::size_t>(row.dialect) * kRowGroups + row.block + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) {
        first[i] = static_cast<std::uint16_t>(first[i] + first[i - 1]);
    }
    return first;
}();
constexpr std::size_t first_row(Dialect dialect) {
    return kFirstRows[static_cast<std::size_t>(dialect) * kRowGroups];
}
constexpr std::size_t end_of_rows(Dialect dialect) {
    return kFirstRows[(static_cast<std::size_t>(dialect) + 1) * kRowGroups];
}

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
        const FieldRecord record =
            make_record(registry::kRows[i], kMeanings[kPackedRows[i].meaning].values);
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

// The row of each dialect that the name of a field leads to. It may be that of an alias: in text of
// 0.99 the key class1 is one of class2.
// Counted from the first row of the block.
constexpr std::uint8_t kNoNumber = 0xFF;
static_assert([] {
    for (std::size_t i = 1; i < kFirstRows.size(); ++i) {
        if (kFirstRows[i] - kFirstRows[i - 1] >= kNoNumber) return false;
    }
    return true;
}());
constexpr auto kRowNumbers = [] {
    std::array<std::array<std::uint8_t, kFieldCount>, kDialectCount> numbers{};
    for (auto& dialect : numbers) {
        for (std::uint8_t& number : dialect) number = kNoNumber;
    }
    for (std::size_t d = 0; d < kDialectCount; ++d) {
        for (std::size_t block = 0; block < kRowGroups; ++block) {
            const std::size_t first = kFirstRows[d * kRowGroups + block];
            const std::size_t end = kFirstRows[d * kRowGroups + block + 1];
            for (std::size_t i = first; i < end; ++i) {
                const FieldId field = kFieldIds.id[block][kRowNames[i]];
                if (field == FLATLINE_NO_FIELD) continue;
                numbers[d][field] = static_cast<std::uint8_t>(i - first);
            }
        }
    }
    return numbers;
}();

}  // namespace

void FieldTable::lay(Dialect dialect) noexcept {
    for (std::size_t block = 0; block < kRowGroups; ++block) {
        const std::size_t group = static_cast<std::size_t>(dialect) * kRowGroups + block;
        std::uint16_t* const slots = slots_[block];
        for (std::size_t i = kFirstRows[group]; i < kFirstRows[group + 1]; ++i) {
            // user_*: a pattern, not a name
            if (kMeanings[kPackedRows[i].meaning].kind == registry::any) continue;
            const std::uint16_t entry = kEntryOfRow[i];
            const Key& key = kEntries[entry].key;
            std::uint32_t slot = hash_key(key) % kSlots;
            while (slots[slot] != kNoRow && !(kEntries[slots[slot]].key == key)) {
                slot = (slot + 1) % kSlots;
            }
            slots[slot] = entry;
        }
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
    const std::uint8_t block = block_of(field);
    for (const Dialect table : {v0_99 ? Dialect::udmf099 : dialect, dialect, Dialect::udmf11}) {
        const auto d = static_cast<std::size_t>(table);
        const std::uint8_t number = kRowNumbers[d][field];
        if (number == kNoNumber) continue;
        const std::size_t i = std::size_t{kFirstRows[d * kRowGroups + block]} + number;
        if (kMeanings[kPackedRows[i].meaning].alias_of != 0) return {};
        return flatline::engine::detail::field_row(i);
    }
    return {};
}

bool FieldTable::negated(const StandardField& field) noexcept {
    for (std::size_t i = first_row(Dialect::udmf099); i < end_of_rows(Dialect::udmf099); ++i) {
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
    const udmf::Meaning& meaning = udmf::kMeanings[row.meaning];
    const auto& text = udmf::kPackedTexts;
    const auto& first = udmf::kFirstRows;
    const auto group =
        static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), i) - first.begin()) -
        1;
    const std::size_t dialect = group / udmf::kRowGroups;
    return {static_cast<Dialect>(dialect),
            static_cast<std::uint8_t>(group % udmf::kRowGroups),
            meaning.kind,
            meaning.required != 0,
            udmf::kPackedNames[row.name()],
            text[meaning.fallback],
            text[meaning.alias_of],
            text[meaning.values],
            udmf::kPackedSources[dialect * udmf::registry::kMostSources + row.source()]};
}

FieldRows field_rows(Dialect dialect) noexcept {
    const std::size_t first = udmf::first_row(dialect);
    return {first, udmf::end_of_rows(dialect) - first};
}

std::string_view field_name(FieldId field) noexcept {
    if (field >= udmf::kFieldCount) return {};
    return udmf::kPackedNames[udmf::kFieldNames[field]];
}

std::uint8_t field_block(FieldId field) noexcept {
    return field < udmf::kFieldCount ? udmf::block_of(field)
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
    return id == udmf::kNoName ? FieldId{FLATLINE_NO_FIELD} : udmf::field_of_name(block, id);
}

StandardField detail::standard_field(std::size_t i) noexcept {
    const udmf::PackedMember& member = udmf::kStandard[i];
    return {member.field, member.block,   member.kind,     member.offset,
            member.bit,   member.is_name, member.is_index, field_name(member.field)};
}

StandardFields standard_fields() noexcept { return {0, udmf::kStandard.size()}; }

std::optional<StandardField> find_standard_field(FieldId field) noexcept {
    for (std::size_t i = 0; i < udmf::kStandard.size(); ++i) {
        if (udmf::kStandard[i].field == field) return detail::standard_field(i);
    }
    return {};
}

}  // namespace flatline::engine
