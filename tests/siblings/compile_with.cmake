# cmake -D compiler=... -D database=compile_commands.json -D folder=... -D units=...
#     -P compile_with.cmake
# Compiles, for syntax and warnings only, every source file under the two folders that the build
# compiles.
file(READ ${database} commands)
string(JSON count LENGTH "${commands}")
set(checked 0)
set(failed 0)
foreach(i RANGE 1 ${count})
    math(EXPR i "${i} - 1")
    string(JSON source GET "${commands}" ${i} file)
    cmake_path(IS_PREFIX folder "${source}" NORMALIZE inside)
    # Tests are compiled as units that lie in the build tree.
    cmake_path(IS_PREFIX units "${source}" NORMALIZE inside_units)
    if(NOT inside AND NOT inside_units)
        continue()
    endif()
    string(JSON command GET "${commands}" ${i} command)
    string(JSON directory GET "${commands}" ${i} directory)
    separate_arguments(command UNIX_COMMAND "${command}")
    list(POP_FRONT command)
    execute_process(
        # The commands are another compiler's, and so may be the warnings they turn off.
        COMMAND ${compiler} ${command} -fsyntax-only -Wno-unknown-warning-option
        WORKING_DIRECTORY ${directory}
        RESULT_VARIABLE status)
    math(EXPR checked "${checked} + 1")
    if(NOT status EQUAL 0)
        math(EXPR failed "${failed} + 1")
    endif()
endforeach()
if(failed OR NOT checked)
    message(FATAL_ERROR "${failed} of ${checked} files do not compile with ${compiler}")
endif()
