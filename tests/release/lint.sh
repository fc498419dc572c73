#!/usr/bin/env bash
# lint.sh FOLDER: the CI parts by linters of the npm registry, which are installed into FOLDER.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
[[ -d node_modules ]] || npm install --no-audit --no-fund --ignore-scripts --silent \
    @action-validator/cli@0.6.0 @action-validator/core@0.6.0 dockerfilelint@1.8.0 gitlab-ci-local@4.56.2
npx --no-install action-validator "$root/action.yml"
npx --no-install dockerfilelint "$root/tools/ci/Dockerfile"
# It reads the job by GitLab's own schema. Later versions want a later Node than Debian has.
cp "$root/tools/ci/gitlab.yml" .gitlab-ci.yml
[[ -d .git ]] || git init --quiet .
npx --no-install gitlab-ci-local --list
