# cmake -DPROGRAM=FILE -DARGUMENTS="WORD ..." -DEXPECTED=FILE -P run.cmake: runs a program and fails where
# it does, or where it prints something else than the file says. In the environment EXAMPLE_LAUNCHER
# may stand what it is started by ("valgrind --quiet").
separate_arguments(ARGUMENTS)
separate_arguments(launcher UNIX_COMMAND "$ENV{EXAMPLE_LAUNCHER}")
execute_process(COMMAND ${launcher} ${PROGRAM} ${ARGUMENTS} RESULT_VARIABLE result OUTPUT_VARIABLE printed)
file(READ ${EXPECTED} expected)
if(NOT result EQUAL 0)
    message(SEND_ERROR "${PROGRAM} ended with ${result}")
endif()
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "expected (${EXPECTED}):\n${expected}\nprinted:\n${printed}")
endif()
