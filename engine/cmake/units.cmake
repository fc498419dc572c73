# Reading headers takes most of the time of a build, so the compiler gets many files as one unit. Files in
# which a load spends its time stay units of their own: there the compiler's choices were measured one
# file at a time. CMAKE_UNITY_BUILD=OFF, as in the preset dev, gives each file a unit.
# flatline_share_units(TARGET HOT...): HOT are the sources that stay apart.
function(flatline_share_units target)
    if(DEFINED CMAKE_UNITY_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    if(ARGN)
        set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()
