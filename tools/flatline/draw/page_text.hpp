// page_text.hpp: the files of draw/page as one text, made at build time by embed_page.cmake.
#pragma once

#include <string_view>

namespace flatline::engine::tool {

std::string_view page_before_data();
std::string_view page_after_data();

}  // namespace flatline::engine::tool
