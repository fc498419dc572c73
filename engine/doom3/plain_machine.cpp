#include "doom3/plain_machine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "doom3/plane.hpp"
#include "text/match.hpp"
#include "text/numbers.hpp"
#include "text/plain_values.hpp"

namespace flatline::doom3 {
namespace {

// Doom 3 reads a whole number into 32 bits.
constexpr std::uint64_t kEngineInteger = 1ull << 32;

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

}  // namespace

void PlainMachine::begin(const Limits& limits) noexcept {
    most_number_bytes_ =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limits.number_bytes, 64));
    most_string_bytes_ = static_cast<std::size_t>(limits.string_bytes);
}

// Returns the byte behind white space and // comments. Precondition: p <= text_.stop.
inline const Byte* PlainMachine::white(const Byte* p) const noexcept {
    for (;;) {
        while (is_white(*p)) ++p;
        if (*p != '/' || text_.end - p < 2 || p[1] != '/') return p;
        const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(text_.end - p));
        if (newline == nullptr || newline > text_.stop) return p;
        p = static_cast<const Byte*>(newline) + 1;
    }
}

// A number with an exponent or with many digits. Null where it is none, or one to report.
const Byte* PlainMachine::odd_number(const Byte* p, double& out) const noexcept {
    const text::Number number = text::read_number(p, text_.end);
    if (number.kind != text::NumberKind::real || number.end - p > most_number_bytes_)
        return nullptr;
    const Byte* digits = p + (*p == '-');
    if (*p == '+' || (*digits == '0' && digits[1] != '.')) return nullptr;
    if (std::memchr(p, 'E', static_cast<std::size_t>(number.end - p)) != nullptr) return nullptr;
    if (number.end == text_.end || !(is_white(*number.end) || *number.end == ')')) return nullptr;
    out = number.real;
    return number.end;
}

// A number of plain digits, from `start` to `end`, with a dot and more digits than are exact:
// DarkRadiant writes 17.
const Byte* PlainMachine::many_digits(const Byte* start, const Byte* end,
                                      double& out) const noexcept {
    if (!is_white(*end) && *end != ')') return odd_number(start, out);
    if (end - start > most_number_bytes_) return nullptr;
    return text::read_decimal(start, end, out) ? end : nullptr;
}

// Precondition, here and below: p <= text_.stop. Every byte that is passed was looked at and is no
// '}', so p does not get behind text_.stop.
inline const Byte* PlainMachine::number(const Byte* p, double& out) const noexcept {
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
    if (decimal.digits() == 0 || p - start > most_number_bytes_) [[unlikely]]
        return nullptr;
    out = digits == start ? value : -value;
    return p;
}

// Returns the byte behind the closing quote of the string whose quote is at `p`; null where it has
// a backslash or is not closed on its line.
inline const Byte* PlainMachine::string(const Byte* p) const noexcept {
    const Byte* q = p + 1;
    while (text_.end - q >= 8) {
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
        return *q == '"' && size <= most_string_bytes_ ? q + 1 : nullptr;
    }
    return nullptr;
}

// Reads a key and its value; key and value are without quotes.
inline const Byte* PlainMachine::pair(const Byte* p, flatline_doom3_pair& out) const noexcept {
    const Byte* const key_end = string(p);
    if (key_end == nullptr) return nullptr;
    // The careful machine knows keys that the engine takes for braces.
    if (key_end - p == 3 && ends_word(p[1])) return nullptr;
    const Byte* value = key_end;
    while (value < text_.end && *value == ' ') ++value;
    if (value == text_.end || *value != '"') return nullptr;
    const Byte* const value_end = string(value);
    if (value_end == nullptr) return nullptr;
    out.key = text_.span(p + 1, key_end - 1);
    out.value = text_.span(value + 1, value_end - 1);
    return value_end;
}

inline const Byte* PlainMachine::material(const Byte* p, std::uint32_t& id) noexcept {
    const Builder::LastMaterial& last = builder_.last_material();
    if (static_cast<std::size_t>(text_.end - p) > last.size + 1 && last.at != nullptr &&
        p[1 + last.size] == '"' && std::memcmp(p + 1, last.at, last.size) == 0) {
        id = last.id;
        return p + last.size + 2;
    }
    const Byte* const next = string(p);
    if (next == nullptr) return nullptr;
    id = builder_.material(p + 1, next - 1);
    return id == FLATLINE_NONE ? nullptr : next;
}

// Reads what follows a material to the end of its line, where that is nothing or three numbers.
inline const Byte* PlainMachine::trailing(const Byte* p, flatline_doom3_side& side) const noexcept {
    side.contents = side.flags = side.value = 0;
    if (text_.end - p < 8) return nullptr;
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
            if (p == digits || p - digits > most_number_bytes_ ||
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

// Behind a parenthesis, null where it is not the next byte but for white space.
inline const Byte* PlainMachine::punctuation(const Byte* p, Byte c) noexcept {
    while (is_white(*p)) ++p;
    return *p == c ? p + 1 : nullptr;
}

// ( ( m m m ) ( m m m ) ). The sides of a brush, and brushes beside each other, often have the same
// matrix to the byte.
inline const Byte* PlainMachine::matrix(const Byte* p, double (&out)[2][3]) noexcept {
    const std::size_t known = last_matrix_size_;
    if (known != 0 && text_.end - p > kMostMatrixBytes && same_bytes(p, last_matrix_, known)) {
        std::memcpy(out, last_matrix_values_, sizeof out);
        return p + known;
    }
    const Byte* const begin = p;
    if ((p = punctuation(p, '(')) == nullptr) return nullptr;
    for (double(&row)[3] : out) {
        if ((p = punctuation(p, '(')) == nullptr) return nullptr;
        for (double& value : row) {
            if ((p = number(p, value)) == nullptr) return nullptr;
        }
        if ((p = punctuation(p, ')')) == nullptr) return nullptr;
    }
    if ((p = punctuation(p, ')')) == nullptr) return nullptr;
    last_matrix_ = begin;
    last_matrix_size_ = p - begin >= kLeastMatrixBytes && p - begin <= kMostMatrixBytes
                            ? static_cast<std::size_t>(p - begin)
                            : 0;
    std::memcpy(last_matrix_values_, out, sizeof out);
    return p;
}

// ( a b c d ) ( ( m m m ) ( m m m ) ) "material" [contents flags value]
inline const Byte* PlainMachine::side(const Byte* p) noexcept {
    flatline_doom3_side side;
    side.offset = text_.offset(p);
    double plane[4];
    ++p;  // its parenthesis
    for (double& value : plane) {
        if ((p = number(p, value)) == nullptr) return nullptr;
    }
    if ((p = punctuation(p, ')')) == nullptr) return nullptr;
    if ((p = matrix(p, side.matrix)) == nullptr) return nullptr;
    while (*p == ' ') ++p;
    if (*p != '"') return nullptr;
    p = material(p, side.material);
    // Strings are searched to the end of the text.
    if (p == nullptr || p > text_.stop || (p = trailing(p, side)) == nullptr) return nullptr;
    side.plane = plane_of_equation(plane);
    side.quake_texture = FLATLINE_NONE;
    return builder_.add_side(side) ? p : nullptr;
}

// ( x y z s t )
inline const Byte* PlainMachine::point(const Byte* p, flatline_doom3_point& point) const noexcept {
    while (is_white(*p)) ++p;
    if (*p != '(') return nullptr;
    ++p;
    double* const values[5] = {&point.x, &point.y, &point.z, &point.s, &point.t};
    for (double* value : values) {
        if ((p = number(p, *value)) == nullptr) return nullptr;
    }
    while (is_white(*p)) ++p;
    return *p == ')' ? p + 1 : nullptr;
}

const Byte* PlainMachine::sides(const Byte* p) noexcept {
    while (enabled_ && p <= text_.stop) {
        p = white(p);
        if (*p != '(') break;
        const Byte* const behind = side(p);
        if (behind == nullptr) break;
        p = behind;
        ++lines_;
    }
    return p;
}

const Byte* PlainMachine::points(const Byte* p, flatline_doom3_point* out, std::uint32_t most,
                                 std::uint32_t* read) noexcept {
    for (*read = 0; enabled_ && *read < most && p <= text_.stop; ++*read) {
        const Byte* const behind = point(p, out[*read]);
        if (behind == nullptr) break;
        p = behind;
        ++lines_;
    }
    return p;
}

const Byte* PlainMachine::pairs(const Byte* p) noexcept {
    while (enabled_ && p <= text_.stop) {
        p = white(p);
        if (*p != '"') break;
        flatline_doom3_pair read;
        const Byte* const behind = pair(p, read);
        if (behind == nullptr || !builder_.add_pair(read)) break;
        p = behind;
        ++lines_;
    }
    return p;
}

}  // namespace flatline::doom3
