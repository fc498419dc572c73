# Shows Doxygen the comments of the C headers, those in front of a declaration and those behind one,
# and keeps it from taking "\t" or "::lump" in a sentence for a command of its own.
/^ *\(\/\*\|\*\|\/\/\)/ {
    s|\\\([a-zA-Z]\)|\\\\\1|g
    s| ::| \\::|g
}
s|^\( *\)/\* |\1/** |
s|\([;,({0-9a-zA-Z)]\)\( *\)/\* \([^*]\)|\1\2/**< \3|
