# cmake -D compiler=... -D database=compile_commands.json -D folder=... -D units=... -D work=...
#     -P compile_with.cmake
# Compiles, for syntax and warnings only, every source file under the two folders that the build
# compiles. The files of a target that have the same options are one text, so that their headers
# are read once. Where two of them have the same name for two things that does not compile, and
# each of them does so alone.
cmake_minimum_required(VERSION 3.25)
file(READ ${database} commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
file(REMOVE_RECURSE ${work})
set(groups "")
set(checked 0)
foreach(i RANGE ${last})
    string(JSON source GET "${commands}" ${i} file)
    cmake_path(IS_PREFIX folder "${source}" NORMALIZE inside)
    # Tests are compiled as units that lie in the build tree.
    cmake_path(IS_PREFIX units "${source}" NORMALIZE inside_units)
    if(NOT inside AND NOT inside_units)
        continue()
    endif()
    math(EXPR checked "${checked} + 1")
    string(JSON directory GET "${commands}" ${i} directory)
    string(JSON command GET "${commands}" ${i} command)
    separate_arguments(options UNIX_COMMAND "${command}")
    list(POP_FRONT options)
    foreach(pair IN ITEMS -c -o)
        list(FIND options ${pair} at)
        math(EXPR value_at "${at} + 1")
        list(GET options ${value_at} value)
        list(REMOVE_AT options ${at} ${value_at})
    endforeach()
    string(REGEX REPLACE "\\.dir/.*" "" target "${value}") # of the object, named last
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    string(SHA1 group "${target} ${options} ${extension}")
    set(unit ${work}/${group}${extension})
    if(NOT group IN_LIST groups)
        list(APPEND groups ${group})
        set(${group}_directory ${directory})
        set(${group}_unit ${unit})
        # The commands are another compiler's, and so may be the warnings they turn off.
        set(language c++)
        if(extension STREQUAL ".c")
            set(language c)
        endif()
        # Whatever the options leave out.
        set(${group}_command ${compiler} -x ${language} ${options} -fsyntax-only
            -Wno-unknown-warning-option -Werror=unsequenced -Werror=uninitialized
            -Werror=sometimes-uninitialized)
        set(${group}_sources "")
    endif()
    # A unit that CMake made of several sources stands for these; of tests it is taken as it is.
    set(sources ${source})
    file(STRINGS ${source} included REGEX "^#include \"${folder}/.*\\.cpp\"$")
    if(inside_units AND included AND NOT folder MATCHES "/tests$")
        list(TRANSFORM included REPLACE "^#include \"(.*)\"$" "\\1" OUTPUT_VARIABLE sources)
    endif()
    list(APPEND ${group}_sources ${sources})
    # Not an #include: clang does not say of headers what nobody uses in them.
    foreach(one IN LISTS sources)
        file(READ ${one} text)
        file(APPEND ${unit} "#line 1 \"${one}\"\n${text}")
    endforeach()
endforeach()

set(failed 0)
foreach(group IN LISTS groups)
    execute_process(COMMAND ${${group}_command} ${${group}_unit}
        WORKING_DIRECTORY ${${group}_directory}
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
        continue()
    endif()
    foreach(source IN LISTS ${group}_sources)
        execute_process(COMMAND ${${group}_command} ${source}
            WORKING_DIRECTORY ${${group}_directory}
            RESULT_VARIABLE status)
        if(NOT status EQUAL 0)
            math(EXPR failed "${failed} + 1")
        endif()
    endforeach()
endforeach()
if(failed OR NOT checked)
    message(FATAL_ERROR "${failed} of ${checked} files do not compile with ${compiler}")
endif()
