// How a run is learned: the plain statements at a place are walked over once, by the rules of the
// general machine, up to the first value that a run cannot hold. Nothing is stored on the way.
#include <cstring>

#include "text/chars.hpp"
#include "text/plain_values.hpp"
#include "udmf/keywords.hpp"
#include "udmf/reader.hpp"
#include "udmf/runs.hpp"

namespace flatline::udmf {
namespace {

using Byte = unsigned char;

// Text in which no run is met twice (keys in random order, a layout that varies) is read faster
// by the general machine alone: give up after so many misses, and one more every so many bytes.
constexpr std::uint64_t kFirstMisses = 1024;
constexpr std::uint64_t kBytesAMiss = 200;

constexpr Hole hole_of(const FieldRecord& record) noexcept {
    if (record.values != 0 && record.store != Store::column_integer &&
        record.store != Store::column_string) {
        return Hole::none;  // the careful path asks for its set
    }
    switch (record.store) {
        case Store::integer:
        case Store::index:
            return Hole::integer;
        case Store::real:
            return Hole::real;
        case Store::whole:
            return Hole::whole;
        case Store::name:
            return Hole::name;
        case Store::column_integer:
            return Hole::column_integer;
        case Store::column_real:
            return Hole::column_real;
        case Store::column_string:
            return Hole::column_string;
        case Store::column_ids:
            return Hole::column_ids;
        default:
            return Hole::none;
    }
}

}  // namespace

bool Reader::worth_learning(const Byte* p) noexcept {
    if (++misses_ <= kFirstMisses + static_cast<std::uint64_t>(p - begin_) / kBytesAMiss)
        return true;
    runs_stop_ = runs_limit_ = begin_;
    ragged_ = true;
    return false;
}

// Keeps a run for the text at `p` in `state`; false where nothing plain stands there, or no room is
// left. `head_kind` is the kind of a block whose keyword and comment were read, else kTop.
bool Reader::learn(const Byte* p, RunState& state, std::uint8_t head_kind,
                   std::uint8_t block) noexcept {
    Runs& known = workspace_.runs;
    if (!known.has_room(state)) return false;
    Run run{};
    RunRest rest{};
    run.opens = Run::kOpensNothing;
    const Byte* const most = p + RunRest::kBytes;
    const Byte* at = p;
    const Byte* done = p;                   // behind what is learned whole
    std::uint8_t keyword_kind = head_kind;  // of a block whose brace is still to come

    const auto blanks = [&] {
        while (at < most && text::is_blank(*at)) ++at;
    };
    const auto word = [&] {
        const Byte* from = at;
        if (text::is_letter(*at)) {
            while (at < most && text::is_identifier(*at)) ++at;
        }
        return static_cast<std::size_t>(at - from);
    };
    const auto place = [&](const Byte* where) { return static_cast<std::uint16_t>(where - p); };
    const auto comment = [&] {
        if (*at != '/' || at + 2 > most) return false;
        if (at[1] == '/') {
            run.hole = keyword_kind != kTop ? Hole::head_comment : Hole::comment;
        } else if (at[1] == '*' && keyword_kind == kTop) {
            run.hole = Hole::block_comment;
        } else {
            return false;
        }
        run.head_kind = keyword_kind;
        run.statement = place(at);
        done = at + 2;
        return true;
    };

    for (;;) {
        blanks();
        if (at >= most) break;
        if (keyword_kind != kTop) {
            if (head_kind == kTop && comment()) {
                run.next = known.state(static_cast<std::uint16_t>(Runs::kHead + keyword_kind));
                break;
            }
            if (*at != '{' || run.opens != Run::kOpensNothing) break;
            run.brace = place(at++);
            run.opens = block = keyword_kind;
            keyword_kind = kTop;
            done = at;
        } else if (comment()) {
            break;
        } else if (block == kTop) {
            run.keyword = place(at);
            const std::size_t size = word();
            const std::uint8_t kind = block_kind(p + run.keyword, size);
            if (kind == FLATLINE_BLOCK || size > identifier_limit_) break;
            keyword_kind = kind;
        } else if (*at == '}') {
            if (run.closes || run.opens != Run::kOpensNothing) break;
            run.closes = true;
            block = kTop;
            done = ++at;
        } else {
            const Byte* key = at;
            const std::size_t size = word();
            blanks();
            if (size == 0 || at >= most || *at != '=') break;
            ++at;
            blanks();
            if (at >= most) break;
            const FieldRecord* record = known_field(block, key, size);
            if (record == nullptr) {
                if (size > limits_.identifier_bytes || is_sign_of_0_99(block, key, size)) break;
                run.hole = Hole::unknown;
                rest.key_size = static_cast<std::uint16_t>(size);
                rest.reports = !is_user_key(key, size);
            } else if (size > identifier_limit_) {
                break;
            } else if (record->store == Store::flag || record->store == Store::column_boolean) {
                // Flags come before the end of a block in what a run does, so not behind a brace.
                bool on = false;
                const Byte* next = text::plain_boolean(at, on);
                if (next == nullptr || *next++ != ';' || next > most) break;
                if (run.opens != Run::kOpensNothing) break;
                if (record->store == Store::flag) {
                    if ((run.seen & record->seen) != 0) break;
                    run.seen |= record->seen;
                    run.flags_at = record->offset;
                    (on ? run.set : run.clear) |= record->mask;
                } else {
                    bool again = rest.boolean_count == RunRest::kMostBooleans;
                    for (std::size_t i = 0; i < rest.boolean_count; ++i) {
                        again = again || rest.booleans[i].field == record->field;
                    }
                    if (again) break;
                    rest.booleans[rest.boolean_count++] = {record->field, on};
                }
                done = at = next;
                continue;
            } else {
                run.hole = hole_of(*record);
                if (run.hole == Hole::none || (run.seen & record->seen) != 0) {
                    run.hole = Hole::none;
                    break;
                }
                run.hole_seen = record->seen;
                run.offset = record->offset;
                run.bounded = record->bound != Bound::none || record->values != 0;
                rest.values = record->values;
                run.field = record->field;
                run.next = known.state(record->field);
            }
            run.statement = place(key);
            done = at;
            break;
        }
    }
    if (done == p) return false;
    if (run.hole == Hole::none && run.opens != Run::kOpensNothing) {
        run.next = known.state(static_cast<std::uint16_t>(Runs::kOpened + block));
    }
    run.size = place(done);
    if (run.hole == Hole::none) run.statement = run.size;
    // Behind a comment or an unknown key comes what would have come without it; but not where the
    // block is another one, because a state belongs to one kind of block.
    const bool same_block = !run.closes && run.opens == Run::kOpensNothing;
    if (same_block && (run.hole == Hole::comment || run.hole == Hole::block_comment ||
                       run.hole == Hole::unknown)) {
        run.next = &state;
    }
    std::memcpy(rest.text, p, run.size);
    run.flags = run.seen != 0 || rest.boolean_count != 0;
    run.acts = run.flags || run.closes || run.opens != Run::kOpensNothing;
    known.add(state, run, rest);
    return true;
}

}  // namespace flatline::udmf
