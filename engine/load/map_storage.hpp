// What a Map owns.
#pragma once

#include "base/reservation.hpp"
#include "model/buffer.hpp"
#include "model/map.hpp"
#include "udmf/memory_plan.hpp"

namespace flatline::engine::detail {

/// The memory of a Map, which a Loader may take back for its next one.
struct MapMemory {
    Reservation whole;    // the others may be slices of it (load/map_memory.hpp)
    udmf::RawMemory raw;  // entities, names, unknowns, decoded strings
    Reservation columns;
    Reservation adjacency;
    Reservation nodes;
    Reservation blockmap;
    Reservation reject;
    Reservation planes;
    Reservation terminated;
    Reservation records;
};

struct MapStorage {
    Buffer owned;  // of load_owned
    // The map's character space: the TEXTMAP, or SIDEDEFS and SECTORS of a binary map, owned or
    // borrowed, then the decoded strings, then the terminated ones.
    Bytes text;
    Bytes more_text;
    const unsigned char* decoded = nullptr;
    std::size_t decoded_size = 0;
    const unsigned char* terminated = nullptr;  // strings with a zero byte behind each
    flatline_text map_namespace{0, 0};
    flatline_text own_namespace{0, 0};
    flatline_stored stored[FLATLINE_THING + 1] = {};
    Dialect dialect = Dialect::udmf11;
    Grammar grammar = Grammar::v1_1;
    MapFormat format = MapFormat::udmf;
    MapMemory blocks;
    // Of a map that was opened (bake/open.cpp): `text` has its strings, and these are the rest.
    bool is_baked = false;
    Bytes baked_text;                    // the TEXTMAP of the host, or empty
    std::uint64_t baked_text_bytes = 0;  // of the TEXTMAP of the load
    Buffer baked;                        // of open_baked_owned
    flatline_runtime runtime{};
};

}  // namespace flatline::engine::detail
