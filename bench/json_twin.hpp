// The JSON twin of a TEXTMAP, as the generator writes it of its own maps (mapgen::Format::Json).
#pragma once

#include <string>

#include "model/view.hpp"

namespace flatline::engine::bench {

// "namespace", then under the name of each kind of block an array of objects, one a line, with the
// keys and values of the text in its order. A value that JSON writes otherwise has the same meaning
// there (+5, 007, .5, True); comments are left out. Empty for a text that is not sound.
std::string json_twin(Bytes textmap);

}  // namespace flatline::engine::bench
