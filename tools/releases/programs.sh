# Sourced by tools/release: programs that hold all that they need.

# What each target links: name, package of pins.txt, licence as SPDX writes it, where it is from.
library_rows='PhysFS libphysfs-dev Zlib https://icculus.org/physfs/
zlib zlib1g-dev Zlib https://zlib.net/
libdeflate libdeflate-dev MIT https://github.com/ebiggers/libdeflate
liblzma liblzma-dev LicenseRef-xz-public-domain https://tukaani.org/xz/
libpng libpng-dev libpng-2.0 http://www.libpng.org/pub/png/libpng.html
fmt libfmt-dev MIT https://fmt.dev/
CLI11 libcli11-dev BSD-3-Clause https://github.com/CLIUtils/CLI11
toml++ libtomlplusplus-dev MIT https://marzer.github.io/tomlplusplus/
xxHash libxxhash-dev BSD-2-Clause https://xxhash.com/'
# The package of pins.txt that Windows has in place of another.
windows_package() {
    case $1 in
        zlib1g-dev) echo libz-mingw-w64-dev ;;
        libdeflate-dev) echo libdeflate ;;
        liblzma-dev) echo xz-utils ;;
        libpng-dev) echo libpng1.6 ;;
        *) echo "$1" ;;
    esac
}

# runtime_rows TARGET: the same of the compiler's and the system's libraries: name, package, licence,
# where it is from.
runtime_rows() {
    case $1 in
        linux-x86_64)
            echo "libstdc++ libstdc++-12-dev GPL-3.0-or-later WITH GCC-exception-3.1 https://gcc.gnu.org/"
            echo "glibc libc6-dev LGPL-2.1-or-later https://sourceware.org/glibc/"
            ;;
        linux-aarch64)
            echo "libstdc++ libstdc++-12-dev-arm64-cross GPL-3.0-or-later WITH GCC-exception-3.1 https://gcc.gnu.org/"
            echo "glibc libc6-dev-arm64-cross LGPL-2.1-or-later https://sourceware.org/glibc/"
            ;;
        windows-x86_64)
            echo "libstdc++ gcc-mingw-w64-base GPL-3.0-or-later WITH GCC-exception-3.1 https://gcc.gnu.org/"
            echo "mingw-w64 mingw-w64-x86-64-dev ZPL-2.1 https://www.mingw-w64.org/"
            ;;
    esac
}

# licences TARGET FOLDER: their texts as FOLDER/NAME.txt; prints the lines that pack.py sbom reads.
licences() {
    local target=$1 folder=$2 place=$work/roots/$1 kind name package licence origin pin version sum text
    mkdir -p "$folder"
    while read -r name package licence origin; do
        text=$package
        if [[ $package == libphysfs-dev ]]; then
            package=love
        elif [[ $target == windows-* ]]; then
            package=$(windows_package "$package") text=$package
        fi
        pin=$(awk -v target="$target" -v package="$package" '$2 == target && $4 == package' "$pins")
        read -r kind _ _ _ version _ sum <<<"$pin"
        # Sources are those that were released, without the part of the version that is Debian's.
        [[ $kind == deb ]] || version=${version%-*}
        [[ $package != love ]] || version="3.1.0 (in LOVE $version)"
        cp "$place/usr/share/doc/$text/copyright" "$folder/$name.txt" || return
        printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$version" "$licence" "$origin" "$sum"
    done <<<"$library_rows"
    while read -r name package licence; do
        origin=${licence##* } licence=${licence% *}
        version=$(dpkg-query -W -f='${Version}' "$package") || return
        cp "/usr/share/doc/$package/copyright" "$folder/$name.txt" || return
        printf '%s\t%s\t%s\t%s\t-\n' "$name" "$version" "$licence" "$origin"
    done < <(runtime_rows "$target")
    # The texts above name these and do not repeat them.
    cp /usr/share/common-licenses/GPL-3 "$folder/GPL-3.txt"
    [[ $target == windows-* ]] || cp /usr/share/common-licenses/LGPL-2.1 "$folder/LGPL-2.1.txt"
}

# build_program TARGET: $work/trees/TARGET/bin/flatline.
build_program() {
    local target=$1 tree=$work/trees/$1 goal=flatline_tool
    local flags="-ffile-prefix-map=$root=. -ffile-prefix-map=$work=build"
    libraries "$target" || return
    # The header of a static library is told that it is one.
    [[ $target != windows-* ]] || flags+=" -DLZMA_API_STATIC"
    # The man page and the completions come from the program, which runs here.
    [[ $target != linux-x86_64 ]] || goal=flatline_help
    cmake -S "$root" -B "$tree" -G Ninja -D CMAKE_BUILD_TYPE=Release \
        -D "CMAKE_TOOLCHAIN_FILE=$root/tools/releases/toolchains/$target.cmake" \
        -D "FLATLINE_RELEASE_ROOT=$work/roots/$target" -D FLATLINE_TESTS=OFF -D FLATLINE_INSTALL=OFF \
        -D FLATLINE_PHYSFS=ON -D FLATLINE_TOOL=ON -D FLATLINE_LIBDEFLATE=ON \
        -D FLATLINE_STATIC_TOOL=ON -D FLATLINE_WERROR=OFF \
        -D "CMAKE_CXX_FLAGS=$flags" &&
        cmake --build "$tree" --target "$goal"
}

# make_program TARGET: an archive with the program, its licences and lists.
make_program() {
    local target=$1 name=flatline-$version-$1 tree=$work/trees/$1 folder suffix=tar.gz strip=strip program=flatline
    case $target in
        linux-aarch64) strip=aarch64-linux-gnu-strip ;;
        windows-*) strip=x86_64-w64-mingw32-strip program=flatline.exe suffix=zip ;;
    esac
    quietly "$work/$target.log" build_program "$target" || return
    folder=$work/packed/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    "$strip" -o "$folder/$program" "$tree/bin/$program"
    cp "$root/LICENSE" "$folder/"
    if [[ $target == linux-x86_64 ]]; then
        mkdir -p "$folder/completions" "$folder/man"
        cp "$tree"/help/{flatline.bash,_flatline,flatline.fish} "$folder/completions/"
        cp "$tree/help/flatline.1" "$folder/man/"
    fi
    licences "$target" "$folder/licences" >"$work/$target.parts" || return
    "$root/tools/releases/pack.py" sbom "$folder" "$name" "$version" <"$work/$target.parts" || return
    "$root/tools/releases/pack.py" sums "$folder" || return
    "$root/tools/releases/pack.py" archive "$folder" "$out/$name.$suffix"
}
