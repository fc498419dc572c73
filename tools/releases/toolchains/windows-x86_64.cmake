list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FLATLINE_RELEASE_ROOT)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_PREFIX_PATH ${FLATLINE_RELEASE_ROOT}/usr/x86_64-w64-mingw32 ${FLATLINE_RELEASE_ROOT}/usr)
# Headers of static libraries are told that they are such.
set(CMAKE_CXX_FLAGS_INIT "-DLZMA_API_STATIC")
# Without it a program holds the time at which it was linked.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--no-insert-timestamp")
include(${CMAKE_CURRENT_LIST_DIR}/only_the_root.cmake)
