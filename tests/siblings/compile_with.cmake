# cmake -D compiler=... -D database=compile_commands.json -D folder=... -P compile_with.cmake
# Compiles, for syntax and warnings only, every source file under `folder` that the build compiles.
file(READ ${database} commands)
string(JSON count LENGTH "${commands}")
set(failed 0)
foreach(i RANGE 1 ${count})
    math(EXPR i "${i} - 1")
    string(JSON source GET "${commands}" ${i} file)
    cmake_path(IS_PREFIX folder "${source}" NORMALIZE inside)
    if(NOT inside)
        continue()
    endif()
    string(JSON command GET "${commands}" ${i} command)
    string(JSON directory GET "${commands}" ${i} directory)
    separate_arguments(command UNIX_COMMAND "${command}")
    list(POP_FRONT command)
    execute_process(
        COMMAND ${compiler} ${command} -fsyntax-only
        WORKING_DIRECTORY ${directory}
        RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        math(EXPR failed "${failed} + 1")
    endif()
endforeach()
if(failed)
    message(FATAL_ERROR "${failed} files do not compile with ${compiler}")
endif()
