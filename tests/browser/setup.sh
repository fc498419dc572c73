# Sourced by tests/browser/run and tests/npm/run: a browser, what npm has, and a build to compare with.
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/setup.sh"

# browser_packages: the packages of the build, and chromium and node.
browser_packages() {
    install_packages run
    # Where node comes from elsewhere it brings npm along, and Debian's npm cannot be installed.
    if ! command -v chromium >/dev/null || ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        packages_file=$root/tests/browser/packages.txt install_packages browser
    fi
}

# npm_modules LIST FOLDER: what package-lock.json beside LIST names, in FOLDER, once: npm writes beside its
# list, which must not be in the tree.
npm_modules() {
    mkdir -p "$2"
    if ! cmp -s "$1/package-lock.json" "$2/installed.json"; then
        say "installing modules of $1 from npm"
        cp "$1/package.json" "$1/package-lock.json" "$2/"
        (cd "$2" && quietly "$2/npm.log" npm ci --no-audit --no-fund --ignore-scripts)
        cp "$1/package-lock.json" "$2/installed.json"
    fi
}

# build_to_compare_with: FLATLINE_BUILD, which is build/release, built, unless one is given.
build_to_compare_with() {
    local target
    if [[ -z ${FLATLINE_BUILD-} ]]; then
        for target in flatline_tool mapgen; do
            build_tree release "$target" -D FLATLINE_TESTS=ON
        done
        FLATLINE_BUILD=$root/build/release
    fi
    export FLATLINE_BUILD
}

export FLATLINE_MODULES=$root/build/browser FLATLINE_SHARED=${FLATLINE_SHARED:-$root/../shared}
