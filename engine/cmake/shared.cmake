# A shared library shows the C functions alone. What uses more of the engine, flatline_physfs and the
# tool, links the same objects as a static library, which is not installed.
# flatline_static(TARGET): the library TARGET_static beside the shared TARGET.
function(flatline_static target)
    add_library(${target}_static STATIC $<TARGET_OBJECTS:${target}>)
    get_target_property(needs ${target} LINK_LIBRARIES)
    list(REMOVE_ITEM needs flatline)
    set_target_properties(${target}_static PROPERTIES
        LINKER_LANGUAGE CXX INTERFACE_LINK_LIBRARIES "${needs}"
        INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/engine/include)
endfunction()
