# Sourced by the scripts beside this: tools/setup.sh, and what must fail.
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/setup.sh"

# refuses COMMAND...: fails where the command succeeds. A command after "!" ends no script.
refuses() {
    if "$@"; then
        echo "this should have failed: $*" >&2
        return 1
    fi
}
