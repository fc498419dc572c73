# Finds libdeflate and defines Libdeflate::Libdeflate.
#
# libdeflate installs a package file of its own only in some distributions (Debian 12 has just a
# pkg-config file), so Flatline brings this one. It is installed beside flatline-config.cmake where
# Flatline was built with libdeflate, because a program that links the static library has to find
# it too, and not at the path at which it was found here.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_LIBDEFLATE QUIET libdeflate)
endif()

find_path(LIBDEFLATE_INCLUDE_DIR libdeflate.h HINTS ${PC_LIBDEFLATE_INCLUDE_DIRS})
find_library(LIBDEFLATE_LIBRARY deflate HINTS ${PC_LIBDEFLATE_LIBRARY_DIRS})
mark_as_advanced(LIBDEFLATE_INCLUDE_DIR LIBDEFLATE_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libdeflate
    REQUIRED_VARS LIBDEFLATE_LIBRARY LIBDEFLATE_INCLUDE_DIR)

if(Libdeflate_FOUND AND NOT TARGET Libdeflate::Libdeflate)
    add_library(Libdeflate::Libdeflate UNKNOWN IMPORTED)
    set_target_properties(Libdeflate::Libdeflate PROPERTIES
        IMPORTED_LOCATION ${LIBDEFLATE_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${LIBDEFLATE_INCLUDE_DIR})
endif()
