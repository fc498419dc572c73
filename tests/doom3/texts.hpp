// Doom 3 maps as strings.
#pragma once

#include <string>

namespace doom3_maps {

inline constexpr char kSide[] =
    "( 0 0 1 -64 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) \"textures/a\" 0 0 0\n";
inline constexpr char kPatch[] =
    "{ patchDef2 { \"textures/a\" ( 3 3 0 0 0 ) (\n"
    "( ( 0 0 0 0 0 ) ( 0 0 8 0 1 ) ( 0 0 16 0 2 ) )\n"
    "( ( 8 0 0 1 0 ) ( 8 8 8 1 1 ) ( 8 0 16 1 2 ) )\n"
    "( ( 16 0 0 2 0 ) ( 16 0 8 2 1 ) ( 16 0 16 2 2 ) ) ) } }\n";

/// The document's cube: six sides at 64 units from 0.
inline std::string cube() {
    std::string out = "{\nbrushDef3\n{\n";
    for (const char* plane : {"-0 0 1", "0 1 0", "1 -0 0", "0 0 -1", "0 -1 0", "-1 0 0"}) {
        out += "( " + std::string(plane) +
               " -64 ) ( ( 0.03125 -0 -0 ) ( 0 0.03125 0 ) ) \"textures/common/nodraw\" 0 0 0\n";
    }
    return out + "}\n}\n";
}

/// A map of one entity, the worldspawn, that holds `body`.
inline std::string world(const std::string& body, const std::string& version = "2") {
    return "Version " + version + "\n{\n\"classname\" \"worldspawn\"\n" + body + "}\n";
}
/// A brushDef3 of these lines.
inline std::string brush(const std::string& sides) {
    return "{\nbrushDef3\n{\n" + sides + "}\n}\n";
}

}  // namespace doom3_maps
