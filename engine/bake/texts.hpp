// The strings of a map in the order in which a baked file has them.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "load/text_places.hpp"
#include "model/map.hpp"

namespace flatline::engine::bake {

/// Calls use(text) for all strings: the two namespaces, names, unknown fields, columns.
template <class Use>
void each_text(const Map& map, flatline_text map_namespace, flatline_text own_namespace,
               const Use& use) noexcept {
    use(map_namespace);
    use(own_namespace);
    for (const flatline_text& name : map.names()) use(name);
    for (const flatline_unknown& unknown : map.unknowns()) {
        use(unknown.name);
        if (has_string(unknown)) use(unknown.value.string);
    }
    for (const flatline_column& column : map.columns()) {
        if (column.kind != FLATLINE_STRING) continue;
        for (std::uint32_t i = 0; i < column.count; ++i) use(column.values.texts[i]);
    }
}

}  // namespace flatline::engine::bake
