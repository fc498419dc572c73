// TEXTMAP bytes -> raw arrays. The general machine: complete, one pass, the only place where
// errors of the text arise. It takes the fields of a dialect as data.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "flatline/findings.hpp"
#include "flatline/kernel.hpp"
#include "flatline/limits.hpp"
#include "flatline/map.hpp"
#include "flatline/view.hpp"
#include "text/chars.hpp"
#include "text/count.hpp"
#include "text/names.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/room.hpp"
#include "udmf/runs.hpp"

namespace flatline::udmf {

using text::Names;

struct ReadOptions {
    const Limits* limits = nullptr;
    std::string_view namespace_override;
    Grammar grammar = Grammar::automatic;
    bool repair = false;
    bool learn = true;  // runs; without them the same map comes from the general machine alone
    Kernel kernel = Kernel::automatic;
    Progress* progress = nullptr;  // null: nobody asks
};

/// Working memory that a Loader keeps between maps.
struct ReadWorkspace {
    Reservation values;
    Names names;
    std::uint32_t last_block[Runs::kFields];  // per FieldId: the block that gave it last
    Runs runs;
    Reservation scratch;  // of the stages behind the reader
};

/// A part of a text that is read by itself, as if all before it were read (parts.hpp).
struct Part {
    const unsigned char* from = nullptr;  // null: the first byte
    View<const unsigned char*> splits;    // behind it, where other parts begin, ascending
    const NamespaceRow* row = nullptr;    // what holds at `from`
    text::Counts counts;                  // of all that it may come to read
    bool knows_runs = false;              // from another part of the same text
    bool learns = true;                   // false: that part gave up
    const std::atomic<bool>* stop = nullptr;
};

class Reader {
public:
    Reader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
           FindingList& findings, const ReadOptions& options) noexcept
        : workspace_(workspace),
          hooks_(hooks),
          budget_(budget),
          findings_(findings),
          options_(options),
          limits_(*options.limits),
          table_(Dialect::udmf11, false) {}

    /// Reads the text into `raw`, whose arrays lie in `memory`. Offsets of findings count from
    /// the first byte of `text`. Outcome::refused: an error-level finding says why; missing
    /// fields alone are listed to the end of the text first.
    Outcome read(Bytes text, Reservation& memory, RawMap& raw) noexcept;
    /// True where the last read came to the end of the text, also where it refused the map.
    bool complete() const noexcept { return complete_; }

    /// One part, into `memory` and `values`. Where these have the room for part.counts, and the
    /// workspace's names have their table, no hooks are called. It ends at one of the splits,
    /// standing at top level, or at the end of the text; refused: at anything that only the text as
    /// a whole can tell, without a word about it.
    Outcome read_part(Bytes text, Reservation& memory, Reservation& values, RawMap& raw,
                      const Part& part) noexcept;
    /// The split at which it stands, splits.size() at the end of the text.
    std::size_t arrived() const noexcept { return arrived_ ? split_ : part_->splits.size(); }
    /// True where runs were not worth their learning.
    bool gave_up() const noexcept { return runs_limit_ == begin_; }
    /// What the first part found to hold.
    bool reads_by(const NamespaceRow* row, bool v0_99) const noexcept {
        return namespace_row_ == row && v0_99_ == v0_99;
    }
    /// Behind the last part: what the first one has to say about the whole.
    Outcome finish() noexcept;

private:
    using Byte = unsigned char;
    static constexpr std::uint8_t kTop = 0xFF;  // of block_: outside all blocks

    // reader.cpp: the hot machine.
    bool run() noexcept;
    // Over blanks and comments. Tools write a blank or two; in ragged text there may be any number
    // of them, and a loop over them ends in a branch that is guessed wrong each time.
    template <bool kRagged = false>
    const Byte* hop(const Byte* p) const noexcept {
        p = blanks<kRagged>(p);
        return *p != '/' ? p : hop_comments(p);
    }
    template <bool kRagged = false>
    const Byte* blanks(const Byte* p) const noexcept {
        if constexpr (kRagged) return many_blanks(p);
        while (text::is_blank(*p)) ++p;
        return p;
    }
    const Byte* many_blanks(const Byte* p) const noexcept;
    const Byte* hop_comments(const Byte* p) const noexcept;
    bool look_around(const Byte* p) noexcept;
    const Byte* quick_head(const Byte* p) noexcept;
    bool fields(const Byte* p) noexcept {
        return ragged_ ? read_fields<true>(p) : read_fields<false>(p);
    }
    template <bool kRagged>
    bool read_fields(const Byte* p) noexcept;
    bool open_block(std::uint8_t block, const Byte* keyword) noexcept;
    // What opening a block of a kind needs: its array, what a new element is, how many there may
    // be, and the rule of one more.
    template <class Open>
    [[gnu::always_inline]] bool with_block(std::uint8_t kind, Open&& open) noexcept {
        switch (kind) {
            case FLATLINE_VERTEX:
                return open(raw_->vertices, default_vertex_, limits_.vertices,
                            Rule::limit_vertices);
            case FLATLINE_LINEDEF:
                return open(raw_->linedefs, default_linedef_, limits_.linedefs,
                            Rule::limit_linedefs);
            case FLATLINE_SIDEDEF:
                return open(raw_->sidedefs, default_sidedef_, limits_.sidedefs,
                            Rule::limit_sidedefs);
            case FLATLINE_SECTOR:
                return open(raw_->sectors, default_sector_, limits_.sectors, Rule::limit_sectors);
            default:
                return open(raw_->things, default_thing_, limits_.things, Rule::limit_things);
        }
    }
    bool close_block() noexcept;
    std::uint32_t intern_quick(const Byte* p, const Byte** next) noexcept;
    template <bool kRagged>
    const Byte* quick_value(const FieldRecord& record, const Byte* p, const Byte* key) noexcept;
    const Byte* quick_unknown(const Byte* key, std::size_t size, const Byte* p) noexcept;
    void note_member(const FieldRecord& record, const Byte* key) noexcept {
        if ((seen_ & record.seen) != 0) [[unlikely]]
            note_repeat(record, key);
        seen_ |= record.seen;
    }
    void note_repeat(const FieldRecord& record, const Byte* key) noexcept;

    // reader_runs.cpp, reader_learn.cpp: learned runs in front of the machine.
    struct Hot;
    void choose_runs() noexcept;
    const Byte* runs(const Byte* p, std::uint16_t from) noexcept { return (this->*runs_)(p, from); }
    const Byte* runs_scalar(const Byte* p, std::uint16_t from) noexcept;
    const Byte* runs_vector(const Byte* p, std::uint16_t from) noexcept;
    const Byte* runs_avx2(const Byte* p, std::uint16_t from) noexcept;
    template <class Kernel>
    const Byte* run_loop(const Byte* p, std::uint16_t from) noexcept;
    bool open_hot(Hot& hot, std::uint8_t kind) noexcept;
    bool apply(const Run& run, Hot& hot) noexcept;
    bool push_booleans(const RunRest& rest, Hot hot) noexcept;
    bool push_hot(FieldId field, SideValue side, std::uint8_t kind, const Hot& hot) noexcept;
    const Byte* hot_string(const Byte* p, flatline_text* out) noexcept;
    const Byte* hot_unknown(const Run& run, const Byte* p, Hot hot) noexcept;
    bool worth_learning(const Byte* p) noexcept;
    bool learn(const Byte* p, RunState& state, std::uint8_t head_kind, std::uint8_t block) noexcept;

    // reader_begin.cpp: memory, defaults, namespaces, restarts.
    Outcome begin(Bytes text, RawMap& raw) noexcept;
    Outcome reserve(Reservation& memory, Reservation& values, const text::Counts& counts) noexcept;
    void place_arrays() noexcept;
    bool at_split(const Byte* p) noexcept;
    void begin_slice(const Byte* p) noexcept;
    bool restart() noexcept;
    void choose_table(const NamespaceRow* row, bool v0_99) noexcept;
    void set_defaults(bool zero_line_id) noexcept;
    const void* defaults_of_block() const noexcept;
    bool redecide() noexcept;
    const Byte* namespace_statement(const Byte* key, const Byte* p) noexcept;
    bool finish_namespace() noexcept;

    // reader_slow.cpp: whole statements with every read checked, values, unknowns.
    struct Value;
    const Byte* top_statement(const Byte* p) noexcept;
    const FieldRecord* known_field(std::uint8_t block, const Byte* key,
                                   std::size_t size) const noexcept;
    const Byte* field_statement(const Byte* p) noexcept;
    const Byte* identifier(const Byte* p) noexcept;
    const Byte* skip(const Byte* p) noexcept;
    const Byte* read_value(const Byte* p, FieldId field, Value& value) noexcept;
    const Byte* read_quoted(const Byte* p, Value& value) noexcept;
    const Byte* semicolon(const Byte* p) noexcept;
    bool store(const FieldRecord& record, const Value& value, const Byte* key) noexcept;
    bool store_number(const FieldRecord& record, const Value& value) noexcept;
    bool store_boolean(const FieldRecord& record, const Value& value) noexcept;
    bool store_text(const FieldRecord& record, const Value& value) noexcept;
    bool wrong_kind(const FieldRecord& record, const Value& value) noexcept;
    bool check_bound(const FieldRecord& record, double number, const Value& value) noexcept;
    bool side_value(const FieldRecord& record, SideValue value, std::uint8_t kind,
                    const Byte* at) noexcept;
    bool missing_fields(std::uint64_t missing) noexcept;
    bool keep_unknown(const Byte* key, const Byte* key_end, std::uint16_t depth,
                      const Value& value) noexcept;
    const Byte* unknown_block(const Byte* key, const Byte* key_end, const Byte* p) noexcept;
    flatline_unknown* push_unknown(const Byte* key, const Byte* key_end, std::uint8_t element,
                                   std::uint16_t depth) noexcept;

    // Findings. fail() refuses the map and returns null/false so that callers can return it.
    Finding finding(Rule rule, const Byte* at, const Byte* end) const noexcept;
    std::nullptr_t fail(Rule rule, const Byte* at, const Byte* end,
                        FieldId field = FLATLINE_NO_FIELD) noexcept;
    std::nullptr_t fail_limit(Rule rule, const Byte* at, const Byte* end, std::uint64_t met,
                              std::uint64_t limit) noexcept;
    std::nullptr_t fail_memory(const Byte* at) noexcept;
    std::nullptr_t fail_at_end(Rule otherwise) noexcept;
    bool may_be_otherwise() noexcept;
    void warn(Rule rule, const Byte* at, const Byte* end,
              FieldId field = FLATLINE_NO_FIELD) noexcept;
    void warn_unknown(const Byte* key, const Byte* key_end, std::uint8_t element) noexcept;
    std::string_view string_of(flatline_text text) const noexcept;
    std::uint32_t offset(const Byte* p) const noexcept {
        return static_cast<std::uint32_t>(p - base_);
    }
    flatline_text span(const Byte* from, const Byte* to) const noexcept {
        return {offset(from), static_cast<std::uint32_t>(to - from)};
    }

    ReadWorkspace& workspace_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    FindingList& findings_;
    const ReadOptions& options_;
    const Limits& limits_;
    FieldTable table_;
    RawMap* raw_ = nullptr;
    Reservation* memory_ = nullptr;
    Reservation* values_ = nullptr;

    Bytes text_;
    const Byte* base_ = nullptr;
    const Byte* begin_ = nullptr;  // behind a BOM
    const Byte* end_ = nullptr;    // before trailing NULs
    // The last ';' or '}' of the text (begin_ - 1 where there is none). Loops over blanks, names
    // and digits that begin at or before it stop at or before it without looking for the end.
    const Byte* stop_ = nullptr;
    const Byte* p_ = nullptr;  // behind what fields() has read
    // Runs begin before it only: their text, and any value behind it, lies before stop_.
    const Byte* runs_limit_ = nullptr;  // begin_ where nothing is learned
    const Byte* runs_stop_ = nullptr;   // the same, or the end of a slice before it
    // Statements that begin behind it are preceded by a look around: stop_, or the end of a slice.
    const Byte* look_ = nullptr;
    const Byte* told_ = nullptr;         // up to here progress is told
    const Part* part_ = nullptr;         // null: the whole text
    std::size_t split_ = 0;              // of the part, the next one
    bool arrived_ = false;               // there
    std::uint64_t misses_ = 0;           // of runs
    bool ragged_ = false;                // too many: no text is met twice
    Kernel kernel_ = Kernel::automatic;  // never automatic once a text is read
    const Byte* (Reader::*runs_)(const Byte*, std::uint16_t) noexcept = nullptr;  // of the kernel

    // The open block.
    std::uint8_t block_ = kTop;
    unsigned char* entity_ = nullptr;
    std::uint32_t index_ = FLATLINE_NONE;
    std::uint64_t seen_ = 0;  // members given
    std::uint64_t bad_ = 0;   // members whose last value was of a wrong kind
    std::uint32_t block_serial_ = 0;
    const Byte* keyword_ = nullptr;
    const Byte* open_brace_ = nullptr;  // of the innermost open block, null outside all
    std::uint64_t required_[kBlockKinds] = {};

    flatline_vertex default_vertex_ = {};
    flatline_linedef default_linedef_ = {};
    flatline_sidedef default_sidedef_ = {};
    flatline_sector default_sector_ = {};
    flatline_thing default_thing_ = {};

    // What the fast paths may take without a look at the limits.
    std::ptrdiff_t quick_number_ = 0;
    std::size_t quick_string_ = 0;
    std::size_t identifier_limit_ = 0;

    // Namespace and grammar.
    bool v0_99_ = false;
    const Byte* sign_begin_ = nullptr;  // the field that made it so, where only that did
    const Byte* sign_end_ = nullptr;
    bool decided_ = false;  // by a scan of the whole text: no more restarts
    bool restart_ = false;  // run() stopped to begin again
    bool running_ = false;  // over the text, which then decides
    bool statements_before_ = false;
    bool blocks_before_ = false;
    bool namespace_seen_ = false;
    bool refused_ = false;  // by missing fields; the text is read to its end
    bool complete_ = false;
    bool out_of_memory_ = false;
    bool cancelled_ = false;
    const NamespaceRow* namespace_row_ = nullptr;  // of the table in use
    const Byte* namespace_begin_ = nullptr;        // of the value that counts
    const Byte* namespace_end_ = nullptr;

    Room room_;
    std::uint64_t budget_mark_ = 0;
};

}  // namespace flatline::udmf
