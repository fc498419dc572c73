# `cpack -G DEB`: three packages for Debian out of a shared build with the tool.
set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_PACKAGE_NAME flatline)
set(CPACK_PACKAGE_VENDOR Flatline)
# Who makes packages for others says who answers for them.
set(FLATLINE_CONTACT "The Flatline maintainers <flatline@localhost>" CACHE STRING
    "Name and address of who makes the Debian packages")
mark_as_advanced(FLATLINE_CONTACT)
set(CPACK_PACKAGE_CONTACT ${FLATLINE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL runtime development tool)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libflatline${abi})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION} (library)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libflatline-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libflatline${abi} (= ${PROJECT_VERSION}), zlib1g-dev, libphysfs-dev, liblzma-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${PROJECT_DESCRIPTION} (headers)")
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME flatline)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOL_DESCRIPTION "Checks, converts and draws Doom-engine maps without a window")

# What Debian wants of each package: its licence, and a changelog of a form of its own.
if(CPACK_PACKAGING_INSTALL_PREFIX)
    file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md day REGEX "^## \\[${PROJECT_VERSION}\\] - ")
    string(REGEX REPLACE ".* - " "" day "${day}")
    execute_process(COMMAND date --utc --date ${day} +%a,\ %d\ %b\ %Y\ %T\ +0000
        OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE date_failed)
    file(WRITE ${PROJECT_BINARY_DIR}/debian/changelog
        "flatline (${PROJECT_VERSION}) unstable; urgency=medium\n\n"
        "  * CHANGELOG.md, in libflatline-dev, has what is new.\n\n"
        " -- ${CPACK_PACKAGE_CONTACT}  ${day}\n")
    execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/debian/changelog
        RESULT_VARIABLE gzip_failed)
    if(date_failed OR gzip_failed)
        message(FATAL_ERROR "Debian's changelog was not made: date ${date_failed}, gzip ${gzip_failed}")
    endif()
    file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
    file(WRITE ${PROJECT_BINARY_DIR}/debian/copyright
        "Flatline, by the Flatline maintainers. Its source is where this package is from.\n\n${license}")
    foreach(component IN ITEMS runtime development tool)
        string(TOUPPER ${component} upper)
        install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.gz ${PROJECT_BINARY_DIR}/debian/copyright
            DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME} COMPONENT ${component})
    endforeach()
    install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/flatline COMPONENT development)
endif()
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
# The loader's list of libraries is brought up to date by dpkg's trigger, not by scripts.
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)

# dpkg-shlibdeps (dpkg-dev) names the packages of the libraries that the programs need. It looks
# for our own in the packages being made.
find_program(FLATLINE_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(FLATLINE_SHLIBDEPS)
if(FLATLINE_SHLIBDEPS)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
    set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/engine)
else()
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libphysfs1, liblzma5, zlib1g, libstdc++6")
    set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libphysfs1, liblzma5, zlib1g, libfmt9, libpng16-16, libstdc++6")
endif()
include(CPack)
