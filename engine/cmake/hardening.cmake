# What turns a fault that was missed into the end of the program: checks of the stack, of copies into
# objects of known size and of indirect jumps, tables of the linker that cannot be written, a place in
# memory that nobody knows. Of optimised builds, because the others are for finding faults, and for
# ELF. A distributor with flags of its own turns it off; as a part of another program it is off.
option(FLATLINE_HARDENING "ELF: harden optimised builds of the libraries and the tool" ${top_level})

set(compile_options "")
set(link_options "")
if(FLATLINE_HARDENING AND UNIX AND NOT APPLE AND NOT EMSCRIPTEN)
    set(compile_options -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    include(CheckCXXCompilerFlag)
    check_cxx_compiler_flag(-fcf-protection=full FLATLINE_HAS_CF_PROTECTION)
    if(FLATLINE_HAS_CF_PROTECTION)
        list(APPEND compile_options -fcf-protection=full)
    endif()
    set(link_options -Wl,-z,relro -Wl,-z,now)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX)
endif()
# Internal: seen from every folder, and no setting.
set(FLATLINE_HARDENING_COMPILE "${compile_options}" CACHE INTERNAL "Compiler's part of hardening")
set(FLATLINE_HARDENING_LINK "${link_options}" CACHE INTERNAL "Linker's part of hardening")
set(FLATLINE_OPTIMISED $<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>,$<CONFIG:MinSizeRel>>
    CACHE INTERNAL "Whether a build is optimised")

# flatline_harden(TARGET): a library or program that users get. Private, so that nothing of it reaches
# what links the library.
function(flatline_harden target)
    if(NOT FLATLINE_HARDENING_COMPILE)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        "$<${FLATLINE_OPTIMISED}:${FLATLINE_HARDENING_COMPILE}>")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(NOT type STREQUAL "STATIC_LIBRARY")
        target_link_options(${target} PRIVATE ${FLATLINE_HARDENING_LINK})
    endif()
endfunction()

# flatline_leave_unchecked(SOURCE...): without checks of stack and copies, for what costs more than one in a
# hundred instructions of a command on a map of 10 MB.
function(flatline_leave_unchecked)
    # Sources with options of their own would be no part of a whole unity build, which no release is.
    if(FLATLINE_HARDENING_COMPILE AND NOT CMAKE_UNITY_BUILD)
        set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS
            "$<${FLATLINE_OPTIMISED}:-fno-stack-protector;-U_FORTIFY_SOURCE>")
    endif()
endfunction()
