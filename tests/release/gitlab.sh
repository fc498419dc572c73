#!/usr/bin/env bash
# gitlab.sh FOLDER: runs the job of tools/ci/gitlab.yml as GitLab's runner does, line by line in one shell, with the
# release in FOLDER behind a server on this machine. The report is what docs/schema has.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/helpers.sh"
release=$(cd "$1" && pwd)
place=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; rm -rf "$place"' EXIT
cd "$place"
python3 - "$root/tools/ci/gitlab.yml" >job.sh <<'PYTHON'
import shlex, sys, yaml
job = yaml.safe_load(open(sys.argv[1]))["flatline"]
print("set -e")
for name, value in job["variables"].items():
    print(f': "${{{name}:={value}}}"')
print("\n".join(job["script"]))
PYTHON
python3 -u -m http.server --bind 127.0.0.1 --directory "$release" 0 >server.log 2>&1 &
server=$!
for _ in $(seq 50); do
    port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' server.log)
    [[ -z $port ]] || break
    sleep 0.2
done
archive=$(cd "$release" && echo flatline-*-linux-"$(uname -m)".tar.gz)
export FLATLINE_URL=http://127.0.0.1:$port
FLATLINE_SHA256=$(sha256sum "$release/$archive" | cut -d ' ' -f 1)
export FLATLINE_SHA256
mkdir repository
cd repository
cp "$root/tests/maps/square.textmap" .
dash -e ../job.sh
cp "$root/examples/maps/broken.textmap" .
refuses dash -e ../job.sh
python3 - "$root/docs/schema/gitlab.schema.json" gl-code-quality-report.json <<'PYTHON'
import json, sys
import jsonschema
report = json.load(open(sys.argv[2]))
jsonschema.validate(report, json.load(open(sys.argv[1])))
assert any(issue["check_name"] == "vertex-missing-field" for issue in report), report
PYTHON
rm -rf .flatline
FLATLINE_SHA256=$(printf '%064d' 0)
refuses dash -e ../job.sh
