#include "model/scatter.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>

#include "udmf/each_value.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine {
namespace {

using HostByte = unsigned char;

// Where wrapped numbers end: a double of this size still is an int64.
constexpr double kWidest = 4611686018427387904.0;

template <class T>
void put_whole(HostByte* to, double value) noexcept {
    const auto number = static_cast<T>(static_cast<std::int64_t>(value));
    std::memcpy(to, &number, sizeof number);
}
template <class T>
void put_real(HostByte* to, double value) noexcept {
    const auto number = static_cast<T>(value);
    std::memcpy(to, &number, sizeof number);
}
void put_bool(HostByte* to, double value) noexcept { *to = value != 0; }
template <class T>
void put_bits(HostByte* to, std::uint32_t bits, bool on) noexcept {
    T number;
    std::memcpy(&number, to, sizeof number);
    const auto mask = static_cast<T>(bits);
    number = static_cast<T>(on ? number | mask : number & static_cast<T>(~mask));
    std::memcpy(to, &number, sizeof number);
}

// By FLATLINE_HOST_*: what a type holds, and how it is written. `none` stands for no element.
struct HostType {
    std::size_t bytes;
    double low, high;
    double scale;  // 0: fractions are kept
    double none;
    void (*put)(HostByte* to, double value);
    void (*put_bits)(HostByte* to, std::uint32_t bits, bool on) = nullptr;  // of whole numbers
};
template <class T>
constexpr HostType whole(double scale = 1) {
    using Limits = std::numeric_limits<T>;
    const double high = Limits::max();
    const double none = Limits::is_signed ? -1 : high;
    return {sizeof(T),
            Limits::min(),
            high,
            scale,
            none,
            put_whole<T>,
            scale == 1 ? put_bits<std::make_unsigned_t<T>> : nullptr};
}
template <class T>
constexpr HostType real() {
    using Limits = std::numeric_limits<T>;
    return {sizeof(T), Limits::lowest(), Limits::max(), 0, -1, put_real<T>};
}
constexpr HostType kHostTypes[] = {
    whole<std::int8_t>(),
    whole<std::uint8_t>(),
    whole<std::int16_t>(),
    whole<std::uint16_t>(),
    whole<std::int32_t>(),
    whole<std::uint32_t>(),
    real<float>(),
    real<double>(),
    {1, -DBL_MAX, DBL_MAX, 0, 0, put_bool},
    whole<std::int32_t>(65536),
};

struct Elements {
    const HostByte* first;
    std::size_t stride;
    std::uint32_t count;
};
Elements elements_of(const flatline_arrays& a, std::uint8_t block) noexcept {
    const auto bytes = [](const void* first) { return static_cast<const HostByte*>(first); };
    const Elements kinds[] = {
        {bytes(a.vertices), sizeof(flatline_vertex), a.vertex_count},
        {bytes(a.linedefs), sizeof(flatline_linedef), a.linedef_count},
        {bytes(a.sidedefs), sizeof(flatline_sidedef), a.sidedef_count},
        {bytes(a.sectors), sizeof(flatline_sector), a.sector_count},
        {bytes(a.things), sizeof(flatline_thing), a.thing_count},
    };
    return block < std::size(kinds) ? kinds[block] : Elements{};
}

struct FieldNumber {
    double value = 0;
    bool is_index = false;
};

template <class T>
T load_as(const HostByte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Calls use(element, number) for all elements of a standard field.
template <class Use>
void each_member(const Elements& elements, const StandardField& field, Use&& use) noexcept {
    const HostByte* at = elements.first + field.offset;
    for (std::uint32_t i = 0; i < elements.count; ++i, at += elements.stride) {
        if (field.bit != 0) {
            use(i, FieldNumber{(load_as<std::uint32_t>(at) & field.bit) != 0 ? 1.0 : 0.0, false});
        } else if (field.kind == FLATLINE_REAL) {
            use(i, FieldNumber{load_as<double>(at), false});
        } else if (field.is_index || field.is_name) {
            use(i, FieldNumber{static_cast<double>(load_as<std::uint32_t>(at)), field.is_index});
        } else {
            use(i, FieldNumber{static_cast<double>(load_as<std::int32_t>(at)), false});
        }
    }
}

double entry_of(const flatline_column& column, std::uint32_t i) noexcept {
    if (column.kind == FLATLINE_REAL) return column.values.reals[i];
    if (column.kind == FLATLINE_BOOLEAN) return column.values.booleans[i];
    return column.values.integers[i];
}

// The same for a field of columns; without a default, for the elements that give it.
template <class Use>
void each_entry(std::uint32_t elements, const flatline_column* column,
                const flatline_value& fallback, Use&& use) noexcept {
    const std::uint32_t entries = column != nullptr ? column->count : 0;
    std::uint32_t next = 0;
    const auto fill_up_to = [&](std::uint32_t end) {
        if (fallback.kind == FLATLINE_NO_VALUE) return;
        for (; next < end; ++next) use(next, FieldNumber{fallback.real, false});
    };
    for (std::uint32_t i = 0; i < entries; ++i) {
        fill_up_to(column->elements[i]);
        next = column->elements[i];
        use(next++, FieldNumber{entry_of(*column, i), false});
    }
    fill_up_to(elements);
}

// Calls use(element) for the elements whose text gives the field, once or more often.
template <class Use>
void each_given(const Map& map, FieldId field, const Use& use) noexcept {
    bool kinds[udmf::kBlockKinds] = {};
    kinds[field_block(field)] = true;
    const std::string_view text = map.textmap();
    udmf::each_value({reinterpret_cast<const unsigned char*>(text.data()), text.size()},
                     map.dialect(), map.grammar() == Grammar::v0_99, kinds,
                     [&](FieldId given, std::uint32_t index, const HostByte*, const HostByte*) {
                         if (given == field) use(index);
                     });
}

class Scatter {
public:
    Scatter(const Map& map, FieldId field, const flatline_host_column& to) noexcept
        : map_(map),
          field_(field),
          elements_(elements_of(map.arrays(), field_block(field))),
          to_(to) {}

    Scattered run() noexcept {
        if (!can_hold() || !is_number()) return {ScatterStatus::bad_argument, FLATLINE_NONE};
        Scattered result;
        if (absent_) result.status = ScatterStatus::field_absent;
        each([&](std::uint32_t i, const FieldNumber& number) {
            if (result.element == FLATLINE_NONE && !fits(number)) result.element = i;
        });
        if (to_.range == FLATLINE_RANGE_REFUSE && result.element != FLATLINE_NONE) {
            result.status = ScatterStatus::refused;
            return result;
        }
        each([&](std::uint32_t i, const FieldNumber& number) { put(i, number); });
        return result;
    }

    Scattered given() noexcept {
        if (!can_hold() || field_ == FLATLINE_NO_FIELD) {
            return {ScatterStatus::bad_argument, FLATLINE_NONE};
        }
        Scattered result;
        member_ = find_standard_field(field_);
        const bool all = member_ && map_.format() != MapFormat::udmf;
        for (std::uint32_t i = 0; i < elements_.count; ++i) put(i, {all ? 1.0 : 0.0, false});
        const auto mark = [&](std::uint32_t i) { put(i, {1.0, false}); };
        if (member_) {
            if (!all) each_given(map_, field_, mark);
            return result;
        }
        const bool v0_99 = map_.grammar() == Grammar::v0_99;
        if (!udmf::find_row(map_.dialect(), v0_99, field_)) {
            result.status = ScatterStatus::field_absent;
        }
        if (const flatline_column* column = map_.column(field_); column != nullptr) {
            for (std::uint32_t i = 0; i < column->count; ++i) mark(column->elements[i]);
        }
        return result;
    }

private:
    void put(std::uint32_t i, const FieldNumber& number) const noexcept {
        HostByte* const to = static_cast<HostByte*>(to_.base) + i * to_.stride;
        if (to_.bits != 0) {
            type_.put_bits(to, to_.bits, number.value != 0);
        } else {
            type_.put(to, number_for(number));
        }
    }

    bool can_hold() noexcept {
        if (field_block(field_) > FLATLINE_THING || to_.type < 0 ||
            to_.type >= static_cast<std::int32_t>(std::size(kHostTypes)) ||
            to_.range < FLATLINE_RANGE_REFUSE || to_.range > FLATLINE_RANGE_WRAP) {
            return false;
        }
        type_ = kHostTypes[to_.type];
        if (to_.bits != 0 && (type_.put_bits == nullptr || !bits_fit())) return false;
        if (to_.otherwise < FLATLINE_OTHERWISE_DEFAULT || to_.otherwise > FLATLINE_OTHERWISE_KEEP) {
            return false;
        }
        if (elements_.count == 0) return true;
        return to_.base != nullptr && to_.count >= elements_.count && to_.stride >= type_.bytes &&
               to_.count - 1 <= (SIZE_MAX - type_.bytes) / to_.stride;
    }

    bool bits_fit() const noexcept {
        return type_.bytes >= sizeof to_.bits || to_.bits >> (8 * type_.bytes) == 0;
    }

    bool is_number() noexcept {
        member_ = find_standard_field(field_);
        if (member_) return true;
        const std::optional<FieldRow> known =
            udmf::find_row(map_.dialect(), map_.grammar() == Grammar::v0_99, field_);
        absent_ = !known;
        column_ = map_.column(field_);
        fallback_ = known && to_.otherwise == FLATLINE_OTHERWISE_DEFAULT
                        ? map_.default_value(field_)
                        : host_value();
        return known ? known->kind < FLATLINE_STRING : is_number_elsewhere();
    }

    flatline_value host_value() const noexcept {
        flatline_value value{};
        value.kind = FLATLINE_REAL;
        if (to_.otherwise == FLATLINE_OTHERWISE_KEEP) value.kind = FLATLINE_NO_VALUE;
        value.real = to_.host_default;
        return value;
    }

    bool is_number_elsewhere() const noexcept {
        for (std::size_t i = 0; i < kDialectCount; ++i) {
            const auto row = udmf::find_row(static_cast<Dialect>(i), false, field_);
            if (row) return row->kind < FLATLINE_STRING;
        }
        return false;
    }

    template <class Use>
    void each(const Use& use) const noexcept {
        if (!member_) {
            each_entry(elements_.count, column_, fallback_, use);
            return;
        }
        if (to_.otherwise == FLATLINE_OTHERWISE_DEFAULT || map_.format() != MapFormat::udmf) {
            each_member(elements_, *member_, use);
            return;
        }
        // The arrays do not say which elements give the field, so the text is asked.
        if (to_.otherwise == FLATLINE_OTHERWISE_HOST) {
            each_entry(elements_.count, nullptr, host_value(), use);
        }
        each_given(map_, field_, [&](std::uint32_t i) {
            const Elements one{elements_.first + i * elements_.stride, elements_.stride, 1};
            each_member(one, *member_,
                        [&](std::uint32_t, const FieldNumber& number) { use(i, number); });
        });
    }

    static bool is_none(const FieldNumber& number) noexcept {
        return number.is_index && number.value == static_cast<double>(FLATLINE_NONE);
    }
    double scaled(const FieldNumber& number) const noexcept {
        return type_.scale == 0 ? number.value : std::trunc(number.value * type_.scale);
    }
    bool fits(const FieldNumber& number) const noexcept {
        if (is_none(number) || to_.bits != 0) return true;
        const double value = scaled(number);
        // An index must not look like none.
        return value >= type_.low && value <= type_.high &&
               !(number.is_index && value == type_.none && type_.put != put_bool);
    }
    double number_for(const FieldNumber& number) const noexcept {
        if (is_none(number)) return type_.none;
        const double value = scaled(number);
        const bool wraps = to_.range == FLATLINE_RANGE_WRAP && type_.scale != 0;
        if (!(value == value)) return 0;  // no map has a NaN
        return std::clamp(value, wraps ? -kWidest : type_.low, wraps ? kWidest : type_.high);
    }

    const Map& map_;
    const FieldId field_;
    const Elements elements_;
    const flatline_host_column& to_;
    HostType type_{};
    std::optional<StandardField> member_;
    const flatline_column* column_ = nullptr;
    flatline_value fallback_{};
    bool absent_ = false;  // no map of the dialect can give the field
};

}  // namespace

Scattered scatter_given(const Map& map, FieldId field, const flatline_host_column& to) noexcept {
    return Scatter(map, field, to).given();
}

Scattered scatter(const Map& map, FieldId field, const flatline_host_column& to) noexcept {
    return Scatter(map, field, to).run();
}

}  // namespace flatline::engine
