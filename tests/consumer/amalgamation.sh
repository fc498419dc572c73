#!/usr/bin/env bash
# amalgamation.sh: what tools/amalgamate writes compiles with both compilers, without exceptions and
# type information, and programs in C99 and C++17 use it: with a C compiler as the linker.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tools/amalgamate" --physfs "$work"
mkdir "$work/flatline"
# Programs include "flatline/flatline.h"; here that is the one file.
for header in flatline.h flatline.hpp; do
    printf '#include "../%s"\n' "$header" >"$work/flatline/$header"
done

# What clang warns of does not depend on how much it optimises.
for compiler in "g++ -O1" "clang++-14 -O0"; do
    read -r cxx optimised <<<"$compiler"
    "$cxx" -std=c++20 "$optimised" -Wall -Wextra -Werror -fno-exceptions -fno-rtti -ffp-contract=off \
        -c "$work/flatline.cpp" -o "$work/flatline.o"
    cc -std=c99 -pedantic -Wall -Wextra -Werror -I "$work" -I "$source/examples" \
        -c "$source/examples/load_textmap.c" -o "$work/program.o"
    cc "$work/program.o" "$work/flatline.o" -lstdc++ -lz -lm -pthread -o "$work/program"
    "$work/program" "$source/tests/maps/square.textmap" | grep '4 vertices, 4 linedefs'
    "$cxx" -std=c++17 -Wall -Wextra -Werror -I "$work" "$source/tests/consumer/from_memory.cpp" \
        "$work/flatline.o" -lz -pthread -o "$work/from_memory"
    "$work/from_memory"
done

# The part for PhysFS, over the core that was built last.
cat >"$work/maps.cpp" <<'CODE'
#include <cstdio>

#include "flatline_physfs.hpp"

int main(int, char** argv) {
    auto archive = flatline::physfs::open_path(argv[1]);
    if (!archive) return 1;
    for (auto& entry : archive->maps()) std::printf("%s\n", entry.name);
}
CODE
g++ -std=c++20 -O0 -Wall -Wextra -Werror -fno-exceptions -fno-rtti -c "$work/flatline_physfs.cpp" \
    -o "$work/flatline_physfs.o"
g++ -std=c++17 -Wall -Wextra -Werror -I "$work" "$work/maps.cpp" "$work/flatline_physfs.o" "$work/flatline.o" \
    -lphysfs -llzma -lz -pthread -o "$work/maps"
"$work/maps" "$source/tests/maps/square.wad" | grep MAP01
