// document.hpp: an opened input of any format, and its maps.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "batch/options.hpp"
#include "files.hpp"
#include "model/archive.hpp"
#include "model/doom3.hpp"
#include "model/load.hpp"
#include "model/write_wad.hpp"
#include "open.hpp"
#include "report/tally.hpp"

namespace flatline::engine::tool {

/// A lump of a map with its bytes.
struct StoredLump {
    std::string name;
    Buffer bytes;
};

/// A file, a folder, standard input or the built-in map. Opening never fails: what is wrong is
/// among the findings. Several threads may have a document each.
class Document {
public:
    static Document open(const Input& input, const Limits& limits, const BatchOptions& batch);
    /// What there is nothing to open of, and why.
    static Document unusable(const std::string& path, Rule reason);
    static Document of_text(std::string path, const std::string& map, Bytes borrowed);

    const std::string& path() const { return path_; }
    /// The path as findings print it, with that of the file inside an archive.
    std::string path_of(std::string_view inner) const;

    /// The first map with the same lumps: Archive::twin_of.
    std::size_t twin_of(std::size_t map) const { return archive_ ? archive_->twin_of(map) : map; }
    /// The work that the limit file-work allows the maps of the file on disk that holds this one.
    /// In a folder each file has its own, see own_file.
    Work work_of(std::size_t map, const Limits& limits) const;
    /// The file of a folder that holds the map; "" if the input is one file.
    std::string_view own_file(std::size_t map) const;

    /// The bytes of standard input; none of any other input.
    Bytes standard_input() const { return text_; }
    /// Null for a TEXTMAP on standard input and for what is not in an archive.
    Archive* archive() { return archive_.get(); }
    View<MapEntry> maps() const;
    View<ArchiveFinding> findings() const;
    /// How many findings are about no map, with those beyond the limit `findings`.
    Tally container_tally() const;
    /// True if the container, or a file inside it, cannot be used.
    bool has_container_error() const;
    /// True if the file is no WAD, archive or map, and nothing is wrong with it. A walk also
    /// meets JSON, style sheets and scripts, which begin like a Doom 3 map or like UDMF. So a file
    /// without a suffix of maps counts only as a WAD, an archive, or a text that begins with its
    /// namespace.
    bool is_passed_over() const;

    /// Precondition: maps()[map].format is not doom3.
    LoadResult<Map> load(std::size_t map, Loader& loader, const LoadOptions& options);
    /// Precondition: maps()[map].format is doom3.
    LoadResult<Doom3Map> load_doom3(std::size_t map, const Doom3Options& options);
    /// The bytes of a lump; empty if there is no such lump or it cannot be read. `first_wins`:
    /// of two lumps of one name the first counts (srb2).
    Buffer read_lump(std::size_t map, std::string_view name, bool first_wins);
    /// All lumps of a map in order, with their bytes; none of a map that is a text of its own. One
    /// that cannot be read is empty, and why is among `findings`.
    std::vector<StoredLump> read_lumps(std::size_t map, FindingList& findings);
    /// The lumps after the label of a map in the order of its file, with their bytes: those of the
    /// map and some after them. None of a map that is a text of its own.
    std::vector<StoredLump> lumps_behind(std::size_t map);
    /// As the function of that name: with the map's lumps replaced, in the WAD that it lies in.
    WriteResult write_wad(std::size_t map, View<LumpView> lumps, const Sink& sink);
    /// The limits by which a map is loaded and the rules run: they share what memory is left by all
    /// that is held for the file, and by `beside`.
    Limits load_limits(std::size_t map, const Limits& limits, const BatchOptions& batch,
                       std::uint64_t beside) const;
    Limits rule_limits(std::size_t map, const Limits& limits, const BatchOptions& batch,
                       std::uint64_t beside) const;
    /// The text of a map that was refused, for excerpts, lines and columns; empty if it could
    /// not be read. Valid as long as this document and `result`.
    std::string_view text_of_refused(const LoadResult<Map>& result) const;
    std::string_view text_of_refused(const LoadResult<Doom3Map>& result) const;

private:
    void open_standard_input(const Limits& limits, const BatchOptions& batch);
    bool read_standard_input(const Limits& limits);
    void add_finding(const Finding& finding);
    std::uint64_t packed_bytes() const;
    std::uint64_t held_bytes(std::size_t map, const FileMemory& memory) const;
    void drop_nested();
    void add_text_map(const std::string& name, std::uint64_t size);

    struct Free {
        void operator()(unsigned char* bytes) const { std::free(bytes); }
    };

    std::string path_;
    std::unique_ptr<unsigned char, Free> read_;  ///< bytes of standard input
    OpenArchive archive_;                        ///< may read those
    Bytes text_;                                 ///< without an archive: the only map's text
    std::vector<MapEntry> maps_;                 ///< without an archive
    std::vector<MapLump> lumps_;                 ///< of maps_
    std::vector<char> name_;                     ///< of maps_, and a NUL
    std::vector<ArchiveFinding> findings_;  ///< without an archive, or in place of the archive's
    bool has_own_findings_ = false;
    Tally dropped_;  ///< findings of the archive that were left out of findings_
};

}  // namespace flatline::engine::tool
