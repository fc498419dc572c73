// Small maps for the tests of the public C++ headers, and what they count memory with.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "flatline/flatline.hpp"

namespace boundary {

// Two rooms of 128 by 128 with line 2 between them; the floor of the second rises to the east.
inline const char* const kRooms = R"(namespace = "zdoom";
vertex { x = 0.0; y = 0.0; }
vertex { x = 0.0; y = 128.0; }
vertex { x = 128.0; y = 128.0; }
vertex { x = 128.0; y = 0.0; }
vertex { x = 256.0; y = 128.0; }
vertex { x = 256.0; y = 0.0; }
linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; }
linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; }
linedef { v1 = 2; v2 = 3; sidefront = 2; sideback = 3; twosided = true; id = 10; }
linedef { v1 = 3; v2 = 0; sidefront = 4; blocking = true; }
linedef { v1 = 2; v2 = 4; sidefront = 5; blocking = true; }
linedef { v1 = 4; v2 = 5; sidefront = 6; blocking = true; }
linedef { v1 = 5; v2 = 3; sidefront = 7; blocking = true; }
sidedef { sector = 0; texturemiddle = "STARTAN2"; }
sidedef { sector = 0; texturemiddle = "STARTAN2"; }
sidedef { sector = 0; texturebottom = "STEP1"; }
sidedef { sector = 1; }
sidedef { sector = 0; texturemiddle = "STARTAN2"; }
sidedef { sector = 1; texturemiddle = "STONE2"; }
sidedef { sector = 1; texturemiddle = "STONE2"; }
sidedef { sector = 1; texturemiddle = "STONE2"; }
sector { heightceiling = 128; texturefloor = "FLOOR4_8"; textureceiling = "CEIL3_5"; id = 1; }
sector { heightceiling = 128; texturefloor = "FLAT5"; textureceiling = "F_SKY1"; id = 2;
  floorplane_a = -0.25; floorplane_b = 0.0; floorplane_c = 1.0; floorplane_d = 32.0;
  gravity = 0.5; moreids = "5 6"; }
thing { x = 64.0; y = 64.0; angle = 0; type = 1; skill1 = true; skill2 = true; single = true; }
thing { x = 192.0; y = 64.0; angle = 180; type = 3001; id = 7; user_note = "guards the door"; }
)";

// Line 2 of the text, in linedef 0: a vertex that is not there.
inline const char* const kBadLine =
    "namespace = \"zdoom\"; vertex { x = 0; y = 0; } sidedef { sector = 0; }\n"
    "linedef { v1 = 0; v2 = 7; sidefront = 0; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; }\n";

// A crate, a banner above it, a light, all in entities of their own.
inline const char* const kCrate = R"(Version 2
{
"classname" "worldspawn"
{
 brushDef3
 {
  ( 0 0 1 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
  ( 0 1 0 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
  ( 1 0 0 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
  ( 0 0 -1 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
  ( 0 -1 0 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
  ( -1 0 0 -64 ) ( ( 0.0078125 0 0.5 ) ( 0 0.0078125 0.5 ) ) "textures/base/crate" 0 0 0
 }
}
}
{
"classname" "func_static"
"origin" "16 0 0"
"Name" "first "
"name" "banner "
{
 patchDef2
 {
  "textures/base/banner"
  ( 3 3 0 0 0 )
  (
   ( ( -64 0 128 0 0 ) ( -64 32 160 0 0.5 ) ( -64 0 192 0 1 ) )
   ( ( 0 0 128 0.5 0 ) ( 0 32 160 0.5 0.5 ) ( 0 0 192 0.5 1 ) )
   ( ( 64 0 128 1 0 ) ( 64 32 160 1 0.5 ) ( 64 0 192 1 1 ) )
  )
 }
}
{
 brushDef
 {
  ( 0 0 64 ) ( 64 0 64 ) ( 0 64 64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "textures/base/crate" 0 0 0
 }
}
}
{
"spawnclass" "light"
"text" "says \"hello\""
}
)";

// Memory of a host that counts what is out.
class Pool {
public:
    flatline_memory_hooks hooks() { return {acquire, release, this, 0}; }

    std::size_t pieces = 0;
    bool spent = false;

private:
    static void* acquire(void* context, std::size_t bytes) {
        auto* pool = static_cast<Pool*>(context);
        void* memory = pool->spent ? nullptr : std::aligned_alloc(64, (bytes + 63) / 64 * 64);
        pool->pieces += memory != nullptr ? 1 : 0;
        return memory;
    }
    static void release(void* context, void* memory, std::size_t /*bytes*/) {
        --static_cast<Pool*>(context)->pieces;
        std::free(memory);
    }
};

// A progress function that ends the call at once.
inline std::int32_t stop(void* context, std::uint64_t /*done*/, std::uint64_t /*total*/) {
    ++*static_cast<int*>(context);
    return 0;
}
inline flatline_progress stopping(int& calls) {
    return {stop, &calls, FLATLINE_PROGRESS_EVERY_STEP};
}

}  // namespace boundary
