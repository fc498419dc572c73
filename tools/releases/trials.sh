# Sourced by tools/release: tries each artefact where nothing else of ours is. A row of the table is a
# trial: ok, FAILED, or why it was not run.

rows=()
failures=0

# row WHAT RESULT
row() {
    rows+=("$(printf '%-62s | %s' "$1" "$2")")
    say "$1: $2"
    [[ $2 != FAILED* ]] || failures=$((failures + 1))
}

# trial WHAT COMMAND...: a row of its success; what it printed is in $work/trials.
trial() {
    local what=$1 log status
    log=$work/trials/$(tr -c 'a-zA-Z0-9_\n' '-' <<<"$what").log
    shift
    mkdir -p "$work/trials"
    # Not as a condition, in which no command would end it.
    set +e
    (set -euo pipefail; "$@") >"$log" 2>&1 </dev/null
    status=$?
    set -e
    if ((status == 0)); then
        row "$what" ok
    else
        row "$what" "FAILED ($log)"
    fi
}

# exits CODE COMMAND...: the command exits so.
exits() {
    local wanted=$1 code=0
    shift
    "$@" || code=$?
    if ((code != wanted)); then
        echo "exit code $code, not $wanted: $*"
        return 1
    fi
}

# try_folder FOLDER: maps as files, in a folder, in a ZIP, with a name that has blanks and umlauts.
try_folder() {
    local folder=$1
    mkdir -p "$folder/maps" "$folder/Größe 1"
    cp "$root/tests/maps/square.wad" "$folder/Größe 1/Straße ä.wad"
    cp "$root/tests/maps/square.textmap" "$folder/maps/"
    cp "$root/examples/maps/broken.textmap" "$folder/"
    python3 - "$root/tests/maps/square.wad" "$folder/pack.pk3" <<'PYTHON'
import sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as pack:
    pack.write(sys.argv[1], "maps/map01.wad")
PYTHON
}

# try_program START...: the commands of the program, which START begins, in the current folder.
try_program() {
    "$@" --version --verbose >version.txt
    grep --quiet "^flatline $version" version.txt
    exits 0 "$@" check maps/square.textmap
    exits 1 "$@" check broken.textmap
    exits 0 "$@" check "Größe 1/Straße ä.wad" >umlauts.txt
    grep --quiet 'Größe 1/Straße ä.wad' umlauts.txt # UTF-8 as it came
    exits 0 "$@" check maps "Größe 1" pack.pk3
    exits 0 "$@" draw "Größe 1/Straße ä.wad" --map MAP01 -o "Größe 1/größe.svg" --force
    grep --quiet '</svg>' "Größe 1/größe.svg"
    exits 0 "$@" draw maps/square.textmap -o square.png --force
    [[ $(head -c 4 square.png | tail -c 3) == PNG ]]
    exits 0 "$@" convert pack.pk3 --to udmf --only -o out.wad --force
    exits 0 "$@" check out.wad
}

# unpacked PART: the folder of the unpacked archive, whose sums are right.
unpacked() {
    local name=flatline-$version-$1 folder=$work/unpacked
    rm -rf "${folder:?}/$name"
    mkdir -p "$folder"
    case $1 in
        linux-*) tar -C "$folder" -xzf "$out/$name.tar.gz" ;;
        *) python3 -m zipfile -e "$out/$name.zip" "$folder" ;;
    esac
    (cd "$folder/$name" && sha256sum --check --quiet sha256sums && [[ -f LICENSE && -f sbom.spdx.json ]]) >&2
    printf '%s\n' "$folder/$name"
}

# in_empty_root PROGRAM [RUNNER]: in a root that holds only the program, maps and RUNNER, a static qemu:
# no /proc, no /dev, no environment.
in_empty_root() {
    local program=$1 place=$work/empty-root start=(/flatline)
    rm -rf "$place"
    mkdir -p "$place/work"
    try_folder "$place/work"
    cp "$program" "$place/flatline"
    if (($# > 1)); then
        cp "$2" "$place/qemu"
        start=(/qemu /flatline)
    fi
    cd "$place/work"
    # No shell in there, so each command is started from outside.
    chrooted() { env -i "$(command -v chroot)" "$place" "${start[@]}" "$@"; }
    inside() { env -i "$(command -v python3)" -c 'import os, sys
os.chroot(sys.argv[1]); os.chdir("/work"); os.execv(sys.argv[2], sys.argv[2:])' "$place" "${start[@]}" "$@"; }
    chrooted --version
    try_program inside
}

# again PART: the same tree in another folder makes the same archive. FLATLINE_RELEASE_AGAIN is that folder,
# which is kept; without it all is compiled from the first file on.
again() {
    local part=$1 place=${FLATLINE_RELEASE_AGAIN-} archive
    if [[ -z $place ]]; then
        place=$(mktemp -d)
        trap 'rm -rf "$place"' EXIT
    fi
    mkdir -p "$place/tree/build/release-work"
    git -C "$root" ls-files -z | tar -C "$root" --null -T - -c | tar -C "$place/tree" -x
    cp -rp "$work/downloads" "$place/tree/build/release-work/"
    env -u FLATLINE_RELEASE_WORK CCACHE_DISABLE=1 "$place/tree/tools/release" "$part"
    archive=$(cd "$out" && echo "flatline-$version-$part".*)
    sha256sum "$out/$archive" "$place/tree/build/release-files/$archive"
    cmp "$out/$archive" "$place/tree/build/release-files/$archive"
}

same_bytes() { # PART
    if [[ -n $once ]]; then
        row "$1: the same bytes out of another folder" "not run: --once"
    else
        trial "$1: the same bytes out of another folder" again "$1"
    fi
}

needs_nothing() { # PROGRAM: no shared library, no loader.
    readelf --wide --dynamic --program-headers "$1" | tee /dev/stderr | awk '/NEEDED|INTERP/ { bad = 1 } END { exit bad }'
}

check_linux-x86_64() {
    local folder
    folder=$(unpacked linux-x86_64)
    trial "linux-x86_64: sbom.spdx.json and licences" "$root/tests/release/sbom.py" "$folder"
    trial "linux-x86_64: needs no library" needs_nothing "$folder/flatline"
    trial "linux-x86_64: an empty root without /proc and environment" in_empty_root "$folder/flatline"
    trial "linux-x86_64: GitHub's action, its steps" "$root/tests/release/action.py" "$out"
    trial "linux-x86_64: pre-commit's hooks" "$root/tests/release/hooks.py" "$folder/flatline"
    trial "linux-x86_64: GitLab's job" "$root/tests/release/gitlab.sh" "$out"
    if command -v buildah >/dev/null; then
        trial "linux-x86_64: Dockerfile, built and run by buildah" "$root/tests/release/image.sh" "$folder"
    else
        row "linux-x86_64: Dockerfile" "not run: no buildah"
    fi
    if command -v npm >/dev/null; then
        trial "CI parts: action-validator, schemas" "$root/tests/release/lint.sh" "$work/lint"
    else
        row "CI parts: action-validator, schemas" "not run: no npm"
    fi
    same_bytes linux-x86_64
}

check_linux-aarch64() {
    local folder
    folder=$(unpacked linux-aarch64)
    trial "linux-aarch64: sbom.spdx.json and licences" "$root/tests/release/sbom.py" "$folder"
    trial "linux-aarch64: needs no library" needs_nothing "$folder/flatline"
    trial "linux-aarch64: an empty root, under qemu" in_empty_root "$folder/flatline" "$(command -v qemu-aarch64-static)"
    same_bytes linux-aarch64
}

check_windows-x86_64() {
    local folder wine
    folder=$(unpacked windows-x86_64)
    trial "windows-x86_64: sbom.spdx.json and licences" "$root/tests/release/sbom.py" "$folder"
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    export WINEDEBUG=-all WINEPREFIX=$work/wine LC_ALL=C.UTF-8
    in_wine() {
        rm -rf "$work/wine-maps"
        try_folder "$work/wine-maps"
        mkdir -p "$work/wine-maps/Für Ä"
        cp "$folder/flatline.exe" "$work/wine-maps/Für Ä/"
        cd "$work/wine-maps"
        try_program "$wine" "Für Ä/flatline.exe"
    }
    # script gives it a terminal, which is Wine's console.
    on_console() {
        cd "$work/wine-maps"
        script --quiet --return --command "'$wine' 'Für Ä/flatline.exe' check --color always 'Größe 1/Straße ä.wad'" \
            /dev/null </dev/null >console.txt
        grep --quiet 'Größe 1/Straße ä.wad' console.txt
        grep --quiet $'\e\\[1;33mwarning' console.txt
    }
    if [[ -x $wine ]]; then
        trial "windows-x86_64: check, draw, folder, umlauts in Wine" in_wine
        trial "windows-x86_64: UTF-8 and colours on Wine's console" on_console
    else
        row "windows-x86_64: in Wine" "not run: no wine64"
    fi
    same_bytes windows-x86_64
}

check_debian() {
    trial "debian: lintian without errors" lintian --allow-root --tag-display-limit 0 --fail-on error "$out"/debian/*.deb
    trial "debian: installed, used, removed in a fresh root" "$root/tests/release/debian.sh" "$out/debian"
}

check_sources() {
    local folder
    folder=$(unpacked sources)
    trial "sources: sbom.spdx.json" "$root/tests/release/sbom.py" "$folder"
    trial "sources: CMake, a program with PhysFS" "$root/tests/release/sources.sh" "$folder" cmake
    trial "sources: meson" "$root/tests/release/sources.sh" "$folder" meson
    trial "sources: Conan's recipe, with stand-ins for Conan" "$root/tests/release/conan.py" --build
    trial "sources: vcpkg's port, with stand-ins for vcpkg" cmake -D "SOURCE=$root" \
        -D "FOLDER=$work/vcpkg" -P "$root/tests/consumer/vcpkg.cmake"
    same_bytes sources
}

check_web() {
    trial "web: files for a server, with a Content-Security-Policy" \
        grep --quiet Content-Security-Policy "$out/web/index.html"
    trial "web: the page in Chromium" env "FLATLINE_PAGE=$out/flatline-$version.html" "$root/tests/browser/run" web
}

check_parts() {
    local part
    for part in "$@"; do
        if [[ -n $(find "$out" -path "$out/*${part%%-x86_64}*" -print -quit) ]]; then
            "check_$part"
        else
            row "$part" "FAILED: not built (tools/release $part)"
        fi
    done
    if [[ -f $out/sha256sums ]]; then
        trial "all: sha256sums" env -C "$out" sha256sum --check --quiet sha256sums
    fi
    printf '%-62s | %s\n' trial result
    printf '%s\n' "${rows[@]}"
    return $((failures > 0))
}
