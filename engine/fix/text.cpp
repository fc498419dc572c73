// The changes of a plan in a TEXTMAP.
#include <algorithm>
#include <cstring>

#include "fix/apply.hpp"
#include "fix/statement.hpp"
#include "model/fields.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"
#include "write/numbers.hpp"

namespace flatline::engine::mend {
namespace {

using Byte = unsigned char;
using udmf::Statement;
using udmf::StatementKind;

/// Fields that hold numbers of elements which may change.
struct IndexField {
    FieldId field;
    std::uint8_t of;  // the kind of element that it names
};

// A value that takes the place of another.
struct NewValue {
    FieldId field;
    FieldSet::Kind kind;
    std::int64_t value;
    std::string_view text;
    bool found = false;
};

class TextChanges {
public:
    TextChanges(const Plan& plan, Bytes text) noexcept
        : plan_(plan),
          map_(plan.map()),
          text_(text),
          body_(text::body_of(text.data(), text.size())),
          line_end_(line_end_of({reinterpret_cast<const char*>(text.data()), text.size()})),
          table_(map_.dialect(), map_.grammar() == Grammar::v0_99),
          indices_{{find_field(FLATLINE_LINEDEF, "v1"), FLATLINE_VERTEX},
                   {find_field(FLATLINE_LINEDEF, "v2"), FLATLINE_VERTEX},
                   {find_field(FLATLINE_LINEDEF, "sidefront"), FLATLINE_SIDEDEF},
                   {find_field(FLATLINE_LINEDEF, "sideback"), FLATLINE_SIDEDEF}} {}

    bool run(List<Byte>& out, List<std::uint32_t>& dropped) noexcept;

private:
    void keep(bool done) noexcept { good_ = good_ && done; }
    std::uint64_t at(const Byte* p) const noexcept {
        return static_cast<std::uint64_t>(p - text_.data());
    }
    void edit(const Byte* begin, const Byte* end, std::string_view with) noexcept {
        const std::uint64_t offset = pool_.size();
        keep(pool_.append(reinterpret_cast<const Byte*>(with.data()), with.size()) &&
             edits_.push({at(begin), static_cast<std::uint64_t>(end - begin), offset, with.size(),
                          FLATLINE_NONE}));
    }

    void find_edits() noexcept;
    const Byte* block(udmf::StatementWalk& walk, const Statement& open, std::uint8_t kind,
                      std::uint32_t index) noexcept;
    void take_sets(std::uint8_t kind, std::uint32_t index) noexcept;
    void assignment(const Statement& found, const Byte* end, std::uint8_t kind) noexcept;
    void renumber(const Statement& found, const Byte* end, FieldId field) noexcept;
    void add_missing(const Byte* brace, const Byte* last_key, const Byte* last_value,
                     const Byte* behind_last) noexcept;
    void put_value(const NewValue& value) noexcept;
    void put_number(std::int64_t value) noexcept {
        Byte digits[write::kNumberBytes];
        const Byte* const end = write::put_integer(digits, value);
        keep(written_.append(digits, static_cast<std::size_t>(end - digits)));
    }
    void put(std::string_view bytes) noexcept {
        keep(written_.append(reinterpret_cast<const Byte*>(bytes.data()), bytes.size()));
    }
    std::string_view written() const noexcept {
        return text::as_text(written_.data(), written_.size());
    }

    void add_new_lines() noexcept;
    void copy_block(Range block, std::uint8_t kind, NewValue* values, std::size_t count) noexcept;
    void collect(List<std::uint32_t>& dropped) noexcept;
    void write(List<Byte>& out) noexcept;

    const Plan& plan_;
    const Map& map_;
    Bytes text_;
    text::Body body_;
    std::string_view line_end_;
    const udmf::FieldTable table_;
    bool good_ = true;
    List<TextEdit> edits_;
    List<Byte> pool_;
    List<Byte> written_;     // a value, or blocks
    List<NewValue> values_;  // of the block that is open
    IndexField indices_[4];
    List<Range> blocks_[2];  // lines and sides, where lines are split
    const Byte* last_block_[2] = {nullptr, nullptr};
};

constexpr std::uint8_t kLines = FLATLINE_LINEDEF;
constexpr std::uint8_t kSides = FLATLINE_SIDEDEF;

// The field sets are sorted by kind. The blocks of the text are not, so this searches for the set
// of the element.
void TextChanges::take_sets(std::uint8_t kind, std::uint32_t index) noexcept {
    values_.truncate(0);
    const View<FieldSet> sets = plan_.sets();
    const FieldSet* const first =
        std::partition_point(sets.begin(), sets.end(), [&](const FieldSet& set) {
            return set.element != kind ? set.element < kind : set.number < index;
        });
    for (const FieldSet* s = first; s != sets.end() && s->element == kind && s->number == index;
         ++s) {
        keep(values_.push({s->field, s->kind, s->value, s->text}));
    }
}

void TextChanges::put_value(const NewValue& value) noexcept {
    switch (value.kind) {
        case FieldSet::Kind::boolean:
            return put(value.value != 0 ? "true" : "false");
        case FieldSet::Kind::name:
            put("\"");
            for (const char c : value.text) {
                if (c == '"' || c == '\\') put("\\");
                put({&c, 1});
            }
            return put("\"");
        default:
            return put_number(value.value);
    }
}

// The value names an element: it gets that element's new number.
void TextChanges::renumber(const Statement& found, const Byte* end, FieldId field) noexcept {
    for (const IndexField& row : indices_) {
        if (row.field != field) continue;
        const text::Number number = text::read_number(found.at, end);
        if (number.kind != text::NumberKind::integer || number.integer < 0 ||
            number.integer >= plan_.counts().of[row.of]) {
            return;
        }
        const auto old = static_cast<std::uint32_t>(number.integer);
        const std::uint32_t now = plan_.number(row.of, old);
        if (now == old || now == FLATLINE_NONE) return;
        written_.truncate(0);
        put_number(now);
        edit(found.at, end, written());
    }
}

void TextChanges::assignment(const Statement& found, const Byte* end, std::uint8_t kind) noexcept {
    const udmf::FieldRecord* const record =
        udmf::find_field(table_, kind, found.key, found.key_size(), body_.end);
    if (record == nullptr) return;
    bool is_set = false;
    for (NewValue& value : values_) {
        if (value.field != record->field) continue;
        value.found = is_set = true;
        written_.truncate(0);
        put_value(value);
        edit(found.at, end, written());
        break;
    }
    if (!is_set && kind == kLines) renumber(found, end, record->field);
}

// Before the brace if that has a line of its own, else behind the last assignment; each on a line
// of its own, as in copy_block.
void TextChanges::add_missing(const Byte* brace, const Byte* last_key, const Byte* last_value,
                              const Byte* behind_last) noexcept {
    written_.truncate(0);
    const bool own_line =
        last_key != nullptr && is_first_on_line(body_, brace) && is_first_on_line(body_, last_key);
    const Range indent = own_line ? indent_of(body_, last_key) : Range{brace, brace};
    const bool spaced = last_value == nullptr || last_value[-1] == ' ';
    for (const NewValue& value : values_) {
        if (value.found) continue;
        if (!own_line) put(line_end_);
        put(text::as_text(indent.begin, static_cast<std::size_t>(indent.end - indent.begin)));
        put(field_name(value.field));
        put(spaced ? " = " : "=");
        put_value(value);
        put(";");
        if (own_line) put(line_end_);
    }
    if (written_.empty()) return;
    const Byte* const place = own_line                 ? indent_of(body_, brace).begin
                              : behind_last != nullptr ? behind_last
                                                       : brace;
    edit(place, place, written());
}

// A block of a known kind; returns the byte after its brace, or null at the end of the text.
const Byte* TextChanges::block(udmf::StatementWalk& walk, const Statement& open, std::uint8_t kind,
                               std::uint32_t index) noexcept {
    const bool goes = plan_.is_removed(kind, index);
    const bool looks = !goes && (kind == kLines || !plan_.sets().empty());
    values_.truncate(0);
    if (looks) take_sets(kind, index);
    const Byte* last_key = nullptr;
    const Byte* last_value = nullptr;
    const Byte* behind_last = nullptr;
    for (;;) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) return nullptr;
        if (found.kind == StatementKind::close && found.depth <= 1) {
            if (goes) {
                const Range range = block_range(body_, open.key, walk.place());
                edit(range.begin, range.end, {});
            } else if (!values_.empty()) {
                add_missing(found.at, last_key, last_value, behind_last);
            }
            return walk.place();
        }
        if (found.kind == StatementKind::other && found.depth == 1 && *found.at == ';') {
            behind_last = walk.place();
        }
        if (found.kind != StatementKind::assignment || found.depth != 1) continue;
        bool escaped = false;
        const Byte* const end = walk.pass_value(&escaped);
        if (end == nullptr) return nullptr;
        last_key = found.key;
        last_value = found.at;
        if (looks) assignment(found, end, kind);
    }
}

void TextChanges::find_edits() noexcept {
    std::uint32_t next[kKinds] = {};
    udmf::StatementWalk walk(body_.begin, body_.end);
    while (good_) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) return;
        if (found.kind != StatementKind::open || found.depth != 0 || found.key == nullptr) continue;
        const std::uint8_t kind = udmf::block_kind(found.key, found.key_size());
        if (kind >= kKinds) continue;
        const std::uint32_t index = next[kind]++;
        if (index >= plan_.counts().of[kind]) return;
        const Byte* const end = block(walk, found, kind, index);
        if (end == nullptr) return;
        if (plan_.new_lines().empty() || (kind != kLines && kind != kSides)) continue;
        keep(blocks_[kind - kLines].push({found.key, end}));
        if (!plan_.is_removed(kind, index)) last_block_[kind - kLines] = behind_comment(body_, end);
    }
}

// A copy of a block in which some fields have other values, with one assignment a line: lines with
// several that occur twice mislead an editor (portability-oneline).
void TextChanges::copy_block(Range range, std::uint8_t kind, NewValue* values,
                             std::size_t count) noexcept {
    const auto bytes = [](const Byte* from, const Byte* to) {
        return text::as_text(from, static_cast<std::size_t>(to - from));
    };
    const auto assign = [&](std::string_view key, std::string_view value) {
        put(key);
        put(" = ");
        put(value);
    };
    const auto end_line = [&](std::string_view mark) {
        put(mark);
        put(line_end_);
    };
    udmf::StatementWalk walk(range.begin, range.end);
    for (;;) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) break;
        if (found.kind == StatementKind::open && found.depth == 0) {
            put(line_end_);
            end_line(bytes(found.key, found.key_end));
            end_line("{");
        }
        if (found.kind != StatementKind::assignment || found.depth != 1) continue;
        bool escaped = false;
        const Byte* const end = walk.pass_value(&escaped);
        if (end == nullptr) break;
        const udmf::FieldRecord* const record =
            udmf::find_field(table_, kind, found.key, found.key_size(), body_.end);
        NewValue* value = nullptr;
        for (std::size_t i = 0; record != nullptr && i < count && value == nullptr; ++i) {
            if (values[i].field == record->field) value = &values[i];
        }
        if (value == nullptr) {
            assign(bytes(found.key, found.key_end), bytes(found.at, end));
        } else {
            assign(bytes(found.key, found.key_end), {});
            put_value(*value);
            value->found = true;
        }
        end_line(";");
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (values[i].found || values[i].value == 0) continue;
        assign(field_name(values[i].field), {});
        put_value(values[i]);
        end_line(";");
    }
    put("}");
}

// The parts of split lines come behind the last line, their sides behind the last side.
void TextChanges::add_new_lines() noexcept {
    if (plan_.new_lines().empty() || last_block_[0] == nullptr || last_block_[1] == nullptr) return;
    const FieldId offsetx = find_field(kSides, "offsetx");
    written_.truncate(0);
    for (const NewLine& line : plan_.new_lines()) {
        for (const bool back : {false, true}) {
            const std::uint32_t side = back ? line.back : line.front;
            if (side == FLATLINE_NONE) continue;
            NewValue value{
                offsetx, FieldSet::Kind::integer, back ? line.back_offset : line.front_offset, {}};
            copy_block(blocks_[kSides - kLines][side], kSides, &value, 1);
        }
    }
    edit(last_block_[kSides - kLines], last_block_[kSides - kLines], written());
    written_.truncate(0);
    std::uint32_t next = plan_.kept(kSides);
    for (const NewLine& line : plan_.new_lines()) {
        constexpr FieldSet::Kind kInteger = FieldSet::Kind::integer;
        NewValue values[4] = {
            {indices_[0].field, kInteger, plan_.number(FLATLINE_VERTEX, line.v1), {}},
            {indices_[1].field, kInteger, plan_.number(FLATLINE_VERTEX, line.v2), {}},
            {indices_[2].field, kInteger, next++, {}},
            {indices_[3].field, kInteger, -1, {}}};
        if (line.back != FLATLINE_NONE) values[3].value = next++;
        const std::size_t count = line.back != FLATLINE_NONE ? 4 : 3;
        copy_block(blocks_[0][line.line], kLines, values, count);
    }
    edit(last_block_[0], last_block_[0], written());
}

// Adds the edits of the plan, and puts all in order of place. One inside of bytes that go anyway is
// not needed. One that overlaps another of the plan has to wait for the next pass.
void TextChanges::collect(List<std::uint32_t>& dropped) noexcept {
    const auto before = [](const TextEdit& a, const TextEdit& b) {
        return a.offset != b.offset ? a.offset < b.offset : a.length < b.length;
    };
    std::stable_sort(edits_.begin(), edits_.end(), before);
    const std::size_t own = edits_.size();
    List<TextEdit> wanted;
    keep(wanted.append(plan_.edits().data(), plan_.edits().size()));
    std::stable_sort(wanted.begin(), wanted.end(), before);
    const TextEdit* other = edits_.begin();
    std::uint64_t behind = 0;  // where the last one of the plan that was taken ends
    List<TextEdit> taken;
    for (const TextEdit& edit : wanted) {
        while (other != edits_.begin() + own && other->offset + other->length <= edit.offset) {
            ++other;
        }
        const bool swallowed = other != edits_.begin() + own && other->length != 0 &&
                               other->offset < edit.offset + edit.length;
        if (swallowed) continue;
        if (edit.offset < behind) {
            keep(dropped.push(edit.row));
            continue;
        }
        behind = edit.offset + edit.length;
        const std::uint64_t at = pool_.size();
        const std::string_view text = plan_.pool(edit);
        keep(pool_.append(reinterpret_cast<const Byte*>(text.data()), text.size()) &&
             taken.push({edit.offset, edit.length, at, edit.size, edit.row}));
    }
    keep(edits_.append(taken.data(), taken.size()));
    std::stable_sort(edits_.begin(), edits_.end(), before);
}

void TextChanges::write(List<Byte>& out) noexcept {
    std::uint64_t from = 0;
    for (const TextEdit& edit : edits_) {
        if (edit.offset < from) continue;  // inside of what has gone
        keep(out.append(text_.data() + from, static_cast<std::size_t>(edit.offset - from)) &&
             out.append(pool_.data() + edit.text, static_cast<std::size_t>(edit.size)));
        from = edit.offset + edit.length;
    }
    keep(out.append(text_.data() + from, static_cast<std::size_t>(text_.size() - from)));
}

bool TextChanges::run(List<Byte>& out, List<std::uint32_t>& dropped) noexcept {
    bool structure = !plan_.sets().empty() || !plan_.new_lines().empty();
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
        structure = structure || plan_.renumbers(kind);
    }
    if (structure) {
        find_edits();
        add_new_lines();
    }
    collect(dropped);
    if (good_) write(out);
    return good_;
}

}  // namespace

bool apply_to_text(const Plan& plan, Bytes text, List<unsigned char>& out,
                   List<std::uint32_t>& dropped) noexcept {
    return TextChanges(plan, text).run(out, dropped);
}

}  // namespace flatline::engine::mend
