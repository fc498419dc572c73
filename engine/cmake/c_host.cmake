# A host whose project() names C alone. C++ is known below this folder only, so its programs cannot
# be linked by a C++ compiler, and CMake would ask for one: it is therefore shown the library as a
# file that was there before, with the C++ run-time library beside it. Its names are
# flatline::flatline and flatline::physfs, as everywhere.
include(${CMAKE_CURRENT_LIST_DIR}/cxx_runtime.cmake)

# flatline_for_c(NAME TARGET LIBRARY...)
function(flatline_for_c name target)
    # An empty expression keeps generators of several configurations from adding a folder.
    set_target_properties(${target} PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}$<0:>)
    set(file ${CMAKE_STATIC_LIBRARY_PREFIX}${target}${CMAKE_STATIC_LIBRARY_SUFFIX})
    add_library(${name} STATIC IMPORTED GLOBAL)
    add_dependencies(${name} ${target})
    set_target_properties(${name} PROPERTIES
        IMPORTED_LOCATION ${CMAKE_CURRENT_BINARY_DIR}/${file}
        IMPORTED_LINK_INTERFACE_LANGUAGES C
        INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_SOURCE_DIR}/include
        INTERFACE_LINK_LIBRARIES "${ARGN};${FLATLINE_CXX_RUNTIME}")
endfunction()
