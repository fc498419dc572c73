#!/usr/bin/env bash
# sources.sh FOLDER cmake|meson: a program with the source files of a release as a folder of its own.
set -euo pipefail
folder=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
cat >maps.cpp <<'CODE'
#include <cstdio>

#include "flatline_physfs.hpp"

int main(int, char** argv) {
    auto archive = flatline::physfs::open_path(argv[1]);
    if (!archive) return 1;
    for (auto& entry : archive->maps()) {
        const auto map = archive->load(entry.index);
        if (!map) return 1;
        std::printf("%s: %zu linedefs\n", entry.name, map->linedefs().size());
    }
}
CODE
case $2 in
    cmake)
        cat >CMakeLists.txt <<CODE
cmake_minimum_required(VERSION 3.17)
project(game CXX)
add_subdirectory($folder flatline)
add_subdirectory($folder/physfs flatline_physfs)
add_executable(maps maps.cpp)
target_link_libraries(maps PRIVATE flatline_physfs)
CODE
        cmake -G Ninja -S . -B build -D CMAKE_CXX_FLAGS=-O0
        cmake --build build
        ;;
    meson)
        mkdir subprojects
        cp -r "$folder" subprojects/flatline
        cat >meson.build <<'CODE'
project('game', 'cpp', default_options: ['cpp_std=c++17', 'buildtype=plain'])
executable('maps', 'maps.cpp', dependencies: dependency('flatline_physfs', fallback: 'flatline'))
CODE
        meson setup build -Dflatline:buildtype=plain -Dflatline:cpp_std=c++20
        ninja -C build
        ;;
esac
build/maps "$root/tests/maps/square.wad" | grep 'MAP01: 4 linedefs'
