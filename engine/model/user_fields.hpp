// model/user_fields.hpp: the unknown fields of an element.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/result.hpp"
#include "model/view.hpp"

namespace flatline::engine {

namespace detail {
struct UserFieldsStorage;
void destroy(UserFieldsStorage* storage) noexcept;
}  // namespace detail

/// The name `name`, in any case, of a map's user fields; FLATLINE_NONE if no element has it.
/// Logarithmic in the number of names. Any thread.
std::uint32_t find_user_name(const Map& map, const flatline_user_fields& fields,
                             std::string_view name) noexcept;

/// The fields of one element in the order of the text. O(1); empty for what is no element.
inline View<flatline_user_field> user_fields_of(const flatline_user_fields& fields,
                                                std::uint8_t kind, std::uint32_t index) noexcept {
    if (kind > FLATLINE_THING || index >= fields.element_count[kind]) return {};
    const std::uint32_t* rows = fields.rows[kind];
    if (rows == nullptr) return {};
    return {fields.fields + rows[index], rows[index + 1] - rows[index]};
}

/// The last field of that name of an element, null if it has none. Linear in its own fields.
inline const flatline_user_field* find_user_field(const flatline_user_fields& fields,
                                                  std::uint8_t kind, std::uint32_t index,
                                                  std::uint32_t name) noexcept {
    const View<flatline_user_field> own = user_fields_of(fields, kind, index);
    for (std::size_t i = own.size(); i-- > 0;) {
        if (own[i].name == name) return &own[i];
    }
    return nullptr;
}

/// The fields of all elements that the map's dialect does not know. It owns its memory and refers
/// to unknowns and texts of its map by index, so it is of use as long as the map. It never changes,
/// and any number of threads may read it at once. Move-only; a default-made one is empty.
class UserFields {
public:
    /// The names, each once without case, as the text spells them first, in ascending order.
    View<flatline_text> names() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().names, arrays().name_count};
    }
    /// The fields of one element, as user_fields_of.
    View<flatline_user_field> of(std::uint8_t kind,
                                 std::uint32_t index) const noexcept FLATLINE_LIFETIMEBOUND {
        return user_fields_of(arrays(), kind, index);
    }
    /// All arrays at once, as C has them.
    const flatline_user_fields& arrays() const noexcept FLATLINE_LIFETIMEBOUND {
        return owned_.value();
    }

private:
    friend struct detail::Access;
    detail::Owned<detail::UserFieldsStorage, flatline_user_fields> owned_;
};

/// What a build takes besides the map.
struct UserFieldsOptions {
    /// arena-bytes counts.
    Limits limits = {};
    MemoryHooks memory = {};
};

/// Builds the index. Errors: refused where arena-bytes is too low, out_of_memory. Linear in
/// elements and fields, but for the names (n log n). Any thread.
Result<UserFields> build_user_fields(const Map& map,
                                     const UserFieldsOptions& options = {}) noexcept;

}  // namespace flatline::engine
