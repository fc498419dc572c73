// model/fixed.hpp: numbers of a map as 16.16, as ports round them, and their text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/map.hpp"
#include "model/view.hpp"

namespace flatline::engine {

/// How the text of a number becomes 16.16; all cut toward zero. Demos want their port's way.
enum class FixedCut : std::uint8_t {
    exact = FLATLINE_FIXED_EXACT,    ///< the number of the text itself
    cast = FLATLINE_FIXED_CAST,      ///< Woof, Eternity: of the nearest double
    digits = FLATLINE_FIXED_DIGITS,  ///< dsda-doom: of the digits before the dot and eight after
                                     ///< it; wraps at 32 bits
    single =
        FLATLINE_FIXED_SINGLE,  ///< SRB2's vertices: of the nearest float of the nearest double
};

/// The 16.16 of a number as UDMF writes it. False, and nothing written, where the text is no
/// number, where the result does not fit and the port does not wrap, and with `digits` for
/// exponents and hexadecimal numbers, of which dsda-doom makes something else. No locale. Any
/// thread. Source: docs/udmf.md, "Numbers as 16.16".
bool fixed_of_text(std::string_view number, FixedCut cut, std::int32_t& out) noexcept;

/// The bytes of a field's value in the TEXTMAP, for `element` (FLATLINE_VERTEX to FLATLINE_THING)
/// number `index`; empty where the text does not give it, and for binary maps. Strings are without
/// their quotes. Scans the text: see fixed_values for all elements at once.
std::string_view value_text(const Map& map, std::uint8_t element, std::uint32_t index,
                            FieldId field) noexcept;

/// Writes the 16.16 of `field` for every element of its kind, out[i] of element i, in one pass over
/// the text: vertices' x and y, heights, any number. Where the text does not give the field, or no
/// 16.16 can be made of it, `otherwise` is written. False where `out` has another size than there
/// are elements, and for a binary map. Allocates nothing.
bool fixed_values(const Map& map, FieldId field, FixedCut cut, std::int32_t otherwise,
                  std::int32_t* out, std::size_t count) noexcept;

/// The same for several fields in one pass over the text, each into members of a host's structs.
/// False, and nothing written, for a binary or empty map and for columns that do not fit.
bool fixed_columns(const Map& map, View<flatline_fixed_column> columns) noexcept;

}  // namespace flatline::engine
