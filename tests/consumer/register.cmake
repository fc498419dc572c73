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

add_test(NAME consumer.no_environment
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/no_environment.sh $<TARGET_FILE:flatline>)
set_tests_properties(consumer.no_environment PROPERTIES LABELS consumer)

# A machine and a host with nothing.
add_test(NAME consumer.bare COMMAND ${CMAKE_CURRENT_LIST_DIR}/bare.sh)
add_test(NAME consumer.vcpkg
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DFOLDER=${consumer_build}/vcpkg
        -P ${CMAKE_CURRENT_LIST_DIR}/vcpkg.cmake)
set_tests_properties(consumer.bare consumer.vcpkg PROPERTIES LABELS consumer)

# The engine compiles as a few large files, in less than half the time.
set(few_units -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40)

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
consumer_tests(add_subdirectory -DFLATLINE_SOURCE=${PROJECT_SOURCE_DIR} -DFLATLINE_PHYSFS=ON
    ${few_units})

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

# A program in C alone: with the installed package, and with this tree as a folder of its own.
# c_consumer_tests(WAY CMAKE-OPTION...)
function(c_consumer_tests way)
    set(dir ${consumer_build}/${way})
    add_test(NAME consumer.${way}.build
        COMMAND ${CMAKE_CTEST_COMMAND}
            --build-and-test ${PROJECT_SOURCE_DIR}/tests/consumer/c ${dir}
            --build-generator ${CMAKE_GENERATOR} --build-noclean
            --build-options -DCMAKE_BUILD_TYPE=Debug ${ARGN})
    add_test(NAME consumer.${way}.embed COMMAND ${dir}/embed ${consumer_textmap})
    add_test(NAME consumer.${way}.plugin COMMAND ${dir}/plugin_user)
    set_tests_properties(consumer.${way}.build PROPERTIES
        LABELS consumer FIXTURES_SETUP consumer.${way} PROCESSORS 2 TIMEOUT 900)
    set_tests_properties(consumer.${way}.embed consumer.${way}.plugin PROPERTIES
        LABELS consumer FIXTURES_REQUIRED consumer.${way})
    set_tests_properties(consumer.${way}.embed PROPERTIES
        PASS_REGULAR_EXPRESSION "\n${consumer_counts}")
endfunction()

c_consumer_tests(c_find_package -DCMAKE_PREFIX_PATH=${consumer_build}/prefix)
set_tests_properties(consumer.c_find_package.build PROPERTIES
    FIXTURES_REQUIRED consumer.installed)
# The second is of one game, and small.
c_consumer_tests(c_add_subdirectory -DFLATLINE_SOURCE=${PROJECT_SOURCE_DIR} ${few_units}
    -DFLATLINE_SMALL=ON -DFLATLINE_DIALECTS=srb2)
set(one_game ${consumer_build}/c_add_subdirectory)
add_test(NAME consumer.c_add_subdirectory.one_dialect COMMAND ${one_game}/one_dialect srb2 zdoom)
set_tests_properties(consumer.c_add_subdirectory.one_dialect PROPERTIES
    PASS_REGULAR_EXPRESSION
        "srb2 is read as srb2, and has 3 segs.*zdoom is read as udmf11.*field 'mobjscale'")
add_test(NAME consumer.c_add_subdirectory.size
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=${one_game}/one_dialect -DNOTHING=${one_game}/nothing
        -DMOST=480000 -P ${CMAKE_CURRENT_LIST_DIR}/size.cmake)
set_tests_properties(
    consumer.c_add_subdirectory.one_dialect consumer.c_add_subdirectory.size PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.c_add_subdirectory)

# A port that takes the loader alone, with the fields of all ports, at -O2.
set(loader_build ${consumer_build}/loader)
add_test(NAME consumer.loader.build
    COMMAND ${CMAKE_CTEST_COMMAND}
        --build-and-test ${PROJECT_SOURCE_DIR}/tests/consumer/loader ${loader_build}
        --build-generator ${CMAKE_GENERATOR} --build-noclean
        --build-options -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG"
            "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG")
add_test(NAME consumer.loader.runs COMMAND ${loader_build}/main)
add_test(NAME consumer.loader.size
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=${loader_build}/main -DNOTHING=${loader_build}/nothing
        -DMOST=350000 -P ${CMAKE_CURRENT_LIST_DIR}/size.cmake)
set_tests_properties(consumer.loader.build PROPERTIES
    LABELS consumer FIXTURES_SETUP consumer.loader PROCESSORS 2 TIMEOUT 900)
set_tests_properties(consumer.loader.runs consumer.loader.size PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.loader)
set_tests_properties(consumer.loader.runs PROPERTIES PASS_REGULAR_EXPRESSION
    "text: ok, 4 lines, nodes built.*binary: ok, 4 lines, nodes built, 4 segs, floor FLAT1_12")

# A shared build: its tool runs, and it shows the names that tests/consumer/symbols.txt lists.
# At -O1, which compiles faster: what is looked at is names and hardening, and the latter needs an
# optimised build. The release tree's own build is the one that is optimised in full.
set(shared_build ${consumer_build}/shared)
add_test(NAME consumer.shared.build
    COMMAND ${CMAKE_CTEST_COMMAND}
        --build-and-test ${PROJECT_SOURCE_DIR} ${shared_build}
        --build-generator ${CMAKE_GENERATOR} --build-noclean --build-target install
        --build-options
            -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
            ${few_units} -DBUILD_SHARED_LIBS=ON -DFLATLINE_WERROR=OFF -DCMAKE_BUILD_TYPE=Release
            "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"
            -DCMAKE_INSTALL_PREFIX=${shared_build}/prefix)
add_test(NAME consumer.shared.symbols
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/symbols.sh ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR})
add_test(NAME consumer.shared.hardening
    COMMAND ${PROJECT_SOURCE_DIR}/tests/checks/hardening.sh ${shared_build}/prefix/bin/flatline
        ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR}/libflatline.so
        --no-copies ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR}/libflatline_physfs.so)
c_consumer_tests(c_shared -DCMAKE_PREFIX_PATH=${shared_build}/prefix)
add_test(NAME consumer.pkg_config
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/pkg_config.sh
        ${consumer_build}/prefix/${CMAKE_INSTALL_LIBDIR}
        ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR})
set_tests_properties(consumer.shared.build PROPERTIES
    LABELS consumer FIXTURES_SETUP consumer.shared_installed PROCESSORS 2 COST 250 TIMEOUT 900)
set_tests_properties(consumer.shared.symbols consumer.shared.hardening PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.shared_installed)
if(TARGET flatline_tool)
    add_test(NAME python
        COMMAND ${PROJECT_SOURCE_DIR}/tests/python/run
            ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR} $<TARGET_FILE:flatline_tool>)
    set_tests_properties(python PROPERTIES
        LABELS "python;consumer" FIXTURES_REQUIRED consumer.shared_installed SKIP_RETURN_CODE 77
        PROCESSORS 2 TIMEOUT 600)
endif()
set_tests_properties(consumer.c_shared.build PROPERTIES
    FIXTURES_REQUIRED consumer.shared_installed)
set_tests_properties(consumer.pkg_config PROPERTIES
    LABELS consumer FIXTURES_REQUIRED "consumer.installed;consumer.shared_installed")

# Hosts of another compiler and another standard library.
add_test(NAME consumer.libcxx
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/libcxx.sh
        ${shared_build}/prefix/${CMAKE_INSTALL_LIBDIR} ${consumer_map})
set_tests_properties(consumer.libcxx PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.shared_installed SKIP_RETURN_CODE 77)

# Debian's packages out of the shared build.
add_test(NAME consumer.packages
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/packages.sh ${shared_build})
set_tests_properties(consumer.packages PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.shared_installed)

# The sources as three files, with both compilers.
add_test(NAME consumer.amalgamation COMMAND ${CMAKE_CURRENT_LIST_DIR}/amalgamation.sh)
set_tests_properties(consumer.amalgamation PROPERTIES LABELS consumer TIMEOUT 900)

# What a release is made of, by the objects of this tree; and the recipe for Conan.
if(TARGET flatline_tool)
    add_test(NAME consumer.release
        COMMAND ${PROJECT_SOURCE_DIR}/tests/release/static.sh ${PROJECT_BINARY_DIR}
            ${consumer_build}/release)
    set_tests_properties(consumer.release PROPERTIES LABELS consumer SKIP_RETURN_CODE 77)
endif()
add_test(NAME consumer.conan COMMAND ${PROJECT_SOURCE_DIR}/tests/release/conan.py)
set_tests_properties(consumer.conan PROPERTIES LABELS consumer)

# The guide of docs/embedding.md, with the installation in place of its own.
add_test(NAME consumer.guide
    COMMAND ${CMAKE_COMMAND} -DPREFIX=${consumer_build}/prefix -DFOLDER=${consumer_build}/guide
        -P ${PROJECT_SOURCE_DIR}/tests/guide/guide.cmake)
set_tests_properties(consumer.guide PROPERTIES
    LABELS consumer FIXTURES_REQUIRED consumer.installed TIMEOUT 300)
