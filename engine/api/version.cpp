#include "flatline/version.hpp"

namespace flatline {

// FLATLINE_VERSION comes from project() in CMakeLists.txt, the one place that knows it.
std::string_view version() noexcept { return FLATLINE_VERSION; }

}  // namespace flatline
