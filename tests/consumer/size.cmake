# cmake -DPROGRAM=... -DNOTHING=... -DMOST=BYTES -P size.cmake: fails where PROGRAM, which carries
# the library, is more than MOST bytes longer than NOTHING, the same program without it.
file(SIZE ${PROGRAM} program)
file(SIZE ${NOTHING} nothing)
math(EXPR library "${program} - ${nothing}")
message(STATUS "${library} bytes of ${MOST}: ${program}, and ${nothing} without the library")
if(library GREATER MOST)
    message(FATAL_ERROR "the library is too large")
endif()
