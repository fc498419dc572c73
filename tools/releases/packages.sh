# Sourced by tools/release: Debian's packages, the source files for a host, the page.

build_debian() {
    local tree=$work/trees/debian
    cmake -S "$root" -B "$tree" -G Ninja -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=ON \
        -D FLATLINE_TESTS=OFF -D FLATLINE_PHYSFS=ON -D FLATLINE_TOOL=ON -D FLATLINE_WERROR=OFF \
        -D CPACK_PACKAGING_INSTALL_PREFIX=/usr -D CMAKE_INSTALL_PREFIX=/usr \
        -D "FLATLINE_CONTACT=${FLATLINE_CONTACT:-$(git -C "$root" log -1 --format='%an <%ae>')}" \
        -D "CMAKE_CXX_FLAGS=-ffile-prefix-map=$root=. -ffile-prefix-map=$work=build" &&
        cmake --build "$tree" &&
        (cd "$tree" && cpack -G DEB -B "$work/debian-packages")
}

make_debian() {
    rm -rf "$work/debian-packages" "$out/debian"
    quietly "$work/debian.log" build_debian || return
    mkdir -p "$out/debian"
    cp "$work"/debian-packages/*.deb "$out/debian/"
}

# The core and the part for PhysFS as files, with what builds them.
make_sources() {
    local name=flatline-$version-sources
    local folder=$work/packed/$name
    rm -rf "$folder"
    "$root/tools/amalgamate" --physfs "$folder" || return
    cp -r "$root/LICENSE" "$root"/tools/releases/sources/{CMakeLists.txt,meson_options.txt,physfs} "$folder/"
    sed "s/@VERSION@/$version/" "$root/tools/releases/sources/meson.build" >"$folder/meson.build"
    "$root/tools/releases/pack.py" sbom "$folder" "$name" "$version" </dev/null || return
    "$root/tools/releases/pack.py" sums "$folder" || return
    "$root/tools/releases/pack.py" archive "$folder" "$out/$name.zip"
}

# The page as one file; what a server takes, $out/web, is written beside it.
make_web() { "$root/tools/build-web" "$out/flatline-$version.html"; }
