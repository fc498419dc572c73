# cmake -DPREFIX=FOLDER -P relocatable.cmake: fails where a package file installed there names an
# absolute path.
file(GLOB_RECURSE files ${PREFIX}/*.cmake)
list(LENGTH files count)
if(count LESS 4)
    message(FATAL_ERROR "${count} package files in ${PREFIX}")
endif()
foreach(file IN LISTS files)
    # Quotes and separators begin a path; "/../" and the like do not follow one.
    file(STRINGS ${file} lines REGEX "[\"; ]/[A-Za-z0-9_]+/")
    list(FILTER lines EXCLUDE REGEX "^ *#")
    if(lines)
        message(SEND_ERROR "${file}: ${lines}")
    endif()
endforeach()
