// Writes the blocks and fields of a TEXTMAP in the chosen style, or of its twin in JSON.
#pragma once

#include "mapgen.hpp"
#include "mapgen_random.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::engine::mapgen {

class TextWriter {
public:
    // Appends to `out`, which the caller keeps.
    TextWriter(const Options& options, std::string& out, Format format = Format::Textmap);

    void header();
    void footer();
    // Around all blocks of a kind.
    void begin_list(std::string_view block);
    void end_list();
    void open(std::string_view block, std::uint64_t index);
    void integer(std::string_view key, std::int64_t value);
    // `scaled` counts units of 10^-decimals.
    void decimal(std::string_view key, std::int64_t scaled, int decimals = 3);
    void boolean(std::string_view key, bool value = true);
    // A string that needs no escapes.
    void name(std::string_view key, std::string_view value);
    // Any string.
    void text(std::string_view key, std::string_view value);
    void close();

private:
    void begin_field(std::string_view key);
    void end_field();
    void key_in_any_case(std::string_view key);
    void put_integer(std::int64_t value);
    void any_comment();
    void gap();

    const Options& options_;
    std::string& out_;
    Random random_;  // for blanks, comments and the order of keys
    std::string_view newline_;
    std::string_view line_end_;  // empty in the minified style
    std::string_view indent_;
    std::string_view assign_;
    bool json_;
    bool first_field_ = true;  // of an object
    bool minified_;
    bool plain_;  // neither comments nor a messy layout
    std::vector<std::size_t> field_starts_;
    std::vector<std::uint32_t> order_;
    std::string shuffled_;
};

}  // namespace flatline::engine::mapgen
