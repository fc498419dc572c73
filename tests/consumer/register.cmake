# The tests of tests/consumer: configure, build and run it against an installation of this tree,
# and with this tree as a folder of its own. Included by tests/CMakeLists.txt; the CMakeLists.txt
# here is the consumer's own.
set(consumer_build ${PROJECT_BINARY_DIR}/consumer)
set(consumer_map ${PROJECT_SOURCE_DIR}/tests/maps/square.wad)
set(consumer_textmap ${PROJECT_SOURCE_DIR}/tests/maps/square.textmap)
set(consumer_counts "4 vertices, 4 linedefs, 4 sidedefs, 1 sectors, 1 things")

add_test(NAME consumer.install
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${consumer_build}/prefix)
set_tests_properties(consumer.install PROPERTIES
    LABELS consumer FIXTURES_SETUP consumer.installed)

# An installation may be moved, and what it needs may lie elsewhere on the machine that uses it.
add_test(NAME consumer.relocatable
    COMMAND ${CMAKE_COMMAND} -DPREFIX=${consumer_build}/prefix
        -P ${CMAKE_CURRENT_LIST_DIR}/relocatable.cmake)
set_tests_properties(consumer.relocatable PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.installed)

# consumer_tests(WAY CMAKE-OPTION...): three tests, each needing the one before.
function(consumer_tests way)
    set(dir ${consumer_build}/${way})
    add_test(NAME consumer.${way}.build
        COMMAND ${CMAKE_CTEST_COMMAND}
            --build-and-test ${PROJECT_SOURCE_DIR}/tests/consumer ${dir}
            --build-generator ${CMAKE_GENERATOR} --build-noclean
            --build-options
                -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
                -DCMAKE_BUILD_TYPE=Debug
                ${ARGN})
    add_test(NAME consumer.${way}.counts COMMAND ${dir}/counts ${consumer_map})
    add_test(NAME consumer.${way}.from_memory COMMAND ${dir}/from_memory)
    add_test(NAME consumer.${way}.embed COMMAND ${dir}/embed ${consumer_textmap})
    set_tests_properties(consumer.${way}.build PROPERTIES
        LABELS consumer FIXTURES_SETUP consumer.${way} PROCESSORS 2 TIMEOUT 900)
    set_tests_properties(consumer.${way}.counts consumer.${way}.from_memory
        consumer.${way}.embed PROPERTIES
        LABELS consumer FIXTURES_REQUIRED consumer.${way})
    set_tests_properties(consumer.${way}.counts PROPERTIES
        PASS_REGULAR_EXPRESSION "MAP01: ${consumer_counts}")
    set_tests_properties(consumer.${way}.embed PROPERTIES
        PASS_REGULAR_EXPRESSION "\n${consumer_counts}")
endfunction()

consumer_tests(find_package -DCMAKE_PREFIX_PATH=${consumer_build}/prefix)
set_tests_properties(consumer.find_package.build PROPERTIES
    FIXTURES_REQUIRED consumer.installed)
consumer_tests(add_subdirectory -DFLATLINE_SOURCE=${PROJECT_SOURCE_DIR})

# The examples as their README says: against an installation, where each prints what it should.
add_test(NAME consumer.examples
    COMMAND ${CMAKE_CTEST_COMMAND}
        --build-and-test ${PROJECT_SOURCE_DIR}/examples ${consumer_build}/examples
        --build-generator ${CMAKE_GENERATOR} --build-noclean
        --build-options
            -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
            -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
            -DCMAKE_BUILD_TYPE=Debug
            -DCMAKE_PREFIX_PATH=${consumer_build}/prefix
        --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
set_tests_properties(consumer.examples PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.installed PROCESSORS 2 TIMEOUT 300)
