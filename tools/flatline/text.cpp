#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "escape.hpp"

namespace flatline::engine::tool {
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string printable(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    escape(bytes, [&](std::string_view piece) { out.append(piece); });
    return out;
}

std::string Style::severity(Severity severity) const {
    const char* code = severity == Severity::error     ? "1;31"
                       : severity == Severity::warning ? "1;33"
                                                       : "1;36";
    return wrap(code, severity_name(severity));
}

std::string Style::wrap(const char* code, std::string_view text) const {
    return colored_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
    return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

void NameList::add(std::string_view name) {
    constexpr std::size_t kMost = 40;
    if (++count_ > kMost + 1) return;
    if (count_ > 1) names_ += ' ';
    names_ += count_ <= kMost ? printable(name) : "...";
}

std::string markdown_cell(std::string_view text) {
    constexpr std::string_view kSpecial = "<|*_\\`";
    std::string cell;
    for (const char c : text) {
        if (kSpecial.find(c) != kSpecial.npos) cell += '\\';
        cell += c;
    }
    return cell;
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

std::string upper_case(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
    });
    return out;
}

bool same_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace flatline::engine::tool
