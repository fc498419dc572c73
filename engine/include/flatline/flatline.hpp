// flatline/flatline.hpp: the library in C++17. It is all that most programs include.
//
//     auto map = flatline::load(text);
//     if (!map) for (auto& f : map.findings()) std::puts(flatline::sentence(f).c_str());
//     for (auto& l : map->linedefs()) draw(map->vertices()[l.v1], map->vertices()[l.v2]);
//
// flatline/physfs.hpp, for files and archives through PhysFS, needs a library of its own.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/check.hpp"
#include "flatline/derived.hpp"
#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"
#include "flatline/write.hpp"
