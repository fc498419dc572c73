#!/usr/bin/env bash
# image.sh FOLDER: builds the image of tools/ci/Dockerfile out of an unpacked archive and runs it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/helpers.sh"
folder=$(cd "$1" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
storage=(--root "$place/storage" --runroot "$place/run")
buildah "${storage[@]}" build -f "$root/tools/ci/Dockerfile" -t flatline "$folder"
mkdir "$place/maps"
cp "$root/tests/maps/square.textmap" "$place/maps/"
container=$(buildah "${storage[@]}" from flatline)
entry=$(buildah "${storage[@]}" inspect --format '{{index .OCIv1.Config.Entrypoint 0}}' "$container")
buildah "${storage[@]}" run --volume "$place/maps:/maps:ro" "$container" -- "$entry" check .
cp "$root/examples/maps/broken.textmap" "$place/maps/"
refuses buildah "${storage[@]}" run --volume "$place/maps:/maps:ro" "$container" -- "$entry" check .
