// The careful part of the reader: token by token, with every read checked, and all findings.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "doom3/plane.hpp"
#include "doom3/reader.hpp"
#include "text/numbers.hpp"

namespace flatline::doom3 {
namespace {

constexpr double kEngineInteger = 4294967296.0;  // Doom 3 reads a whole number into 32 bits
constexpr double kQuakeScale = 1.0 / 32;         // the engine's matrix of a bare brush
constexpr std::size_t kLeastPointBytes = 11;     // (0 0 0 0 0)

bool has_newline(const Byte* from, const Byte* to) noexcept {
    return std::memchr(from, '\n', static_cast<std::size_t>(to - from)) != nullptr;
}

std::int32_t to_int32(double value) noexcept {
    return static_cast<std::int32_t>(std::clamp(value, -2147483648.0, 2147483647.0));
}

// True for numbers that Doom 3 reads otherwise: it takes 010 for 8, stops at the E of 1E5 and at a
// plus, and wraps at 32 bits.
bool is_ambiguous(const Token& token, const text::Number& number) noexcept {
    const Byte* p = token.begin;
    if (*p == '+') return true;
    p += *p == '-';
    if (token.end - p >= 2 && *p == '0' && p[1] != '.') return true;
    if (std::memchr(p, 'E', static_cast<std::size_t>(token.end - p)) != nullptr) return true;
    return number.kind != text::NumberKind::real && std::fabs(number.real) >= kEngineInteger;
}

}  // namespace

Finding Reader::finding(Rule rule, const Byte* at, const Byte* end) const noexcept {
    Finding f{};
    f.offset = offset(at);
    f.length = static_cast<std::uint32_t>(end - at);
    f.index = index_;
    f.rule = static_cast<std::uint16_t>(rule);
    f.field = FLATLINE_NO_FIELD;
    f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
    f.element = element_;
    f.lump = static_cast<std::uint8_t>(Lump::map);
    return f;
}

void Reader::note(Rule rule, const Byte* at, const Byte* end) noexcept {
    findings_.add(finding(rule, at, end));
}

Reader::Step Reader::fail(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                          std::int64_t b) noexcept {
    Finding f = finding(rule, at, end);
    f.a = a;
    f.b = b;
    f.refuses = !partial_;
    findings_.add(f);
    failed_ = true;
    return Step::bad;
}

Reader::Step Reader::fail_limit(Rule rule, const Byte* at, std::uint64_t met,
                                std::uint64_t limit) noexcept {
    Finding f = finding(rule, at, at);
    f.a = static_cast<std::int64_t>(met);
    f.b = static_cast<std::int64_t>(limit);
    f.refuses = 1;
    findings_.add(f);
    return Step::stop;
}

Reader::Step Reader::fail_memory(const Byte* at) noexcept {
    if (budget_.wanted() == 0) {
        out_of_memory_ = true;
        return Step::stop;
    }
    return fail_limit(Rule::limit_arena_bytes, at, budget_.wanted(), budget_.limit());
}

// Reports a token. p_ is left before a brace, and behind anything that would only be met again.
Reader::Step Reader::unexpected(const Token& token) noexcept {
    p_ = token.begin;
    switch (token.kind) {
        case TokenKind::end:
            p_ = end_;
            end_reported_ = true;
            return fail(Rule::unclosed_block, open_, open_ + 1);
        case TokenKind::unclosed_comment:
        case TokenKind::unclosed_to_end:
            p_ = end_;
            end_reported_ = true;
            return fail(Rule::unclosed_block, token.begin,
                        token.begin + 1 + (token.kind == TokenKind::unclosed_comment));
        case TokenKind::unclosed_string:
            p_ = token.end;
            return fail(Rule::unclosed_string, token.begin, token.end);
        default:
            return fail(Rule::unexpected_token, token.begin, token.end);
    }
}

Reader::Step Reader::expect(TokenKind kind) noexcept {
    const Token token = peek();
    if (token.kind != kind) return unexpected(token);
    if (kind == TokenKind::open_brace) ++depth_;
    if (kind == TokenKind::close_brace) --depth_;
    p_ = token.end;
    return Step::ok;
}

// Passes what stands between entities, with one report for all of it up to the next brace.
Reader::Step Reader::junk(const Token& first) noexcept {
    const Step step = unexpected(first);
    for (;;) {
        const Token token = peek();
        if (token.kind == TokenKind::open_brace || token.kind == TokenKind::end) return step;
        p_ = token.end;
    }
}

// Goes behind the closing brace that leaves `depth` braces open. Braces in strings and comments do
// not count. Nothing else in there is checked.
Reader::Step Reader::skip_block(unsigned depth, const Byte* open) noexcept {
    while (depth_ > depth) {
        const Token token = peek();
        if (token.kind == TokenKind::end) {
            depth_ = 0;
            p_ = end_;
            // The blocks around it are open for the same reason, so it is reported once.
            if (!end_reported_) fail(Rule::unclosed_block, open, open + 1);
            return Step::ok;
        }
        if (token.kind == TokenKind::open_brace) ++depth_;
        if (token.kind == TokenKind::close_brace) --depth_;
        p_ = token.end;
    }
    return Step::ok;
}

Reader::Step Reader::number(double& out) noexcept {
    const Token token = peek();
    if (token.kind != TokenKind::word) return unexpected(token);
    if (token.size() > limits_.number_bytes && begins_number(*token.begin)) {
        return fail_limit(Rule::limit_number_bytes, token.begin, token.size(),
                          limits_.number_bytes);
    }
    const text::Number number = text::read_number(token.begin, token.end);
    const bool decimal = begins_number(*token.begin) && number.end == token.end &&
                         number.kind != text::NumberKind::malformed &&
                         number.kind != text::NumberKind::not_finite &&
                         std::memchr(token.begin, 'x', token.size()) == nullptr &&
                         std::memchr(token.begin, 'X', token.size()) == nullptr;
    if (!decimal) return fail(Rule::bad_number, token.begin, token.end);
    if (is_ambiguous(token, number)) note(Rule::ambiguous_number, token.begin, token.end);
    out = number.real;
    p_ = token.end;
    return Step::ok;
}

// Reads numbers between two parentheses.
Reader::Step Reader::numbers(double* out, int count) noexcept {
    Step step = expect(TokenKind::open_parenthesis);
    for (int i = 0; i < count && step == Step::ok; ++i) step = number(out[i]);
    return step == Step::ok ? expect(TokenKind::close_parenthesis) : step;
}

flatline_doom3_pair* Reader::push_pair(Array<flatline_doom3_pair>& pairs, const Byte* at) noexcept {
    if (pair_count() >= limits_.pairs) {
        fail_limit(Rule::limit_pairs, at, std::uint64_t{pair_count()} + 1, limits_.pairs);
        return nullptr;
    }
    flatline_doom3_pair* stored = pairs.push();
    if (stored == nullptr) fail_memory(at);
    return stored;
}

// Takes the bytes of a key, value or material, without quotes.
Reader::Step Reader::string(const Token& token, flatline_text& out) noexcept {
    const bool quoted = token.kind == TokenKind::string;
    if (!quoted && token.kind != TokenKind::word) return unexpected(token);
    const std::size_t size = token.size() - (quoted ? 2 : 0);
    if (size > limits_.string_bytes) {
        return fail_limit(Rule::limit_string_bytes, token.begin, size, limits_.string_bytes);
    }
    if (quoted && std::memchr(token.begin, '\\', token.size()) != nullptr) {
        note(Rule::string_escape, token.begin, token.end);
    }
    out = span(token.begin + quoted, token.end - quoted);
    p_ = token.end;
    return Step::ok;
}

Reader::Step Reader::pair(Array<flatline_doom3_pair>& pairs) noexcept {
    const Token key = peek();
    flatline_doom3_pair read{};
    Step step = string(key, read.key);
    if (step != Step::ok) return step;
    const Token value = peek();
    step = string(value, read.value);
    if (step != Step::ok) return step;
    if (has_newline(key.end, value.begin)) {
        note(Rule::key_value_line_split, key.begin, key.end);
    }
    flatline_doom3_pair* stored = push_pair(pairs, key.begin);
    if (stored == nullptr) return Step::stop;
    *stored = read;
    return Step::ok;
}

Reader::Step Reader::material(std::uint32_t& id) noexcept {
    const Token token = peek();
    flatline_text text{};
    const Step step = string(token, text);
    if (step != Step::ok) return step;
    const Byte* const from = base_ + text.offset;
    id = intern(from, from + text.size);
    return id == text::Names::kNone ? fail_memory(token.begin) : Step::ok;
}

flatline_doom3_side* Reader::push_side() noexcept {
    const std::size_t count = raw_->sides.size() - raw_->brushes.back().first_side;
    return count < limits_.brush_sides ? raw_->sides.push() : nullptr;
}

Reader::Step Reader::three_points(flatline_doom3_plane& plane) noexcept {
    double points[3][3];
    for (double(&point)[3] : points) {
        const Step step = numbers(point, 3);
        if (step != Step::ok) return step;
    }
    const auto vector = [&](int i) { return Vec3{points[i][0], points[i][1], points[i][2]}; };
    plane = plane_of_points(vector(0), vector(1), vector(2));
    return Step::ok;
}

// Reads shift s, shift t, rotation, scale s, scale t.
Reader::Step Reader::quake_texture(flatline_doom3_side& side) noexcept {
    const Token token = peek();
    if (token.kind == TokenKind::word && token.size() == 1 && *token.begin == '[') {
        if (valve_reported_) {
            failed_ = true;
            return Step::bad;
        }
        valve_reported_ = true;
        return fail(Rule::dialect_valve_220, token.begin, token.end);
    }
    flatline_doom3_quake_texture read;
    for (double* value :
         {&read.shift[0], &read.shift[1], &read.rotate, &read.scale[0], &read.scale[1]}) {
        const Step step = number(*value);
        if (step != Step::ok) return step;
    }
    flatline_doom3_quake_texture* stored = raw_->quake_textures.push();
    if (stored == nullptr) return fail_memory(p_);
    *stored = read;
    side.quake_texture = static_cast<std::uint32_t>(raw_->quake_textures.size() - 1);
    side.matrix[0][0] = side.matrix[1][1] = kQuakeScale;
    return Step::ok;
}

// Reads the numbers behind a material. The engine swallows up to three tokens of any kind on its
// line.
Reader::Step Reader::trailing(flatline_doom3_side& side, const Byte* material_end) noexcept {
    std::int32_t* const values[3] = {&side.contents, &side.flags, &side.value};
    int count = 0;
    for (;; ++count) {
        const Token token = peek();
        if (token.kind == TokenKind::word && begins_number(*token.begin)) {
            double value = 0;
            const Step step = number(value);
            if (step != Step::ok) return step;
            if (count < 3) *values[count] = to_int32(value);
            continue;
        }
        const bool same_line = !has_newline(material_end, token.begin);
        const bool swallowed = same_line && (token.kind == TokenKind::close_brace ||
                                             (count < 3 && token.kind != TokenKind::end));
        if ((count != 0 && count != 3) || swallowed) {
            note(Rule::face_trailing_tokens, material_end, std::min(token.end, material_end + 60));
        }
        return Step::ok;
    }
}

Reader::Step Reader::careful_side(std::uint16_t kind) noexcept {
    const Byte* const start = p_ = peek().begin;
    const std::uint64_t count = raw_->sides.size() - raw_->brushes.back().first_side;
    if (count >= limits_.brush_sides) {
        return fail_limit(Rule::limit_brush_sides, start, count + 1, limits_.brush_sides);
    }
    flatline_doom3_side side{};
    side.offset = offset(start);
    side.quake_texture = FLATLINE_NONE;
    Step step;
    if (kind == FLATLINE_DOOM3_BRUSH_DEF || kind == FLATLINE_DOOM3_BRUSH_BARE) {
        step = three_points(side.plane);
    } else {
        double plane[4];
        step = numbers(plane, 4);
        // Adding 0 makes 0 of -0.
        if (step == Step::ok) {
            side.plane = {plane[0] + 0.0, plane[1] + 0.0, plane[2] + 0.0, plane[3] + 0.0};
        }
    }
    if (kind != FLATLINE_DOOM3_BRUSH_BARE) {
        if (step == Step::ok) step = expect(TokenKind::open_parenthesis);
        for (double(&row)[3] : side.matrix) {
            if (step == Step::ok) step = numbers(row, 3);
        }
        if (step == Step::ok) step = expect(TokenKind::close_parenthesis);
    }
    if (step == Step::ok) step = material(side.material);
    const Byte* behind = p_;
    if (step == Step::ok && kind == FLATLINE_DOOM3_BRUSH_BARE) {
        step = quake_texture(side);
        behind = p_;
    }
    if (step == Step::ok) step = trailing(side, behind);
    if (step != Step::ok) return step;
    flatline_doom3_side* stored = raw_->sides.push();
    if (stored == nullptr) return fail_memory(start);
    *stored = side;
    return Step::ok;
}

Reader::Step Reader::careful_point(flatline_doom3_point& point,
                                   const flatline_doom3_patch& patch) noexcept {
    double values[5];
    Step step = expect_of_grid(TokenKind::open_parenthesis, patch);
    for (int i = 0; i < 5 && step == Step::ok; ++i) step = number(values[i]);
    if (step == Step::ok) step = expect(TokenKind::close_parenthesis);
    if (step == Step::ok) point = {values[0], values[1], values[2], values[3], values[4]};
    return step;
}

// Reads ( width height [subdivisions] contents flags value ). *readable: a grid can have this size.
Reader::Step Reader::settings(flatline_doom3_patch& patch, bool* readable) noexcept {
    const Byte* const at = peek().begin;
    double values[7];
    const bool fixed = patch.kind == FLATLINE_DOOM3_PATCH_DEF3;
    const Step step = numbers(values, fixed ? 7 : 5);
    if (step != Step::ok) return step;
    int i = 2;
    if (fixed) {
        patch.subdivisions[0] = to_int32(values[i++]);
        patch.subdivisions[1] = to_int32(values[i++]);
    }
    for (std::int32_t& setting : patch.settings) setting = to_int32(values[i++]);

    // The engine cuts a fraction off.
    const double width = std::trunc(values[0]);
    const double height = std::trunc(values[1]);
    *readable = width >= 1 && height >= 1;
    if (!*readable) {
        Finding f = finding(Rule::patch_bad_size, at, p_);
        f.a = to_int32(width);
        f.b = to_int32(height);
        findings_.add(f);
        return Step::ok;
    }
    const auto most = static_cast<double>(limits_.patch_size);
    if (width > most || height > most) {
        const double largest = std::min(std::max(width, height), 9e15);
        return fail_limit(Rule::limit_patch_size, at, static_cast<std::uint64_t>(largest),
                          limits_.patch_size);
    }
    patch.width = static_cast<std::uint32_t>(width);
    patch.height = static_cast<std::uint32_t>(height);
    const std::uint64_t count = std::uint64_t{patch.width} * patch.height;
    const std::uint64_t met = raw_->points.size() + count;
    if (met > limits_.patch_points) {
        return fail_limit(Rule::limit_patch_points, at, met, limits_.patch_points);
    }
    if (met > point_room_ || count > static_cast<std::uint64_t>(end_ - p_) / kLeastPointBytes) {
        return fail(Rule::patch_grid_mismatch, at, p_, patch.width, patch.height);
    }
    return Step::ok;
}

// Passes two parentheses with everything between them.
Reader::Step Reader::skip_parentheses() noexcept {
    Step step = expect(TokenKind::open_parenthesis);
    std::uint64_t open = 1;
    while (step == Step::ok && open > 0) {
        const Token token = peek();
        switch (token.kind) {
            case TokenKind::open_parenthesis:
                ++open;
                break;
            case TokenKind::close_parenthesis:
                --open;
                break;
            case TokenKind::word:
                break;
            default:
                return unexpected(token);
        }
        p_ = token.end;
    }
    return step;
}

// Expects a parenthesis of the grid. The other one means that lines or points are missing or too
// many.
Reader::Step Reader::expect_of_grid(TokenKind kind, const flatline_doom3_patch& patch) noexcept {
    const Token token = peek();
    const bool other =
        token.kind == TokenKind::open_parenthesis || token.kind == TokenKind::close_parenthesis;
    if (other && token.kind != kind) {
        return fail(Rule::patch_grid_mismatch, token.begin, token.end, patch.width, patch.height);
    }
    return expect(kind);
}

// Reads material, settings, grid and pairs of a patch, with the braces around them.
Reader::Step Reader::patch(flatline_doom3_patch& patch) noexcept {
    bool readable = false;
    Step step = expect(TokenKind::open_brace);
    if (step == Step::ok) step = material(patch.material);
    if (step == Step::ok) step = settings(patch, &readable);
    if (step == Step::ok) step = readable ? grid(patch) : skip_parentheses();
    while (step == Step::ok) {
        const Token token = peek();
        if (token.kind == TokenKind::close_brace) break;
        step = pair(raw_->primitive_pairs);
    }
    if (step == Step::ok) step = expect(TokenKind::close_brace);
    return step == Step::ok ? expect(TokenKind::close_brace) : step;
}

}  // namespace flatline::doom3
