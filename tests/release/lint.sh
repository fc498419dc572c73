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
# Of gitlab-ci-local only GitLab's own schema: the program wants what npm would have to compile.
node --input-type=module -e 'import {schema} from "gitlab-ci-local/src/schema/schema.js";
    console.log(JSON.stringify(schema))' >gitlab.json
python3 - "$root/tools/ci/gitlab.yml" gitlab.json <<'PYTHON'
import json, sys
import jsonschema, yaml
jsonschema.Draft7Validator(json.load(open(sys.argv[2]))).validate(yaml.safe_load(open(sys.argv[1])))
PYTHON
