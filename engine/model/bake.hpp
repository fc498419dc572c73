// model/bake.hpp: a loaded map as one flat file, and the same map again over the bytes of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/binary.hpp"
#include "model/doom3.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/result.hpp"
#include "model/view.hpp"
#include "model/write.hpp"

namespace flatline::engine {

/// What a baked map is found by: two loads with one key give the same map. 128 bits of XXH3.
struct BakeKey {
    unsigned char bytes[16];

    friend bool operator==(const BakeKey& a, const BakeKey& b) noexcept {
        for (std::size_t i = 0; i < sizeof a.bytes; ++i) {
            if (a.bytes[i] != b.bytes[i]) return false;
        }
        return true;
    }
};

/// A lump that a load read, by its name.
struct KeyLump {
    std::string_view name;
    Bytes bytes;
};

/// The key of a load of these lumps. It depends on the names and bytes of the lumps in their order,
/// on the lumps beside the text in `options`, on what in `options` changes the result, on the
/// version of the format and on that of the engine. Linear. Any thread.
BakeKey bake_key(View<KeyLump> lumps, const LoadOptions& options) noexcept;
BakeKey bake_key(View<KeyLump> lumps, const Doom3Options& options) noexcept;

/// False where the library was built without xxhash.h: then nothing is baked or opened, and all
/// keys are zero.
bool can_bake() noexcept;

/// What goes into a baked file besides the map.
struct BakeOptions {
    const BakeKey* key = nullptr;               ///< null: 16 zero bytes
    const FindingList* findings = nullptr;      ///< of the load; null: none
    MemoryUse memory;                           ///< of the load
    std::uint64_t work = 0;                     ///< steps that the load took (work.hpp)
    const flatline_runtime* runtime = nullptr;  ///< built from this map; null: none
};

/// Writes a map with all that it holds. The text of a UDMF map is no part of it; its strings are,
/// each with a zero byte after it. The text of a Doom 3 map is. Passes over the map twice and
/// takes no memory but 40 KB of the stack. Not ok: cancelled by the sink; unusable for an empty
/// map, for strings of more than 4 GiB, and where can_bake() is false. Any thread. Source:
/// docs/baked.md.
Status bake_map(const Map& map, const BakeOptions& options, const Sink& sink) noexcept;
Status bake_map(const Doom3Map& map, const BakeOptions& options, const Sink& sink) noexcept;

/// What opening takes besides the file.
struct BakedOptions {
    const BakeKey* key = nullptr;  ///< that the file must have; null: any
    Bytes text;                    ///< the TEXTMAP, for Map::textmap(); empty: there is none
    Limits limits;                 ///< of elements and nodes; arena-bytes of the opening
    MemoryHooks memory;
};

/// A map that was opened, with the findings of its load.
template <class MapType>
struct [[nodiscard]] Opened : Result<MapType> {
    MemoryUse of_load;               ///< `memory` is that of the opening
    std::uint64_t work_of_load = 0;  ///< steps
};

/// Opens a baked file whose bytes the caller keeps, unchanged, as long as the map lives. They begin
/// at a multiple of 8. Any bytes are safe: the checksum is compared, and then each offset, count,
/// index and number is looked at as after a load. `unusable`, without findings: the file is none,
/// damaged, of another version, machine, key or text, or over a limit. out_of_memory. Linear; the
/// memory is that of the columns, and a little to verify with (docs/baked.md). Any thread.
Opened<Map> open_baked(Bytes file, const BakedOptions& options = {}) noexcept;
Opened<Doom3Map> open_baked_doom3(Bytes file, const BakedOptions& options = {}) noexcept;
/// The same for bytes that the map owns from then on. Without success the file is freed, and `text`
/// stays the caller's.
Opened<Map> open_baked_owned(Buffer file, Buffer& text, BakedOptions options) noexcept;
Opened<Doom3Map> open_baked_doom3_owned(Buffer file, const BakedOptions& options) noexcept;

/// The runtime tables that were baked with a map; null where there are none. They live as long as
/// the map.
const flatline_runtime* baked_runtime(const Map& map) noexcept;

}  // namespace flatline::engine
