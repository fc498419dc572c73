// draw/flats.hpp: the pictures of floors, out of the archives of a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "args.hpp"
#include "document.hpp"
#include "model/map.hpp"
#include "open.hpp"

namespace flatline::engine::tool {

/// One flat: numbers of the palette, row by row from the top, or the bytes of a PNG.
struct FlatPicture {
    std::string name;  ///< in upper case
    std::uint32_t width = 0, height = 0;
    std::string pixels;
    std::string png;
};

/// Those of one map.
struct FlatPictures {
    std::string palette;  ///< 256 colours of three bytes; "" where nothing needs it
    std::vector<FlatPicture> pictures;
};

/// Finds flats in the archives of --resources and in the map's own archive. Of flats with one name
/// that of the map's own archive counts, else that of the last --resources. A WAD has flats between
/// F_ and FF_ markers, a tree in its folders flats and textures, and a tree that is a folder also
/// in the WADs at its root.
class FlatFiles {
public:
    /// Without --resources there is nothing to look for.
    FlatFiles(Document& document, const Arguments& args);

    /// The floors of a map that are found and can be read, each once; within some 32 MB.
    FlatPictures of(const Map& map);

private:
    /// Where the bytes of a flat are: in a file, or in the archive itself.
    struct Place {
        Archive* archive = nullptr;
        std::string path;  ///< of a file of a tree, "" for the archive
        std::uint64_t offset = 0, size = 0;
    };

    void add(Archive& archive);
    void add_tree(Archive& archive, Source& source);
    void add_file(Archive& archive, Source& source, const Source::Entry& entry);
    void add_wad(File& file, const Place& inside);
    std::string read(const Place& place) const;

    const Limits limits_;
    std::vector<OpenArchive> opened_;
    std::map<std::string, Place, std::less<>> flats_;
    Place palette_;
};

}  // namespace flatline::engine::tool
