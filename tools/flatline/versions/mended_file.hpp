// versions/mended_file.hpp: a file whose maps were mended, before it is written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "args.hpp"
#include "batch/watch.hpp"
#include "document.hpp"
#include "model/fix.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// A map of a file after mending. Precondition of lumps(): the map is not refused.
struct MendedMap {
    std::size_t map;  ///< of the document
    std::string name;
    bool refused = false;
    MapReport refusal;  ///< why
    std::vector<StoredLump> stored;
    Result<Fixed> fixed;  ///< refers to `stored`

    bool changed() const { return !refused && fixed.value.value().changed; }
    /// The lumps as they are now.
    View<LumpView> lumps() const { return fixed.value.value().lumps; }
};

/// A WAD, or a text by itself: a file, or one in a folder or an archive.
class MendedFile {
public:
    MendedFile(Document& document, std::string shown, std::string written_to)
        : name(std::move(shown)), path(std::move(written_to)), document_(document) {}

    std::string name;  ///< as printed
    std::string path;  ///< that --in-place writes; "" where nothing can
    std::vector<MendedMap> maps;
    bool written = false;

    bool changed() const;
    /// The bytes of the file as it is; empty if they cannot be read.
    Buffer old_bytes() const;
    /// Writes the file with its maps as they are now. Says why not, or "".
    std::string write(const Sink& sink) const;

private:
    Document& document_;
};

/// An input whose maps were mended.
struct MendedInput {
    Document document;
    bool passed_over = false;
    std::vector<MendedFile> files;  ///< refer to the document
};

/// Opens an input and mends its wanted maps. `watch` may end it, which leaves the rest as it is.
/// Any thread.
std::unique_ptr<MendedInput> mend_input(const Input& input, const Arguments& args, Loader& loader,
                                        Watch& watch);

}  // namespace flatline::engine::tool
