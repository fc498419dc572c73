# The page has one thread, and what asks for a second is told that there is none.
if(NOT TARGET Threads::Threads)
    add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
endif()
set(Threads_FOUND TRUE)
set(CMAKE_THREAD_LIBS_INIT "")
