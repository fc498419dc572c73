# Doubles are read by the standard library where it can, else by fast_float, which is headers alone:
# libc++ learned it late, so macOS, the NDK and emscripten have none in most releases.
set(FLATLINE_FAST_FLOAT AUTO CACHE STRING
    "Read doubles with fast_float: AUTO (where the standard library does not), ON, OFF")
set_property(CACHE FLATLINE_FAST_FLOAT PROPERTY STRINGS AUTO ON OFF)

function(flatline_use_fast_float target)
    if(FLATLINE_FAST_FLOAT STREQUAL "AUTO")
        include(CheckCXXSourceCompiles)
        set(CMAKE_CXX_STANDARD 20)
        check_cxx_source_compiles("
            #include <charconv>
            #if !defined(__cpp_lib_to_chars)
            #error std::from_chars does not read doubles here
            #endif
            int main() { return 0; }" FLATLINE_LIBRARY_READS_DOUBLES)
        if(FLATLINE_LIBRARY_READS_DOUBLES)
            return()
        endif()
    elseif(NOT FLATLINE_FAST_FLOAT)
        return()
    endif()
    find_path(FLATLINE_FAST_FLOAT_DIR fast_float/fast_float.h)
    mark_as_advanced(FLATLINE_FAST_FLOAT_DIR)
    if(NOT FLATLINE_FAST_FLOAT_DIR)
        message(FATAL_ERROR "fast_float/fast_float.h was not found: it reads doubles where the "
            "standard library does not (Debian: libfast-float-dev)")
    endif()
    target_include_directories(${target} SYSTEM PRIVATE ${FLATLINE_FAST_FLOAT_DIR})
    target_compile_definitions(${target} PRIVATE FLATLINE_FAST_FLOAT=1)
endfunction()
