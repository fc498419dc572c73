// Which keys the portability rules must look at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/namespaces.hpp"
#include "model/map.hpp"
#include "text/chars.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::sanity {

struct PortableKey {
    FieldId field = FLATLINE_NO_FIELD;  ///< none where the dialect does not know the key
    bool known = false;
    bool number = true;  ///< its value is one, or nobody knows
    bool integer = false;
    bool whole = false;     ///< SRB2 cuts a fraction off
    bool friction = false;  ///< of a sector: what ports read differs
    /// An integer of UDMF 1.1 that the namespace reads as a number of any kind: a dot that no
    /// fraction needs stops ports that keep to the standard.
    bool was_integer = false;
};

class PortableKeys {
public:
    explicit PortableKeys(const Map& map) noexcept
        : table_(map.dialect(), map.grammar() == Grammar::v0_99),
          srb2_(map.dialect() == Dialect::srb2),
          zdoom_(map.dialect() == Dialect::zdoom) {}

    /// `block`: FLATLINE_VERTEX .. FLATLINE_THING or FLATLINE_GLOBAL. No byte at or behind `end` is
    /// read.
    PortableKey find(std::uint8_t block, const unsigned char* key, std::size_t size,
                     const unsigned char* end) const noexcept {
        PortableKey found;
        found.friction =
            block == FLATLINE_SECTOR && text::same_name(text::as_text(key, size), "friction");
        const udmf::FieldRecord* record = udmf::find_field(table_, block, key, size, end);
        if (record == nullptr) return found;
        found.field = record->field;
        found.known = true;
        found.integer = is_integer(record->store);
        found.number = found.integer || record->store == udmf::Store::real ||
                       record->store == udmf::Store::column_real;
        const std::string_view name = field_name(record->field);
        found.whole =
            srb2_ && block == FLATLINE_THING && (name == "x" || name == "y" || name == "height");
        found.was_integer = zdoom_ && block == FLATLINE_SECTOR &&
                            (name == "heightfloor" || name == "heightceiling");
        return found;
    }

private:
    static bool is_integer(udmf::Store store) noexcept {
        return store == udmf::Store::integer || store == udmf::Store::index ||
               store == udmf::Store::whole || store == udmf::Store::column_integer;
    }

    const udmf::FieldTable table_;
    bool srb2_;
    bool zdoom_;
};

}  // namespace flatline::engine::sanity
