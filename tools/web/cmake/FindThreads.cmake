# The page has one thread, and code that asks for a second gets none.
if(NOT TARGET Threads::Threads)
    add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
endif()
set(Threads_FOUND TRUE)
set(CMAKE_THREAD_LIBS_INIT "")
