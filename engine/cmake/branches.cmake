# Intel processors from Skylake to Cascade Lake decode a jump anew each time when it crosses or ends
# at a multiple of 32 bytes (the "jump conditional code" erratum). The assembler pads code so that
# none does: there some 5 to 15 % of the time of a load, elsewhere nothing but larger code.
option(FLATLINE_ALIGN_BRANCHES
    "x86: keep jumps clear of multiples of 32 bytes, for Intel processors before Ice Lake" ON)

set(option "")
if(FLATLINE_ALIGN_BRANCHES AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    include(CheckCXXCompilerFlag)
    # Of the compiler itself (clang), or for the assembler after it (GCC, binutils from 2.34).
    check_cxx_compiler_flag(-mbranches-within-32B-boundaries FLATLINE_COMPILER_ALIGNS_BRANCHES)
    check_cxx_compiler_flag(-Wa,-mbranches-within-32B-boundaries FLATLINE_ASSEMBLER_ALIGNS_BRANCHES)
    if(FLATLINE_COMPILER_ALIGNS_BRANCHES)
        set(option -mbranches-within-32B-boundaries)
    elseif(FLATLINE_ASSEMBLER_ALIGNS_BRANCHES)
        set(option -Wa,-mbranches-within-32B-boundaries)
    endif()
endif()
# Internal: seen from every folder, and no setting.
set(FLATLINE_BRANCH_OPTION "${option}" CACHE INTERNAL "Keeps jumps clear of multiples of 32 bytes")

# flatline_align_branches(TARGET): code in which time counts.
function(flatline_align_branches target)
    target_compile_options(${target} PRIVATE ${FLATLINE_BRANCH_OPTION})
endfunction()
