// Accessors of a finished Map.
#include "flatline/map.hpp"

#include "api/map_storage.hpp"

namespace flatline {

void detail::destroy(MapStorage* storage) noexcept { delete storage; }

const flatline_column* Map::column(FieldId field) const noexcept {
    // Columns ascend by field.
    std::size_t low = 0;
    std::size_t high = arrays().column_count;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (arrays().columns[middle].field < field)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < arrays().column_count && arrays().columns[low].field == field;
    return found ? arrays().columns + low : nullptr;
}

std::string_view Map::text(flatline_text t) const noexcept {
    if (owned_.storage() == nullptr || t.size == 0) return {};
    const std::size_t text_size = owned_.storage()->text.size();
    const unsigned char* from = t.offset < text_size
                                    ? owned_.storage()->text.data() + t.offset
                                    : owned_.storage()->decoded + (t.offset - text_size);
    return {reinterpret_cast<const char*>(from), t.size};
}

std::string_view Map::map_namespace() const noexcept {
    return owned_.storage() != nullptr ? text(owned_.storage()->map_namespace) : std::string_view();
}

Dialect Map::dialect() const noexcept {
    return owned_.storage() != nullptr ? owned_.storage()->dialect : Dialect::udmf11;
}

Grammar Map::grammar() const noexcept {
    return owned_.storage() != nullptr ? owned_.storage()->grammar : Grammar::v1_1;
}

std::string_view Map::textmap() const noexcept {
    if (owned_.storage() == nullptr) return {};
    return {reinterpret_cast<const char*>(owned_.storage()->text.data()),
            owned_.storage()->text.size()};
}

}  // namespace flatline
