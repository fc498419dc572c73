#include "doom3/reader.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "text/count.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"

namespace flatline::engine::doom3 {
namespace {

constexpr unsigned kEntityDepth = 1;

// After so many bytes the reader scans them again for NULs, while they are in the nearest cache.
constexpr std::ptrdiff_t kLookBytes = 16 << 10;

struct Keyword {
    std::string_view name;
    std::uint16_t kind;
};
constexpr Keyword kKeywords[] = {
    {"brushDef3", FLATLINE_DOOM3_BRUSH_DEF3}, {"patchDef2", FLATLINE_DOOM3_PATCH_DEF2},
    {"patchDef3", FLATLINE_DOOM3_PATCH_DEF3}, {"brushDef2", FLATLINE_DOOM3_BRUSH_DEF2},
    {"brushDef", FLATLINE_DOOM3_BRUSH_DEF},
};
constexpr std::uint16_t kNoKind = 0xFFFF;

constexpr bool is_patch(std::uint16_t kind) noexcept {
    return kind == FLATLINE_DOOM3_PATCH_DEF2 || kind == FLATLINE_DOOM3_PATCH_DEF3;
}

constexpr bool has_equations(std::uint16_t kind) noexcept {
    return kind == FLATLINE_DOOM3_BRUSH_DEF3 || kind == FLATLINE_DOOM3_BRUSH_DEF2;
}

// The engine compares without case.
std::uint16_t kind_of(const Token& head) noexcept {
    const std::size_t quote = head.kind == TokenKind::string;
    const std::string_view word = text::as_text(head.begin + quote, head.size() - 2 * quote);
    for (const Keyword& keyword : kKeywords) {
        if (text::same_name(word, keyword.name)) return keyword.kind;
    }
    return kNoKind;
}

}  // namespace

MapReader::MapReader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
                     FindingList& findings, const ReadOptions& options) noexcept
    : hooks_(hooks),
      budget_(budget),
      options_(options),
      report_(text_, findings, budget, options.partial),
      builder_(text_, options.limits, options.kernel, workspace),
      fast_path_(text_, builder_, options.fast),
      slow_path_(text_, options.limits, report_, builder_, options.escapes) {}

// Reads Version and its number, which stand on one line. A version that nobody writes has the rules
// of the nearest one.
Step MapReader::header() noexcept {
    const Token word = slow_path_.peek();
    if (word.kind != TokenKind::word || text::as_text(word.begin, word.size()) != "Version") {
        // Where the text is no map at all, the next finding says what was met.
        report_.note(Rule::missing_header, text_.begin, text_.begin);
        return Step::ok;
    }
    slow_path_.move_to(word.end);
    double version = 0;
    const Token value = slow_path_.peek();
    if (value.kind == TokenKind::word &&
        std::memchr(word.end, '\n', static_cast<std::size_t>(value.begin - word.end)) == nullptr) {
        const text::Number number = text::read_number(value.begin, value.end);
        const bool good = number.end == value.end && number.kind != text::NumberKind::malformed &&
                          number.kind != text::NumberKind::not_finite;
        if (good) version = number.real;
        slow_path_.move_to(value.end);
    }
    builder_.set_version(version);
    if (version != 1 && version != 2 && version != 3) {
        report_.note(Rule::unsupported_version, word.begin, slow_path_.place());
    }
    return Step::ok;
}

// Reads the sides of a brush and the brace after them.
Step MapReader::sides(std::uint16_t kind) noexcept {
    for (;;) {
        if (has_equations(kind)) slow_path_.move_to(fast_path_.sides(slow_path_.place()));
        const Token token = slow_path_.peek();
        Step step = Step::ok;
        switch (token.kind) {
            case TokenKind::close_brace:
                return slow_path_.expect(TokenKind::close_brace);
            case TokenKind::open_parenthesis:
                step = slow_path_.side(kind);
                break;
            case TokenKind::string:
                step = slow_path_.pair();
                break;
            default:
                step = slow_path_.unexpected(token);
                break;
        }
        if (step != Step::ok) return step;
    }
}

Step MapReader::brush(std::uint16_t kind, const Byte* open) noexcept {
    const std::uint32_t index = builder_.brush_count();
    report_.about(FLATLINE_BRUSH, index);
    const std::uint64_t most = options_.limits.brushes;
    if (index >= most) {
        return report_.fail_limit(Rule::limit_brushes, open, std::uint64_t{index} + 1, most);
    }
    if (!builder_.open_brush()) return report_.fail_memory(open);
    const bool bare = kind == FLATLINE_DOOM3_BRUSH_BARE;
    Step step = bare ? Step::ok : slow_path_.expect(TokenKind::open_brace);
    if (step == Step::ok) step = sides(kind);
    if (step == Step::ok && !bare) step = slow_path_.expect(TokenKind::close_brace);
    if (step == Step::ok) builder_.close_brush(kind, open);
    return step;
}

// Reads the control points of a patch: width lines of height points.
Step MapReader::grid(const flatline_doom3_patch& patch) noexcept {
    const std::size_t count = static_cast<std::size_t>(patch.width) * patch.height;
    flatline_doom3_point* point = builder_.add_points(count);
    if (point == nullptr) return report_.fail_memory(slow_path_.place());
    constexpr TokenKind kOpen = TokenKind::open_parenthesis;
    constexpr TokenKind kClose = TokenKind::close_parenthesis;
    Step step = slow_path_.expect_of_grid(kOpen, patch);
    for (std::uint32_t i = 0; i < patch.width && step == Step::ok; ++i) {
        step = slow_path_.expect_of_grid(kOpen, patch);
        for (std::uint32_t left = patch.height; step == Step::ok;) {
            std::uint32_t read = 0;
            slow_path_.move_to(fast_path_.points(slow_path_.place(), point, left, &read));
            point += read;
            left -= read;
            if (left == 0) break;
            step = slow_path_.point(*point++, patch);
            --left;
        }
        if (step == Step::ok) step = slow_path_.expect_of_grid(kClose, patch);
    }
    return step == Step::ok ? slow_path_.expect_of_grid(kClose, patch) : step;
}

// Reads material, settings, grid and pairs of a patch, with the braces around them.
Step MapReader::patch(std::uint16_t kind, const Byte* open) noexcept {
    report_.about(FLATLINE_PATCH, builder_.patch_count());
    flatline_doom3_patch read{};
    read.kind = kind;
    read.first_point = builder_.point_count();
    bool readable = false;
    Step step = slow_path_.expect(TokenKind::open_brace);
    if (step == Step::ok) step = slow_path_.material(read.material);
    if (step == Step::ok) step = slow_path_.settings(read, &readable);
    if (step == Step::ok) step = readable ? grid(read) : slow_path_.skip_parentheses();
    while (step == Step::ok && slow_path_.peek().kind != TokenKind::close_brace) {
        step = slow_path_.pair();
    }
    if (step == Step::ok) step = slow_path_.expect(TokenKind::close_brace);
    if (step == Step::ok) step = slow_path_.expect(TokenKind::close_brace);
    if (step == Step::ok && !builder_.add_patch(read, open)) return report_.fail_memory(open);
    return step;
}

// Reads a brush or patch from after its brace, with the brace that closes it.
Step MapReader::primitive_body(const Byte* open) noexcept {
    const Token head = slow_path_.peek();
    if (head.kind == TokenKind::open_parenthesis ||
        head.kind == TokenKind::close_brace) {  // the engine's empty bare brush
        return brush(FLATLINE_DOOM3_BRUSH_BARE, open);
    }
    if (head.kind != TokenKind::word && head.kind != TokenKind::string) {
        return slow_path_.unexpected(head);
    }
    const std::uint16_t kind = kind_of(head);
    slow_path_.move_to(head.end);
    if (kind == kNoKind) {
        report_.note(Rule::unknown_primitive, head.begin, head.end);
        return slow_path_.skip_block(kEntityDepth);
    }
    if (kind == FLATLINE_DOOM3_BRUSH_DEF2) {
        report_.note(Rule::primitive_brushdef2, head.begin, head.end);
    }
    return is_patch(kind) ? patch(kind, open) : brush(kind, open);
}

// Reads a primitive. Where it has an error, nothing of it stays.
Step MapReader::primitive(const Byte* open) noexcept {
    slow_path_.set_open(open);
    slow_path_.expect(TokenKind::open_brace);
    builder_.open_primitive();
    const Step step = primitive_body(open);
    if (step != Step::bad) {
        builder_.close_primitive();
        return step;
    }
    builder_.drop_primitive();
    return slow_path_.skip_block(kEntityDepth);
}

// Looks for a NUL in what was read since the last look. Nothing else that was found counts then.
bool MapReader::meets_nul(const Byte* end) noexcept {
    if (nul_ == nullptr && looked_ < end) {
        nul_ = static_cast<const Byte*>(
            std::memchr(looked_, 0, static_cast<std::size_t>(end - looked_)));
        looked_ = end;
    }
    return nul_ != nullptr;
}

// Now and then, between two steps of an entity: the host may have another mind.
bool MapReader::goes_on() noexcept {
    if (slow_path_.place() - looked_ >= kLookBytes && meets_nul(slow_path_.place())) return false;
    const auto read = static_cast<std::uint64_t>(slow_path_.place() - reported_);
    if (options_.progress == nullptr || read < Progress::kSlice) return true;
    reported_ = slow_path_.place();
    cancelled_ = !options_.progress->add(read);
    return !cancelled_;
}

// Reads an entity from after its brace, with the brace that closes it.
Step MapReader::entity_body(const Byte* open) noexcept {
    const std::uint32_t index = builder_.entity_count() - 1;
    Step step = Step::ok;
    while (step == Step::ok && slow_path_.depth() != 0) {
        slow_path_.move_to(fast_path_.pairs(slow_path_.place()));
        const Token token = slow_path_.peek();
        switch (token.kind) {
            case TokenKind::word:
            case TokenKind::string:
                step = slow_path_.pair();
                break;
            case TokenKind::close_brace:
                step = slow_path_.expect(TokenKind::close_brace);
                break;
            case TokenKind::open_brace:
                step = primitive(token.begin);
                report_.about(FLATLINE_ENTITY, index);
                slow_path_.set_open(open);
                break;
            default:
                step = slow_path_.unexpected(token);
                break;
        }
        if (!goes_on()) return Step::stop;
    }
    return step;
}

Step MapReader::entity(const Byte* open) noexcept {
    const std::uint32_t index = builder_.entity_count();
    report_.about(FLATLINE_ENTITY, index);
    slow_path_.set_open(open);
    slow_path_.expect(TokenKind::open_brace);
    const std::uint64_t most = options_.limits.entities;
    if (index >= most) {
        return report_.fail_limit(Rule::limit_entities, open, std::uint64_t{index} + 1, most);
    }
    if (!builder_.open_entity(open)) return report_.fail_memory(open);
    Step step = entity_body(open);
    builder_.close_entity();
    if (step == Step::bad) step = slow_path_.skip_block(0);
    report_.about(FLATLINE_MAP, FLATLINE_NONE);
    return step;
}

// Reads the whole text. False if a limit, a lack of memory or the host ended it early.
bool MapReader::run() noexcept {
    Step step = header();
    while (step != Step::stop) {
        const Token token = slow_path_.peek();
        if (token.kind == TokenKind::end) return true;
        step = token.kind == TokenKind::open_brace ? entity(token.begin)
                                                   : slow_path_.skip_to_brace(token);
    }
    return false;
}

// Takes memory for what the text can hold: by its size where that costs nothing, otherwise by what
// is counted.
Outcome MapReader::reserve(Reservation& memory, RawMap& raw) noexcept {
    const Bytes body(text_.begin, static_cast<std::size_t>(text_.end - text_.begin));
    const Limits& limits = options_.limits;
    if (Reservation::is_free_until_touched(hooks_)) {
        const Bounds bounds = bounds_by_size(body.size(), limits);
        if (builder_.reserve(bounds, hooks_, budget_, memory, raw) == Outcome::ok) {
            return Outcome::ok;
        }
    }
    const text::MapCounts counts = text::count_map(body, options_.kernel);
    if (counts.nul) {
        meets_nul(text_.end);
        return Outcome::refused;
    }
    looked_ = text_.end;
    return builder_.reserve(bounds_by_counts(counts, body.size(), limits), hooks_, budget_, memory,
                            raw);
}

// Finds out where the text begins and ends, and takes memory.
Outcome MapReader::begin(Bytes text, Reservation& memory, RawMap& raw) noexcept {
    static constexpr Byte kNothing[1] = {0};
    const Byte* const base = text.data() != nullptr ? text.data() : kNothing;
    text_ = {text, base, base, base, base};
    looked_ = base;
    const std::uint64_t most = std::min<std::uint64_t>(options_.limits.text_bytes, 2ull << 30);
    if (text.size() > most) {
        report_.fail_limit(Rule::limit_text_bytes, base, text.size(), most);
        return Outcome::refused;
    }
    const text::Body body = text::body_of(base, text.size());
    text_.begin = body.begin;
    text_.end = text_.stop = body.end;
    while (text_.stop > text_.begin && text_.stop[-1] != '}') --text_.stop;
    --text_.stop;
    slow_path_.move_to(body.begin);
    reported_ = looked_ = body.begin;
    fast_path_.begin(options_.limits, options_.kernel);
    return reserve(memory, raw);
}

Outcome MapReader::read(Bytes text, Reservation& memory, RawMap& raw) noexcept {
    Outcome outcome = begin(text, memory, raw);
    if (outcome == Outcome::ok && !run()) {
        if (cancelled_) return Outcome::cancelled;
        outcome = report_.out_of_memory() ? Outcome::out_of_memory : Outcome::refused;
    }
    if (meets_nul(text_.end)) {
        report_.only(Rule::syntax_nul, nul_, nul_ + 1);
        return Outcome::refused;
    }
    if (outcome == Outcome::ok && report_.failed() && !options_.partial) return Outcome::refused;
    return outcome;
}

}  // namespace flatline::engine::doom3
