#include "json.hpp"

#include <charconv>
#include <cmath>

#include "escape.hpp"
#include "reals.hpp"
#include "utf8.hpp"

namespace flatline::engine::tool {
namespace {

bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

void append_escaped(std::string& out, std::uint32_t code_point) {
    switch (code_point) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            append_escape(out, code_point, Notation::json);
    }
}

}  // namespace

void append_json_string(std::string& out, std::string_view bytes) {
    out += '"';
    std::size_t plain = 0;
    while (plain < bytes.size() && is_plain(static_cast<unsigned char>(bytes[plain]))) ++plain;
    out.append(bytes.substr(0, plain));
    bytes.remove_prefix(plain);
    const bool utf8 = is_utf8(bytes);
    while (!bytes.empty()) {
        const CodePoint c =
            utf8 ? first_code_point(bytes) : CodePoint{static_cast<unsigned char>(bytes[0]), 1};
        if (is_unsafe(c.value) || c.value == '"' || c.value == '\\') {
            append_escaped(out, c.value);
        } else if (utf8 || c.value < 0x80) {
            out.append(bytes.substr(0, c.size));
        } else {
            out += static_cast<char>(0xC0 | c.value >> 6);
            out += static_cast<char>(0x80 | (c.value & 0x3F));
        }
        bytes.remove_prefix(c.size);
    }
    out += '"';
}

void JsonWriter::end_line() {
    out_.put('\n');
    comma_ = false;
}

void JsonWriter::key(std::string_view name) {
    separate();
    out_.put('"');
    out_.write(name);
    out_.write("\":");
    comma_ = false;
}

std::string JsonWriter::prepared_key(std::string_view name) {
    std::string prepared;
    append_json_string(prepared, name);
    prepared += ':';
    return prepared;
}

void JsonWriter::string(std::string_view bytes) {
    separate();
    scratch_.clear();
    append_json_string(scratch_, bytes);
    out_.write(scratch_);
    comma_ = true;
}

void JsonWriter::integer(std::int64_t value) {
    char digits[24];
    separate();
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out_.write({digits, static_cast<std::size_t>(end - digits)});
    comma_ = true;
}

void JsonWriter::natural(std::uint64_t value) {
    char digits[24];
    separate();
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out_.write({digits, static_cast<std::size_t>(end - digits)});
    comma_ = true;
}

void JsonWriter::real(double value) {
    // JSON has no infinities. The loader lets none through; this only keeps the text valid.
    if (!std::isfinite(value)) return null();
    char digits[kRealBytes];
    separate();
    const char* const end = put_real(digits, value);
    const std::string_view text(digits, static_cast<std::size_t>(end - digits));
    out_.write(text);
    if (text.find_first_of(".e") == text.npos) out_.write(".0");
    comma_ = true;
}

void JsonWriter::whole(double value) {
    constexpr double kExact = 9007199254740992.0;  // 2^53: below, the cast loses nothing
    if (value == std::trunc(value) && std::fabs(value) < kExact) {
        integer(static_cast<std::int64_t>(value));
    } else {
        real(value);
    }
}

void JsonWriter::boolean(bool value) {
    separate();
    out_.write(value ? "true" : "false");
    comma_ = true;
}

void JsonWriter::null() {
    separate();
    out_.write("null");
    comma_ = true;
}

}  // namespace flatline::engine::tool
