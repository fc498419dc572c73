# `cmake --install` and what find_package(flatline) reads afterwards.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/flatline)

install(TARGETS flatline EXPORT flatline-targets FILE_SET HEADERS)
install(EXPORT flatline-targets NAMESPACE flatline:: DESTINATION ${package_dir})
if(FLATLINE_FIND_LIBDEFLATE)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindLibdeflate.cmake DESTINATION ${package_dir})
endif()

# An export of its own: a host with its own file system has no PhysicsFS and needs none.
if(TARGET flatline_physfs)
    install(TARGETS flatline_physfs EXPORT flatline-physfs-targets FILE_SET HEADERS)
    install(EXPORT flatline-physfs-targets NAMESPACE flatline:: DESTINATION ${package_dir})
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindPhysFS.cmake DESTINATION ${package_dir})
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
    DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
