// table/gzip.hpp: packs bytes into the form of gzip (RFC 1952).
#pragma once

#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// False if the build has no library for it.
bool can_gzip();
/// Appends a gzip member with these bytes. False where there is no memory, or can_gzip() is false.
bool append_gzip(std::string& out, std::string_view bytes);

}  // namespace flatline::engine::tool
