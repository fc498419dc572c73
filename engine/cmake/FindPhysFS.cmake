# Finds PhysicsFS and defines PhysFS::PhysFS.
#
# CMake's own FindPhysFS came with 3.31, and PhysicsFS installs a package file of its own only in
# some distributions (Debian 12 has just a pkg-config file), so Flatline brings this one. It is
# installed beside flatline-config.cmake, because a program that links the static flatline::physfs
# has to find PhysicsFS too.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_PHYSFS QUIET physfs)
endif()

find_path(PHYSFS_INCLUDE_DIR physfs.h HINTS ${PC_PHYSFS_INCLUDE_DIRS})
find_library(PHYSFS_LIBRARY physfs HINTS ${PC_PHYSFS_LIBRARY_DIRS})
mark_as_advanced(PHYSFS_INCLUDE_DIR PHYSFS_LIBRARY)

# The header is asked for the version: it is what we compile against.
if(PHYSFS_INCLUDE_DIR)
    file(STRINGS ${PHYSFS_INCLUDE_DIR}/physfs.h version_lines
        REGEX "^#define PHYSFS_VER_(MAJOR|MINOR|PATCH) +[0-9]+")
    list(TRANSFORM version_lines REPLACE "^.* ([0-9]+).*$" "\\1")
    list(JOIN version_lines "." PhysFS_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PhysFS
    REQUIRED_VARS PHYSFS_LIBRARY PHYSFS_INCLUDE_DIR
    VERSION_VAR PhysFS_VERSION)

if(PhysFS_FOUND AND NOT TARGET PhysFS::PhysFS)
    add_library(PhysFS::PhysFS UNKNOWN IMPORTED)
    set_target_properties(PhysFS::PhysFS PROPERTIES
        IMPORTED_LOCATION ${PHYSFS_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${PHYSFS_INCLUDE_DIR})
endif()
