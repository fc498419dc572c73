// Counts the elements of a binary map from its directory and flags. Every array gets exactly this
// size before memory is taken.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "base/layout.hpp"
#include "binary/namespace_rules.hpp"
#include "binary/records.hpp"

namespace flatline::engine::binary {

struct LumpCounts {
    std::uint64_t records[std::size(kLumpRows)] = {};  ///< by element, as many as the lump has
    std::uint64_t vertices = 0;  ///< up to the last one that a line names (all without lines)
    std::uint64_t unknowns = 0;  ///< fields that the dialect does not know
    std::uint64_t values = 0;    ///< of columns

    LumpCounts(const BinaryLumps& lumps, const NamespaceRules& rules) noexcept;

    /// How many elements of a kind the map will have.
    std::uint64_t elements(std::uint8_t element) const noexcept {
        return element == FLATLINE_VERTEX ? vertices : records[element];
    }

private:
    void add(const BooleanTarget& target) noexcept { ++(target.is_column() ? values : unknowns); }
    void look_at_lines(const BinaryLumps& lumps, const NamespaceRules& rules) noexcept;
    void look_at_thing(const unsigned char* p, bool hexen, const NamespaceRules& rules) noexcept;
};

/// Where each array lies.
struct Plan {
    Layout arrays;
    std::uint64_t vertices, linedefs, sidedefs, sectors, things, unknowns, decoded;
    std::uint64_t decoded_bytes;  ///< the name 0, the namespace, and the names of unknown fields
    Layout values;                ///< worked in

    Plan(const LumpCounts& counts, NamespaceRules& rules, std::string_view name_space) noexcept;

    std::uint64_t bytes() const noexcept { return arrays.bytes() + values.bytes(); }
};

}  // namespace flatline::engine::binary
