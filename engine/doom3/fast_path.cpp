#include "doom3/fast_path.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

#include "base/bytes.hpp"
#include "base/prefetch.hpp"
#include "doom3/plane.hpp"
#include "doom3/wide_rows.hpp"
#include "text/kernel.hpp"
#include "text/match.hpp"
#include "text/numbers.hpp"
#include "text/plain_values.hpp"

namespace flatline::engine::doom3 {
namespace {

// Doom 3 reads a whole number into 32 bits.
constexpr std::uint64_t kEngineInteger = 1ull << 32;

// Bytes of a matrix that can be recognised as the one before; what tools write has 36 to 80.
constexpr std::ptrdiff_t kLeastMatrixBytes = 32;
constexpr std::ptrdiff_t kMostMatrixBytes = 128;

// Where so many numbers of a line are not for vectors, lines are read without them for so many
// bytes.
constexpr int kManyOdd = 2;
constexpr std::ptrdiff_t kOddBytes = 1024;

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

void FastPath::begin(const Limits& limits, Kernel kernel) noexcept {
    most_number_bytes_ =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limits.number_bytes, 64));
    most_string_bytes_ = static_cast<std::size_t>(limits.string_bytes);
    const bool wide =
        text::choose_kernel(kernel) == Kernel::avx2 && most_number_bytes_ >= kWideNumberBytes;
    wide_from_ = wide ? kWideBefore : std::numeric_limits<std::ptrdiff_t>::max();
}

// Returns the byte after white space and // comments. Precondition: p <= text_.stop, so a slash
// has a byte after it.
inline const Byte* FastPath::white(const Byte* p) const noexcept {
    for (;;) {
        while (is_white(*p)) ++p;
        if (*p != '/' || p[1] != '/') return p;
        const void* newline = std::memchr(p, '\n', static_cast<std::size_t>(text_.end - p));
        if (newline == nullptr || newline > text_.stop) return p;
        p = static_cast<const Byte*>(newline) + 1;
    }
}

// A number with an exponent or with many digits. Null if it is none, or one to report. It ends
// before text_.stop, as it has no brace.
const Byte* FastPath::odd_number(const Byte* p, double& out) const noexcept {
    const text::Number number = text::read_number(p, text_.end);
    if (number.kind != text::NumberKind::real || number.end - p > most_number_bytes_)
        return nullptr;
    const Byte* digits = p + (*p == '-');
    if (*p == '+' || (*digits == '0' && digits[1] != '.')) return nullptr;
    if (std::memchr(p, 'E', static_cast<std::size_t>(number.end - p)) != nullptr) return nullptr;
    if (!is_white(*number.end) && *number.end != ')') return nullptr;
    out = number.real;
    return number.end;
}

// A number of plain digits, from `start` to `end`, with a dot and more digits than are exact:
// DarkRadiant writes 17.
const Byte* FastPath::many_digits(const Byte* start, const Byte* end,
                                  const text::PlainDecimal& decimal, double& out) const noexcept {
    if (!is_white(*end) && *end != ')') return odd_number(start, out);
    if (end - start > most_number_bytes_) return nullptr;
    if constexpr (text::kQuotientDigits != 0) {
        if (decimal.digits() <= text::kQuotientDigits) {
            const double value = text::decimal_quotient(decimal.mantissa, decimal.fraction);
            out = *start == '-' ? -value : value;
            return end;
        }
    }
    return text::read_decimal(start, end, out) ? end : nullptr;
}

// Precondition, here and below: p <= text_.stop. Every byte that is passed was looked at and is no
// '}', so p does not get past text_.stop.
inline const Byte* FastPath::number(const Byte* p, double& out) const noexcept {
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
            return many_digits(start, p, decimal, out);
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

// Returns the byte after the closing quote of the string whose quote is at `p`; null if it has
// a backslash or is not closed on its line.
inline const Byte* FastPath::string(const Byte* p) const noexcept {
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
inline const Byte* FastPath::pair(const Byte* p, flatline_doom3_pair& out) const noexcept {
    const Byte* const key_end = string(p);
    if (key_end == nullptr) return nullptr;
    // The slow path knows keys that the engine takes for braces.
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

inline const Byte* FastPath::material(const Byte* p, std::uint32_t& id) noexcept {
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
inline const Byte* FastPath::trailing(const Byte* p, flatline_doom3_side& side) const noexcept {
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

// After a parenthesis, null if it is not the next byte but for white space.
inline const Byte* FastPath::punctuation(const Byte* p, Byte c) noexcept {
    while (is_white(*p)) ++p;
    return *p == c ? p + 1 : nullptr;
}

// Whether the line at `p` is to be read by vectors.
inline bool FastPath::is_wide(const Byte* p) const noexcept {
    return p - text_.begin >= wide_from_ && text_.end - p >= kWideBehind;
}

// Reads again those numbers of a row that `odd` has a bit for. The first one is at `p`, each has a
// space after it, and `gap` more bytes stand before the fourth. False if one is not plain.
bool FastPath::odd_numbers(const Byte* p, unsigned odd, std::ptrdiff_t gap, double* out) noexcept {
    if (std::popcount(odd) >= kManyOdd) wide_from_ = p - text_.begin + kOddBytes;
    for (unsigned i = 0; odd >> i != 0; ++i) {
        if (i == 3) p += gap;
        if ((odd >> i & 1) != 0 &&
            (is_white(*p) || (p = number(p, out[i])) == nullptr || *p != ' ')) {
            return false;
        }
        while (*p != ' ') ++p;
        ++p;
    }
    return true;
}

// ( a b c d )
inline const Byte* FastPath::plane(const Byte* p, double (&out)[4]) noexcept {
    if (is_wide(p)) {
        unsigned odd = 0;
        const Byte* const behind = wide_plane(p, out, odd);
        if (behind != nullptr && (odd == 0 || odd_numbers(p + 2, odd, 0, out))) return behind;
    }
    ++p;  // its parenthesis
    for (double& value : out) {
        if ((p = number(p, value)) == nullptr) return nullptr;
    }
    return punctuation(p, ')');
}

inline const Byte* FastPath::rows(const Byte* p, double (&out)[2][3]) noexcept {
    if (is_wide(p)) {
        unsigned odd = 0;
        const Byte* const behind = wide_matrix(p, out, odd);
        if (behind != nullptr && (odd == 0 || odd_numbers(p + 5, odd, 4, out[0]))) return behind;
    }
    if ((p = punctuation(p, '(')) == nullptr) return nullptr;
    for (double(&row)[3] : out) {
        if ((p = punctuation(p, '(')) == nullptr) return nullptr;
        for (double& value : row) {
            if ((p = number(p, value)) == nullptr) return nullptr;
        }
        if ((p = punctuation(p, ')')) == nullptr) return nullptr;
    }
    return punctuation(p, ')');
}

// ( ( m m m ) ( m m m ) ). The sides of a brush, and brushes beside each other, often have the same
// matrix to the byte.
inline const Byte* FastPath::matrix(const Byte* p, double (&out)[2][3]) noexcept {
    const std::size_t known = last_matrix_size_;
    if (known != 0 && text_.end - p > kMostMatrixBytes && same_bytes(p, last_matrix_, known)) {
        std::memcpy(out, last_matrix_values_, sizeof out);
        return p + known;
    }
    const Byte* const behind = rows(p, out);
    if (behind == nullptr) return nullptr;
    last_matrix_ = p;
    last_matrix_size_ = behind - p >= kLeastMatrixBytes && behind - p <= kMostMatrixBytes
                            ? static_cast<std::size_t>(behind - p)
                            : 0;
    std::memcpy(last_matrix_values_, out, sizeof out);
    return behind;
}

// ( a b c d ) ( ( m m m ) ( m m m ) ) "material" [contents flags value]
inline const Byte* FastPath::side(const Byte* p, flatline_doom3_side& side) noexcept {
    side.offset = text_.offset(p);
    side.quake_texture = FLATLINE_NONE;
    double numbers[4];
    if ((p = plane(p, numbers)) == nullptr) return nullptr;
    side.plane = plane_of_equation(numbers);
    if ((p = matrix(p, side.matrix)) == nullptr) return nullptr;
    while (*p == ' ') ++p;
    if (*p != '"') return nullptr;
    p = material(p, side.material);
    // Strings are searched to the end of the text.
    return p == nullptr || p > text_.stop ? nullptr : trailing(p, side);
}

// ( x y z s t )
inline const Byte* FastPath::point(const Byte* p, double (&out)[5]) noexcept {
    while (is_white(*p)) ++p;
    if (*p != '(') return nullptr;
    if (is_wide(p)) {
        unsigned odd = 0;
        const Byte* const behind = wide_point(p, out, odd);
        if (behind != nullptr && (odd == 0 || odd_numbers(p + 2, odd, 0, out))) return behind;
    }
    ++p;
    for (double& value : out) {
        if ((p = number(p, value)) == nullptr) return nullptr;
    }
    return punctuation(p, ')');
}

const Byte* FastPath::sides(const Byte* p) noexcept {
    while (enabled_ && p <= text_.stop) {
        p = white(p);
        if (*p != '(') break;
        flatline_doom3_side* const stored = builder_.open_side();
        if (stored == nullptr) break;
        // Two lines of the cache each, as a line of text and a side have some 100 bytes.
        for (const std::uintptr_t further : {0u, 64u}) {
            prefetch_ahead(p, further);
            prefetch_ahead(stored, further);
        }
        const Byte* const behind = side(p, *stored);
        if (behind == nullptr) {
            builder_.drop_side();
            break;
        }
        p = behind;
        ++lines_;
    }
    return p;
}

const Byte* FastPath::points(const Byte* p, flatline_doom3_point* out, std::uint32_t most,
                             std::uint32_t* read) noexcept {
    for (*read = 0; enabled_ && *read < most && p <= text_.stop; ++*read) {
        double numbers[5];
        const Byte* const behind = point(p, numbers);
        if (behind == nullptr) break;
        out[*read] = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
        p = behind;
        ++lines_;
    }
    return p;
}

const Byte* FastPath::pairs(const Byte* p) noexcept {
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

}  // namespace flatline::engine::doom3
