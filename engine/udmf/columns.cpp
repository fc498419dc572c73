#include "udmf/columns.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/layout.hpp"
#include "base/share.hpp"
#include "text/chars.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

constexpr std::size_t value_size(std::uint8_t kind) {
    switch (kind) {
        case FLATLINE_INTEGER:
        case kUnset:  // no value of the field is of the right kind, so none is kept
            return sizeof(std::int32_t);
        case FLATLINE_BOOLEAN:
            return sizeof(std::uint8_t);
        default:
            return sizeof(double);  // reals; texts and id ranges are as wide
    }
}
static_assert(sizeof(double) == sizeof(flatline_text));

constexpr std::size_t kDropValues = (1u << 20) / sizeof(SideValue);

struct IdEntry {
    bool counts;   // it begins with an integer that fits
    bool plain;    // and that is all of it
    bool in_text;  // not a string that had to be decoded
    std::int32_t id;
    const Byte* begin;
    const Byte* end;
};

}  // namespace

ColumnBuilder::ColumnBuilder(const RawMap& raw, Bytes text, ColumnShare* more,
                             std::size_t more_count) noexcept
    : raw_(raw),
      text_(text),
      more_(more),
      shares_(1 + more_count),
      value_count_(raw.values.size()) {
    for (const ValueSlice& slice : raw.more_values) value_count_ += slice.count;
}

ValueSlice ColumnBuilder::slice_at(std::size_t i) const noexcept {
    if (i != 0) return raw_.more_values[i - 1];
    return {raw_.values.data(), raw_.values.size(), {}, 0, false};
}

// No share ends between two values of an element.
ValuePlace ColumnBuilder::begin_of(std::size_t share) const noexcept {
    ValuePlace at{0, share_of(value_count_, share, shares_).begin};
    const std::size_t slices = 1 + raw_.more_values.size();
    while (at.slice < slices && at.index >= slice_at(at.slice).count) {
        at.index -= slice_at(at.slice++).count;
    }
    if (at.slice == slices || at.index == 0) return at;
    const ValueSlice from = slice_at(at.slice);
    const SideValue& before = from.values[at.index - 1];
    while (at.index < from.count && from.values[at.index].element == before.element &&
           from.values[at.index].block == before.block) {
        ++at.index;
    }
    return at;
}

// Calls `use(slice, range, whether it is the first one)` for each slice that has values of the
// share.
template <class Use>
void ColumnBuilder::each_stretch(const ColumnShare& share, Use&& use) const noexcept {
    const ValuePlace end = share.to;
    for (ValuePlace at = share.from; at.slice <= end.slice; at = {at.slice + 1, 0}) {
        if (at.slice > raw_.more_values.size()) return;
        const ValueSlice from = slice_at(at.slice);
        const std::size_t to = at.slice == end.slice ? end.index : from.count;
        if (at.index < to) use(from, Share{at.index, to}, at.slice == 0);
    }
}

namespace {

// Where a string or a list of a slice lies in the whole map, whose own text is `text_size` long.
flatline_text in_whole_map(flatline_text text, const ValueSlice& slice, std::size_t text_size) {
    if (text.offset >= text_size) text.offset += slice.decoded_by;
    return text;
}

}  // namespace

// Calls `use(entry)` for every entry of an id list.
template <class Use>
void ColumnBuilder::each_id(flatline_text list, Use&& use) const noexcept {
    const bool in_text = list.offset < text_.size();
    const Byte* p =
        in_text ? text_.data() + list.offset : raw_.decoded.data() + (list.offset - text_.size());
    const Byte* end = p + list.size;
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

void ColumnBuilder::count(std::size_t i) noexcept {
    ColumnShare& counted = share_at(i);
    std::memset(counted.begin, 0, sizeof counted.begin);
    std::memset(counted.kinds, kUnset, sizeof counted.kinds);
    counted.ids = 0;
    counted.odd_ids = false;
    // Put down now, because filling may drop values.
    counted.from = begin_of(i);
    counted.to = begin_of(i + 1);
    each_stretch(counted, [&](const ValueSlice& from, Share range, bool) {
        for (std::size_t v = range.begin; v < range.end; ++v) {
            const SideValue& value = from.values[v];
            ++counted.begin[value.field];
            if (value.kind == kUnset) continue;
            counted.kinds[value.field] = value.kind;
            if (value.kind != FLATLINE_IDS) continue;
            each_id(in_whole_map(value.text, from, text_.size()), [&](const IdEntry& entry) {
                counted.ids += entry.counts;
                counted.odd_ids = counted.odd_ids || !entry.plain;
            });
        }
    });
}

// Finds the fields that have values, and makes of what was counted in each share where it begins.
void ColumnBuilder::add_up() noexcept {
    std::memset(totals_, 0, sizeof totals_);
    for (std::size_t i = 0; i < shares_; ++i) {
        ColumnShare& counted = share_at(i);
        const std::uint64_t ids = counted.ids;
        counted.ids = id_count_;
        id_count_ += ids;
        for (std::size_t field = 0; field < kFieldBound; ++field)
            totals_[field] += counted.begin[field];
    }
    for (std::size_t field = 0; field < kFieldBound; ++field) {
        if (totals_[field] == 0) continue;
        std::uint32_t begin = 0;
        for (std::size_t i = 0; i < shares_; ++i) {
            ColumnShare& counted = share_at(i);
            begin += std::exchange(counted.begin[field], begin);
            // All that are set are of one kind.
            if (counted.kinds[field] != kUnset) first_.kinds[field] = counted.kinds[field];
        }
        used_[used_count_++] = static_cast<FieldId>(field);
    }
}

Outcome ColumnBuilder::take(const MemoryHooks& hooks, Budget& budget,
                            Reservation& memory) noexcept {
    if (value_count_ == 0) return Outcome::ok;
    add_up();
    Layout layout;
    layout.add(used_count_, sizeof(flatline_column));
    ids_at_ = layout.add(id_count_, sizeof(std::int32_t));
    for (std::size_t i = 0; i < used_count_; ++i) {
        const FieldId field = used_[i];
        elements_at_[field] = layout.add(totals_[field], sizeof(std::uint32_t));
        values_at_[field] = layout.add(totals_[field], value_size(first_.kinds[field]));
    }
    budget.announce(layout.bytes());
    if (!budget.charge(layout.bytes())) return Outcome::over_limit;
    if (!memory.ensure(hooks, layout.bytes())) return Outcome::out_of_memory;
    base_ = memory.data();
    is_new_ = memory.is_new();
    return Outcome::ok;
}

void ColumnBuilder::report(FindingList& findings) const noexcept {
    for (std::size_t i = 0; i < shares_; ++i) {
        if (!share_at(i).odd_ids) continue;
        each_stretch(share_at(i), [&](const ValueSlice& from, Share range, bool) {
            for (std::size_t v = range.begin; v < range.end; ++v) {
                if (from.values[v].kind == FLATLINE_IDS) report_ids(from, v, findings);
            }
        });
    }
}

void ColumnBuilder::report_ids(const ValueSlice& from, std::size_t i,
                               FindingList& findings) const noexcept {
    const SideValue& value = from.values[i];
    each_id(in_whole_map(value.text, from, text_.size()), [&](const IdEntry& entry) {
        if (entry.plain) return;
        Finding f = make_finding(Rule::field_ids, Lump::textmap);
        if (entry.in_text) {
            f.offset = static_cast<std::uint64_t>(entry.begin - text_.data());
            f.length = static_cast<std::uint32_t>(entry.end - entry.begin);
        }
        f.element = value.block;
        f.index = value.element + from.first[value.block];
        f.field = value.field;
        findings.add(f);
    });
}

// Fills one share.
class ColumnBuilder::Filler {
public:
    Filler(const ColumnBuilder& builder, std::size_t share) noexcept
        : builder_(builder),
          share_(builder.share_at(share)),
          ids_(reinterpret_cast<std::int32_t*>(builder.base_ + builder.ids_at_)),
          next_id_(static_cast<std::uint32_t>(share_.ids)) {
        for (const FieldId field : builder.used()) {
            const std::size_t begin = share_.begin[field];
            cursors_[field] = {builder.elements(field) + begin,
                               builder.values(field) + begin * value_size(kind(field)),
                               FLATLINE_NONE};
        }
    }

    // kMoved: the slice is none of the first one's, so that it counts from its own beginning.
    template <bool kMoved>
    void fill(const ValueSlice& from, Share range, bool drop) noexcept {
        std::size_t dropped = range.begin;
        // The first of many values go to pages that are not there yet, so that those of the values
        // have been given back when others come.
        const std::size_t count = range.end - range.begin;
        if (!drop || count < kDropValues) take_pages_for(count);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (drop && i - dropped == kDropValues) {
                drop_pages(from.values + dropped, kDropValues * sizeof(SideValue));
                dropped = i;
                take_pages_for(kDropValues);
            }
            const SideValue& value = from.values[i];
            Cursor& at = cursors_[value.field];
            const std::uint32_t element =
                kMoved ? value.element + from.first[value.block] : value.element;
            // Elements of one kind come in order, so a repeated value follows the one that it
            // replaces.
            if (at.last == element) [[unlikely]] {
                --at.element;
                at.value -= value_size(kind(value.field));
            }
            at.last = value.kind == kUnset ? FLATLINE_NONE : element;
            if (value.kind == kUnset) continue;
            *at.element++ = element;
            put<kMoved>(value, from, at.value);
        }
        if (kMoved && drop) {
            drop_pages(from.values + dropped, (range.end - dropped) * sizeof(SideValue));
        }
    }

    void end(ColumnShare& share) const noexcept {
        for (const FieldId field : builder_.used()) {
            share.end[field] =
                static_cast<std::uint32_t>(cursors_[field].element - builder_.elements(field));
        }
    }

private:
    // Where the next value of a field goes.
    struct Cursor {
        std::uint32_t* element;
        Byte* value;
        std::uint32_t last;  // the element of the last value, if that may still be replaced
    };

    std::uint8_t kind(std::size_t field) const noexcept { return builder_.first_.kinds[field]; }

    // Takes new pages for as many values as come next, if they spread over the columns as all do.
    void take_pages_for(std::size_t values) noexcept {
        if (!builder_.is_new_) return;
        for (const FieldId field : builder_.used()) {
            const std::uint64_t total = builder_.totals_[field];
            const Cursor& at = cursors_[field];
            const auto done = static_cast<std::uint64_t>(at.element - builder_.elements(field));
            const auto next = static_cast<std::size_t>(
                std::min(total - done, total * values / builder_.value_count_));
            take_pages(at.element, next * sizeof *at.element);
            take_pages(at.value, next * value_size(kind(field)));
        }
    }

    template <bool kMoved>
    void put(const SideValue& value, const ValueSlice& from, Byte*& to) noexcept {
        const auto moved = [&] {
            return kMoved ? in_whole_map(value.text, from, builder_.text_.size()) : value.text;
        };
        if (value.kind == FLATLINE_REAL || (!kMoved && value.kind == FLATLINE_STRING)) {
            std::memcpy(to, &value.real, sizeof value.real);
            to += sizeof value.real;
        } else if (value.kind == FLATLINE_INTEGER) {
            std::memcpy(to, &value.integer, sizeof value.integer);
            to += sizeof value.integer;
        } else if (value.kind == FLATLINE_BOOLEAN) {
            *to++ = value.integer != 0;
        } else {
            const flatline_text text = value.kind == FLATLINE_STRING ? moved() : copy_ids(moved());
            std::memcpy(to, &text, sizeof text);
            to += sizeof text;
        }
    }

    flatline_text copy_ids(flatline_text list) noexcept {
        flatline_text range{next_id_, 0};
        builder_.each_id(list, [&](const IdEntry& entry) {
            if (entry.counts) ids_[next_id_++] = entry.id;
        });
        range.size = next_id_ - range.offset;
        return range;
    }

    const ColumnBuilder& builder_;
    const ColumnShare& share_;
    std::int32_t* ids_;
    std::uint32_t next_id_;
    Cursor cursors_[kFieldBound];
};

void ColumnBuilder::fill(std::size_t i, bool drop_values) noexcept {
    if (base_ == nullptr) return;
    Filler filler(*this, i);
    each_stretch(share_at(i), [&](const ValueSlice& from, Share range, bool is_first) {
        if (is_first) {
            filler.fill<false>(from, range, drop_values);
        } else {
            filler.fill<true>(from, range, from.drop);
        }
    });
    filler.end(share_at(i));
}

// Puts the shares of a column after each other where values were replaced.
void ColumnBuilder::join_shares(std::size_t field) noexcept {
    std::uint32_t end = first_.end[field];
    const std::size_t size = value_size(first_.kinds[field]);
    for (std::size_t i = 1; i < shares_; ++i) {
        const std::size_t begin = share_at(i).begin[field];
        const std::size_t count = share_at(i).end[field] - begin;
        if (begin != end) {
            std::memmove(elements(field) + end, elements(field) + begin,
                         count * sizeof(std::uint32_t));
            std::memmove(values(field) + end * size, values(field) + begin * size, count * size);
        }
        end += static_cast<std::uint32_t>(count);
    }
    first_.end[field] = end;
}

Columns ColumnBuilder::publish() noexcept {
    Columns out;
    if (base_ == nullptr) return out;
    auto* columns = reinterpret_cast<flatline_column*>(base_);
    out.columns = columns;
    out.ids = reinterpret_cast<const std::int32_t*>(base_ + ids_at_);
    out.id_count = static_cast<std::uint32_t>(id_count_);
    for (const FieldId field : used()) {
        join_shares(field);
        if (first_.end[field] == 0) continue;  // only values of a wrong kind
        flatline_column& column = columns[out.column_count++];
        column = {};
        column.field = field;
        column.element = field_block(field);
        column.kind = first_.kinds[field];
        column.count = first_.end[field];
        column.elements = elements(field);
        column.values.integers = reinterpret_cast<const std::int32_t*>(values(field));
    }
    return out;
}

Outcome build_columns(const RawMap& raw, Bytes text, const MemoryHooks& hooks, Budget& budget,
                      Reservation& memory, FindingList& findings, Columns& out,
                      bool drop_values) noexcept {
    ColumnBuilder builder(raw, text);
    builder.count(0);
    const Outcome status = builder.take(hooks, budget, memory);
    if (status != Outcome::ok) return status;
    builder.report(findings);
    builder.fill(0, drop_values);
    out = builder.publish();
    return status;
}

}  // namespace flatline::engine::udmf
