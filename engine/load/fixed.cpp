// 16.16 of the text of a map's numbers.
#include "model/fixed.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/element_count.hpp"
#include "model/findings.hpp"
#include "text/fixed.hpp"
#include "udmf/each_value.hpp"
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

namespace {

// A column of a host, and what it gets where the text gives nothing that a 16.16 can be made of.
struct Target {
    const flatline_fixed_column* column = nullptr;
    std::size_t count = 0;
    std::int32_t fallback = 0;

    void put(std::size_t i, std::int32_t value) const noexcept {
        auto* const base = static_cast<unsigned char*>(column->base);
        std::memcpy(base + i * column->stride, &value, sizeof value);
    }
    bool keeps() const noexcept { return column->otherwise == FLATLINE_OTHERWISE_KEEP; }
};

bool is_number(const Map& map, FieldId field) noexcept {
    const std::optional<FieldRow> row =
        udmf::find_row(map.dialect(), map.grammar() == Grammar::v0_99, field);
    if (row) return row->kind == FLATLINE_INTEGER || row->kind == FLATLINE_REAL;
    return true;  // of another dialect: nothing gives it
}

bool fits(const Map& map, const flatline_fixed_column& column) noexcept {
    const std::size_t count = element_count(map, field_block(column.field));
    if (field_block(column.field) > FLATLINE_THING || !is_number(map, column.field)) return false;
    if (column.cut < FLATLINE_FIXED_EXACT || column.cut > FLATLINE_FIXED_SINGLE ||
        column.otherwise < FLATLINE_OTHERWISE_DEFAULT ||
        column.otherwise > FLATLINE_OTHERWISE_KEEP || column.unused != 0) {
        return false;
    }
    if (count == 0) return true;
    constexpr std::size_t kBytes = sizeof(std::int32_t);
    return column.base != nullptr && column.count >= count && column.stride >= kBytes &&
           column.count - 1 <= (SIZE_MAX - kBytes) / column.stride;
}

Target target_of(const Map& map, const flatline_fixed_column& column) noexcept {
    Target target{&column, element_count(map, field_block(column.field)), column.host_default};
    if (column.otherwise != FLATLINE_OTHERWISE_DEFAULT) return target;
    target.fallback = 0;
    const auto cut = static_cast<FixedCut>(column.cut);
    static_cast<void>(fixed_of_text(map.field_default(column.field), cut, target.fallback));
    return target;
}

}  // namespace

namespace {

// As many columns as a pass over the text looks for.
constexpr std::size_t kColumnsAtOnce = 32;

void fill_columns(const Map& map, View<flatline_fixed_column> columns) noexcept {
    Target targets[kColumnsAtOnce];
    bool kinds[udmf::kBlockKinds] = {};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        kinds[field_block(columns[i].field)] = true;
        targets[i] = target_of(map, columns[i]);
        if (targets[i].keeps()) continue;
        for (std::size_t k = 0; k < targets[i].count; ++k) targets[i].put(k, targets[i].fallback);
    }
    udmf::each_value(text_of(map), map.dialect(), map.grammar() == Grammar::v0_99, kinds,
                     [&](FieldId field, std::uint32_t index, const unsigned char* begin,
                         const unsigned char* end) {
                         for (std::size_t i = 0; i < columns.size(); ++i) {
                             if (columns[i].field != field) continue;
                             std::int32_t value = targets[i].fallback;
                             const auto cut = static_cast<FixedCut>(columns[i].cut);
                             const bool good = text::read_fixed(begin, end, cut, value);
                             if (good || !targets[i].keeps()) targets[i].put(index, value);
                         }
                     });
}

}  // namespace

bool fixed_columns(const Map& map, View<flatline_fixed_column> columns) noexcept {
    if (map.format() != MapFormat::udmf || map.empty()) return false;
    for (const flatline_fixed_column& column : columns) {
        if (!fits(map, column)) return false;
    }
    for (std::size_t i = 0; i < columns.size(); i += kColumnsAtOnce) {
        fill_columns(map, {columns.data() + i, std::min(kColumnsAtOnce, columns.size() - i)});
    }
    return true;
}

bool fixed_values(const Map& map, FieldId field, FixedCut cut, std::int32_t otherwise,
                  std::int32_t* out, std::size_t count) noexcept {
    if (map.format() != MapFormat::udmf || count != element_count(map, field_block(field)) ||
        field_block(field) > FLATLINE_THING) {
        return false;
    }
    std::fill_n(out, count, otherwise);
    bool kinds[udmf::kBlockKinds] = {};
    kinds[field_block(field)] = true;
    udmf::each_value(text_of(map), map.dialect(), map.grammar() == Grammar::v0_99, kinds,
                     [&](FieldId given, std::uint32_t index, const unsigned char* begin,
                         const unsigned char* end) {
                         if (given != field) return;
                         out[index] = otherwise;
                         static_cast<void>(text::read_fixed(begin, end, cut, out[index]));
                     });
    return true;
}

}  // namespace flatline::engine
