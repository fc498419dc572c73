// Small maps of every kind that there is to read, of which main.cpp makes the seeds of each target.
#pragma once

#include <string>
#include <vector>

namespace seeds {

struct Named {
    std::string name, bytes;
};
using List = std::vector<Named>;

/// TEXTMAPs: of each namespace, of each style of the generator, sloped ones, and a map for each
/// rule of the reader, the resolver and the check: `fires` breaks it, else the map is right beside.
List texts(bool fires);
/// Doom 3 maps: each kind of primitive, and a map for each check, as above.
List doom3_maps(bool fires);
/// WADs: those texts with names for a game and a BEHAVIOR; maps of Doom and Hexen, broken lump by
/// lump; nodes of every form, stored, compressed and classic; files that are no sound WAD.
List wads(bool fires);

/// Every form of the ZNODES lump, for the map of two squares.
List znodes();

}  // namespace seeds
