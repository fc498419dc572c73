# Sourced by fresh.sh, info.sh and jobs.sh: processes that the probe watches, each of which writes a line
# "name=value ..." with ours=1 or ours=0.

# value NAME: that the lines on stdin give it.
value() {
    sed -n "s/.*\<$1=\([^ ]*\).*/\1/p"
}
# median: of the numbers on stdin.
median() {
    sort -g | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}
# sample REPETITIONS FILE COMMAND...: runs the command until that many of its lines count, into FILE. A
# run that was not ours by the probe is run again, until as many have been dropped as kept and four;
# then it counts. Sets `dropped`, and `not_ours`: how many count although they were not.
sample() {
    local repetitions=$1 file=$2 kept=0 line
    shift 2
    dropped=0 not_ours=0
    : >"$file"
    while ((kept < repetitions)); do
        line=$("$@") || true
        if [[ $(value ours <<<"$line") != 1 ]]; then
            if ((dropped < kept + 4)); then
                dropped=$((dropped + 1))
                continue
            fi
            not_ours=$((not_ours + 1))
        fi
        kept=$((kept + 1))
        printf '%s\n' "$line" >>"$file"
    done
}
