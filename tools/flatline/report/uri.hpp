// report/uri.hpp: paths of files as references in the sense of RFC 3986.
#pragma once

#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// A path without any "./" in front, as other programs name files.
std::string_view without_here(std::string_view path);

/// A path as a URI: "file:///" and so on for an absolute one, a relative reference for another. All
/// bytes but letters, digits, '/' and "-._~" are percent-encoded.
std::string uri_of_path(std::string_view path);

}  // namespace flatline::engine::tool
