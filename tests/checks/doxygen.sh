#!/usr/bin/env bash
# Doxygen has nothing to warn of in the public headers: no reference that leads nowhere, no comment
# that it cannot read. Its pages are not kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
{
    cat docs/Doxyfile
    echo "OUTPUT_DIRECTORY = $out"
} | doxygen -
pages=$(find "$out/html" -name '*.html' | wc -l)
((pages > 50)) || { echo "doxygen made only $pages pages"; exit 1; }
