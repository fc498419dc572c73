// page.hpp: a picture as one self-contained HTML page.
#pragma once

#include <functional>

#include "draw/picture.hpp"
#include "json.hpp"
#include "output.hpp"

namespace flatline::engine::tool {

/// Writes the page: the files of draw/page with the map as JSON in between. It loads nothing from
/// anywhere, and nothing that the map holds can end the data or become script.
void write_page(Output& out, const Picture& picture);
/// The same with more members of the JSON, which `more` writes.
void write_page(Output& out, const Picture& picture, const std::function<void(JsonWriter&)>& more);

}  // namespace flatline::engine::tool
