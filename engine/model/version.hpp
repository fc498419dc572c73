#pragma once

#include <string_view>

#include "flatline/export.h"
#include "flatline/version.h"

namespace flatline::engine {

/// Version of the library that is linked, as MAJOR.MINOR.PATCH.
/// Lifetime: static, and zero-terminated. Thread-safe.
FLATLINE_API std::string_view version() noexcept;

}  // namespace flatline::engine
