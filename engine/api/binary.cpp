// The C functions of flatline.h: loading maps of binary lumps.
#include "model/binary.hpp"
#include "api/handle.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

struct LumpPair {
    flatline_lump flatline_binary_lumps::*from;
    Bytes BinaryLumps::*to;
};
constexpr LumpPair kLumps[] = {
    {&flatline_binary_lumps::things, &BinaryLumps::things},
    {&flatline_binary_lumps::linedefs, &BinaryLumps::linedefs},
    {&flatline_binary_lumps::sidedefs, &BinaryLumps::sidedefs},
    {&flatline_binary_lumps::vertexes, &BinaryLumps::vertexes},
    {&flatline_binary_lumps::sectors, &BinaryLumps::sectors},
    {&flatline_binary_lumps::segs, &BinaryLumps::segs},
    {&flatline_binary_lumps::ssectors, &BinaryLumps::ssectors},
    {&flatline_binary_lumps::nodes, &BinaryLumps::nodes},
    {&flatline_binary_lumps::reject, &BinaryLumps::reject},
    {&flatline_binary_lumps::blockmap, &BinaryLumps::blockmap},
};

// False for lumps that no version of the header can have made.
bool read_lumps(const flatline_binary_lumps* from, BinaryLumps& to) noexcept {
    flatline_binary_lumps given = FLATLINE_BINARY_LUMPS_INIT;
    if (from == nullptr || !copy_options(from, given) || given.unused != 0) return false;
    for (const LumpPair& pair : kLumps) {
        if (!read_bytes(given.*pair.from, to.*pair.to)) return false;
    }
    to.hexen = given.hexen != 0;
    return true;
}

}  // namespace

flatline_status flatline_load_binary_borrowed(flatline_loader* loader,
                                              const flatline_binary_lumps* lumps,
                                              const flatline_options* options, flatline_map** map) {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    MapOptions taken;
    BinaryLumps read;
    if (!read_lumps(lumps, read) || !taken.read(options)) return FLATLINE_BAD_ARGUMENT;
    return make(map, [&](flatline_map& made) {
        return keep_load(made, loader != nullptr
                                   ? loader->value.maps.load_binary_borrowed(read, taken.get())
                                   : load_binary_borrowed(read, taken.get()));
    });
}

flatline_status flatline_load_binary_owned(flatline_loader* loader,
                                           const flatline_binary_lumps* lumps,
                                           flatline_buffer bytes, const flatline_options* options,
                                           flatline_map** map) {
    return load_owned(bytes, map, [&](const void*, size_t) {
        return flatline_load_binary_borrowed(loader, lumps, options, map);
    });
}

flatline_status flatline_memory_bound_binary(const flatline_binary_lumps* lumps,
                                             const flatline_options* options, uint64_t* text,
                                             uint64_t* total) {
    BinaryLumps read;
    return give_bound(read_lumps(lumps, read), read, options, text, total);
}
