// flatline/bake.hpp: a loaded map as one flat file, and the same map again over its bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

/// What a baked map is found by: loads with equal keys give the same map.
using BakeKey = std::array<std::uint8_t, FLATLINE_BAKE_KEY_BYTES>;

using BakeOptions = detail::Options<flatline_bake_options>;
using BakedOptions = detail::Options<flatline_baked_options>;

/// The key of a load of these lumps with these options. The lumps are those that the load reads, in
/// any order that is always the same; at most 16. `format` is that of the load. Errors:
/// bad_argument; unusable where the library was built without xxhash.h. Linear. Any thread. Source:
/// docs/baked.md.
inline Result<BakeKey> bake_key(View<flatline_named_lump> lumps, const LoadOptions& options = {},
                                std::uint8_t format = FLATLINE_FORMAT_UDMF) noexcept {
    BakeKey key{};
    const Status status =
        detail::status(flatline_bake_key(format, lumps.data(), lumps.size(), &options, key.data()));
    return {status, key};
}
inline Result<BakeKey> bake_key(Bytes doom3_text, const Doom3Options& options) noexcept {
    BakeKey key{};
    const Status status = detail::status(
        flatline_doom3_bake_key(doom3_text.data(), doom3_text.size(), &options, key.data()));
    return {status, key};
}

/// Writes a map with all that it holds, and with the findings of its load, to a sink (write.hpp).
/// The TEXTMAP is no part of it, the text of a Doom 3 map is. Errors: cancelled by the sink;
/// unusable, see flatline_map_bake; bad_argument for an empty map. Any thread.
inline Status bake(const Map& map, const flatline_sink& sink,
                   const BakeOptions& options = {}) noexcept {
    return detail::status(flatline_map_bake(map.raw(), &sink, &options));
}
inline Status bake(const Doom3Map& map, const flatline_sink& sink,
                   const BakeOptions& options = {}) noexcept {
    return detail::status(flatline_doom3_map_bake(map.raw(), &sink, &options));
}

/// The map that was baked, over bytes that begin at a multiple of 8 and that the caller keeps,
/// unchanged, as long as the map. Any bytes are safe. Errors: unusable, without findings, for what
/// is no baked map of this library and this machine, or is damaged; out_of_memory. Any thread.
inline Result<Map> open_baked(Bytes file, const BakedOptions& options = {}) noexcept {
    return detail::made<Map>([&](flatline_map** map) noexcept {
        return flatline_map_open_baked(file.data(), file.size(), &options, map);
    });
}
inline Result<Doom3Map> open_baked_doom3(Bytes file, const BakedOptions& options = {}) noexcept {
    return detail::made<Doom3Map>([&](flatline_doom3_map** map) noexcept {
        return flatline_doom3_map_open_baked(file.data(), file.size(), &options, map);
    });
}

/// The runtime tables that were baked with a map; null where there are none. They live as long as
/// the map.
inline const flatline_runtime* baked_runtime(const Map& map) noexcept {
    return flatline_map_baked_runtime(map.raw());
}

}  // namespace flatline
