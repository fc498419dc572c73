// Where in a TEXTMAP an element or its field stands: a second look at the text, for messages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/fields.hpp"
#include "flatline/findings.hpp"
#include "flatline/view.hpp"

namespace flatline::udmf {

struct PlaceRequest {
    std::uint64_t offset = FLATLINE_NO_OFFSET;  // answer: of the value, or of the block's keyword
    std::uint32_t length = 0;                   // answer
    std::uint32_t index = FLATLINE_NONE;
    std::size_t owner = 0;  // for the caller
    FieldId field = FLATLINE_NO_FIELD;
    std::uint8_t element = FLATLINE_MAP;
};

/// Answers all requests in one pass over a text that was read with these tables. Sorts them by
/// element and index. Of a field that is given more than once the last place is told.
void locate_fields(Bytes text, Dialect dialect, bool v0_99, PlaceRequest* requests,
                   std::size_t count) noexcept;

/// Writes the place of each finding to `places` (its own where it has one): one pass. Lengths go
/// to `lengths` where that is not null. Without memory places stay FLATLINE_NO_OFFSET.
void locate_findings(Bytes text, Dialect dialect, bool v0_99, View<Finding> findings,
                     std::uint64_t* places, std::uint32_t* lengths) noexcept;

}  // namespace flatline::udmf
