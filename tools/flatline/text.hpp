// text.hpp: text for people: safe to print, and coloured where that helps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "flatline/findings.hpp"

namespace flatline::tool {

/// `bytes` as a terminal may see them: valid UTF-8 stands, every control character, every code
/// point that turns the direction of writing and every other byte becomes \xHH. Names of lumps,
/// files and maps come from strangers.
std::string printable(std::string_view bytes);

/// Colours, or nothing.
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

/// "1 map", "2 maps", "2 vertices": `plural` is what stands after any number but 1.
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural);

/// Equal but for the case of ASCII letters, as map names are compared.
bool same_name(std::string_view a, std::string_view b);

}  // namespace flatline::tool
