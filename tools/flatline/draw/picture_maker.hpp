// draw/picture_maker.hpp: loads maps of a document, runs the rules, and makes pictures of them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "batch/watch.hpp"
#include "console.hpp"
#include "document.hpp"
#include "draw/flats.hpp"
#include "draw/picture.hpp"
#include "game_resources.hpp"
#include "new_file.hpp"
#include "report/model.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// A map, loaded or not. Its picture views the rest.
struct DrawnMap {
    Session session;
    MapReport report;
    std::optional<Picture> picture;
    std::string why;  ///< there is no picture
};

/// One thread. `document` must outlive it.
class PictureMaker {
public:
    /// Loads what --resources names, and says what is wrong with it.
    PictureMaker(Console& console, Document& document);

    /// Said already: a path of --resources is missing.
    bool wrong_use() const { return game_.wrong_use(); }
    /// Loads a map and makes its picture. `with_flats`: its picture has
    /// the flats of floors.
    std::unique_ptr<DrawnMap> make(std::size_t map, bool with_flats);

private:
    void make_picture_of(DrawnMap& drawn, bool with_flats);

    Console& console_;
    Document& document_;
    GameResources game_;
    Resources own_;
    std::optional<FlatFiles> flats_;  ///< from the first picture with flats on
};

/// Says something about a map.
void complain_of(Console& console, const DrawnMap& drawn, std::string_view what);
/// Says what a limit keeps out of a picture.
void tell_left_out(Console& console, const DrawnMap& drawn);

/// Prints the lines of JSON about a map that was drawn into the file `output`, or, where that is
/// "", was not.
void tell_json(Console& console, const MapReport& report, std::string_view output);

/// A file to write, which takes the place of nothing that it is made of.
WantedFile wanted_picture(const Arguments& args, std::string path);
/// Writes a file whole or not at all. Returns false after a complaint.
bool write_whole(Console& console, const WantedFile& wanted,
                 const std::function<void(Output&)>& write);

}  // namespace flatline::engine::tool
