// model/scatter.hpp: writes a field of all elements into a host's structs.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "model/map.hpp"

namespace flatline::engine {

/// How a scatter ended.
enum class ScatterStatus : std::uint8_t {
    ok = FLATLINE_OK,
    refused = FLATLINE_REFUSED,  ///< a value does not fit and FLATLINE_RANGE_REFUSE was asked for
    bad_argument = FLATLINE_BAD_ARGUMENT,  ///< no field of an element, no number, or a column that
                                           ///< cannot hold them
    field_absent = FLATLINE_FIELD_ABSENT,  ///< no error: the map's dialect lacks the field, the
                                           ///< host's default stands
};

struct Scattered {
    ScatterStatus status = ScatterStatus::ok;
    /// The first element whose value the type could not hold; FLATLINE_NONE where all fit.
    std::uint32_t element = FLATLINE_NONE;

    /// False after an error.
    explicit operator bool() const noexcept {
        return status == ScatterStatus::ok || status == ScatterStatus::field_absent;
    }
};

/// Writes a field of every element, standard or not, to one member of the host's structs: entry i
/// gets the value of element i, or the field's default where the element does not give it. Where a
/// field has no default either (zfloor), the member stays as it is. A field that the map's dialect
/// lacks (alpha in namespace doom) is written as to.host_default, and the status says so. A texture
/// or flat is written as its index in Map::names, no element (sideback) as -1, or as the highest
/// number of a type without sign. After an error nothing is written. Linear. Allocates nothing. Any
/// thread.
/// What an element gets that does not give the field is to.otherwise's.
Scattered scatter(const Map& map, FieldId field, const flatline_host_column& to) noexcept;

/// Writes 1 to the members of elements that give the field, 0 to all others; a binary map gives all
/// standard fields. Any kind of field will do; the rest is as in scatter.
Scattered scatter_given(const Map& map, FieldId field, const flatline_host_column& to) noexcept;

}  // namespace flatline::engine
