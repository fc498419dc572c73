// model/testing.hpp: switches for tests and measurements. Games leave them alone: no setting
// changes the result of a load.
#pragma once

#include <cstdint>

#include "model/kernel.hpp"

namespace flatline::engine {

/// Which paths may read a TEXTMAP. All give the same map and findings, at different speeds.
enum class ReadPaths : std::uint8_t {
    slow,    ///< the one that knows every statement and every error, alone
    fast,    ///< and the one for plain statements
    tokens,  ///< the same; it finds all tokens ahead, as in text whose blanks and comments vary
    all,     ///< and learned runs, which recognise text that repeats as a whole
};

/// What LoadOptions::testing points to. A default-made one is what a load without it does.
struct TestOptions {
    Kernel kernel = Kernel::automatic;
    ReadPaths paths = ReadPaths::all;
};

}  // namespace flatline::engine
