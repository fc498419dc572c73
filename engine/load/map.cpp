// Accessors of a finished Map.
#include "model/map.hpp"

#include "load/map_storage.hpp"

namespace flatline::engine {

std::string_view map_format_name(MapFormat format) noexcept {
    static constexpr std::string_view kNames[] = {"udmf", "doom", "hexen", "doom3"};
    return kNames[static_cast<std::size_t>(format)];
}

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
    const detail::MapStorage* storage = owned_.storage();
    if (storage == nullptr || t.size == 0) return {};
    std::size_t at = t.offset;
    const unsigned char* from = storage->text.data();
    if (at >= storage->text.size()) {
        at -= storage->text.size();
        from = storage->more_text.data();
        if (at >= storage->more_text.size()) {
            at -= storage->more_text.size();
            from = storage->decoded;
            if (at >= storage->decoded_size) {
                at -= storage->decoded_size;
                from = storage->terminated;
            }
        }
    }
    return {reinterpret_cast<const char*>(from + at), t.size};
}

std::string_view Map::map_namespace() const noexcept {
    return owned_.storage() != nullptr ? text(owned_.storage()->map_namespace) : std::string_view();
}

std::string_view Map::own_namespace() const noexcept {
    return owned_.storage() != nullptr ? text(owned_.storage()->own_namespace) : std::string_view();
}

flatline_stored Map::stored(std::uint8_t element) const noexcept {
    if (owned_.storage() == nullptr || element > FLATLINE_THING) return {};
    return owned_.storage()->stored[element];
}

Dialect Map::dialect() const noexcept {
    return owned_.storage() != nullptr ? owned_.storage()->dialect : Dialect::udmf11;
}

Grammar Map::grammar() const noexcept {
    return owned_.storage() != nullptr ? owned_.storage()->grammar : Grammar::v1_1;
}

MapFormat Map::format() const noexcept {
    return owned_.storage() != nullptr ? owned_.storage()->format : MapFormat::udmf;
}

std::string_view Map::textmap() const noexcept {
    const detail::MapStorage* storage = owned_.storage();
    if (storage == nullptr || format() != MapFormat::udmf) return {};
    const Bytes text = storage->is_baked ? storage->baked_text : storage->text;
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

bool Map::is_in_textmap(flatline_text t) const noexcept {
    const detail::MapStorage* storage = owned_.storage();
    return storage != nullptr && !storage->is_baked &&
           std::uint64_t{t.offset} + t.size <= textmap().size();
}

}  // namespace flatline::engine
