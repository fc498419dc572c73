// 16.16 of the text of a map's numbers.
#include "model/fixed.hpp"

#include <memory>
#include <new>

#include "load/element_count.hpp"
#include "model/findings.hpp"
#include "text/fixed.hpp"
#include "udmf/keywords.hpp"
#include "udmf/locate_fields.hpp"

namespace flatline::engine {
namespace {

Bytes text_of(const Map& map) noexcept {
    const std::string_view text = map.textmap();
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// The bytes of a value; empty where the field is not given: such a request is answered with the
// keyword of the block.
std::string_view found(const Map& map, const udmf::PlaceRequest& request) noexcept {
    if (request.offset == FLATLINE_NO_OFFSET) return {};
    const Bytes text = text_of(map);
    const auto at = static_cast<std::size_t>(request.offset);
    if (udmf::block_kind(text.data() + at, request.length) == request.element) return {};
    return map.textmap().substr(at, request.length);
}

}  // namespace

bool fixed_of_text(std::string_view number, FixedCut cut, std::int32_t& out) noexcept {
    const auto* const begin = reinterpret_cast<const unsigned char*>(number.data());
    return text::read_fixed(begin, begin + number.size(), cut, out);
}

std::string_view value_text(const Map& map, std::uint8_t element, std::uint32_t index,
                            FieldId field) noexcept {
    if (map.format() != MapFormat::udmf || index >= element_count(map, element)) return {};
    udmf::PlaceRequest request;
    request.index = index;
    request.field = field;
    request.element = element;
    udmf::locate_fields(text_of(map), map.dialect(), map.grammar() == Grammar::v0_99, &request, 1);
    std::string_view value = found(map, request);
    if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.size() - 2);
    return value;
}

bool fixed_values(const Map& map, FieldId field, FixedCut cut, std::int32_t otherwise,
                  std::int32_t* out, std::size_t count) noexcept {
    const std::uint8_t element = field_block(field);
    if (map.format() != MapFormat::udmf || count != element_count(map, element)) return false;
    if (count == 0) return true;
    const std::unique_ptr<udmf::PlaceRequest[]> requests(new (std::nothrow)
                                                             udmf::PlaceRequest[count]);
    if (requests == nullptr) return false;
    for (std::size_t i = 0; i < count; ++i) {
        requests[i].index = static_cast<std::uint32_t>(i);
        requests[i].field = field;
        requests[i].element = element;
    }
    udmf::locate_fields(text_of(map), map.dialect(), map.grammar() == Grammar::v0_99,
                        requests.get(), count);
    for (std::size_t i = 0; i < count; ++i) {
        std::int32_t& to = out[requests[i].index];
        if (!fixed_of_text(found(map, requests[i]), cut, to)) to = otherwise;
    }
    return true;
}

}  // namespace flatline::engine
