# `cmake --install`: the libraries, their headers, and what find_package(flatline) and pkg-config
# read afterwards. Seen from a C compiler a static library needs the C++ run-time library beside it,
# so its name is written down.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/flatline)
set(include_dir ${CMAKE_CURRENT_SOURCE_DIR}/include/flatline)

include(${CMAKE_CURRENT_LIST_DIR}/cxx_runtime.cmake)

# Components: what runs (of a shared build), what programs are built with, and the tool.
function(flatline_install_library target export)
    install(TARGETS ${target} EXPORT ${export}
        RUNTIME COMPONENT runtime
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
    install(EXPORT ${export} NAMESPACE flatline:: DESTINATION ${package_dir}
        COMPONENT development)
endfunction()

flatline_install_library(flatline flatline-targets)
install(DIRECTORY ${include_dir} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT development PATTERN "*physfs.h*" EXCLUDE)
if(FLATLINE_FIND_LIBDEFLATE)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindLibdeflate.cmake DESTINATION ${package_dir}
        COMPONENT development)
endif()

# An export of its own: a host with its own file system has no PhysicsFS and needs none.
if(TARGET flatline_physfs)
    flatline_install_library(flatline_physfs flatline-physfs-targets)
    install(DIRECTORY ${include_dir} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN "*physfs.h*")
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindPhysFS.cmake DESTINATION ${package_dir}
        COMPONENT development)
endif()

configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/flatline-config.cmake.in flatline-config.cmake
    INSTALL_DESTINATION ${package_dir}
    NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(flatline-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${CMAKE_CURRENT_BINARY_DIR}/flatline-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/flatline-config-version.cmake
    DESTINATION ${package_dir} COMPONENT development)

# pkg-config: what a static library needs stands in Libs, because there is no other to link.
set(core_needs "-lz ${FLATLINE_THREAD_OPTION}")
if(FLATLINE_FIND_LIBDEFLATE)
    string(PREPEND core_needs "-ldeflate ")
endif()
string(PREPEND core_needs "${FLATLINE_CXX_RUNTIME_OPTIONS} ")
set(physfs_needs "-lphysfs -llzma")
set(pc_shared "")
if(BUILD_SHARED_LIBS)
    set(pc_shared " -DFLATLINE_SHARED")
    set(pc_libs_private "")
    set(pc_physfs_libs_private "")
else()
    set(pc_libs_private " ${core_needs}")
    set(pc_physfs_libs_private " ${physfs_needs}")
endif()
file(RELATIVE_PATH pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/flatline.pc.in flatline.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/flatline.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
if(TARGET flatline_physfs)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/flatline-physfs.pc.in flatline-physfs.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/flatline-physfs.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)

include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
