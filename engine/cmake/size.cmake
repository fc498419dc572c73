# How many bytes of a program the library is (docs/embedding.md).
option(FLATLINE_SMALL
    "Few bytes in place of speed: compiled for size, one kernel of vectors, no tables to unwind by" OFF)

# flatline_sections(TARGET): each function and table in a section of its own, so that a host's linker
# can leave out what the host does not use.
function(flatline_sections target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /Gy /Gw)
    else()
        target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
    endif()
endfunction()

# flatline_small(TARGET): in a build of FLATLINE_SMALL or of the loader alone, options for size. Nothing in the engine throws,
# and what a host's functions throw does not pass through it, so nothing there is unwound.
# -Oz, of g++ 12 and clang, asks for fewer bytes than -Os.
function(flatline_small target)
    if(NOT FLATLINE_SMALL AND NOT FLATLINE_PARTS STREQUAL "loader")
        flatline_align_branches(${target})
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /O1)
    else()
        include(CheckCXXCompilerFlag)
        check_cxx_compiler_flag(-Oz FLATLINE_COMPILER_HAS_OZ)
        target_compile_options(${target} PRIVATE $<IF:$<BOOL:${FLATLINE_COMPILER_HAS_OZ}>,-Oz,-Os>
            -fno-asynchronous-unwind-tables -fno-unwind-tables)
    endif()
endfunction()
