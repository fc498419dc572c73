# code.awk: what files.sh and layers.sh say before their own awk program, which sets in_comment to 0
# at the first line of a file.

# The code of this line: without literals and comments. Literals over several lines are not here.
function code_of_line(    code) {
    code = $0
    gsub(/\\./, "", code)
    gsub(/"[^"]*"/, "\"\"", code)
    sub(/\/\/.*/, "", code)
    if (in_comment && !sub(/^.*\*\//, "", code)) return ""
    in_comment = 0
    gsub(/\/\*[^*]*\*\//, "", code)
    if (sub(/\/\*.*/, "", code)) in_comment = 1
    return code
}
