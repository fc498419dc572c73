#!/bin/bash
#SBATCH --job-name=flatline
#SBATCH --requeue
# sbatch --array=1-100 --output=/dev/null slurm.sh LIST RESULTS: task K of the array looks at part K of
# the files in LIST. If the program is killed it runs again, and does what the part lacks; after the
# end of a machine Slurm does that. All tasks put their results into one folder, SHA256.jsonl for
# each file.
for _ in 1 2 3; do
    "${FLATLINE:-flatline}" check --files-from "$1" --output-dir "$2" --resume --fail-on never \
        --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --shard-by path && exit
done
exit 1
