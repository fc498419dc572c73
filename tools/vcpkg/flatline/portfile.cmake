# An overlay port: vcpkg install flatline --overlay-ports=tools/vcpkg
# It builds the tree that it lies in.
get_filename_component(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS options
    FEATURES
        physfs FLATLINE_PHYSFS
        libdeflate FLATLINE_LIBDEFLATE)
vcpkg_cmake_configure(
    SOURCE_PATH ${SOURCE_PATH}
    OPTIONS -DFLATLINE_DEVELOPER=OFF -DFLATLINE_INSTALL=ON ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/flatline)
vcpkg_fixup_pkgconfig()
vcpkg_copy_pdbs()
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
