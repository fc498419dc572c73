# embed_page.cmake: makes the C++ source that holds the page, out of the files in page/.
#
#   cmake -DPAGE=FOLDER -DOUTPUT=FILE -P embed_page.cmake
#
# The index of --all-maps comes from the folder index beside PAGE.
#
# Styles and scripts become elements of the page, and its policy (Content-Security-Policy) names
# their hashes, so that a browser runs these and nothing else.

# In the order in which they use each other.
set(scripts decode model plan_model tiles view flats painter overlays picking input search links panels
    card changes main)

include(${CMAKE_CURRENT_LIST_DIR}/sha256_source.cmake)

file(READ "${PAGE}/page.html" page)
file(READ "${PAGE}/colors.css" colors)
file(READ "${PAGE}/style.css" style)
set(style "${colors}${style}")
set(script "\n\"use strict\";\n(() => {\n")
foreach(name IN LISTS scripts)
    file(READ "${PAGE}/${name}.js" part)
    string(APPEND script "${part}\n")
endforeach()
string(APPEND script "})();\n")
sha256_source(style_hash "${style}")
sha256_source(script_hash "${script}")
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")

string(FIND "${page}" "@DATA@" cut)
if(cut EQUAL -1)
    message(FATAL_ERROR "page.html has no @DATA@")
endif()
string(SUBSTRING "${page}" 0 ${cut} before)
math(EXPR cut "${cut} + 6")
string(SUBSTRING "${page}" ${cut} -1 after)

# The index of all maps of a file, whose gaps are filled by the program. It has no script.
file(READ "${PAGE}/../index/index.html" album)
file(READ "${PAGE}/../index/index.css" album_style)
set(album_style "${colors}${album_style}")
sha256_source(album_hash "${album_style}")
string(REPLACE "%STYLE_HASH%" "${album_hash}" album "${album}")
string(REPLACE "%STYLE%" "${album_style}" album "${album}")
file(WRITE "${OUTPUT}" "#include \"draw/page_text.hpp\"

namespace flatline::engine::tool {

std::string_view page_before_data() {
    return R\"PAGE(${before})PAGE\";
}

std::string_view page_after_data() {
    return R\"PAGE(${after})PAGE\";
}

std::string_view album_text() {
    return R\"PAGE(${album})PAGE\";
}

}  // namespace flatline::engine::tool
")
