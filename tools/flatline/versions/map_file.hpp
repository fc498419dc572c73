// versions/map_file.hpp: one of the files that are compared, with the maps in it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "console.hpp"
#include "document.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// A map of a file, or of a folder of files.
struct FoundMap {
    std::size_t input;
    std::size_t map;
    std::string name;
    std::string where;  ///< of several inputs the path below the folder, else ""
};

/// A PATH of the command line, opened. Maps are loaded one after another.
class MapFile {
public:
    MapFile(Console& console, std::string path) : console_(console), path_(std::move(path)) {}
    MapFile(const MapFile&) = delete;
    MapFile& operator=(const MapFile&) = delete;

    /// Lists the maps. An empty file has none, as what git gives for a file that is not there.
    /// False after a complaint: the path cannot be used, or there is something wrong with it that
    /// may hide maps.
    bool open();
    const std::string& path() const { return path_; }
    const std::vector<FoundMap>& maps() const { return maps_; }

    /// Loads a map; what is wrong with it goes to standard error. The session lives until another
    /// map of another input is loaded.
    std::unique_ptr<Session> load(const FoundMap& map);
    /// The document that a map lies in, opened.
    Document& document_of(const FoundMap& map);

private:
    Document& open_input(std::size_t input);

    Console& console_;
    std::string path_;
    std::vector<Input> inputs_;
    std::vector<FoundMap> maps_;
    Document document_;
    std::size_t opened_ = static_cast<std::size_t>(-1);
    Loader loader_;
    std::unique_ptr<Watch> watch_;
};

}  // namespace flatline::engine::tool
