// A second reader of Doom 3 maps: slow, plain, sharing nothing with the engine. It knows what real
// files hold (brushDef3, patchDef2, patchDef3, bare brushes, // comments) and nothing of errors.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace reference {

struct Doom3Side {
    std::vector<double> numbers;  // of a plane 4 and of its matrix 6; of three points 9 and 5
    std::string material;
    std::vector<double> trailing;
};
struct Doom3Brush {
    std::string keyword;  // "" if it is bare
    std::vector<Doom3Side> sides;
};
struct Doom3Patch {
    std::string keyword;
    std::string material;
    std::vector<double> settings;
    std::vector<std::array<double, 5>> points;  // as in the file
};
struct Doom3Entity {
    std::vector<std::pair<std::string, std::string>> pairs;
    std::vector<Doom3Brush> brushes;
    std::vector<Doom3Patch> patches;
};
struct Doom3Document {
    std::string version;  // "" if there is none
    std::vector<Doom3Entity> entities;
};

/// What the text says. Throws std::runtime_error where it does not understand it.
Doom3Document read_doom3(const std::string& text);

}  // namespace reference
