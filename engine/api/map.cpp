// Accessors of a finished Map.
#include "flatline/map.hpp"

#include <utility>

#include "api/map_storage.hpp"

namespace flatline {

void detail::MapStorage::bind(Map& map, MapStorage* storage,
                              const flatline_arrays& arrays) noexcept {
    map.a_ = arrays;
    map.findings_ = std::move(storage->findings);
    map.storage_ = storage;
}

detail::MapStorage* detail::MapStorage::release(Map& map) noexcept {
    map.a_ = {};
    return std::exchange(map.storage_, nullptr);
}

Map::Map(Map&& other) noexcept
    : a_(std::exchange(other.a_, {})),
      findings_(std::move(other.findings_)),
      storage_(std::exchange(other.storage_, nullptr)) {}

Map& Map::operator=(Map&& other) noexcept {
    if (this != &other) {
        delete storage_;
        a_ = std::exchange(other.a_, {});
        findings_ = std::move(other.findings_);
        storage_ = std::exchange(other.storage_, nullptr);
    }
    return *this;
}

Map::~Map() { delete storage_; }

const flatline_column* Map::column(FieldId field) const noexcept {
    // Columns ascend by field.
    std::size_t low = 0;
    std::size_t high = a_.column_count;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (a_.columns[middle].field < field)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < a_.column_count && a_.columns[low].field == field;
    return found ? a_.columns + low : nullptr;
}

std::string_view Map::text(flatline_text t) const noexcept {
    if (storage_ == nullptr || t.size == 0) return {};
    const std::size_t text_size = storage_->text.size();
    const unsigned char* from = t.offset < text_size ? storage_->text.data() + t.offset
                                                     : storage_->decoded + (t.offset - text_size);
    return {reinterpret_cast<const char*>(from), t.size};
}

std::string_view Map::map_namespace() const noexcept {
    return storage_ != nullptr ? text(storage_->map_namespace) : std::string_view();
}

Dialect Map::dialect() const noexcept {
    return storage_ != nullptr ? storage_->dialect : Dialect::udmf11;
}

Grammar Map::grammar() const noexcept {
    return storage_ != nullptr ? storage_->grammar : Grammar::v1_1;
}

MemoryUse Map::memory() const noexcept {
    return storage_ != nullptr ? storage_->memory : MemoryUse{};
}

std::string_view Map::textmap() const noexcept {
    if (storage_ == nullptr) return {};
    return {reinterpret_cast<const char*>(storage_->text.data()), storage_->text.size()};
}

}  // namespace flatline
