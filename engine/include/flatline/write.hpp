// flatline/write.hpp: a loaded map out again: as text, as binary lumps, into WAD files, and as one
// flat file that opens without a load.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

/// A sink that gives the bytes, piece by piece and in order, to bool take(Bytes), an object that
/// outlives the writing and does not throw. False ends the writing with Status::cancelled.
template <class Take>
flatline_sink sink_to(Take& take) noexcept {
    const auto write = [](void* context, const void* bytes, std::size_t size) noexcept {
        return (*static_cast<Take*>(context))(Bytes(bytes, size)) ? 1 : 0;
    };
    return {write, &take};
}
/// A sink that appends the bytes to a string. The program ends where there is no memory for them.
inline flatline_sink sink_to(std::string& out) noexcept {
    const auto write = [](void* context, const void* bytes, std::size_t size) noexcept {
        static_cast<std::string*>(context)->append(static_cast<const char*>(bytes), size);
        return 1;
    };
    return {write, &out};
}

/// What a writing came to. Move-only.
class Written : public detail::Handle<flatline_written> {
public:
    using Handle::Handle;

    /// How many bytes the sinks took; after any status but ok they are of no use.
    std::uint64_t bytes() const noexcept { return flatline_written_bytes(raw()); }
};

using TextmapOptions = detail::Options<flatline_textmap_options>;
using BinaryOptions = detail::Options<flatline_binary_options>;
using MapLumpsOptions = detail::Options<flatline_map_lumps_options>;

/// Writes a map as a UDMF 1.1 text that loads as the same map: the same elements, columns, unknown
/// fields and blocks. A map of UDMF 0.99 is written as 0.99 only where it has keys that 1.1 does
/// not take, and refused (convert-loss) where then nothing can say so. Translated it is another
/// map, of the namespace zdoom; refused where a number has no equivalent (convert-untranslated).
/// Errors: refused, cancelled. Takes 100 KB of the stack and no other memory. Any thread. Source:
/// docs/writer.md, "Text", "Translation".
inline Result<Written> write_textmap(const Map& map, const flatline_sink& sink,
                                     const TextmapOptions& options = {}) noexcept {
    return detail::made<Written>([&](auto** written) noexcept {
        return flatline_write_textmap(map.raw(), &sink, &options, written);
    });
}

/// Writes a map as the five lumps of a binary map. Read with its namespace they are the same map,
/// but for vertices after the last one that a line names. Errors: refused, and nothing written,
/// where a field would be lost (convert-loss); cancelled. With `lossy` each kind of loss is a
/// warning with its count, and only an index that does not fit refuses the map. Any thread. Source:
/// docs/writer.md, "Binary lumps".
inline Result<Written> write_binary(const Map& map, const flatline_binary_sinks& sinks,
                                    const BinaryOptions& options = {}) noexcept {
    return detail::made<Written>([&](auto** written) noexcept {
        return flatline_write_binary(map.raw(), &sinks, &options, written);
    });
}

/// The lumps of one map, in the order in which they follow the label. They live as long as this;
/// those that were kept also need the caller's bytes. Move-only.
class MapLumps : public detail::Handle<flatline_map_lumps> {
public:
    using Handle::Handle;

    View<flatline_named_lump> lumps() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::array([&](auto* count) { return flatline_map_lumps_get(raw(), count); });
    }
};

/// Makes all lumps of a map in a format: a text with ZNODES and ENDMAP, or binary ones with nodes,
/// BLOCKMAP and what else the format has. Findings of status ok say why there are no nodes. Errors:
/// refused where the format cannot hold something (convert-loss, convert-lump-loss) and at a limit;
/// out_of_memory; cancelled. Any thread. Source: docs/writer.md, "Lumps of a map".
inline Result<MapLumps> make_map_lumps(const Map& map,
                                       const MapLumpsOptions& options = {}) noexcept {
    return detail::made<MapLumps>(
        [&](auto** lumps) noexcept { return flatline_make_map_lumps(map.raw(), &options, lumps); });
}

/// What fix() takes besides the lumps. What the setters are given has to last until the call.
struct FixOptions : detail::Options<flatline_fix_options> {
    FixOptions& load_with(const flatline_options& options) noexcept FLATLINE_LIFETIMEBOUND {
        load = &options;
        return *this;
    }
    FixOptions& check_with(const flatline_check_options& options) noexcept FLATLINE_LIFETIMEBOUND {
        check = &options;
        return *this;
    }
    /// Ids of the rules whose findings are mended; without them all that can be.
    FixOptions& only(View<const char*> ids) noexcept FLATLINE_LIFETIMEBOUND {
        rules = ids.data();
        rule_count = ids.size();
        return *this;
    }
};

/// The lumps of a map that was mended. They live as long as this; those that did not change also
/// need the caller's bytes. Move-only.
class FixedMap : public detail::Handle<flatline_fixed> {
public:
    using Handle::Handle;

    View<flatline_named_lump> lumps() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::array([&](auto* count) { return flatline_fixed_lumps(raw(), count); });
    }
    /// What was mended, then what was left although it was asked for.
    View<flatline_fix_row> rows() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::array([&](auto* count) { return flatline_fixed_rows(raw(), count); });
    }
    /// Whether some lump has other bytes than before.
    bool changed() const noexcept { return flatline_fixed_changed(raw()) != 0; }
};

/// Mends a map that is given as its lumps: a TEXTMAP, which may stand alone, or those of a binary
/// map. Errors: refused where the map is, or at a limit; out_of_memory; cancelled; bad_argument.
/// Any thread. Source: docs/fix.md.
inline Result<FixedMap> fix(View<flatline_named_lump> lumps,
                            const FixOptions& options = {}) noexcept {
    return detail::made<FixedMap>([&](auto** fixed) noexcept {
        return flatline_fix(lumps.data(), lumps.size(), &options, fixed);
    });
}

/// Writes a PWAD of these lumps: header, lumps in order, directory. Errors: refused where it would
/// be longer than 4 GiB, cancelled. Any thread. Source: docs/writer.md, "WAD files".
inline Result<Written> write_wad(View<flatline_named_lump> lumps,
                                 const flatline_sink& sink) noexcept {
    return detail::made<Written>([&](auto** written) noexcept {
        return flatline_write_wad(lumps.data(), lumps.size(), &sink, written);
    });
}

/// Writes the WAD that holds map number `map` with `lumps` in the place of the map's own; all else
/// is the same bytes in the same order. Of a bare TEXTMAP a new WAD with a label is written. `sink`
/// must not be the file that is read, which is held in memory whole. Errors: refused where the file
/// cannot be read or is damaged, and beyond 4 GiB; out_of_memory; cancelled.
inline Result<Written> write_wad(Archive& archive, std::size_t map, View<flatline_named_lump> lumps,
                                 const flatline_sink& sink) noexcept {
    return detail::made<Written>([&](auto** written) noexcept {
        return flatline_archive_write_wad(archive.raw(), map, lumps.data(), lumps.size(), &sink,
                                          written);
    });
}

/// The same of several maps in one WAD, in any order, each of which may get a new name. Errors,
/// too: bad_argument where two of them are one map or lie in several files, where one of several is
/// a bare TEXTMAP, and for a bad label. Each but the last takes the length of the file once more,
/// of memory and of time.
inline Result<Written> write_wad(Archive& archive, View<flatline_written_map> maps,
                                 const flatline_sink& sink) noexcept {
    return detail::made<Written>([&](auto** written) noexcept {
        return flatline_archive_write_maps(archive.raw(), maps.data(), maps.size(), &sink, written);
    });
}

// ---- Baked maps --------------------------------------------------------------------------------

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

/// Writes a map with all that it holds, and with the findings of its load, to a sink.
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
