// page_text.hpp: the files of draw/page as one text, and those of draw/index, made at build time by
// embed_page.cmake.
#pragma once

#include <string_view>

namespace flatline::engine::tool {

std::string_view page_before_data();
std::string_view page_after_data();
/// The page of --all-maps, with @FILE@, @COUNT@, @TALLY@ and @MAPS@ in place of what it is about.
std::string_view album_text();

}  // namespace flatline::engine::tool
