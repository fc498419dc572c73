#!/usr/bin/env bash
# sarif_schema.sh FOLDER: puts the JSON schema of SARIF 2.1.0 into FOLDER, and prints its path. It
# comes from a package of npm, of which version and checksum are pinned here, and is kept there. Exit
# 77: it is not there, and there is no npm or no network to fetch it.
set -euo pipefail
package=@microsoft/jest-sarif@1.0.0-beta.0
member=package/lib/schemas/sarif-2.1.0-rtm.5.json
sum=2d99159ae54a3eea97f81781cff48780548657c35949f4b7f25e99a2ba4de4f8
file=$1/sarif-2.1.0-rtm.5.json

is_it() { echo "$sum  $1" | sha256sum --check --status; }

mkdir -p "$1"
if [[ ! -e $file ]] || ! is_it "$file"; then
    if ! command -v npm >/dev/null; then
        echo "npm is not installed"
        exit 77
    fi
    folder=$(mktemp -d "$1/fetch.XXXXXX")
    trap 'rm -rf "$folder"' EXIT
    if ! (cd "$folder" && npm pack --silent --fetch-retries=0 --fetch-timeout=20000 "$package") \
        >/dev/null 2>&1; then
        echo "npm cannot fetch $package"
        exit 77
    fi
    tar -xzf "$folder"/*.tgz -C "$folder" "$member"
    if ! is_it "$folder/$member"; then
        echo "$package: $member is not the file that was pinned"
        exit 1
    fi
    mv "$folder/$member" "$file"
fi
echo "$file"
