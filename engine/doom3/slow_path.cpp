#include "doom3/slow_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "doom3/plane.hpp"
#include "text/numbers.hpp"

namespace flatline::engine::doom3 {
namespace {

constexpr double kEngineIntegerAsReal = 4294967296.0;  // Doom 3 reads a whole number into 32 bits
constexpr double kQuakeScale = 1.0 / 32;               // the engine's matrix of a bare brush
constexpr std::size_t kLeastPointBytes = 11;           // (0 0 0 0 0)

bool has_newline(const Byte* from, const Byte* to) noexcept {
    return std::memchr(from, '\n', static_cast<std::size_t>(to - from)) != nullptr;
}

std::int32_t to_int32(double value) noexcept {
    return static_cast<std::int32_t>(std::clamp(value, -2147483648.0, 2147483647.0));
}

// Hexadecimal, nan and inf are no numbers here.
bool is_decimal(const Token& token) noexcept {
    const text::Number number = text::read_number(token.begin, token.end);
    return begins_number(*token.begin) && number.end == token.end &&
           number.kind != text::NumberKind::malformed &&
           number.kind != text::NumberKind::not_finite &&
           std::memchr(token.begin, 'x', token.size()) == nullptr &&
           std::memchr(token.begin, 'X', token.size()) == nullptr;
}

// True for numbers that Doom 3 reads otherwise: it takes 010 for 8, stops at the E of 1E5 and at a
// plus, and wraps at 32 bits.
bool is_ambiguous(const Token& token, const text::Number& number) noexcept {
    const Byte* p = token.begin;
    if (*p == '+') return true;
    p += *p == '-';
    if (token.end - p >= 2 && *p == '0' && p[1] != '.') return true;
    if (std::memchr(p, 'E', static_cast<std::size_t>(token.end - p)) != nullptr) return true;
    return number.kind != text::NumberKind::real && std::fabs(number.real) >= kEngineIntegerAsReal;
}

}  // namespace

// Reports a token. p_ is left before a brace, and after anything that would only be met again.
Step SlowPath::unexpected(const Token& token) noexcept {
    p_ = token.begin;
    switch (token.kind) {
        case TokenKind::end:
            p_ = text_.end;
            end_reported_ = true;
            return report_.fail(Rule::unclosed_block, open_, open_ + 1);
        case TokenKind::unclosed_comment:
        case TokenKind::unclosed_to_end:
            p_ = text_.end;
            end_reported_ = true;
            return report_.fail(Rule::unclosed_block, token.begin,
                                token.begin + 1 + (token.kind == TokenKind::unclosed_comment));
        case TokenKind::unclosed_string:
            p_ = token.end;
            return report_.fail(Rule::unclosed_string, token.begin, token.end);
        default:
            return report_.fail(Rule::unexpected_token, token.begin, token.end);
    }
}

Step SlowPath::expect(TokenKind kind) noexcept {
    const Token token = peek();
    if (token.kind != kind) return unexpected(token);
    if (kind == TokenKind::open_brace) ++depth_;
    if (kind == TokenKind::close_brace) --depth_;
    p_ = token.end;
    return Step::ok;
}

// Passes what stands between entities, with one report for all of it up to the next brace.
Step SlowPath::skip_to_brace(const Token& first) noexcept {
    const Step step = unexpected(first);
    for (;;) {
        const Token token = peek();
        if (token.kind == TokenKind::open_brace || token.kind == TokenKind::end) return step;
        p_ = token.end;
    }
}

// Goes after the closing brace that leaves `depth` braces open. Braces in strings and comments do
// not count. Nothing else in there is checked.
Step SlowPath::skip_block(unsigned depth) noexcept {
    while (depth_ > depth) {
        const Token token = peek();
        if (token.kind == TokenKind::end) {
            depth_ = 0;
            p_ = text_.end;
            // The blocks around it are open for the same reason, so it is reported once.
            if (!end_reported_) report_.fail(Rule::unclosed_block, open_, open_ + 1);
            return Step::ok;
        }
        if (token.kind == TokenKind::open_brace) ++depth_;
        if (token.kind == TokenKind::close_brace) --depth_;
        p_ = token.end;
    }
    return Step::ok;
}

Step SlowPath::number(double& out) noexcept {
    const Token token = peek();
    if (token.kind != TokenKind::word) return unexpected(token);
    if (token.size() > limits_.number_bytes && begins_number(*token.begin)) {
        return report_.fail_limit(Rule::limit_number_bytes, token.begin, token.size(),
                                  limits_.number_bytes);
    }
    if (!is_decimal(token)) return report_.fail(Rule::bad_number, token.begin, token.end);
    const text::Number number = text::read_number(token.begin, token.end);
    if (is_ambiguous(token, number)) report_.note(Rule::ambiguous_number, token.begin, token.end);
    out = number.real;
    p_ = token.end;
    return Step::ok;
}

// Reads numbers between two parentheses.
Step SlowPath::numbers(double* out, int count) noexcept {
    Step step = expect(TokenKind::open_parenthesis);
    for (int i = 0; i < count && step == Step::ok; ++i) step = number(out[i]);
    return step == Step::ok ? expect(TokenKind::close_parenthesis) : step;
}

// Takes the bytes of a key, value or material, without quotes.
Step SlowPath::string(const Token& token, flatline_text& out) noexcept {
    const bool quoted = token.kind == TokenKind::string;
    if (!quoted && token.kind != TokenKind::word) return unexpected(token);
    const std::size_t size = token.size() - (quoted ? 2 : 0);
    if (size > limits_.string_bytes) {
        return report_.fail_limit(Rule::limit_string_bytes, token.begin, size,
                                  limits_.string_bytes);
    }
    if (quoted && std::memchr(token.begin, '\\', token.size()) != nullptr) {
        report_.note(Rule::string_escape, token.begin, token.end);
    }
    out = text_.span(token.begin + quoted, token.end - quoted);
    p_ = token.end;
    return Step::ok;
}

// The engine asks for braces, and in a brush for a parenthesis, without looking for quotes.
bool SlowPath::is_block_mark(flatline_text key) const noexcept {
    if (key.size != 1) return false;
    const Byte c = text_.base[key.offset];
    return c == '}' || c == (builder_.in_primitive() ? '(' : '{');
}

Step SlowPath::pair() noexcept {
    const Token key = peek();
    flatline_doom3_pair read{};
    Step step = string(key, read.key);
    if (step != Step::ok) return step;
    const Token value = peek();
    step = string(value, read.value);
    if (step != Step::ok) return step;
    if (key.kind == TokenKind::string && is_block_mark(read.key)) {
        report_.note(Rule::key_brace, key.begin, key.end);
    }
    if (has_newline(key.end, value.begin))
        report_.note(Rule::key_value_line_split, key.begin, key.end);
    if (builder_.pair_count() >= limits_.pairs) {
        return report_.fail_limit(Rule::limit_pairs, key.begin, builder_.pair_count() + 1,
                                  limits_.pairs);
    }
    if (!builder_.add_pair(read)) return report_.fail_memory(key.begin);
    ++lines_;
    return Step::ok;
}

Step SlowPath::material(std::uint32_t& id) noexcept {
    const Token token = peek();
    flatline_text text{};
    const Step step = string(token, text);
    if (step != Step::ok) return step;
    const Byte* const from = text_.base + text.offset;
    id = builder_.material(from, from + text.size);
    return id == FLATLINE_NONE ? report_.fail_memory(token.begin) : Step::ok;
}

Step SlowPath::plane(std::uint16_t kind, flatline_doom3_plane& out) noexcept {
    if (kind != FLATLINE_DOOM3_BRUSH_DEF && kind != FLATLINE_DOOM3_BRUSH_BARE) {
        double equation[4];
        const Step step = numbers(equation, 4);
        if (step == Step::ok) out = plane_of_equation(equation);
        return step;
    }
    double points[3][3];
    for (double(&point)[3] : points) {
        const Step step = numbers(point, 3);
        if (step != Step::ok) return step;
    }
    const auto vector = [&](int i) { return Vec3{points[i][0], points[i][1], points[i][2]}; };
    out = plane_of_points(vector(0), vector(1), vector(2));
    return Step::ok;
}

Step SlowPath::matrix(double (&out)[2][3]) noexcept {
    Step step = expect(TokenKind::open_parenthesis);
    for (double(&row)[3] : out) {
        if (step == Step::ok) step = numbers(row, 3);
    }
    return step == Step::ok ? expect(TokenKind::close_parenthesis) : step;
}

// Reads shift s, shift t, rotation, scale s, scale t.
Step SlowPath::quake_texture(flatline_doom3_side& side) noexcept {
    const Token token = peek();
    if (token.kind == TokenKind::word && token.size() == 1 && *token.begin == '[') {
        if (valve_reported_) return report_.fail_again();
        valve_reported_ = true;
        return report_.fail(Rule::dialect_valve_220, token.begin, token.end);
    }
    flatline_doom3_quake_texture read;
    for (double* value :
         {&read.shift[0], &read.shift[1], &read.rotate, &read.scale[0], &read.scale[1]}) {
        const Step step = number(*value);
        if (step != Step::ok) return step;
    }
    side.quake_texture = builder_.add_quake_texture(read);
    if (side.quake_texture == FLATLINE_NONE) return report_.fail_memory(p_);
    side.matrix[0][0] = side.matrix[1][1] = kQuakeScale;
    return Step::ok;
}

// Reads what stands after a material: nothing or three numbers. The engine passes up to three
// tokens of any kind on the material's line. It stops at any other one, which is passed here.
Step SlowPath::trailing(flatline_doom3_side& side, const Byte* material_end) noexcept {
    std::int32_t* const values[3] = {&side.contents, &side.flags, &side.value};
    const Byte* odd = nullptr;  // the first token that should not be there
    const Byte* odd_end = nullptr;
    const Byte* const first = peek().begin;
    const Byte* looked_at = material_end;  // so far for the end of the line, each byte once
    bool same_line = true;
    for (int count = 0;; ++count) {
        const Token token = peek();
        same_line = same_line && !has_newline(looked_at, token.begin);
        looked_at = token.begin;
        const bool is_word = token.kind == TokenKind::word;
        const bool is_number = is_word && begins_number(*token.begin);
        const bool is_value = is_number && (!same_line || is_decimal(token));
        const bool is_passed =
            same_line && (is_word || (token.kind == TokenKind::string && count < 3));
        if (!is_value && !is_passed) {
            const bool eaten = same_line && (token.kind == TokenKind::close_brace ||
                                             (count < 3 && token.kind != TokenKind::end));
            if (odd != nullptr) {
                report_.note(Rule::face_trailing_tokens, odd, odd_end);
            } else if (count == 1 || count == 2) {
                report_.note(Rule::face_trailing_tokens, first, p_);
            } else if (eaten) {
                report_.note(Rule::face_trailing_tokens, token.begin, token.end);
            }
            return Step::ok;
        }
        if (odd == nullptr && (!is_value || count >= 3 || !same_line)) {
            odd = token.begin;
            odd_end = token.end;
        }
        if (!is_value) {
            p_ = token.end;
            continue;
        }
        double value = 0;
        const Step step = number(value);
        if (step != Step::ok) return step;
        if (count < 3) *values[count] = to_int32(value);
    }
}

Step SlowPath::side(std::uint16_t kind) noexcept {
    const Byte* const start = p_ = peek().begin;
    const std::uint64_t count = builder_.side_count();
    if (count >= limits_.brush_sides) {
        return report_.fail_limit(Rule::limit_brush_sides, start, count + 1, limits_.brush_sides);
    }
    const bool bare = kind == FLATLINE_DOOM3_BRUSH_BARE;
    flatline_doom3_side read{};
    read.offset = text_.offset(start);
    read.quake_texture = FLATLINE_NONE;
    Step step = plane(kind, read.plane);
    if (step == Step::ok && !bare) step = matrix(read.matrix);
    if (step == Step::ok) {
        const Token name = peek();
        const bool is_name = name.kind == TokenKind::string || name.kind == TokenKind::word;
        if (is_name && has_newline(p_, name.begin)) {
            report_.note(Rule::material_line_split, name.begin, name.end);
        }
        step = material(read.material);
    }
    if (step == Step::ok && bare) step = quake_texture(read);
    if (step == Step::ok) step = trailing(read, p_);
    if (step != Step::ok) return step;
    if (!builder_.add_side(read)) return report_.fail_memory(start);
    ++lines_;
    return Step::ok;
}

Step SlowPath::point(flatline_doom3_point& out, const flatline_doom3_patch& patch) noexcept {
    double values[5];
    Step step = expect_of_grid(TokenKind::open_parenthesis, patch);
    for (int i = 0; i < 5 && step == Step::ok; ++i) step = number(values[i]);
    if (step == Step::ok) step = expect(TokenKind::close_parenthesis);
    if (step != Step::ok) return step;
    out = {values[0], values[1], values[2], values[3], values[4]};
    ++lines_;
    return Step::ok;
}

// Reads ( width height [subdivisions] contents flags value ). *readable: a grid can have this size.
Step SlowPath::settings(flatline_doom3_patch& patch, bool* readable) noexcept {
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
        report_.note(Rule::patch_bad_size, at, p_, to_int32(width), to_int32(height));
        return Step::ok;
    }
    const auto most = static_cast<double>(limits_.patch_size);
    if (width > most || height > most) {
        const double largest = std::min(std::max(width, height), 9e15);
        return report_.fail_limit(Rule::limit_patch_size, at, static_cast<std::uint64_t>(largest),
                                  limits_.patch_size);
    }
    patch.width = static_cast<std::uint32_t>(width);
    patch.height = static_cast<std::uint32_t>(height);
    const std::uint64_t count = std::uint64_t{patch.width} * patch.height;
    const std::uint64_t met = builder_.point_count() + count;
    if (met > limits_.patch_points) {
        return report_.fail_limit(Rule::limit_patch_points, at, met, limits_.patch_points);
    }
    if (!builder_.can_have_points(met) ||
        count > static_cast<std::uint64_t>(text_.end - p_) / kLeastPointBytes) {
        return report_.fail(Rule::patch_grid_mismatch, at, p_, patch.width, patch.height);
    }
    return Step::ok;
}

// Passes two parentheses with everything between them.
Step SlowPath::skip_parentheses() noexcept {
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
Step SlowPath::expect_of_grid(TokenKind kind, const flatline_doom3_patch& patch) noexcept {
    const Token token = peek();
    const bool other =
        token.kind == TokenKind::open_parenthesis || token.kind == TokenKind::close_parenthesis;
    if (other && token.kind != kind) {
        return report_.fail(Rule::patch_grid_mismatch, token.begin, token.end, patch.width,
                            patch.height);
    }
    return expect(kind);
}

}  // namespace flatline::engine::doom3
