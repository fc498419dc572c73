#include "model/version.hpp"

namespace flatline::engine {

std::string_view version() noexcept { return FLATLINE_VERSION_STRING; }

}  // namespace flatline::engine
