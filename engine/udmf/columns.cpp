#include "udmf/columns.hpp"

#include <cstring>

#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

constexpr std::size_t value_size(std::uint8_t kind) {
    switch (kind) {
        case FLATLINE_INTEGER:
            return sizeof(std::int32_t);
        case FLATLINE_BOOLEAN:
            return sizeof(std::uint8_t);
        default:
            return sizeof(double);  // reals; texts and id ranges are as wide
    }
}
static_assert(sizeof(double) == sizeof(flatline_text));

constexpr std::size_t kDropValues = (1u << 20) / sizeof(SideValue);

// Where the next value of a field goes.
struct Cursor {
    std::uint32_t* element;
    Byte* value;
    std::uint32_t last;  // the element of the last value, if that may still be replaced
};

struct IdEntry {
    bool counts;   // it begins with an integer that fits
    bool plain;    // and that is all of it
    bool in_text;  // not a string that had to be decoded
    std::int32_t id;
    const Byte* begin;
    const Byte* end;
};

}  // namespace

// Calls `use(entry)` for every entry of an id list.
template <class Use>
void ColumnBuilder::each_id(const SideValue& value, Use&& use) const noexcept {
    const bool in_text = value.text.offset < text_.size();
    const Byte* p = in_text ? text_.data() + value.text.offset
                            : raw_.decoded.data() + (value.text.offset - text_.size());
    const Byte* end = p + value.text.size;
    for (;;) {
        while (p < end && text::is_blank(*p)) ++p;
        if (p == end) return;
        const Byte* word = p;
        while (p < end && !text::is_blank(*p)) ++p;
        text::Number number = text::read_number(word, p);
        const bool plain = number.kind == text::NumberKind::integer && number.end == p;
        if (!plain) {
            // dsda-doom takes the number in front of the rest: 10 of "10a", 8 of "8,9".
            const Byte* digits = word + (*word == '-' || *word == '+');
            while (digits < p && text::is_digit(*digits)) ++digits;
            number = text::read_number(word, digits);
        }
        const bool counts = number.kind == text::NumberKind::integer &&
                            number.integer >= INT32_MIN && number.integer <= INT32_MAX;
        use(IdEntry{counts, counts && plain, in_text,
                    static_cast<std::int32_t>(counts ? number.integer : 0), word, p});
    }
}

void ColumnBuilder::count() noexcept {
    for (std::size_t i = 0; i < raw_.values.size(); ++i) {
        const SideValue& value = raw_.values[i];
        ++counts_[value.field];
        if (value.kind == kUnset) continue;
        kinds_[value.field] = value.kind;
        if (value.kind == FLATLINE_IDS) {
            each_id(value, [this](const IdEntry& entry) { id_count_ += entry.counts; });
        }
    }
    std::uint64_t columns = 0;
    for (const std::uint32_t n : counts_) columns += n != 0;
    layout_.add(columns, sizeof(flatline_column));
    ids_at_ = layout_.add(id_count_, sizeof(std::int32_t));
    for (std::size_t field = 0; field < kFieldBound; ++field) {
        if (counts_[field] == 0) continue;
        elements_at_[field] = layout_.add(counts_[field], sizeof(std::uint32_t));
        values_at_[field] = layout_.add(counts_[field], value_size(kinds_[field]));
    }
}

Outcome ColumnBuilder::take(const MemoryHooks& hooks, Budget& budget,
                            Reservation& memory) noexcept {
    if (raw_.values.size() == 0) return Outcome::ok;
    budget.announce(layout_.bytes());
    if (!budget.charge(layout_.bytes())) return Outcome::over_limit;
    if (!memory.ensure(hooks, layout_.bytes())) return Outcome::out_of_memory;
    base_ = memory.data();
    return Outcome::ok;
}

void ColumnBuilder::fill(FindingList& findings, Columns& out, bool drop_values) noexcept {
    out = {};
    if (base_ == nullptr) return;
    unsigned char* const base = base_;
    Cursor cursors[kFieldBound];
    for (std::size_t field = 0; field < kFieldBound; ++field) {
        cursors[field] = {reinterpret_cast<std::uint32_t*>(base + elements_at_[field]),
                          base + values_at_[field], FLATLINE_NONE};
    }
    auto* ids = reinterpret_cast<std::int32_t*>(base + ids_at_);
    std::uint32_t next_id = 0;
    std::size_t dropped = 0;
    for (std::size_t i = 0; i < raw_.values.size(); ++i) {
        if (drop_values && i - dropped == kDropValues) {
            drop_pages(&raw_.values[dropped], kDropValues * sizeof(SideValue));
            dropped = i;
        }
        const SideValue& value = raw_.values[i];
        Cursor& at = cursors[value.field];
        // Elements of one kind come in order, so a repeated value follows the one that it replaces.
        if (at.last == value.element) [[unlikely]] {
            --at.element;
            at.value -= value_size(kinds_[value.field]);
        }
        at.last = value.kind == kUnset ? FLATLINE_NONE : value.element;
        if (value.kind == kUnset) continue;
        *at.element++ = value.element;
        if (value.kind == FLATLINE_REAL || value.kind == FLATLINE_STRING) {
            std::memcpy(at.value, &value.real, sizeof value.real);
            at.value += sizeof value.real;
        } else if (value.kind == FLATLINE_INTEGER) {
            std::memcpy(at.value, &value.integer, sizeof value.integer);
            at.value += sizeof value.integer;
        } else if (value.kind == FLATLINE_BOOLEAN) {
            *at.value++ = value.integer != 0;
        } else {
            const flatline_text range = copy_ids(value, ids, next_id, findings);
            std::memcpy(at.value, &range, sizeof range);
            at.value += sizeof range;
        }
    }
    std::uint32_t filled[kFieldBound];
    for (std::size_t field = 0; field < kFieldBound; ++field) {
        const auto* const first = reinterpret_cast<std::uint32_t*>(base + elements_at_[field]);
        filled[field] = static_cast<std::uint32_t>(cursors[field].element - first);
    }
    out = publish(filled, next_id);
}

flatline_text ColumnBuilder::copy_ids(const SideValue& value, std::int32_t* ids,
                                      std::uint32_t& next, FindingList& findings) const noexcept {
    flatline_text range{next, 0};
    each_id(value, [&](const IdEntry& entry) {
        if (entry.counts) ids[next++] = entry.id;
        if (entry.plain) return;
        Finding f = make_finding(Rule::field_ids, Lump::textmap);
        if (entry.in_text) {
            f.offset = static_cast<std::uint64_t>(entry.begin - text_.data());
            f.length = static_cast<std::uint32_t>(entry.end - entry.begin);
        }
        f.element = value.block;
        f.index = value.element;
        f.field = value.field;
        findings.add(f);
    });
    range.size = next - range.offset;
    return range;
}

Columns ColumnBuilder::publish(const std::uint32_t* filled, std::uint32_t id_count) const noexcept {
    unsigned char* const base = base_;
    auto* columns = reinterpret_cast<flatline_column*>(base);
    Columns out;
    out.columns = columns;
    out.ids = reinterpret_cast<const std::int32_t*>(base + ids_at_);
    out.id_count = id_count;
    for (std::size_t field = 0; field < kFieldBound; ++field) {
        if (filled[field] == 0) continue;  // only values of a wrong kind, or none
        flatline_column& column = columns[out.column_count++];
        column = {};
        column.field = static_cast<FieldId>(field);
        column.element = field_block(column.field);
        column.kind = kinds_[field];
        column.count = filled[field];
        column.elements = reinterpret_cast<const std::uint32_t*>(base + elements_at_[field]);
        column.values.integers = reinterpret_cast<const std::int32_t*>(base + values_at_[field]);
    }
    return out;
}

Outcome build_columns(const RawMap& raw, Bytes text, const MemoryHooks& hooks, Budget& budget,
                      Reservation& memory, FindingList& findings, Columns& out,
                      bool drop_values) noexcept {
    ColumnBuilder builder(raw, text);
    builder.count();
    const Outcome status = builder.take(hooks, budget, memory);
    if (status == Outcome::ok) builder.fill(findings, out, drop_values);
    return status;
}

}  // namespace flatline::udmf
