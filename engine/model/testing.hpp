// model/testing.hpp: switches for tests and measurements. Games leave them alone: no setting
// changes the result of a load.
#pragma once

#include <cstdint>

#include "model/kernel.hpp"

namespace flatline::engine {

/// Which machines may read a TEXTMAP. All give the same map and findings, at different speeds.
enum class Machines : std::uint8_t {
    careful,  ///< the one that knows every statement and every error, alone
    quick,    ///< and the one for plain statements
    tokens,   ///< the same; it finds all tokens ahead, as in text whose blanks and comments vary
    all,      ///< and learned runs, which recognise text that repeats as a whole
};

/// What LoadOptions::testing points to. A default-made one is what a load without it does.
struct TestOptions {
    Kernel kernel = Kernel::automatic;
    Machines machines = Machines::all;
};

}  // namespace flatline::engine
