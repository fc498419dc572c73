# Which parts of the library are built (docs/embedding.md, "What to take").
set(FLATLINE_PARTS all CACHE STRING
    "all, or loader: text and binary maps, nodes and what ports derive, without Doom 3 maps, archives, resources, checks, verdicts and writers")
set_property(CACHE FLATLINE_PARTS PROPERTY STRINGS all loader)
if(NOT FLATLINE_PARTS MATCHES "^(all|loader)$")
    message(FATAL_ERROR "FLATLINE_PARTS: ${FLATLINE_PARTS} is neither all nor loader")
endif()

if(FLATLINE_PARTS STREQUAL "loader" AND (FLATLINE_TOOL OR FLATLINE_TESTS))
    message(FATAL_ERROR "FLATLINE_PARTS=loader has no tool and no tests: it needs FLATLINE_DEVELOPER=OFF")
endif()

# Whole rooms, and files of the rooms that stay. A load gives the memory of a text back that an archive
# read, so archive/read.cpp stays.
set(not_loader_rooms doom3 archive resources check verdict diff write fix bake)
set(not_loader_files
    api/archive api/bake api/check api/diff api/doom3 api/files api/fix api/resources api/source api/verdict api/write
    load/archive_map load/binary_lumps load/build_facts load/check load/diff load/doom3_loader load/doom3_map load/fix load/fix_lumps load/map_lumps
    load/surfaces load/udmf_lumps load/windings load/write load/write_wad
    nodes/write nodes/write_blockmap nodes/write_classic nodes/write_compressed)

# flatline_choose_parts(VAR): leaves the sources of the chosen parts in the list VAR.
function(flatline_choose_parts list)
    if(FLATLINE_PARTS STREQUAL "all")
        return()
    endif()
    set(kept "")
    list(JOIN not_loader_rooms "|" rooms)
    list(JOIN not_loader_files "|" files)
    foreach(source IN LISTS ${list})
        file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/engine ${source})
        if(name STREQUAL "archive/read.cpp" OR
           NOT name MATCHES "^((${rooms})/.*|(${files})\\.cpp)$")
            list(APPEND kept ${source})
        endif()
    endforeach()
    set(${list} ${kept} PARENT_SCOPE)
endfunction()
