// xml.hpp: escapes untrusted text for XML.
#pragma once

#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// `bytes`, made printable, as XML 1.0 may hold them, in attributes too. U+FFFE and U+FFFF are
/// valid UTF-8 and no characters of XML: they become \ufffe and \uffff.
std::string xml_text(std::string_view bytes);

}  // namespace flatline::engine::tool
