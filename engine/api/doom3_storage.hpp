// What a Doom3Map owns.
#pragma once

#include "base/reservation.hpp"
#include "flatline/doom3.hpp"

namespace flatline::detail {

struct Doom3Storage {
    Buffer owned;  // of load_doom3_owned
    Bytes text;    // owned or borrowed
    FindingList findings;
    MemoryUse memory;
    Reservation arrays;

    static void bind(Doom3Map& map, Doom3Storage* storage, const flatline_doom3_arrays& arrays,
                     bool complete) noexcept;
    static Doom3Storage* release(Doom3Map& map) noexcept;
};

}  // namespace flatline::detail
