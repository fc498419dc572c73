// about.hpp: facts about the program for a bug report.
#pragma once

#include <string>

namespace flatline::engine::tool {

/// Lines that name the compiler, the libraries with their versions and the kernels in use.
std::string about();

}  // namespace flatline::engine::tool
