// text.hpp: text for people: safe to print, with colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// `bytes` as a terminal may see them, because names of lumps, files and maps come from strangers.
/// Valid UTF-8 stays. Every control character, every code point that turns the direction of writing
/// and every other byte becomes \xHH.
std::string printable(std::string_view bytes);

/// Adds colours, or nothing.
class Style {
public:
    explicit Style(bool colored) : colored_(colored) {}

    std::string severity(Severity severity) const;
    std::string bold(std::string_view text) const { return wrap("1", text); }
    std::string dim(std::string_view text) const { return wrap("2", text); }

private:
    std::string wrap(const char* code, std::string_view text) const;

    bool colored_;
};

/// A number with its noun: "1 map", "2 vertices". `plural` follows every number but 1.
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural);

/// Collects names for a message, but not all of an archive with thousands.
class NameList {
public:
    void add(std::string_view name);
    /// The names as a terminal may see them, with blanks between; "none" without any.
    std::string text() const { return count_ == 0 ? "none" : names_; }

private:
    std::size_t count_ = 0;
    std::string names_;
};

/// `text` as a cell of a table in Markdown.
std::string markdown_cell(std::string_view text);

/// `text` as a cell of CSV (RFC 4180).
std::string csv_cell(std::string_view text);

/// An ASCII letter in lower case, and any other character.
char lower(char c);

/// The same with ASCII letters in lower case.
std::string lower_case(std::string_view text);
/// In upper case.
std::string upper_case(std::string_view text);

/// True if two names differ at most in the case of ASCII letters.
bool same_name(std::string_view a, std::string_view b);

}  // namespace flatline::engine::tool
