#include "flatline/version.hpp"

namespace flatline {

std::string_view version() noexcept { return FLATLINE_VERSION_STRING; }

}  // namespace flatline
