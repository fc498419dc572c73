# guide.cmake: follows the guide in an empty FOLDER with the installation that lies at PREFIX.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(CREATE_LINK ${PREFIX} ${FOLDER}/prefix SYMBOLIC)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/steps.sh ${FOLDER} packages install
    COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/rooms.svg picture)
string(REGEX MATCHALL "<path fill=\"rgb\\((160,160,160|224,224,224)\\)\" d=\"M[-0-9 .L]+Z\"/>" paths "${picture}")
list(LENGTH paths count)
if(NOT count EQUAL 2)
    message(FATAL_ERROR "rooms.svg has ${count} sectors:\n${picture}")
endif()
