# assemble.cmake: makes one page of the files beside this, the npm package and what TREE was built
# into; and in the folder SITE the same page for a server, with its icon as a file.
#
#   cmake -D TREE=build/web -D OUTPUT=FILE -D SITE=FOLDER -P assemble.cmake
#
# Its policy lets run what is in it, by their hashes, and nothing be asked for: what is dropped on
# the page cannot leave it.
set(root ${CMAKE_CURRENT_LIST_DIR}/../..)
include(${root}/tools/flatline/draw/sha256_source.cmake)

foreach(name IN ITEMS page.html page.css page.js worker.js icon.svg licences.txt)
    file(READ "${CMAKE_CURRENT_LIST_DIR}/${name}" ${name})
endforeach()
# In the page itself, because one that is opened from a disk may read no other file; packed, because
# as text it would be four times as long.
execute_process(
    COMMAND gzip -9 -n -c "${root}/tools/npm/flatline.wasm"
    COMMAND base64 -w 0
    OUTPUT_VARIABLE program COMMAND_ERROR_IS_FATAL ANY)
# What the start screen offers, besides the map that the program holds.
file(READ "${root}/examples/maps/halls.textmap" halls)
file(READ "${root}/examples/maps/crate.map" crate)

# The pages that draw writes stand in a frame, under this page's policy and their own.
file(READ "${TREE}/page_text.cpp" drawn)
if(NOT drawn MATCHES "script-src ('sha256-[^']+'); style-src ('sha256-[^']+')")
    message(FATAL_ERROR "the page of draw has no policy")
endif()
set(drawn_script "${CMAKE_MATCH_1}")
set(drawn_style "${CMAKE_MATCH_2}")

# The package as one script: its modules in the order in which they use each other, without the lines
# that tell modules of each other.
file(READ "${root}/tools/npm/module.js" module)
file(READ "${root}/tools/npm/core.js" core)
string(REPLACE "\nexport default FlatlineModule;\n" "\n" module "${module}")
string(REPLACE "\nimport FlatlineModule from \"./module.js\";\n" "\n" core "${core}")
string(REPLACE "\nexport " "\n" core "${core}")
if(core MATCHES "\n(import|export) ")
    message(FATAL_ERROR "core.js imports what the page does not have")
endif()
# The worker is text to the page, which makes a program of it. "</" could end an element.
set(worker "${module}\n${core}\n${worker.js}")
string(REPLACE "</" "<\\/" worker "${worker}")
sha256_source(style_hash "${page.css}")
sha256_source(script_hash "${page.js}")

# write_page(FILE ICON IMAGES): ICON is the address of the icon, IMAGES what may be shown.
function(write_page file icon images)
    set(page "${page.html}")
    string(REPLACE "@POLICY@" "default-src 'none'; script-src 'wasm-unsafe-eval' ${script_hash} \
${drawn_script}; style-src ${style_hash} ${drawn_style}; worker-src blob:; img-src ${images}; \
connect-src 'none'; base-uri 'none'; form-action 'none'" page "${page}")
    string(REPLACE "@ICON@" "${icon}" page "${page}")
    string(REPLACE "@STYLE@" "${page.css}" page "${page}")
    string(REPLACE "@SCRIPT@" "${page.js}" page "${page}")
    string(REPLACE "@LICENCES@" "${licences.txt}" page "${page}")
    string(REPLACE "@HALLS@" "${halls}" page "${page}")
    string(REPLACE "@CRATE@" "${crate}" page "${page}")
    string(REPLACE "@WORKER@" "${worker}" page "${page}")
    string(REPLACE "@PROGRAM@" "${program}" page "${page}")
    file(WRITE "${file}" "${page}")
endfunction()

set(icon "${icon.svg}")
foreach(pair IN ITEMS "#=%23" "<=%3C" ">=%3E" "\"='" "\n=")
    string(REGEX MATCH "^(.)=(.*)$" pair "${pair}")
    string(REPLACE "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" icon "${icon}")
endforeach()
write_page("${OUTPUT}" "data:image/svg+xml,${icon}" "data:")
write_page("${SITE}/index.html" "icon.svg" "'self' data:")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/icon.svg" DESTINATION "${SITE}" NO_SOURCE_PERMISSIONS)
