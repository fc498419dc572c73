// flatline/archive.hpp: which maps a file or folder holds, their lumps, and loading them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

/// A file of the host's that can be read at any place. An archive calls it on the thread that
/// called the archive. Nothing throws.
class File {
public:
    virtual ~File() = default;
    /// The size in bytes that the file system claims, FLATLINE_NO_FILE for a file that cannot be
    /// opened. It need not be true: reads are checked.
    virtual std::uint64_t size() const noexcept = 0;
    /// Copies up to `size` bytes from byte `offset` on to `out` and returns how many. Fewer than
    /// asked for are the end of the file or an error.
    virtual std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept = 0;
};

/// A tree of files of the host's, numbered from 0. Calls come on the thread that called the
/// archive. Nothing throws. Each function is a member of flatline_source, which says more.
class Source {
public:
    /// Adds a finding about the file at `path`, "" for the tree itself.
    class Report {
    public:
        Report(flatline_add_finding add, void* context) noexcept : add_(add), context_(context) {}
        void operator()(const char* path, const flatline_finding& finding) const noexcept {
            add_(context_, path, &finding);
        }

    private:
        flatline_add_finding add_;
        void* context_;
    };

    virtual ~Source() = default;
    /// The path of file `i` with '/' between folders, until the next call; null past the last.
    virtual const char* path(std::uint64_t i) noexcept = 0;
    /// As File::size and File::read_at.
    virtual std::uint64_t size(std::uint64_t i) noexcept = 0;
    virtual std::uint64_t read_at(std::uint64_t i, std::uint64_t offset, void* out,
                                  std::uint64_t size) noexcept = 0;
    /// Replaces `finding`, which is file-unreadable, by one that says why file `i` cannot be
    /// opened or listed.
    virtual void reason(std::uint64_t /*i*/, flatline_finding& /*finding*/) noexcept {}
    /// Gives what is wrong with the tree itself. Called once, after the paths.
    virtual void report(const Report& /*add*/) noexcept {}
    /// Whether file `i` has been read to its end and does not match a checksum.
    virtual bool is_damaged(std::uint64_t /*i*/) noexcept { return false; }
    /// Called before the first and after the last use of file `i`; false if it cannot be opened.
    virtual bool open(std::uint64_t /*i*/) noexcept { return true; }
    virtual void close(std::uint64_t /*i*/) noexcept {}
    /// The size of the file that a packed tree lies in.
    virtual std::uint64_t packed_bytes() noexcept { return 0; }
};

using ArchiveOptions = detail::Options<flatline_archive_options>;

/// One lump of a map and its number there.
struct MapLump : flatline_map_lump {
    std::uint32_t index = 0;
};

/// One map of an archive and its number there. It lives as long as the archive.
struct MapEntry : flatline_map_entry {
    const flatline_archive* archive = nullptr;
    std::size_t index = 0;

    /// The lumps in the order of their file, without the label.
    Items<MapLump> lumps() const noexcept {
        return {[](const void* of, std::size_t map, std::size_t i) noexcept {
                    const auto lump = static_cast<std::uint32_t>(i);
                    const auto* raw = static_cast<const flatline_archive*>(of);
                    return MapLump{flatline_archive_lump(raw, map, lump), lump};
                },
                archive, index, lump_count};
    }
    /// The number of the lump called `lump_name`, in any case; FLATLINE_NONE if there is none.
    /// Of several the last counts, or with `first_wins` the first, as SRB2 has it.
    std::uint32_t find_lump(const char* lump_name, bool first_wins = false) const noexcept {
        return flatline_archive_find_lump(archive, index, lump_name, first_wins ? 1 : 0);
    }
};

/// A finding about a container, the file inside it and the map that it is about, or "".
struct ArchiveFinding : Finding {
    ArchiveFinding() noexcept = default;
    explicit ArchiveFinding(const flatline_finding& finding) noexcept : Finding(finding) {}
    static ArchiveFinding of(const void* archive, std::size_t i,
                             const flatline_finding& finding) noexcept {
        ArchiveFinding made(finding);
        flatline_archive_finding(static_cast<const flatline_archive*>(archive), i, &made.path,
                                 &made.map);
        return made;
    }

    const char* path = "";
    const char* map = "";
};

/// A file of an archive that is open. It needs the archive. One thread at a time.
class ArchiveFile : public detail::Handle<flatline_file> {
public:
    using Handle::Handle;

    /// As File::size and File::read_at.
    std::uint64_t size() const noexcept { return flatline_file_size(raw()); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept {
        return flatline_file_read_at(raw(), offset, out, size);
    }
};

namespace detail {

/// Bytes as a file.
class BytesFile final : public File {
public:
    explicit BytesFile(Text&& text) noexcept : bytes_(text.bytes()), owned_(text.take()) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t left = bytes_.size() - offset;
        const auto count = static_cast<std::size_t>(size < left ? size : left);
        std::memcpy(out, bytes_.data() + offset, count);
        return count;
    }

private:
    Bytes bytes_;
    Buffer owned_;
};

/// The functions that call a host's object. Null stands for a file that cannot be opened.
inline flatline_source source_of(File* file) noexcept {
    flatline_source source = FLATLINE_SOURCE_INIT;
    source.context = file;
    source.size = [](void* of, std::uint64_t) noexcept -> std::uint64_t {
        return of != nullptr ? static_cast<File*>(of)->size() : FLATLINE_NO_FILE;
    };
    source.read = [](void* of, std::uint64_t, std::uint64_t offset, void* out,
                     std::uint64_t size) noexcept {
        return static_cast<File*>(of)->read_at(offset, out, size);
    };
    source.release = [](void* of) noexcept { delete static_cast<File*>(of); };
    return source;
}
inline flatline_source source_of(Source* tree) noexcept {
    flatline_source source = FLATLINE_SOURCE_INIT;
    source.context = tree;
    source.list = [](void* of, std::uint64_t i) noexcept {
        return static_cast<Source*>(of)->path(i);
    };
    source.size = [](void* of, std::uint64_t i) noexcept {
        return static_cast<Source*>(of)->size(i);
    };
    source.read = [](void* of, std::uint64_t i, std::uint64_t offset, void* out,
                     std::uint64_t size) noexcept {
        return static_cast<Source*>(of)->read_at(i, offset, out, size);
    };
    source.reason = [](void* of, std::uint64_t i, flatline_finding* finding) noexcept {
        static_cast<Source*>(of)->reason(i, *finding);
    };
    source.report = [](void* of, flatline_add_finding add, void* context) noexcept {
        static_cast<Source*>(of)->report(Source::Report(add, context));
    };
    source.is_damaged = [](void* of, std::uint64_t i) noexcept {
        return static_cast<Source*>(of)->is_damaged(i) ? 1 : 0;
    };
    source.open = [](void* of, std::uint64_t i) noexcept {
        return static_cast<Source*>(of)->open(i) ? 1 : 0;
    };
    source.close = [](void* of, std::uint64_t i) noexcept { static_cast<Source*>(of)->close(i); };
    source.packed_bytes = [](void* of) noexcept {
        return static_cast<Source*>(of)->packed_bytes();
    };
    source.release = [](void* of) noexcept { delete static_cast<Source*>(of); };
    return source;
}

/// The archive that open(source, &raw) gives, which owns the host's object from then on.
template <class HandleType, class Host, class Open>
Result<HandleType> opened(std::unique_ptr<Host> host, const Open& open) noexcept {
    const flatline_source source = source_of(host.get());
    typename HandleType::raw_type* raw = nullptr;
    const flatline_status ended = open(&source, &raw);
    // Nothing was done with bad arguments; else the library has called `release`, or will.
    if (ended != FLATLINE_BAD_ARGUMENT) static_cast<void>(host.release());
    return Result<HandleType>(status(ended), HandleType(raw));
}

/// A result with the finding that a C function gave beside its status.
template <class T>
Result<T> with_problem(flatline_status ended, T value, const flatline_finding& problem) noexcept {
    const bool has_finding = ended == FLATLINE_REFUSED || ended == FLATLINE_OUT_OF_MEMORY;
    return {
        status(ended), std::move(value), {&problem, has_finding ? std::size_t{1} : std::size_t{0}}};
}

}  // namespace detail

/// The maps of one file, folder or host file system, found by the position of their lumps. Opening
/// reads directories; lumps are read when they are asked for. One thread at a time. Move-only.
/// Numbers of maps that are past the last give bad_argument, FLATLINE_NONE or something empty.
/// Source: docs/archives.md, "Which lumps make a map".
class Archive : public detail::Handle<flatline_archive> {
public:
    using Handle::Handle;

    /// Opens a single file: a WAD, a bare TEXTMAP or a Doom 3 map, detected by its content or else
    /// by the suffix of `name`, whose stem is the name of a bare map. A null file counts as one
    /// that cannot be opened. Errors: refused if nothing in the file is usable, out_of_memory.
    static Result<Archive> from_file(std::unique_ptr<File> file, const char* name,
                                     const ArchiveOptions& options = {}) noexcept {
        return detail::opened<Archive>(std::move(file), [&](auto* source, auto** raw) noexcept {
            return flatline_archive_from_file(source, name, &options, raw);
        });
    }
    /// The same for bytes in memory, which are borrowed or moved in as those of a load.
    static Result<Archive> from_bytes(Text bytes, const char* name,
                                      const ArchiveOptions& options = {}) noexcept {
        std::unique_ptr<File> file;
        if (!bytes.owns() || bytes.bytes().data() != nullptr) {
            file.reset(new (std::nothrow) detail::BytesFile(std::move(bytes)));
        }
        if (file == nullptr) return {Status::out_of_memory, Archive()};
        return from_file(std::move(file), name, options);
    }
    /// Opens a tree of files: every WAD and every bare map in it, in the order of their paths. Null
    /// is a tree that cannot be opened. Errors as above. Source: docs/archives.md, "Names of maps".
    static Result<Archive> from_source(std::unique_ptr<Source> tree,
                                       const ArchiveOptions& options = {}) noexcept {
        if (tree == nullptr) return unusable(make_finding(Rule::archive_unreadable));
        return detail::opened<Archive>(std::move(tree), [&](auto* source, auto** raw) noexcept {
            return flatline_archive_from_source(source, &options, raw);
        });
    }
    /// An archive that stands for something that exists and cannot be used: refused.
    static Result<Archive> unusable(const flatline_finding& reason) noexcept {
        return detail::made<Archive>(
            [&](auto** raw) noexcept { return flatline_archive_unusable(&reason, raw); });
    }

    /// What was found wrong while opening, with the files and maps that it is about.
    FindingRange<ArchiveFinding> findings() const noexcept FLATLINE_LIFETIMEBOUND {
        return FindingRange<ArchiveFinding>(raw());
    }

    Items<MapEntry> maps() const noexcept FLATLINE_LIFETIMEBOUND {
        return {[](const void* of, std::size_t, std::size_t i) noexcept {
                    const auto* raw = static_cast<const flatline_archive*>(of);
                    return MapEntry{flatline_archive_map(raw, i), raw, i};
                },
                raw(), 0, flatline_archive_map_count(raw())};
    }
    /// The number of the map called `name`, in any case; FLATLINE_NONE if there is none.
    std::uint32_t find(const char* name) const noexcept {
        return flatline_archive_find(raw(), name);
    }
    /// The first map with the same bytes of the same file under the same names of lumps: a load and
    /// a check find the same in both. `map` itself where no map before it is like that.
    std::uint32_t twin_of(std::size_t map) const noexcept {
        return flatline_archive_twin_of(raw(), map);
    }

    /// Loads a UDMF or binary map, which does not need the archive then. Takes nodes, BLOCKMAP and
    /// REJECT from the archive, as far as options.products includes them. Errors are those of
    /// flatline::load; refused also where what the map is made of is missing or cannot be read, and
    /// for a Doom 3 map or one that is not `supported` (map-unsupported).
    Result<Map> load(std::size_t map, const LoadOptions& options = {}) noexcept {
        return load(map, nullptr, options);
    }
    Result<Map> load(std::size_t map, Loader& loader, const LoadOptions& options = {}) noexcept {
        return load(map, loader.raw(), loader.own(options));
    }
    /// The same for a Doom 3 map.
    Result<Doom3Map> load_doom3(std::size_t map, const Doom3Options& options = {}) noexcept {
        return load_doom3(map, nullptr, options);
    }
    Result<Doom3Map> load_doom3(std::size_t map, Loader& loader,
                                const Doom3Options& options = {}) noexcept {
        return load_doom3(map, loader.raw(), loader.own(options));
    }

    /// The bytes of a lump, or of the whole file that holds a map. Nobody may change them: they may
    /// be shared with the archive. They stay as long as the Buffer, also without the archive.
    /// Errors: refused, out_of_memory.
    Result<Buffer> read_lump(std::size_t map, std::uint32_t lump) noexcept {
        flatline_buffer bytes{};
        flatline_finding problem{};
        const auto ended = flatline_archive_read_lump(raw(), map, lump, &bytes, &problem);
        return detail::with_problem(ended, Buffer(bytes), problem);
    }
    Result<Buffer> read_file(std::size_t map) noexcept {
        flatline_buffer bytes{};
        flatline_finding problem{};
        const auto ended = flatline_archive_read_file(raw(), map, &bytes, &problem);
        return detail::with_problem(ended, Buffer(bytes), problem);
    }
    /// Where in that file the directory entry of the map's first lump stands; the others follow, 16
    /// bytes each. 0 of a bare map.
    std::uint64_t directory_of(std::size_t map) const noexcept {
        return flatline_archive_directory_of(raw(), map);
    }

    /// Whether files of the tree can be read only from their beginning, as in a PK3.
    bool packed() noexcept { return flatline_archive_packed(raw()) != 0; }
    /// Calls visit(path, size) for each file of the tree until it returns false; it may return
    /// nothing. Errors: refused where there are more than `limit` names, folders included;
    /// bad_argument for an archive of one file.
    template <class Visit>
    Status list(std::uint64_t limit, Visit&& visit) noexcept {
        void* context = const_cast<void*>(static_cast<const void*>(&visit));
        return detail::status(flatline_archive_list(
            raw(), limit, detail::visited<Visit, const char*, std::uint64_t>, context));
    }
    /// Opens a file of the tree, or with null the one file that the archive is. Reads do not count
    /// towards limits. Errors: refused, out_of_memory, bad_argument where there is no such file.
    Result<ArchiveFile> open(const char* path = nullptr) noexcept {
        flatline_file* file = nullptr;
        flatline_finding problem{};
        const auto ended = flatline_archive_open(raw(), path, &file, &problem);
        return detail::with_problem(ended, ArchiveFile(file), problem);
    }
    /// Whether that file was read to its end and does not match the checksum that the tree has.
    bool is_damaged(const char* path) noexcept {
        return flatline_archive_is_damaged(raw(), path) != 0;
    }

private:
    Result<Map> load(std::size_t i, flatline_loader* loader, const LoadOptions& options) noexcept {
        return detail::made<Map>([&](auto** map) noexcept {
            return flatline_archive_load(raw(), i, loader, &options, map);
        });
    }
    Result<Doom3Map> load_doom3(std::size_t i, flatline_loader* loader,
                                const Doom3Options& options) noexcept {
        return detail::made<Doom3Map>([&](auto** map) noexcept {
            return flatline_archive_load_doom3(raw(), i, loader, &options, map);
        });
    }
};

}  // namespace flatline
