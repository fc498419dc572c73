// model/describe.hpp: findings in words, with or without their place.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine {

/// Where findings come from, as far as a host knows it. What is empty is left out.
struct FindingSource {
    std::string_view file{};  ///< any words of the host: "maps.wad"
    std::string_view map{};   ///< "MAP01"
    /// The bytes of the TEXTMAP or .map, for line and column. Empty: those of `loaded`.
    std::string_view text{};
    /// The map of the load or check, in whose text elements are looked for; null: none.
    const Map* loaded = nullptr;
};

/// Writes place and sentence of a finding, such as "maps.wad:MAP01 TEXTMAP line 12 column 3,
/// linedef 7: v2 is 9, but the map has 4 vertices": file and map, then lump with line and column
/// in a text and the byte elsewhere, then the element. At most `capacity` bytes, not terminated;
/// returns the length of all. Bytes that a terminal would obey become \xHH. Reads the text up to
/// the place; for thousands of findings, locate all first. Allocates nothing. Any thread.
std::size_t describe_at(const Finding& finding, const FindingSource& source, char* out,
                        std::size_t capacity) noexcept;

/// The parts of `describe`: the element, "linedef 7", which is "" if the finding is about none,
/// and the sentence without it. Arguments and result as those of describe.
std::size_t describe_element(const Finding& finding, char* out, std::size_t capacity) noexcept;
std::size_t describe_sentence(const Finding& finding, std::string_view lump_bytes, char* out,
                              std::size_t capacity) noexcept;

}  // namespace flatline::engine
