# zlib as tools/web/CMakeLists.txt builds it.
if(NOT TARGET ZLIB::ZLIB)
    add_library(ZLIB::ZLIB ALIAS web_zlib)
endif()
set(ZLIB_FOUND TRUE)
