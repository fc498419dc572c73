// table/gzip.hpp: bytes packed as gzip has them (RFC 1952).
#pragma once

#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// False where the build has no library for it; `out` is then as it was.
bool can_gzip();
/// Appends a gzip member with these bytes. False where there is no memory, or can_gzip() is false.
bool append_gzip(std::string& out, std::string_view bytes);

}  // namespace flatline::engine::tool
