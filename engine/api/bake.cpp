// The C functions of flatline.h about baked maps.
#include <cstring>
#include <string_view>

#include "api/handle.hpp"
#include "api/lumps.hpp"
#include "model/bake.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

static_assert(FLATLINE_BAKE_KEY_BYTES == sizeof(BakeKey));

namespace {

// A key of C; null stays null.
const BakeKey* key_at(const uint8_t* bytes, BakeKey& key) noexcept {
    if (bytes == nullptr) return nullptr;
    std::memcpy(key.bytes, bytes, sizeof key.bytes);
    return &key;
}

// Both kinds of maps have the same options.
template <class Handle>
flatline_status bake_handle(const Handle* map, const flatline_sink* sink,
                            const flatline_bake_options* options) noexcept {
    flatline_bake_options given = FLATLINE_BAKE_OPTIONS_INIT;
    if (map == nullptr || map->value.empty() || sink == nullptr || sink->write == nullptr ||
        !copy_options(options, given)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    BakeKey key;
    BakeOptions taken;
    taken.key = key_at(given.key, key);
    taken.findings = &map->findings;
    taken.memory = map->memory;
    if (given.runtime != nullptr) taken.runtime = flatline_built_runtime_arrays(given.runtime);
    return static_cast<flatline_status>(bake_map(map->value, taken, sink_of(sink)));
}

// `open` gives the result, `text_of_map` what findings quote from.
template <class Handle, class Open, class Text>
flatline_status open_handle(const void* bytes, size_t size, const flatline_baked_options* options,
                            Handle** map, const Open& open, const Text& text_of_map) noexcept {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    flatline_baked_options given = FLATLINE_BAKED_OPTIONS_INIT;
    BakedOptions taken;
    Bytes file;
    if (!read_bytes(bytes, size, file) || !copy_options(options, given) ||
        !read_bytes(given.text, given.text_size, taken.text) ||
        !read_memory(given.memory, taken.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    BakeKey key;
    taken.key = key_at(given.key, key);
    taken.limits = limits_of(given.limits);
    return make_unless(FLATLINE_UNUSABLE, map, [&](Handle& made) {
        const flatline_status ended = made.keep(open(file, taken));
        made.text = bytes_of(text_of_map(made.value));
        return ended;
    });
}

}  // namespace

flatline_status flatline_bake_key(uint8_t format, const flatline_named_lump* lumps, size_t count,
                                  const flatline_options* options, uint8_t* key) {
    MapOptions taken;
    if (key == nullptr || format > FLATLINE_FORMAT_HEXEN || (lumps == nullptr && count != 0) ||
        !taken.read(options)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    constexpr size_t kMost = 16;
    KeyLump named[kMost + 1];
    if (count > kMost) return FLATLINE_BAD_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        named[i].name = view(lumps[i].name);
        if (lumps[i].name == nullptr || !read_bytes(lumps[i].bytes, named[i].bytes)) {
            return FLATLINE_BAD_ARGUMENT;
        }
    }
    if (!can_bake()) return FLATLINE_UNUSABLE;
    // The same five lumps are another map where they are read as Hexen's.
    named[count] = {flatline_format_name(format), {}};
    const BakeKey made = bake_key(View<KeyLump>(named, count + 1), taken.get());
    std::memcpy(key, made.bytes, sizeof made.bytes);
    return FLATLINE_OK;
}

flatline_status flatline_map_bake(const flatline_map* map, const flatline_sink* sink,
                                  const flatline_bake_options* options) {
    return bake_handle(map, sink, options);
}

flatline_status flatline_map_open_baked(const void* bytes, size_t size,
                                        const flatline_baked_options* options, flatline_map** map) {
    return open_handle(
        bytes, size, options, map,
        [](Bytes file, const BakedOptions& taken) { return open_baked(file, taken); },
        [](const Map& opened) { return opened.textmap(); });
}

const flatline_runtime* flatline_map_baked_runtime(const flatline_map* map) {
    return map != nullptr ? baked_runtime(map->value) : nullptr;
}

flatline_status flatline_doom3_bake_key(const void* text, size_t size,
                                        const flatline_doom3_options* options, uint8_t* key) {
    flatline_doom3_options given;
    Doom3Options taken;
    KeyLump lump{"MAP", {}};
    if (key == nullptr || !read_bytes(text, size, lump.bytes) ||
        !read_options(options, given, taken)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    if (!can_bake()) return FLATLINE_UNUSABLE;
    const BakeKey made = bake_key(View<KeyLump>(&lump, 1), taken);
    std::memcpy(key, made.bytes, sizeof made.bytes);
    return FLATLINE_OK;
}

flatline_status flatline_doom3_map_bake(const flatline_doom3_map* map, const flatline_sink* sink,
                                        const flatline_bake_options* options) {
    if (options != nullptr && options->struct_size >= sizeof *options &&
        options->runtime != nullptr) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return bake_handle(map, sink, options);
}

flatline_status flatline_doom3_map_open_baked(const void* bytes, size_t size,
                                              const flatline_baked_options* options,
                                              flatline_doom3_map** map) {
    return open_handle(
        bytes, size, options, map,
        [](Bytes file, const BakedOptions& taken) { return open_baked_doom3(file, taken); },
        [](const Doom3Map& opened) { return opened.source(); });
}
