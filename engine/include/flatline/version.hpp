#pragma once

#include <string_view>

namespace flatline {

/// Version of the library that is linked, as MAJOR.MINOR.PATCH.
/// Lifetime: static, and zero-terminated. Thread-safe.
std::string_view version() noexcept;

}  // namespace flatline
