# Sourced by tools/release: the libraries that its programs hold, as pins.txt names them. Each lies with
# its licence in a root of its own for each target, and nothing else of the machine is linked.

pins=$root/tools/releases/pins.txt

# apt_of ARCHITECTURE WORD...: apt-get with lists of its own, so the system's settings stay as they are.
apt_of() {
    local arch=$1 folder=$work/apt/$1
    shift
    if [[ ! -d $folder/parts ]]; then
        mkdir -p "$folder"/{parts,lists/partial,cache/archives/partial}
        sed 's/^Types:.*/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
            >"$folder/parts/debian.sources"
        apt_of "$arch" update || return
    fi
    apt-get -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$folder/parts" \
        -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User= \
        -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" "$@"
}

# pinned KIND TARGET: the lines of pins.txt of this kind (deb or source) for this target.
pinned() { awk -v kind="$1" -v target="$2" '$1 == kind && $2 == target' "$pins"; }

# pinned_files KIND TARGET: those of pins.txt, in $work/downloads, with the bytes that it names.
pinned_files() {
    local kind=$1 target=$2 arch folder=$work/downloads package version file missing=()
    mkdir -p "$folder"
    while read -r _ _ _ package version file _; do
        [[ -f $folder/$file ]] || missing+=("$package=$version")
    done < <(pinned "$kind" "$target")
    arch=$(pinned "$kind" "$target" | awk '{ print $3; exit }')
    if ((${#missing[@]})); then
        case $kind in
            deb) (cd "$folder" && apt_of "$arch" download "${missing[@]}") || return ;;
            source)
                # Only the file that is named is needed; others of a source may be missing.
                for package in "${missing[@]}"; do
                    (cd "$folder" && apt_of "$arch" source --download-only "$package") || true
                done
                ;;
        esac
    fi
    if ! pinned "$kind" "$target" | awk '{ print $7 "  " $6 }' |
        (cd "$folder" && sha256sum --check --quiet); then
        say "these are not the files of tools/releases/pins.txt; Debian may have newer ones" \
            "(tools/release --update-pins takes them)"
        return 1
    fi
}

# deb_libraries TARGET ROOT: unpacks the packages of pins.txt there.
deb_libraries() {
    local target=$1 place=$2 file
    pinned_files deb "$target" || return
    while read -r file; do
        dpkg-deb --extract "$work/downloads/$file" "$place" || return
    done < <(pinned deb "$target" | awk '{ print $6 }')
    # Shared libraries are none of ours, nor what links them on Windows, which CMake finds first there.
    find "$place" \( -name '*.so' -o -name '*.dll.a' -o -name '*.dll' \) -delete
}

# built_libraries TARGET ROOT: builds the sources of pins.txt.
built_libraries() {
    local target=$1 place=$2 package file folder=$work/sources/$1 prefix=$2/usr library_folder=lib
    case $target in
        windows-*) prefix=$place/usr/x86_64-w64-mingw32 ;;
        linux-*) library_folder=lib/${target#linux-}-linux-gnu ;;
    esac
    local cmake=(cmake -G Ninja -D CMAKE_BUILD_TYPE=Release -D "FLATLINE_RELEASE_ROOT=$place"
        -D "CMAKE_TOOLCHAIN_FILE=$root/tools/releases/toolchains/$target.cmake"
        -D "CMAKE_C_FLAGS=-w -ffile-prefix-map=$work=build" -D "CMAKE_INSTALL_PREFIX=$prefix"
        -D "CMAKE_INSTALL_LIBDIR=$library_folder")
    rm -rf "$folder"
    pinned_files source "$target" || return
    while read -r package file; do
        mkdir -p "$folder/$package"
        tar -C "$folder/$package" --strip-components=1 -xf "$work/downloads/$file" || return
        mkdir -p "$place/usr/share/doc/$package" # for its licence
    done < <(pinned source "$target" | awk '{ print $4, $6 }')
    # Of Debian's package of PhysFS only the licence, which its copy in LOVE has not.
    rm -f "$place/usr/include/physfs.h" "$place"/usr/lib/*/libphysfs.a
    "${cmake[@]}" -S "$root/tools/releases/libraries" -B "$work/$target-libraries" \
        -D "PHYSFS_SOURCE=$folder/love/src/libraries/physfs" -D "PNG_SOURCE=$folder/libpng1.6" \
        -D "DEFLATE_SOURCE=$folder/libdeflate" -D "ZLIB_INCLUDE=$prefix/include" || return
    cmake --build "$work/$target-libraries" --target install || return
    [[ $target == windows-* ]] || return 0
    "${cmake[@]}" -S "$folder/xz-utils" -B "$work/$target-lzma" -D BUILD_SHARED_LIBS=OFF || return
    cmake --build "$work/$target-lzma" --target liblzma || return
    cmake --install "$work/$target-lzma" --component liblzma_Development || return
    cp "$folder/libpng1.6/LICENSE" "$place/usr/share/doc/libpng1.6/copyright"
    cp "$folder/libdeflate/COPYING" "$place/usr/share/doc/libdeflate/copyright"
    cp "$folder/xz-utils/COPYING" "$place/usr/share/doc/xz-utils/copyright"
}

# physfs_source FOLDER: the sources of PhysFS there, for tests/release/static.sh.
physfs_source() {
    pinned_files source linux-x86_64 &&
        tar -C "$1" --strip-components=4 -xzf "$work/downloads/$(pinned source linux-x86_64 | awk '{ print $6 }')" \
            --wildcards '*/src/libraries/physfs/*'
}

# libraries TARGET: makes $work/roots/TARGET, once for each state of pins.txt.
libraries() {
    local target=$1 place=$work/roots/$1
    if cmp --quiet "$pins" "$place/pins.txt"; then return; fi
    say "libraries of $target"
    rm -rf "$place"
    mkdir -p "$place"
    deb_libraries "$target" "$place" || return
    built_libraries "$target" "$place" || return
    cp "$pins" "$place/pins.txt"
}

# newest KIND ARCHITECTURE PACKAGE: what Debian has now, as pins.txt writes it: version, file, SHA-256.
newest() {
    local kind=$1 arch=$2 package=$3 folder=$work/nothing uris file sum version
    # apt-get names no file that the folder has already.
    rm -rf "$folder"
    mkdir -p "$folder"
    case $kind in
        deb)
            uris=$(cd "$folder" && apt_of "$arch" download --print-uris "$package") || return
            version=$(apt-cache -o "Dir::State::lists=$work/apt/$arch/lists" -o "Dir::Cache=$work/apt/$arch/cache" \
                -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o Dir::State::status=/dev/null \
                show --no-all-versions "$package" | sed -n 's/^Version: //p') || return
            ;;
        source)
            uris=$(cd "$folder" && apt_of "$arch" source --download-only --print-uris "$package") || return
            # The name of the .dsc has no epoch.
            version=$(sed -n "s/^'[^']*' ${package}_\(.*\)\.dsc .*/\1/p" <<<"$uris")
            uris=$(grep '\.orig\.tar\.[a-z0-9]* ' <<<"$uris") || return
            ;;
    esac
    read -r _ file _ sum < <(grep "^'" <<<"$uris")
    [[ -n $version && $sum == SHA256:* ]] || return
    printf '%s %s %s\n' "$version" "$file" "${sum#SHA256:}"
}

# update_pins: takes what Debian has now, keeps the order of the lines.
update_pins() {
    local kind target arch package rest found new=$work/pins.new
    mkdir -p "$work"
    for arch in $(awk '$1 == "deb" || $1 == "source" { print $3 }' "$pins" | sort -u); do
        apt_of "$arch" update >&2 || return
    done
    while read -r kind target arch package rest; do
        if [[ $kind != deb && $kind != source ]]; then
            printf '%s\n' "$kind $target $arch $package $rest" | sed 's/ *$//'
            continue
        fi
        if ! found=$(newest "$kind" "$arch" "$package"); then
            say "Debian has no $package, or is out of reach; pins.txt is as it was"
            return 1
        fi
        printf '%s\n' "$kind $target $arch $package $found"
    done <"$pins" >"$new"
    diff "$pins" "$new" >&2 || true
    mv "$new" "$pins"
}
