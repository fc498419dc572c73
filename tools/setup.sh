# Sourced by tools/run and tools/test: installs packages, configures and builds.
# Everything here writes to standard error and reads nothing from standard input, because both
# belong to the program that tools/run starts (`tools/run dump - <map >json`).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "flatline: $*" >&2; }

# packages_in SECTION...: the names listed in packages.txt, or in $packages_file, under these sections.
packages_in() {
    awk -v wanted=" $* " '
        /^# section:/ { take = index(wanted, " " $3 " "); next }
        /^[^#]/ && take { print $1 }' "${packages_file:-$root/tools/packages.txt}"
}

# quietly LOG COMMAND...: runs it with its output kept in LOG, shown only when it fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        say "failed: $*"
        return 1
    fi
}

# A machine without apt, without the right to install or without network can still have the
# libraries from elsewhere, so what cannot be installed is named and the build is tried.
cannot_install() {
    say "$1; the build needs these Debian packages or their like: ${missing[*]}"
    local tool
    for tool in c++ cmake ninja; do
        if ! command -v "$tool" >/dev/null; then
            say "no $tool on this machine, stopping"
            return 1
        fi
    done
}

# install_packages SECTION...: installs what is missing of these sections.
install_packages() {
    local package
    missing=()
    for package in $(packages_in "$@"); do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then
        return
    fi

    if ! command -v apt-get >/dev/null; then
        cannot_install "this is not a Debian system"
        return
    fi
    local as_root=(env)
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            cannot_install "neither root nor sudo"
            return
        fi
        as_root=(sudo env)
    fi
    say "installing ${missing[*]}"
    local apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    quietly "$root/build/apt-update.log" "${apt[@]}" update &&
        quietly "$root/build/apt-install.log" \
            "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
        cannot_install "apt-get failed"
}

# build_tree PRESET TARGET [CMAKE-OPTION...]: configures and builds build/PRESET.
# Two builds in one tree at a time would spoil it, hence the lock.
build_tree() {
    local preset=$1 target=$2 log=$root/build/$1.log lock
    shift 2
    mkdir -p "$root/build"
    exec {lock}>"$root/build/$preset.lock"
    if command -v flock >/dev/null; then
        flock "$lock"
    fi
    local status=0
    (cd "$root" && quietly "$log" cmake --preset "$preset" "$@" &&
        quietly "$log" cmake --build "build/$preset" --target "$target") || status=1
    exec {lock}>&-
    return "$status"
}

# debian_source PACKAGE FOLDER: the sources of a Debian package, unpacked below FOLDER; prints where.
# The lists of sources are kept beside them, so the system's own settings stay as they are.
debian_source() {
    local package=$1 folder=$2 found
    found=$(find "$folder" -maxdepth 1 -type d -name "$package-*" 2>/dev/null | head -n 1)
    if [[ -z $found ]]; then
        mkdir -p "$folder/lists/partial" "$folder/sources"
        sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources \
            >"$folder/sources/debian.sources"
        local apt=(apt-get -o Dir::Etc::sourcelist=/dev/null
            -o "Dir::Etc::sourceparts=$folder/sources" -o "Dir::State::lists=$folder/lists"
            -o APT::Sandbox::User=)
        quietly "$folder/update.log" "${apt[@]}" update &&
            (cd "$folder" && quietly "$folder/$package.log" "${apt[@]}" source "$package") || return 1
        found=$(find "$folder" -maxdepth 1 -type d -name "$package-*" | head -n 1)
    fi
    printf '%s\n' "$found"
}
