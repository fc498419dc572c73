# Reading headers takes most of the time of a build, so the compiler gets many files as one unit. Files in
# which a load spends its time stay units of their own: there the compiler's choices were measured one
# file at a time. Two units of 24 files take 15 % longer than one of 48. CMAKE_UNITY_BUILD=OFF, as in the
# preset dev, gives each file a unit.
# flatline_share_units(TARGET FILES HOT...): units of so many files; HOT are the sources that stay apart.
function(flatline_share_units target files)
    if(DEFINED CMAKE_UNITY_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    if(ARGN)
        set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()
