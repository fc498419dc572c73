#pragma once

#include <string_view>

#include "flatline/version.h"

namespace flatline::engine {

/// Version of the library that is linked, as MAJOR.MINOR.PATCH.
/// Lifetime: static, and zero-terminated. Thread-safe.
std::string_view version() noexcept;

}  // namespace flatline::engine
