#include "property/literals.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "reference/reference_reader.hpp"

namespace property {
namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

std::string format(const char* pattern, int precision, double value) {
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, pattern, precision, value);
    return buffer;
}

std::string unsigned_text(std::uint64_t magnitude, bool hex, bool upper) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer,
                  !hex    ? "%llu"
                  : upper ? "%llX"
                          : "%llx",
                  static_cast<unsigned long long>(magnitude));
    return buffer;
}

// sign, zeros and digits of a whole number.
std::string spell_whole(Tape& tape, bool negative, std::uint64_t magnitude) {
    const char* const plus[] = {"", "", "+"};
    std::string text = negative ? "-" : tape.pick(plus);
    const bool hex = tape.once_in(4);
    const bool upper = hex && tape.once_in(2);
    if (hex) {
        text += upper ? "0X" : "0x";
    }
    if (tape.once_in(4)) {
        text += std::string(tape.between(1, 5), '0');
    }
    return text + unsigned_text(magnitude, hex, upper);
}

std::string any_bytes(Tape& tape) {
    const std::uint32_t length = tape.once_in(12) ? tape.between(17, 90) : tape.below(16);
    const bool wild = tape.once_in(2);
    std::string bytes;
    for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t c = wild ? tape.between(1, 255) : tape.between('A', 'Z');
        bytes += static_cast<char>(wild && c == 1 ? '"' : wild && c == 2 ? '\\' : c);
    }
    return bytes;
}

bool fits_bare_word(const std::string& bytes) {
    for (const char c : bytes) {
        if (!((c >= 'A' && c <= 'Z') || c == '_')) {
            return false;
        }
    }
    return !bytes.empty() && bytes != "TRUE" && bytes != "FALSE" && bytes != "NAN" &&
           bytes != "INF" && bytes != "INFINITY";
}

}  // namespace

std::int32_t any_int32(Tape& tape) {
    const std::int32_t edges[] = {0,  1,  -1, 2147483647, -2147483647 - 1, 65535, -32768, 8,
                                  10, 64, -8, 2147483646, 1000000000,      256,   127,    99};
    switch (tape.below(3)) {
        case 0:
            return static_cast<std::int32_t>(tape.below(200));
        case 1:
            return tape.pick(edges);
        default:
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(tape.bits()));
    }
}

Literal spell_integer(Tape& tape, std::int32_t value) {
    const std::int64_t wide = value;
    const bool negative = wide < 0;
    const auto magnitude = static_cast<std::uint64_t>(negative ? -wide : wide);
    const std::string sign = negative ? "-" : "";
    const std::string digits = unsigned_text(magnitude, false, false);
    switch (tape.below(7)) {
        case 1:
            return {sign + digits + ".0", value};
        case 2:
            return {sign + digits + ".", value};
        // Read toward zero.
        case 3:
            return {sign + digits + "." + std::to_string(tape.below(1000)), value};
        case 4:
            return {sign + digits + "e0", value};
        case 5:
            return {sign + digits + "000E-3", value};
        default:
            return {spell_whole(tape, negative, magnitude), value};
    }
}

Literal any_real(Tape& tape, double bound) {
    const char* const edges[] = {"0.0",
                                 "-0.5",
                                 ".5",
                                 "5.",
                                 "-.25e1",
                                 "+1e2",
                                 "1e-400",
                                 "5e-324",
                                 "2.2250738585072011e-308",
                                 "2.2250738585072014e-308",
                                 "1.7976931348623157e308",
                                 "-1.7976931348623157E+308",
                                 "9007199254740993",
                                 "0.1",
                                 "32768",
                                 "-32768.0",
                                 "32767.99998",
                                 "123456789012345678901234567890",
                                 "0.000000000000000000000000000001",
                                 "8.98846567431158e307",
                                 "1.00000000000000011102230246251565404236316680908203125",
                                 "0x10",
                                 "-0XfF",
                                 "0xFFFFFFFF"};
    std::string text;
    switch (tape.below(5)) {
        case 0:
            text = std::to_string(static_cast<std::int32_t>(tape.below(65536)) - 32768);
            break;
        case 1: {
            const double thousandths = static_cast<std::int32_t>(tape.below(65536000)) - 32768000;
            text = format("%.*f", 3, thousandths / 1000);
            break;
        }
        case 2:
            text = tape.pick(edges);
            break;
        case 3: {
            const double unit = static_cast<double>(tape.bits() >> 11) / 9007199254740992.0;
            text = format("%.*f", static_cast<int>(tape.between(1, 17)), unit * 65536 - 32768);
            break;
        }
        default: {
            const std::uint64_t bits = tape.bits();
            double value = 0;
            std::memcpy(&value, &bits, sizeof value);
            text = format(tape.once_in(2) ? "%.*E" : "%.*g", static_cast<int>(tape.between(1, 19)),
                          std::isfinite(value) ? value : 1);
        }
    }
    double value = std::strtod(text.c_str(), nullptr);
    if (!(std::fabs(value) <= bound) || !std::isfinite(value)) {
        text = "12.75";
        value = 12.75;
    }
    return {text, value};
}

Literal any_boolean(Tape& tape) {
    const bool value = tape.once_in(2);
    std::string text = value ? "true" : "false";
    for (char& c : text) {
        c = tape.once_in(5) ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return {text, value};
}

Literal any_string(Tape& tape, bool grammar_099) {
    const std::string bytes = any_bytes(tape);
    if (grammar_099 && fits_bare_word(bytes) && tape.once_in(2)) {
        return {bytes, bytes};
    }
    // Letters that stand for another byte after a backslash.
    constexpr std::string_view kLetters = "nrt";
    constexpr std::string_view kMeant = "\n\r\t";
    std::string text = "\"";
    for (const char c : bytes) {
        const bool escaped = c == '"' || c == '\\' || tape.once_in(20);
        const std::size_t meant = kMeant.find(c);
        const bool by_letter = escaped && meant != kMeant.npos;
        if (escaped && kLetters.find(c) == kLetters.npos) {
            text += '\\';
        }
        text += by_letter ? kLetters[meant] : c;
    }
    return {text + "\"", reference::printable(bytes)};
}

Literal any_ids(Tape& tape) {
    const char* const blanks[] = {" ", "  ", "\t", "\n", " \r\n"};
    const char* const junk[] = {"x", "one", "99999999999", "-"};
    Literal result{"\"", nlohmann::json::array()};
    const std::uint32_t count = tape.below(6);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int32_t id = any_int32(tape);
        if (i > 0) {
            result.text += tape.pick(blanks);
        }
        if (tape.once_in(8)) {
            result.text += std::string(tape.pick(junk)) + " ";
        }
        result.text += std::to_string(id);
        result.value.push_back(id);
    }
    result.text += tape.once_in(4) ? " \"" : "\"";
    return result;
}

Literal any_unknown(Tape& tape, bool grammar_099) {
    switch (tape.below(4)) {
        case 0: {
            const std::int64_t edges[] = {0, 7, -1, INT64_MAX, INT64_MIN, 4294967296, -2147483649};
            const std::int64_t value =
                tape.once_in(2) ? static_cast<std::int64_t>(tape.bits()) : tape.pick(edges);
            const std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value)
                                                      : static_cast<std::uint64_t>(value);
            return {spell_whole(tape, value < 0, magnitude), value};
        }
        case 1: {
            Literal real = any_real(tape, kAny);
            if (real.text.find_first_of(".eE") == std::string::npos ||
                real.text.find_first_of("xX") != std::string::npos) {
                return {"0.5", 0.5};  // without a dot or an exponent it is an integer
            }
            return real;
        }
        case 2:
            return any_boolean(tape);
        default:
            return any_string(tape, grammar_099);
    }
}

}  // namespace property
