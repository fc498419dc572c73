#!/bin/bash
# parallel.sh LIST RESULTS [JOBS]: looks at the files in LIST with GNU parallel, in 16 parts. A part
# that failed runs again, and does what it lacks. RESULTS has SHA256.jsonl for each file.
# On several machines: parallel --sshlogin HOST,HOST, with LIST and RESULTS on a shared disk.
export LIST=$1 RESULTS=$2 FLATLINE=${FLATLINE:-flatline}
seq 16 | parallel --jobs "${3:-$(nproc)}" --retries 3 \
    '"$FLATLINE" check --files-from "$LIST" --output-dir "$RESULTS" --resume --fail-on never \
        --shard {}/16 --shard-by path > /dev/null'
