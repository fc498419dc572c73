#!/usr/bin/env bash
# tests/soak.sh [SECONDS]: the long runs that tools/test has no time for.
# Cuts and flips every file of the corpus at 200 places under ASan and UBSan, reads its binary maps
# in every namespace and breaks them lump by lump, holds the ways of reading UDMF against each
# other and runs the property tests for long, which takes some two hours; then fuzzes all targets
# in turn for SECONDS (half an hour; tests/fuzz/soak alone takes hours). Fails where either does.
# New inputs and crashes lie in build/soak/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-1800}

cmake --preset asan
cmake --build --preset asan --target flatline_tests
status=0
FLATLINE_FULL=1 build/asan/bin/flatline_tests \
    --gtest_filter='CutAndFlip.*:Binary*.*:Maps.*:Reader*.*:Slices.*:Write*.*:CorruptNodes.*:Open/Corpus.*:LoadProgress.*:Slopes.*:Runtime.*' \
    || status=1

FUZZ_TURN=$((seconds / 10 + 1)) tests/fuzz/soak "$(awk -v s="$seconds" 'BEGIN { print s / 3600 }')" || status=1
exit "$status"
