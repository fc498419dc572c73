// What a Doom3Map owns.
#pragma once

#include "base/reservation.hpp"
#include "model/doom3.hpp"

namespace flatline::engine::detail {

struct Doom3Storage {
    Buffer owned;  // of load_doom3_owned
    Bytes text;    // owned or borrowed
    bool complete = true;
    Reservation blocks;
    Buffer baked;  // of open_baked_doom3_owned; `text` lies in it
};

}  // namespace flatline::engine::detail
