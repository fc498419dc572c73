// draw/album_index.hpp: the page that shows all maps of a file.
#pragma once

#include <string>
#include <vector>

#include "output.hpp"
#include "report/tally.hpp"

namespace flatline::engine::tool {

/// One map of the index.
struct AlbumMap {
    std::string name;       ///< as found
    std::string page;       ///< the file with its page, beside the index
    std::string words;      ///< its counts, printable
    std::string why;        ///< it has no page; "" where it has one
    std::string thumbnail;  ///< an element; "" without a page
    Tally tally;
};

struct AlbumIndex {
    std::string file;  ///< without the folders that it is in
    std::vector<AlbumMap> maps;
};

/// Writes the index as one HTML page that loads nothing and runs no script.
void write_album_index(Output& out, const AlbumIndex& index);

}  // namespace flatline::engine::tool
