// Finds the position of an element or its field in a TEXTMAP, for messages. It scans the text
// again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/fields.hpp"
#include "model/findings.hpp"
#include "model/view.hpp"

namespace flatline::engine::udmf {

struct PlaceRequest {
    std::uint64_t offset = FLATLINE_NO_OFFSET;  // answer: of the value, or of the block's keyword
    std::uint32_t length = 0;                   // answer
    std::uint32_t index = FLATLINE_NONE;
    std::size_t owner = 0;  // for the caller
    FieldId field = FLATLINE_NO_FIELD;
    std::uint8_t element = FLATLINE_MAP;
};

/// Answers all requests in one pass over a text that was read with these tables. It sorts them by
/// element and index. Where a field is given more than once, it answers with the last place.
void locate_fields(Bytes text, Dialect dialect, bool v0_99, PlaceRequest* requests,
                   std::size_t count) noexcept;

/// Writes the place of each finding to `places`, in one pass; a finding that has an offset keeps
/// it. Lengths go to `lengths` if that is not null. If memory is out, places stay
/// FLATLINE_NO_OFFSET.
void locate_findings(Bytes text, Dialect dialect, bool v0_99, View<Finding> findings,
                     std::uint64_t* places, std::uint32_t* lengths) noexcept;

}  // namespace flatline::engine::udmf
