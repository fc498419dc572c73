# assemble.cmake: makes one page of the files beside this and what TREE was built into.
#
#   cmake -D TREE=build/web -D OUTPUT=FILE -P assemble.cmake
#
# Its policy lets run what is in it, by their hashes, and nothing be asked for: what is dropped on
# the page cannot leave it.
include(${CMAKE_CURRENT_LIST_DIR}/../flatline/draw/sha256_source.cmake)

foreach(name IN ITEMS page.html page.css page.js worker.js)
    file(READ "${CMAKE_CURRENT_LIST_DIR}/${name}" ${name})
endforeach()
file(READ "${TREE}/flatline_web.js" glue)
# In the page itself, because one that is opened from a disk may read no other file; packed, because
# as text it would be four times as long.
execute_process(
    COMMAND gzip -9 -n -c "${TREE}/flatline_web.wasm"
    COMMAND base64 -w 0
    OUTPUT_VARIABLE program COMMAND_ERROR_IS_FATAL ANY)

# The pages that draw writes stand in a frame, under this page's policy and their own.
file(READ "${TREE}/page_text.cpp" drawn)
if(NOT drawn MATCHES "script-src ('sha256-[^']+'); style-src ('sha256-[^']+')")
    message(FATAL_ERROR "the page of draw has no policy")
endif()
set(drawn_script "${CMAKE_MATCH_1}")
set(drawn_style "${CMAKE_MATCH_2}")

# The worker is text to the page, which makes a program of it. "</" could end an element.
set(worker "${glue}\n${worker.js}")
string(REPLACE "</" "<\\/" worker "${worker}")
sha256_source(style_hash "${page.css}")
sha256_source(script_hash "${page.js}")
set(page "${page.html}")
string(REPLACE "@POLICY@" "default-src 'none'; script-src 'wasm-unsafe-eval' ${script_hash} \
${drawn_script}; style-src ${style_hash} ${drawn_style}; worker-src blob:; img-src data:; \
connect-src 'none'; base-uri 'none'; form-action 'none'" page "${page}")
string(REPLACE "@STYLE@" "${page.css}" page "${page}")
string(REPLACE "@SCRIPT@" "${page.js}" page "${page}")
string(REPLACE "@WORKER@" "${worker}" page "${page}")
string(REPLACE "@PROGRAM@" "${program}" page "${page}")
file(WRITE "${OUTPUT}" "${page}")
