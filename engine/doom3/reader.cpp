// The quick part of the reader: lines as tools write them. Everything else is left to
// reader_slow.cpp, from the first byte of the same side, point or pair.
#include "doom3/reader.hpp"

#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "text/match.hpp"
#include "text/numbers.hpp"
#include "text/plain_values.hpp"

namespace flatline::doom3 {
namespace {

// Doom 3 reads a whole number into 32 bits.
constexpr std::uint64_t kEngineInteger = 1ull << 32;

constexpr unsigned kEntityDepth = 1;

// Bytes of a matrix that can be recognised as the one before; what tools write has 36 to 80.
constexpr std::ptrdiff_t kLeastMatrixBytes = 32;
constexpr std::ptrdiff_t kMostMatrixBytes = 128;

// At least 32 bytes.
bool same_bytes(const Byte* p, const Byte* q, std::size_t size) noexcept {
    using Kernel = text::VectorKernel;
    constexpr std::uint32_t kAll = 0xFFFF'FFFFu;
    for (std::size_t at = 0; at + 32 < size; at += 32) {
        if (Kernel::same32(p + at, q + at) != kAll) return false;
    }
    return Kernel::same32(p + size - 32, q + size - 32) == kAll;
}

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

// The engine compares without case.
std::uint16_t kind_of(const Byte* p, std::size_t size) noexcept {
    const std::string_view word = text::as_text(p, size);
    for (const Keyword& keyword : kKeywords) {
        if (text::same_name(word, keyword.name)) return keyword.kind;
    }
    return kNoKind;
}

}  // namespace

// Returns the byte behind white space and // comments. Precondition: p <= stop_.
inline const Byte* Reader::quick_white(const Byte* p) const noexcept {
    for (;;) {
        while (is_white(*p)) ++p;
        if (*p != '/' || end_ - p < 2 || p[1] != '/') return p;
        const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(end_ - p));
        if (newline == nullptr || newline > stop_) return p;
        p = static_cast<const Byte*>(newline) + 1;
    }
}

// A number with an exponent or with many digits. Null where it is none, or one to report.
const Byte* Reader::odd_number(const Byte* p, double& out) const noexcept {
    const text::Number number = text::read_number(p, end_);
    if (number.kind != text::NumberKind::real || number.end - p > quick_number_bytes_)
        return nullptr;
    const Byte* digits = p + (*p == '-');
    if (*p == '+' || (*digits == '0' && digits[1] != '.')) return nullptr;
    if (std::memchr(p, 'E', static_cast<std::size_t>(number.end - p)) != nullptr) return nullptr;
    if (number.end == end_ || !(is_white(*number.end) || *number.end == ')')) return nullptr;
    out = number.real;
    return number.end;
}

// A number of plain digits, from `start` to `end`, with a dot and more digits than are exact:
// DarkRadiant writes 17.
const Byte* Reader::many_digits(const Byte* start, const Byte* end, double& out) const noexcept {
    if (!is_white(*end) && *end != ')') return odd_number(start, out);
    if (end - start > quick_number_bytes_) return nullptr;
    return text::read_decimal(start, end, out) ? end : nullptr;
}

// Precondition, here and below: p <= stop_. Every byte that is passed was looked at and is no '}',
// so p does not get behind stop_.
inline const Byte* Reader::quick_number(const Byte* p, double& out) const noexcept {
    while (is_white(*p)) ++p;
    const Byte* const start = p;
    p += *p == '-';
    const Byte* const digits = p;
    text::PlainDecimal decimal;
    p = text::plain_decimal(p, decimal);
    if (decimal.whole > 1 && *digits == '0') return nullptr;  // octal to the engine
    double value = decimal.number();
    if (decimal.has_dot) {
        if (decimal.digits() > text::kPlainDigits) [[unlikely]]
            return many_digits(start, p, out);
        value /= text::kExactPowers[decimal.fraction];
    } else if (decimal.whole > text::kPlainDigits || decimal.mantissa >= kEngineInteger)
        [[unlikely]] {
        return nullptr;
    }
    if (!is_white(*p) && *p != ')') [[unlikely]]
        return odd_number(start, out);
    if (decimal.digits() == 0 || p - start > quick_number_bytes_) [[unlikely]]
        return nullptr;
    out = digits == start ? value : -value;
    return p;
}

// Returns the byte behind the closing quote of the string whose quote is at `p`; null where it has
// a backslash or is not closed on its line.
inline const Byte* Reader::quick_string(const Byte* p) const noexcept {
    const Byte* q = p + 1;
    while (end_ - q >= 8) {
        const std::uint64_t word = load_u64le(q);
        const std::uint64_t hits = text::bytes_that_are('"', word) |
                                   text::bytes_that_are('\n', word) |
                                   text::bytes_that_are('\\', word);
        if (hits == 0) {
            q += 8;
            continue;
        }
        q += std::countr_zero(hits) / 8;
        const auto size = static_cast<std::size_t>(q - p - 1);
        return *q == '"' && size <= quick_string_bytes_ ? q + 1 : nullptr;
    }
    return nullptr;
}

inline const Byte* Reader::quick_pair(const Byte* p, Array<flatline_doom3_pair>& pairs) noexcept {
    const Byte* const key_end = quick_string(p);
    if (key_end == nullptr) return nullptr;
    const Byte* value = key_end;
    while (value < end_ && *value == ' ') ++value;
    if (value == end_ || *value != '"') return nullptr;
    const Byte* const value_end = quick_string(value);
    if (value_end == nullptr || pair_count() >= limits_.pairs) return nullptr;
    flatline_doom3_pair* stored = pairs.push();
    if (stored == nullptr) return nullptr;
    stored->key = span(p + 1, key_end - 1);
    stored->value = span(value + 1, value_end - 1);
    return value_end;
}

inline const Byte* Reader::quick_material(const Byte* p, std::uint32_t& id) noexcept {
    const std::size_t known = last_material_size_;
    if (static_cast<std::size_t>(end_ - p) > known + 1 && last_material_ != nullptr &&
        p[1 + known] == '"' && std::memcmp(p + 1, last_material_, known) == 0) {
        id = last_material_id_;
        return p + known + 2;
    }
    const Byte* const next = quick_string(p);
    if (next == nullptr) return nullptr;
    id = intern(p + 1, next - 1);
    return id == text::Names::kNone ? nullptr : next;
}

// The id of a material, a new one where this spelling was not met before; kNone where memory is
// out.
std::uint32_t Reader::intern(const Byte* from, const Byte* to) noexcept {
    const auto size = static_cast<std::size_t>(to - from);
    // Materials of one folder differ at their ends. A short one is hashed by its length alone.
    std::uint64_t key = size;
    if (size >= 8) key += load_u64le(from) ^ std::rotl(load_u64le(to - 8), 23);
    ReadWorkspace::CachedMaterial& cached = workspace_.materials[key * 0x9E3779B97F4A7C15u >> 56];
    if (cached.at == nullptr || cached.size != size || std::memcmp(cached.at, from, size) != 0) {
        const std::uint32_t id = workspace_.names.intern(span(from, to));
        if (id == text::Names::kNone) return id;
        cached = {from, static_cast<std::uint32_t>(size), id};
    }
    last_material_ = from;
    last_material_size_ = size;
    last_material_id_ = cached.id;
    return cached.id;
}

// Reads what follows a material to the end of its line, where that is nothing or three numbers.
inline const Byte* Reader::quick_trailing(const Byte* p, flatline_doom3_side& side) const noexcept {
    side.contents = side.flags = side.value = 0;
    if (end_ - p < 8) return nullptr;
    // " 0 0 0" as nearly all sides have it
    constexpr std::uint64_t kZeros = 0x302030203020u;
    if ((load_u64le(p) & 0xFFFFFFFFFFFFu) == kZeros) {
        p += 6;
    } else if (*p == ' ') {
        std::int32_t* const values[3] = {&side.contents, &side.flags, &side.value};
        for (std::int32_t* value : values) {
            if (*p != ' ') return nullptr;
            const Byte* const digits = ++p;
            std::int32_t number = 0;
            while (text::is_digit(*p) && p - digits < 9) number = number * 10 + (*p++ - '0');
            if (p == digits || p - digits > quick_number_bytes_ ||
                (*digits == '0' && p - digits > 1)) {
                return nullptr;
            }
            *value = number;
        }
    }
    p += *p == '\r';
    if (*p != '\n') return nullptr;
    // Numbers on the next line belong to the side, too; a comment may stand before them.
    do ++p;
    while (is_white(*p));
    return begins_number(*p) || *p == '/' ? nullptr : p;
}

// ( a b c d ) ( ( m m m ) ( m m m ) ) "material" [contents flags value]
inline const Byte* Reader::quick_side(const Byte* p) noexcept {
    const auto punctuation = [&p](Byte c) {
        while (is_white(*p)) ++p;
        return *p++ == c;
    };
    flatline_doom3_side side;
    side.offset = offset(p);
    double plane[4];
    ++p;  // its parenthesis
    for (double& value : plane) {
        if ((p = quick_number(p, value)) == nullptr) return nullptr;
    }
    if (!punctuation(')')) return nullptr;
    // Sides of a brush, and of brushes beside each other, often have the same matrix to the byte.
    const std::size_t known = last_matrix_size_;
    if (known != 0 && end_ - p > kMostMatrixBytes && same_bytes(p, last_matrix_, known)) {
        std::memcpy(side.matrix, last_matrix_values_, sizeof side.matrix);
        p += known;
    } else {
        const Byte* const begin = p;
        if (!punctuation('(')) return nullptr;
        for (double(&row)[3] : side.matrix) {
            if (!punctuation('(')) return nullptr;
            for (double& value : row) {
                if ((p = quick_number(p, value)) == nullptr) return nullptr;
            }
            if (!punctuation(')')) return nullptr;
        }
        if (!punctuation(')')) return nullptr;
        last_matrix_ = begin;
        last_matrix_size_ = p - begin >= kLeastMatrixBytes && p - begin <= kMostMatrixBytes
                                ? static_cast<std::size_t>(p - begin)
                                : 0;
        std::memcpy(last_matrix_values_, side.matrix, sizeof side.matrix);
    }
    while (*p == ' ') ++p;
    if (*p != '"') return nullptr;
    p = quick_material(p, side.material);
    // Strings are searched to the end of the text.
    if (p == nullptr || p > stop_ || (p = quick_trailing(p, side)) == nullptr) return nullptr;
    // Adding 0 makes 0 of -0.
    side.plane = {plane[0] + 0.0, plane[1] + 0.0, plane[2] + 0.0, plane[3] + 0.0};
    side.quake_texture = FLATLINE_NONE;
    flatline_doom3_side* stored = push_side();
    if (stored == nullptr) return nullptr;
    *stored = side;
    return p;
}

// ( x y z s t )
inline const Byte* Reader::quick_point(const Byte* p, flatline_doom3_point& point) const noexcept {
    while (is_white(*p)) ++p;
    if (*p != '(') return nullptr;
    ++p;
    double* const values[5] = {&point.x, &point.y, &point.z, &point.s, &point.t};
    for (double* value : values) {
        if ((p = quick_number(p, *value)) == nullptr) return nullptr;
    }
    while (is_white(*p)) ++p;
    return *p == ')' ? p + 1 : nullptr;
}

// Reads the sides of a brush and the brace behind them.
Reader::Step Reader::sides(std::uint16_t kind) noexcept {
    const bool equations = kind == FLATLINE_DOOM3_BRUSH_DEF3 || kind == FLATLINE_DOOM3_BRUSH_DEF2;
    for (;;) {
        if (p_ <= stop_) {
            p_ = quick_white(p_);
            if (*p_ == '(' && equations) [[likely]] {
                const Byte* behind = quick_side(p_);
                if (behind != nullptr) [[likely]] {
                    p_ = behind;
                    continue;
                }
            }
        }
        const Token token = peek();
        Step step = Step::ok;
        switch (token.kind) {
            case TokenKind::close_brace:
                return expect(TokenKind::close_brace);
            case TokenKind::open_parenthesis:
                step = careful_side(kind);
                break;
            case TokenKind::string:
                step = pair(raw_->primitive_pairs);
                break;
            default:
                step = unexpected(token);
                break;
        }
        if (step != Step::ok) return step;
    }
}

// Reads the control points of a patch: width lines of height points.
Reader::Step Reader::grid(flatline_doom3_patch& patch) noexcept {
    const std::size_t count = static_cast<std::size_t>(patch.width) * patch.height;
    flatline_doom3_point* point = raw_->points.push(count);
    if (point == nullptr) return fail_memory(p_);
    constexpr TokenKind kOpen = TokenKind::open_parenthesis;
    constexpr TokenKind kClose = TokenKind::close_parenthesis;
    Step step = expect_of_grid(kOpen, patch);
    for (std::uint32_t i = 0; i < patch.width && step == Step::ok; ++i) {
        step = expect_of_grid(kOpen, patch);
        for (std::uint32_t j = 0; j < patch.height && step == Step::ok; ++j, ++point) {
            const Byte* behind = p_ <= stop_ ? quick_point(p_, *point) : nullptr;
            if (behind != nullptr) [[likely]] {
                p_ = behind;
            } else {
                step = careful_point(*point, patch);
            }
        }
        if (step == Step::ok) step = expect_of_grid(kClose, patch);
    }
    return step == Step::ok ? expect_of_grid(kClose, patch) : step;
}

// Reads a brush or patch from behind its brace, with the brace that closes it.
Reader::Step Reader::primitive(const Byte* open) noexcept {
    const Token head = peek();
    const bool bare = head.kind == TokenKind::open_parenthesis ||
                      head.kind == TokenKind::close_brace;  // the engine's empty bare brush
    std::uint16_t kind = FLATLINE_DOOM3_BRUSH_BARE;
    if (!bare) {
        if (head.kind != TokenKind::word && head.kind != TokenKind::string) {
            return unexpected(head);
        }
        const std::size_t quote = head.kind == TokenKind::string;
        kind = kind_of(head.begin + quote, head.size() - 2 * quote);
        p_ = head.end;
        if (kind == kNoKind) {
            note(Rule::unknown_primitive, head.begin, head.end);
            return skip_block(kEntityDepth, open);
        }
        if (kind == FLATLINE_DOOM3_BRUSH_DEF2)
            note(Rule::primitive_brushdef2, head.begin, head.end);
    }

    std::uint16_t flags = 0;
    if (origin_seen_ && !is_world_) flags |= FLATLINE_DOOM3_MOVED;
    if (kind != FLATLINE_DOOM3_BRUSH_DEF3 && kind != FLATLINE_DOOM3_BRUSH_DEF2) {
        flags |= FLATLINE_DOOM3_WORLD_SPACE;
    }
    if (kind == FLATLINE_DOOM3_BRUSH_BARE || !(raw_->version >= 2)) {
        flags |= FLATLINE_DOOM3_TEXTURES_PREFIX;
    }
    const auto entity = static_cast<std::uint32_t>(raw_->entities.size() - 1);
    const auto first_pair = static_cast<std::uint32_t>(raw_->primitive_pairs.size());

    if (is_patch(kind)) {
        element_ = FLATLINE_PATCH;
        index_ = static_cast<std::uint32_t>(raw_->patches.size());
        flatline_doom3_patch read{};
        read.kind = kind;
        read.first_point = static_cast<std::uint32_t>(raw_->points.size());
        const Step step = patch(read);
        if (step != Step::ok) return step;
        read.first_pair = first_pair;
        read.pair_count = static_cast<std::uint32_t>(raw_->primitive_pairs.size()) - first_pair;
        read.entity = entity;
        read.primitive = primitives_;
        read.offset = offset(open);
        read.flags = flags;
        flatline_doom3_patch* stored = raw_->patches.push();
        if (stored == nullptr) return fail_memory(open);
        *stored = read;
        return Step::ok;
    }

    element_ = FLATLINE_BRUSH;
    index_ = static_cast<std::uint32_t>(raw_->brushes.size());
    if (index_ >= limits_.brushes) {
        return fail_limit(Rule::limit_brushes, open, std::uint64_t{index_} + 1, limits_.brushes);
    }
    flatline_doom3_brush* brush = raw_->brushes.push();
    if (brush == nullptr) return fail_memory(open);
    *brush = {};
    brush->first_side = static_cast<std::uint32_t>(raw_->sides.size());
    Step step = bare ? Step::ok : expect(TokenKind::open_brace);
    if (step == Step::ok) step = sides(kind);
    if (step == Step::ok && !bare) step = expect(TokenKind::close_brace);
    if (step != Step::ok) return step;
    brush->side_count = static_cast<std::uint32_t>(raw_->sides.size()) - brush->first_side;
    brush->first_pair = first_pair;
    brush->pair_count = static_cast<std::uint32_t>(raw_->primitive_pairs.size()) - first_pair;
    brush->entity = entity;
    brush->primitive = primitives_;
    brush->offset = offset(open);
    brush->kind = kind;
    brush->flags = flags;
    return Step::ok;
}

// Reads a primitive. Where it has an error, nothing of it stays.
Reader::Step Reader::primitive_or_nothing(const Token& open) noexcept {
    const std::size_t brushes = raw_->brushes.size();
    const std::size_t sides = raw_->sides.size();
    const std::size_t textures = raw_->quake_textures.size();
    const std::size_t points = raw_->points.size();
    const std::size_t pairs = raw_->primitive_pairs.size();
    open_ = open.begin;
    expect(TokenKind::open_brace);
    Step step = primitive(open.begin);
    if (step == Step::bad) {
        raw_->brushes.truncate(brushes);
        raw_->sides.truncate(sides);
        raw_->quake_textures.truncate(textures);
        raw_->points.truncate(points);
        raw_->primitive_pairs.truncate(pairs);
        step = skip_block(kEntityDepth, open.begin);
    }
    ++primitives_;
    return step;
}

// Reads an entity from behind its brace, with the brace that closes it.
Reader::Step Reader::entity(const Byte* open) noexcept {
    const auto index = static_cast<std::uint32_t>(raw_->entities.size());
    element_ = FLATLINE_ENTITY;
    index_ = index;
    open_ = open;
    depth_ = kEntityDepth;
    origin_seen_ = class_seen_ = is_world_ = false;
    primitives_ = 0;
    if (index >= limits_.entities) {
        return fail_limit(Rule::limit_entities, open, std::uint64_t{index} + 1, limits_.entities);
    }
    flatline_doom3_entity* entity = raw_->entities.push();
    if (entity == nullptr) return fail_memory(open);
    *entity = {};
    entity->first_pair = static_cast<std::uint32_t>(raw_->pairs.size());
    entity->first_brush = static_cast<std::uint32_t>(raw_->brushes.size());
    entity->first_patch = static_cast<std::uint32_t>(raw_->patches.size());
    entity->offset = offset(open);

    Step step = Step::ok;
    while (step == Step::ok && depth_ != 0) {
        if (p_ <= stop_) {
            p_ = quick_white(p_);
            if (*p_ == '"') {
                const Byte* behind = quick_pair(p_, raw_->pairs);
                if (behind != nullptr) [[likely]] {
                    p_ = behind;
                    note_key(*entity, raw_->pairs.back());
                    continue;
                }
            }
        }
        const Token token = peek();
        switch (token.kind) {
            case TokenKind::word:
            case TokenKind::string:
                step = pair(raw_->pairs);
                if (step == Step::ok) note_key(*entity, raw_->pairs.back());
                break;
            case TokenKind::close_brace:
                step = expect(TokenKind::close_brace);
                break;
            case TokenKind::open_brace:
                step = primitive_or_nothing(token);
                element_ = FLATLINE_ENTITY;
                index_ = index;
                open_ = open;
                break;
            default:
                step = unexpected(token);
                break;
        }
    }
    entity->pair_count = static_cast<std::uint32_t>(raw_->pairs.size()) - entity->first_pair;
    entity->brush_count = static_cast<std::uint32_t>(raw_->brushes.size()) - entity->first_brush;
    entity->patch_count = static_cast<std::uint32_t>(raw_->patches.size()) - entity->first_patch;
    if (step == Step::bad) step = skip_block(0, open);
    element_ = FLATLINE_MAP;
    index_ = FLATLINE_NONE;
    return step;
}

// Reads the whole text. False where a limit or a lack of memory ended it early.
bool Reader::run() noexcept {
    Step step = header();
    while (step != Step::stop) {
        const Token token = peek();
        if (token.kind == TokenKind::end) return true;
        if (token.kind == TokenKind::open_brace) {
            p_ = token.end;
            step = entity(token.begin);
        } else {
            step = junk(token);
        }
    }
    return false;
}

}  // namespace flatline::doom3
