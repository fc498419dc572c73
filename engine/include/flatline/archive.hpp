// flatline/archive.hpp: which maps a file or folder holds, and the bytes of their lumps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "flatline/buffer.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/view.hpp"

namespace flatline {

/// A file that can be read at any place. What PhysFS (or a host's own file system) gives.
class File {
public:
    virtual ~File() = default;
    /// Size as claimed; reading is checked against it.
    virtual std::uint64_t size() const noexcept = 0;
    /// Reads up to `size` bytes at `offset`; returns how many came. Less than asked is the end
    /// or an error. Not for two threads at once.
    virtual std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept = 0;
};

namespace detail {
Finding unreadable_file() noexcept;
}

/// A tree of files: a PK3, a folder, or whatever a host has. Paths use '/' and have no leading one.
class Source {
public:
    struct Entry {
        std::string path;  ///< a folder that cannot be listed is an entry too: "name/", or "/"
        std::uint64_t size;
    };
    virtual ~Source() = default;
    /// False where a byte of a file can be had without those before it, as in a folder. Out of a
    /// packed tree every file that is opened counts with its whole size (limit inflated-bytes).
    virtual bool packed() const noexcept { return true; }
    /// All regular files, in any order. False where the tree has more than `limit` names, links
    /// and folders included; `entries` is then of no use.
    [[nodiscard]] virtual bool list(std::uint64_t limit, std::vector<Entry>& entries) noexcept = 0;
    /// Null where the file cannot be opened.
    virtual std::unique_ptr<File> open(std::string_view path) noexcept = 0;
    /// Why it cannot, or why an entry is no file: file-unreadable, where a source knows no better.
    virtual Finding reason(std::string_view) const noexcept { return detail::unreadable_file(); }
    /// Passes on what is wrong with single files beside those that list() gave, or with the tree
    /// itself, whose path is "". Called once, after list().
    using Report = void (*)(void* context, std::string_view path, const Finding& finding);
    virtual void report(Report, void*) const noexcept {}
    /// Whether a file that was read to its end is not what its tree's checksum says.
    virtual bool is_damaged(std::string_view) const noexcept { return false; }
};

enum class MapFormat : std::uint8_t { udmf, doom, hexen, doom3 };
std::string_view map_format_name(MapFormat format) noexcept;

/// One lump of a map's group, in directory order, label excluded.
struct MapLump {
    std::string name;      ///< up to 8 bytes, cut at the first NUL, as found
    std::uint64_t offset;  ///< in its file
    std::uint64_t size;    ///< in bytes
    bool readable;         ///< lies inside the file
};

/// One map of an archive.
struct MapEntry {
    std::string name;  ///< label, or file stem; a repeat carries "#2", "#3"
    std::string path;  ///< file inside the archive that holds it; "" where the archive is that file
    MapFormat format;
    std::vector<MapLump> lumps;  ///< a bare TEXTMAP or .map is one lump of that name
    bool bare = false;           ///< the file is the text itself: no lump can stand beside it

    /// The lump of this name that counts (any case): the last one, in srb2 maps the first.
    const MapLump* lump(std::string_view lump_name, bool first_wins) const noexcept;
};

/// A finding about the container, before any map is read.
struct ArchiveFinding {
    Finding finding;
    std::string path;  ///< file inside the archive, "" for the archive itself
    std::string map;   ///< name of the map that it is about, or ""
};

/// The maps of one file, folder or host file system, found by position (docs/archives.md, "Which
/// lumps make a map"): label, TEXTMAP, ..., ENDMAP. Opening reads directories only, lumps are read
/// one by one; flatline/archive_map.hpp loads a map of it. No exceptions; running out of memory is
/// the finding `out-of-memory`. One thread at a time.
class Archive {
public:
    /// A single file: WAD, bare TEXTMAP or Doom 3 map, told by content and, where that says
    /// nothing, by the suffix of `name`. The stem of `name` names a bare map. A null `file` stands
    /// for one that could not be opened: the finding file-unreadable.
    static Archive from_file(std::unique_ptr<File> file, std::string_view name,
                             const Limits& limits) noexcept;
    /// A tree of files: every WAD and bare map in it (`maps/NAME.wad` is called NAME). A null
    /// `source` stands for one that could not be opened: the finding archive-unreadable.
    static Archive from_source(std::unique_ptr<Source> source, const Limits& limits) noexcept;
    /// What exists and cannot be used, for this reason: broken, without maps.
    static Archive unusable(const Finding& reason) noexcept;

    Archive(Archive&&) noexcept;
    Archive& operator=(Archive&&) noexcept;
    ~Archive();

    const std::vector<MapEntry>& maps() const noexcept;
    /// The first ones up to the limit `findings`; an error takes the place of a lesser one.
    const std::vector<ArchiveFinding>& findings() const noexcept;
    /// How many there were in all.
    std::uint64_t finding_count(Severity severity) const noexcept;
    /// True where something is wrong with the container as a whole (bad directory, unknown format).
    bool broken() const noexcept;
    /// The map called `name`, compared without case; null where there is none.
    const MapEntry* find(std::string_view name) const noexcept;

    /// The bytes of one lump of a map; empty data() and a finding where it cannot be read.
    Buffer read_lump(std::size_t map, const MapLump& lump, FindingList& findings) noexcept;
    /// The same for who only reads them: bytes that are in memory already are shared, not copied,
    /// and stay as long as the Buffer does. Empty data() and `problem` where they cannot be read.
    Buffer share_lump(std::size_t map, const MapLump& lump, Finding& problem) noexcept;

private:
    struct State;
    explicit Archive(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace flatline
