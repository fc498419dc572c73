// Before and around the machine: memory by upper bounds, defaults of a dialect, namespaces, and
// the restart that a late namespace or a late sign of 0.99 asks for.
#include <charconv>
#include <cstring>

#include "text/count.hpp"
#include "text/plain_values.hpp"
#include "text/scan.hpp"
#include "udmf/decide.hpp"
#include "udmf/reader.hpp"
#include "udmf/reader_value.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

// More than the longest run; what a run compares and the value behind it begin before stop_.
constexpr std::ptrdiff_t kRunsMargin = 1024;
static_assert(kRunsMargin > static_cast<std::ptrdiff_t>(RunRest::kBytes + Run::kMostLast + 64));

constexpr std::uint64_t smaller(std::uint64_t a, std::uint64_t b) { return a < b ? a : b; }

template <class T>
void store_default(T& entity, const StandardField& field, const FieldRow* row, bool on) noexcept {
    auto* member = reinterpret_cast<unsigned char*>(&entity) + field.offset;
    const std::string_view fallback = row != nullptr ? row->fallback : std::string_view();
    if (field.bit != 0) {
        if (!on && fallback != "true") return;
        std::uint32_t flags;
        std::memcpy(&flags, member, sizeof flags);
        flags |= field.bit;
        std::memcpy(member, &flags, sizeof flags);
    } else if (field.kind == FLATLINE_REAL) {
        double number = 0;
        std::from_chars(fallback.data(), fallback.data() + fallback.size(), number);
        std::memcpy(member, &number, sizeof number);
    } else if (!field.is_name) {  // every name's default is "-", which is name 0
        std::int32_t number = 0;
        std::from_chars(fallback.data(), fallback.data() + fallback.size(), number);
        std::memcpy(member, &number, sizeof number);
    }
}

}  // namespace

Outcome Reader::reserve(Reservation& memory, Reservation& values,
                        const text::Counts& counts) noexcept {
    room_ = room_for(counts, text_.size(), limits_, hooks_.acquire == nullptr);
    budget_.announce(room_.bound);
    budget_mark_ = budget_.used();
    const Bytes body(begin_, static_cast<std::size_t>(end_ - begin_));
    if (!take_room(room_, body, hooks_, memory, values)) return Outcome::out_of_memory;
    memory_ = &memory;
    values_ = &values;
    return Outcome::ok;
}

void Reader::place_arrays() noexcept {
    unsigned char* base = memory_->data();
    const Room::PerArray& capacity = room_.capacity;
    const Room::PerArray& at = room_.offsets;
    raw_->vertices.place(base + at.vertices, capacity.vertices, &budget_);
    raw_->linedefs.place(base + at.linedefs, capacity.linedefs, &budget_);
    raw_->sidedefs.place(base + at.sidedefs, capacity.sidedefs, &budget_);
    raw_->sectors.place(base + at.sectors, capacity.sectors, &budget_);
    raw_->things.place(base + at.things, capacity.things, &budget_);
    raw_->names.place(base + at.names, capacity.names, &budget_);
    raw_->unknowns.place(base + at.unknowns, capacity.unknowns, &budget_);
    raw_->decoded.place(base + at.decoded, capacity.decoded, &budget_);
    raw_->values.place(values_->data(), capacity.values, &budget_);
    if (values_->is_of_system()) raw_->values.grow_by_large_pages();
}

// Lets the machine and the runs go on from `p` up to the next look around.
void Reader::begin_slice(const Byte* p) noexcept {
    runs_stop_ = runs_limit_;
    look_ = stop_;
    if (options_.progress == nullptr && part_ == nullptr) return;
    constexpr auto kSlice = static_cast<std::ptrdiff_t>(Progress::kSlice);
    if (look_ - p > kSlice) look_ = p + kSlice;
    if (part_ != nullptr && split_ < part_->splits.size()) {
        // No run may lead over the place where the next part begins.
        const Byte* const near = part_->splits[split_] - kRunsMargin;
        if (look_ > near) look_ = near;
    }
    if (runs_stop_ > look_) runs_stop_ = look_;
}

// True where `p`, outside all blocks, is the next split but for blanks and comments. Those that
// were passed were guessed wrong: they lie in a string, a comment or a block.
bool Reader::at_split(const Byte* p) noexcept {
    const View<const Byte*> splits = part_->splits;
    if (split_ == splits.size() || splits[split_] - p > kRunsMargin) return false;
    const Byte* opened = nullptr;
    p = text::skip_blank(p, end_, &opened);
    while (p != nullptr && split_ < splits.size() && splits[split_] < p) ++split_;
    return split_ < splits.size() && splits[split_] == p;
}

// Between two statements, the next at `p`; false where the load is to end.
bool Reader::look_around(const Byte* p) noexcept {
    const auto read = static_cast<std::uint64_t>(p - told_);
    if (read >= Progress::kSlice || part_ == nullptr) {
        told_ = p;
        if (options_.progress != nullptr && !options_.progress->add(read)) cancelled_ = true;
        if (cancelled_ || (part_ != nullptr && part_->stop->load(std::memory_order_relaxed))) {
            return false;
        }
    }
    if (part_ != nullptr && open_brace_ == nullptr && at_split(p)) {
        arrived_ = true;
        return false;
    }
    begin_slice(p);
    return true;
}

// Everything but what was decided is as before the first byte.
bool Reader::restart() noexcept {
    findings_.clear();
    budget_.rewind(budget_mark_);
    place_arrays();
    workspace_.names.begin(&raw_->names, text_, &raw_->decoded, hooks_, &budget_);
    if (part_ == nullptr || !part_->knows_runs) workspace_.runs.clear();
    if (part_ != nullptr) {
        workspace_.names.keep_table();
    } else if (options_.progress != nullptr) {
        options_.progress->restart();
    }
    told_ = begin_;
    begin_slice(begin_);
    block_ = kTop;
    index_ = FLATLINE_NONE;
    open_brace_ = nullptr;
    statements_before_ = blocks_before_ = namespace_seen_ = refused_ = restart_ = false;
    raw_->map_namespace = {0, 0};
    // Said at once: where the text is refused under the other rules, this is why.
    if (sign_begin_ != nullptr) warn(Rule::grammar_0_99, sign_begin_, sign_end_);
    unsigned char* dash = raw_->decoded.push();
    if (dash == nullptr) return fail_memory(begin_) != nullptr;
    *dash = '-';
    const flatline_text name{static_cast<std::uint32_t>(text_.size()), 1};
    if (workspace_.names.intern(name) == Names::kNone) return fail_memory(begin_) != nullptr;
    return true;
}

void Reader::choose_table(const NamespaceRow* row, bool v0_99) noexcept {
    namespace_row_ = row;
    v0_99_ = raw_->v0_99 = v0_99;
    raw_->dialect = row != nullptr ? row->dialect : Dialect::udmf11;
    table_ = FieldTable(raw_->dialect, v0_99);
    set_defaults(row != nullptr && row->zero_line_id);
}

void Reader::set_defaults(bool zero_line_id) noexcept {
    default_vertex_ = {};
    default_linedef_ = {};
    default_sidedef_ = {};
    default_sector_ = {};
    default_thing_ = {};
    for (std::uint64_t& mask : required_) mask = 0;
    std::size_t bit[kBlockKinds] = {};
    for (const StandardField& field : standard_fields()) {
        const FieldRow* row = table_.row(field.field);
        if (row != nullptr && row->required) required_[field.block] |= 1ull << bit[field.block];
        ++bit[field.block];
        // UDMF 0.99 says where a thing is not, so it is where nothing is said.
        const bool on = v0_99_ && FieldTable::negated(field);
        switch (field.block) {
            case FLATLINE_VERTEX:
                store_default(default_vertex_, field, row, on);
                break;
            case FLATLINE_LINEDEF:
                store_default(default_linedef_, field, row, on);
                break;
            case FLATLINE_SIDEDEF:
                store_default(default_sidedef_, field, row, on);
                break;
            case FLATLINE_SECTOR:
                store_default(default_sector_, field, row, on);
                break;
            default:
                store_default(default_thing_, field, row, on);
                break;
        }
    }
    if (zero_line_id) default_linedef_.id = 0;
}

const void* Reader::defaults_of_block() const noexcept {
    switch (block_) {
        case FLATLINE_VERTEX:
            return &default_vertex_;
        case FLATLINE_LINEDEF:
            return &default_linedef_;
        case FLATLINE_SIDEDEF:
            return &default_sidedef_;
        case FLATLINE_SECTOR:
            return &default_sector_;
        default:
            return &default_thing_;
    }
}

// Settles namespace and grammar by the whole text; true where it must be read again from its
// first byte. At most once a load.
bool Reader::redecide() noexcept {
    if (part_ != nullptr) return true;  // the whole text will tell
    const Decision decision = decide(begin_, end_, options_.grammar);
    decided_ = true;
    const bool same_grammar = decision.v0_99 == v0_99_;
    char name[32];  // longer than any namespace that is known
    std::size_t size = 0;
    for (const Byte* p = decision.name_begin; p != decision.name_end && size < sizeof name; ++p) {
        if (decision.escaped && *p == '\\') ++p;
        name[size++] = static_cast<char>(*p);
    }
    const NamespaceRow* row =
        options_.namespace_override.empty() ? find_namespace({name, size}) : namespace_row_;
    if (same_grammar && row == namespace_row_) return false;
    choose_table(row, decision.v0_99);
    sign_begin_ = decision.sign_begin;
    sign_end_ = decision.sign_end;
    restart_ = true;
    return true;
}

// The value of `namespace`, from the first byte behind its '='. Returns behind the ';'.
const Reader::Byte* Reader::namespace_statement(const Byte* key, const Byte* p) noexcept {
    if (part_ != nullptr && part_->from != nullptr) return nullptr;
    if (options_.grammar == Grammar::automatic && !decided_ && p < end_ && text::is_letter(*p) &&
        redecide()) {
        return nullptr;
    }
    Value value;
    const Byte* next = read_value(p, FLATLINE_NO_FIELD, value);
    if (next == nullptr || (next = semicolon(next)) == nullptr) return nullptr;
    if (value.kind != Value::Kind::string) {
        warn(Rule::field_type, value.begin, value.end);
        return next;
    }
    if (value.text.size == 0) return next;  // says nothing
    if (statements_before_) warn(Rule::namespace_not_first, key, value.end);
    if (namespace_seen_) warn(Rule::namespace_duplicate, value.begin, value.end);
    const bool counts = !namespace_seen_ || v0_99_;
    namespace_seen_ = true;
    if (!counts) return next;
    namespace_begin_ = value.begin;
    namespace_end_ = value.end;
    raw_->map_namespace = value.text;
    if (decided_ || !options_.namespace_override.empty()) return next;
    if (blocks_before_) return redecide() ? nullptr : next;
    const NamespaceRow* row = find_namespace(string_of(value.text));
    if (row != namespace_row_) choose_table(row, v0_99_);
    return next;
}

// Reports on the namespace and keeps it in lower case.
bool Reader::finish_namespace() noexcept {
    std::string_view name = options_.namespace_override;
    if (name.empty()) {
        if (!namespace_seen_) {
            warn(Rule::namespace_missing, begin_, begin_);
            return true;
        }
        name = string_of(raw_->map_namespace);
    }
    if (namespace_row_ == nullptr) {
        if (options_.namespace_override.empty()) {
            warn(Rule::namespace_unknown, namespace_begin_, namespace_end_);
        } else {
            warn(Rule::namespace_unknown, begin_, begin_);
        }
    }
    const std::size_t at = raw_->decoded.size();
    unsigned char* copy = raw_->decoded.push(name.size());
    if (copy == nullptr) return fail_memory(begin_) != nullptr;
    for (std::size_t i = 0; i < name.size(); ++i) {
        copy[i] = text::to_lower(static_cast<unsigned char>(name[i]));
    }
    raw_->map_namespace = {static_cast<std::uint32_t>(text_.size() + at),
                           static_cast<std::uint32_t>(name.size())};
    return true;
}

// What needs no memory: where the text begins and ends, and what may be done without a look.
Outcome Reader::begin(Bytes text, RawMap& raw) noexcept {
    raw_ = &raw;
    text_ = text;
    static constexpr Byte kNothing[1] = {0};
    base_ = text.data() != nullptr ? text.data() : kNothing;
    const std::uint64_t most = smaller(limits_.text_bytes, 2ull << 30);
    begin_ = end_ = p_ = base_;
    if (text.size() > most) {
        fail_limit(Rule::limit_text_bytes, base_, base_, text.size(), most);
        return Outcome::refused;
    }
    const text::Body body = text::body_of(base_, text.size());
    begin_ = part_ != nullptr && part_->from != nullptr ? part_->from : body.begin;
    end_ = body.end;
    stop_ = end_;
    while (stop_ > begin_ && stop_[-1] != ';' && stop_[-1] != '}') --stop_;
    --stop_;
    choose_runs();
    // A run does not ask how long a number is.
    const bool learns = options_.learn && (part_ == nullptr || part_->learns) &&
                        limits_.number_bytes >= text::kPlainNumberBytes;
    runs_limit_ = learns && stop_ - begin_ > kRunsMargin ? stop_ - kRunsMargin : begin_;

    if (options_.namespace_override.size() > limits_.string_bytes) {
        fail_limit(Rule::limit_string_bytes, base_, base_, options_.namespace_override.size(),
                   limits_.string_bytes);
        return Outcome::refused;
    }
    quick_number_ =
        static_cast<std::ptrdiff_t>(smaller(limits_.number_bytes, text::kPlainNumberBytes));
    quick_string_ = static_cast<std::size_t>(smaller(limits_.string_bytes, Names::kCachedBytes));
    identifier_limit_ = static_cast<std::size_t>(smaller(limits_.identifier_bytes, kMaxKeyBytes));
    std::memset(workspace_.last_block, 0, sizeof workspace_.last_block);
    return Outcome::ok;
}

Outcome Reader::read(Bytes text, Reservation& memory, RawMap& raw) noexcept {
    Outcome status = begin(text, raw);
    if (status != Outcome::ok) return status;
    const Bytes body(begin_, static_cast<std::size_t>(end_ - begin_));
    const text::Counts counts = text::count(body, kernel_);
    if (counts.nul) {
        const void* nul = std::memchr(begin_, 0, body.size());
        fail(Rule::syntax_nul, static_cast<const Byte*>(nul), static_cast<const Byte*>(nul) + 1);
        return Outcome::refused;
    }
    if ((status = reserve(memory, workspace_.values, counts)) != Outcome::ok) return status;

    choose_table(find_namespace(options_.namespace_override), options_.grammar == Grammar::v0_99);
    do {
        running_ = false;
        if (!restart()) break;
        running_ = true;
        if (!run()) continue;
        if (finish() == Outcome::ok) return Outcome::ok;
    } while (restart_);
    if (cancelled_) return Outcome::cancelled;
    return out_of_memory_ ? Outcome::out_of_memory : Outcome::refused;
}

Outcome Reader::finish() noexcept {
    complete_ = finish_namespace();
    return complete_ && !refused_ ? Outcome::ok : Outcome::refused;
}

Outcome Reader::read_part(Bytes text, Reservation& memory, Reservation& values, RawMap& raw,
                          const Part& part) noexcept {
    part_ = &part;
    running_ = true;  // from the start: nothing is said about what may be wrong
    if (begin(text, raw) != Outcome::ok || reserve(memory, values, part.counts) != Outcome::ok) {
        return Outcome::refused;
    }
    choose_table(part.row, options_.grammar == Grammar::v0_99);
    if (!restart()) return Outcome::refused;
    statements_before_ = blocks_before_ = part_->from != nullptr;
    if (run() && !refused_) return Outcome::ok;
    return cancelled_ ? Outcome::cancelled : Outcome::refused;
}

}  // namespace flatline::udmf
