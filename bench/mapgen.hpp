// Deterministic generator of valid UDMF maps, for benchmarks, tests and demonstrations.
//
// The map is a grid of rooms joined by doorways, with platforms, pillars and terrain inside. The
// same options give the same bytes on every platform: all arithmetic is on integers, the random
// numbers are our own, and numbers are written with std::to_chars.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flatline::engine::mapgen {

// How the text is laid out, after the programs that write such maps.
enum class Style : std::uint8_t {
    Udb,       // `thing // 0`, one `key = value;` a line, an empty line between blocks
    Slade,     // a comment first, `thing//#0`, one `key=value;` a line
    Minified,  // the whole map on one line, no blanks and no comments
};

// Which dialect's fields are used, and the namespace that the text names.
enum class Flavour : std::uint8_t { Zdoom, Srb2, Dsda };

struct Options {
    // The text comes within 2 % of this size, from 20 KB on.
    std::uint64_t target_bytes = 1'000'000;
    Style style = Style::Udb;
    Flavour flavour = Flavour::Zdoom;
    std::uint64_t seed = 1;
    bool crlf = false;              // ends lines with CR LF
    bool comments = false;          // adds comments between blocks and after fields
    bool tabs = false;              // indents and aligns with tabs (not in the minified style)
    bool random_key_order = false;  // shuffles the fields of every block
    bool messy_layout = false;      // random blanks, letter case and comments between all tokens
    bool user_keys = false;         // adds user_* fields, some of them strings with escapes
    // About this share of the sectors slopes, by plane fields or by vertex heights. The dsda
    // dialect has neither, so there it does nothing.
    double sloped_fraction = 0.0;
};

struct Counts {
    std::uint64_t vertices = 0;
    std::uint64_t linedefs = 0;
    std::uint64_t sidedefs = 0;
    std::uint64_t sectors = 0;
    std::uint64_t things = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

struct Generated {
    std::string text;
    Counts counts;
};

enum class Format : std::uint8_t {
    Textmap,
    // The elements, fields and values of that TEXTMAP as one JSON object, for readers of JSON to be
    // measured by: "namespace", then under the name of each kind of block an array of objects whose
    // keys are the names of the fields. Numbers have the digits of the text; there are no blanks
    // and one object a line, and what the options say of the layout has no meaning.
    Json,
};

// Throws std::length_error for a target of more than 16 GB. The target is the TEXTMAP's, also
// where `format` is another.
[[nodiscard]] Generated generate(const Options& options, Format format = Format::Textmap);

// The same map with its elements in another order and numbers to match: no reader that compares by
// content sees a difference. `textmap`: of generate, without comments and messy layout. Throws
// std::invalid_argument for another text.
[[nodiscard]] std::string shuffled(std::string_view textmap, std::uint64_t seed);

// Name and content of a lump.
using Lump = std::pair<std::string, std::string>;

// A PWAD with one map: label, TEXTMAP, the extra lumps, ENDMAP. Throws std::invalid_argument for a
// name that is empty or over 8 bytes, and std::length_error for a file of 2 GB or more.
[[nodiscard]] std::string wad(std::string_view map_name, std::string_view textmap,
                              const std::vector<Lump>& extra_lumps = {});

}  // namespace flatline::engine::mapgen
