// model/archive.hpp: which maps a file or folder holds, and the bytes of their lumps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "flatline/export.h"
#include "model/buffer.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/map_format.hpp"
#include "model/memory.hpp"
#include "model/view.hpp"

namespace flatline::engine {

/// A file that can be read at any place, as PhysFS or a host's own file system gives it. The host
/// implements it; an archive calls it on the thread that called the archive.
class File {
public:
    virtual ~File() = default;
    /// The size in bytes that the file system claims. It need not be true: reads are checked.
    virtual std::uint64_t size() const noexcept = 0;
    /// Copies up to `size` bytes from byte `offset` on to `out` and returns how many were copied.
    /// Fewer than asked for mean the end of the file or an error. One thread at a time.
    virtual std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept = 0;
};

namespace detail {
Finding unreadable_file() noexcept;
struct EntryStorage;
}  // namespace detail

/// Characters with a zero byte after them.
class CText : public std::string_view {
public:
    constexpr CText() noexcept : CText("") {}
    constexpr CText(const char* text) noexcept : std::string_view(text) {}
    /// Precondition: a zero byte stands after the last character.
    constexpr explicit CText(std::string_view text) noexcept : std::string_view(text) {}
    constexpr const char* c_str() const noexcept { return data(); }
    operator std::string() const { return std::string(data(), size()); }
};

/// A tree of files: a PK3, a folder, or whatever a host has. The host implements it. Paths have '/'
/// between folders and none in front. Calls come on the thread that called the archive.
class Source {
public:
    /// One file of the tree, with its size in bytes.
    struct Entry {
        CText path;  ///< a folder that cannot be listed is an entry too: "name/", or "/"
        std::uint64_t size;
    };
    /// The files of a tree, in memory of a host's hooks. Move-only.
    class Entries {
    public:
        explicit Entries(const MemoryHooks& memory = {}) noexcept;
        Entries(Entries&&) noexcept;
        Entries& operator=(Entries&&) noexcept;
        ~Entries();
        /// Adds a file; the path is copied. False where memory is out, which the list keeps in
        /// mind, so that it needs not to be looked at.
        bool add(std::string_view path, std::uint64_t size) noexcept;
        bool out_of_memory() const noexcept;
        /// For a source that has no memory for what it keeps itself.
        void set_out_of_memory() noexcept;
        View<Entry> view() const noexcept FLATLINE_LIFETIMEBOUND;

    private:
        detail::EntryStorage* storage_ = nullptr;
    };
    virtual ~Source() = default;
    /// False where a part of a file can be read without the bytes before it, as in a folder. True
    /// for packed files: each one that is opened then counts with its whole size towards the limit
    /// inflated-bytes.
    virtual bool packed() const noexcept { return true; }
    /// The size of the file that a packed tree lies in, which the limit inflation-ratio is about;
    /// 0 where nobody knows it.
    virtual std::uint64_t packed_bytes() const noexcept { return 0; }
    /// Bytes of unpacked files that the tree keeps in memory by itself.
    virtual std::uint64_t kept_bytes() const noexcept { return 0; }
    /// Fills `entries` with all regular files, in any order. Returns false where the tree has more
    /// than `limit` names, links and folders included; `entries` is then not used.
    [[nodiscard]] virtual bool list(std::uint64_t limit, Entries& entries) noexcept = 0;
    /// Opens the file at `path`; null where it cannot be opened.
    virtual std::unique_ptr<File> open(std::string_view path) noexcept = 0;
    /// The reason why the file at that path could not be opened or listed: file-unreadable, unless
    /// the source has a better finding.
    virtual Finding reason(std::string_view) const noexcept { return detail::unreadable_file(); }
    /// Calls the function that it gets, with `context`, for each finding about the tree itself,
    /// whose path is "", or about a file that list() did not give. Called once, after list().
    using Report = void (*)(void* context, std::string_view path, const Finding& finding);
    virtual void report(Report, void*) const noexcept {}
    /// True where the file at that path has been read to its end and does not match the checksum
    /// that the tree has of it.
    virtual bool is_damaged(std::string_view) const noexcept { return false; }
};

/// One lump of a map. Its name lives as long as the archive.
struct MapLump {
    CText name;            ///< up to 8 bytes, cut at the first NUL, as found
    std::uint64_t offset;  ///< in its file
    std::uint64_t size;    ///< in bytes
    bool readable;         ///< lies inside the file
};

/// One map of an archive. What it points to lives as long as the archive.
struct MapEntry {
    CText name;  ///< label, or file stem; a repeat carries "#2", "#3"
    CText path;  ///< file inside the archive that holds it; "" where the archive is that file
    MapFormat format;
    /// The lumps of the map in the order of the WAD's directory, without the label. A bare TEXTMAP
    /// or Doom 3 map has one lump, called TEXTMAP or MAP.
    View<MapLump> lumps;
    bool bare = false;  ///< the file is the text itself: no lump can stand beside it
    /// False for a binary map of other records, as Doom 64 and the PlayStation have: it is listed,
    /// and no load takes it (rule map-unsupported).
    bool supported = true;

    /// The lump called `lump_name`, in any case: the first of several where `first_wins` is true,
    /// as SRB2 has it, else the last, as all other ports have it. Null where there is none.
    const MapLump* lump(std::string_view lump_name, bool first_wins) const noexcept;
};

/// A finding about the container, before any map is read.
struct ArchiveFinding {
    Finding finding;
    CText path;  ///< file inside the archive, "" for the archive itself
    CText map;   ///< name of the map that it is about, or ""
};

/// The maps of one file, folder or host file system. A map is found by the position of its lumps:
/// label, TEXTMAP, ..., ENDMAP. Opening reads directories, and lumps are read one by one when they
/// are asked for; flatline/archive_map.hpp loads a map. Lists and names lie in memory of the hooks.
/// Where that is out the archive is broken(), has no maps, and the finding out-of-memory. One
/// thread at a time. Move-only; one that was moved from is broken() and has no maps. Source:
/// docs/archives.md, "Which lumps make a map".
class Archive {
public:
    /// Opens a single file: a WAD, a bare TEXTMAP or a Doom 3 map. Its content tells which, or
    /// where that says nothing, the suffix of `name`. A bare map is called by the stem of `name`. A
    /// null `file` stands for one that could not be opened and gives the finding file-unreadable.
    static Archive from_file(std::unique_ptr<File> file, std::string_view name,
                             const Limits& limits, const MemoryHooks& memory = {}) noexcept;
    /// Opens a tree of files: every WAD and every bare map in it. The first map of maps/NAME.wad is
    /// called NAME. A null `source` stands for a tree that could not be opened and gives the
    /// finding archive-unreadable. Source: docs/archives.md, "Names of maps".
    static Archive from_source(std::unique_ptr<Source> source, const Limits& limits,
                               const MemoryHooks& memory = {}) noexcept;
    /// Makes an archive that stands for something that exists and cannot be used: it is broken(),
    /// has no maps, and has `reason` as its finding.
    static Archive unusable(const Finding& reason) noexcept;

    Archive(Archive&&) noexcept;
    Archive& operator=(Archive&&) noexcept;
    ~Archive();

    /// The maps that were found. They live as long as the archive.
    View<MapEntry> maps() const noexcept FLATLINE_LIFETIMEBOUND;
    /// What was found wrong while opening: the first notes up to the limit `findings`, the first
    /// warnings and errors up to `finding-lines`. When that is reached, an error takes the place of
    /// a warning.
    View<ArchiveFinding> findings() const noexcept FLATLINE_LIFETIMEBOUND;
    /// How many findings of a severity opening gave, kept or not.
    std::uint64_t finding_count(Severity severity) const noexcept;
    /// How many of these findings() lacks.
    std::uint64_t left_out(Rule rule, Severity severity) const noexcept;
    /// True where the archive as a whole cannot be used, as with a bad directory or an unknown
    /// format.
    bool broken() const noexcept;
    /// The map called `name`, compared without case; null where there is none.
    const MapEntry* find(std::string_view name) const noexcept FLATLINE_LIFETIMEBOUND;

    /// The first map that has the lumps of map number `map`: the same bytes of the same file under
    /// the same names, in the same order. A load and a check find the same in both, so one of them
    /// is enough; `map` itself where no map before it is like that. Names of maps may differ, but
    /// for what a check takes from them. Precondition: `map` is below maps().size().
    std::size_t twin_of(std::size_t map) const noexcept;

    /// Reads the bytes of one lump of map number `map`, for a caller that does not change them: an
    /// archive that has them in memory may share them instead of copying. They stay as long as the
    /// Buffer, also without the archive. If the lump cannot be read, data() is null and `problem`
    /// says why. `room` holds bytes of an earlier call that nobody uses any more; the call reads
    /// into it if the lump fits, and frees it otherwise.
    Buffer read_lump(std::size_t map, const MapLump& lump, Finding& problem,
                     Buffer room = {}) noexcept;
    /// Reads the whole file that holds map number `map`: a WAD, or the text itself. It may share
    /// bytes as read_lump does. If it cannot be read, data() is null and a finding says why.
    Buffer read_file(std::size_t map, FindingList& findings) noexcept;
    /// Where in that file the directory entry of the map's first lump stands: the others follow, 16
    /// bytes each. 0 of a bare map. Precondition: `map` is below maps().size().
    std::uint64_t directory_of(std::size_t map) const noexcept;

    /// What the archive was opened with: the file of from_file, the tree of from_source; null for
    /// the other, and for one that is unusable. For reading what is not in maps; reads do not count
    /// towards the limits of the archive. They live as long as it does.
    File* file() noexcept FLATLINE_LIFETIMEBOUND;
    Source* source() noexcept FLATLINE_LIFETIMEBOUND;

private:
    struct State;
    explicit Archive(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
    bool failed_ = false;  // there was no memory for the state
};

}  // namespace flatline::engine
