# The machine's own compiler, with the libraries of FLATLINE_RELEASE_ROOT in place of the machine's.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FLATLINE_RELEASE_ROOT)
set(CMAKE_C_COMPILER gcc)
set(CMAKE_CXX_COMPILER g++)
set(CMAKE_PREFIX_PATH ${FLATLINE_RELEASE_ROOT}/usr)
include(${CMAKE_CURRENT_LIST_DIR}/only_the_root.cmake)
