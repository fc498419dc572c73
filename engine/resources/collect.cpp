#include "resources/collect.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "archive/finding.hpp"
#include "archive/inflation.hpp"
#include "archive/memory_file.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "archive/wad.hpp"
#include "resources/classes.hpp"

namespace flatline::engine::resources {

using archive::over_limit;
using archive::same_name;
using archive::WadLump;
using detail::ResourcesStorage;
using std::string_view;

namespace {

constexpr std::size_t kNameBytes = 8;     // of a lump
constexpr std::size_t kPictureHead = 24;  // bytes that tell a picture's size

/// What lies between two markers of a WAD.
struct Markers {
    string_view start, start_too, end, end_too;
    std::uint32_t kinds;
};
constexpr std::uint32_t bit(ResourceKind kind) noexcept {
    return 1u << static_cast<unsigned>(kind);
}
constexpr std::uint32_t kWall = bit(ResourceKind::texture);
constexpr std::uint32_t kFloor = bit(ResourceKind::flat);
constexpr Markers kMarkers[] = {
    {"TX_START", "TX_START", "TX_END", "TX_END", kWall | kFloor},
    {"F_START", "FF_START", "F_END", "FF_END", kFloor},
    {"C_START", "CC_START", "C_END", "CC_END", bit(ResourceKind::colormap)},
};

/// What the files of a folder at the root of a tree are.
struct Folder {
    string_view name;
    ResourceKind kind;
};
constexpr Folder kFolders[] = {
    {"textures", ResourceKind::texture},
    {"flats", ResourceKind::flat},
    {"colormaps", ResourceKind::colormap},
};

/// Lumps that are read, and not only named.
bool is_texture_lump(string_view name) noexcept {
    return same_name(name, "TEXTURE1") || same_name(name, "TEXTURE2");
}

class Collector {
public:
    /// `packed`: the size of the archive where it is one, else 0.
    Collector(ResourcesStorage& storage, std::uint64_t packed) noexcept
        : storage_(storage), inflation_(storage.options.limits, packed) {}

    Outcome wad(File& file, string_view path) noexcept;
    Outcome tree(Source& source) noexcept;

private:
    Outcome add(std::uint32_t kinds, string_view name, TextureSize size) noexcept;
    Outcome nested_wad(Source& source, const Source::Entry& entry) noexcept;
    Outcome file_of_tree(Source& source, const Source::Entry& entry) noexcept;
    Outcome contents(File& file, const archive::Wad& wad, string_view path) noexcept;
    Outcome read_lump(File& file, const WadLump& lump, string_view path) noexcept;
    Outcome use(Bytes bytes, string_view name, string_view path) noexcept;
    TextureSize size_of(File& file, std::uint64_t offset, std::uint64_t size) const noexcept;
    bool charge(std::uint64_t bytes, string_view path) noexcept;
    bool read(File& file, std::uint64_t offset, std::uint64_t size, string_view path,
              Buffer& buffer, Outcome& outcome) noexcept;

    const Limits& limits() const noexcept { return storage_.options.limits; }

    ResourcesStorage& storage_;
    archive::InflationBound inflation_;
    std::uint64_t bytes_ = 0;  // read in all, towards inflated-bytes
};

Outcome Collector::add(std::uint32_t kinds, string_view name, TextureSize size) noexcept {
    for (std::size_t kind = 0; kind < kResourceKinds; ++kind) {
        if ((kinds >> kind & 1) == 0) continue;
        const Outcome outcome = storage_.add(static_cast<ResourceKind>(kind), name, size);
        if (outcome != Outcome::ok) return outcome;
    }
    return Outcome::ok;
}

bool Collector::charge(std::uint64_t bytes, string_view path) noexcept {
    if (!inflation_.has(bytes_, bytes)) {
        storage_.report(path, inflation_.over(bytes_ + bytes));
        return false;
    }
    bytes_ += bytes;
    return true;
}

/// False with the outcome of the whole call: ok where only this file is of no use.
bool Collector::read(File& file, std::uint64_t offset, std::uint64_t size, string_view path,
                     Buffer& buffer, Outcome& outcome) noexcept {
    outcome = Outcome::refused;
    if (!charge(size, path)) return false;
    archive::ReadBuffer result = archive::read_buffer(file, offset, size);
    outcome = Outcome::out_of_memory;
    if (result.state == archive::ReadBuffer::State::no_memory) return false;
    outcome = Outcome::ok;
    if (result.state == archive::ReadBuffer::State::short_read) {
        storage_.report(path, make_finding(Rule::short_read, Lump::file, offset + result.got,
                                           static_cast<std::int64_t>(result.got),
                                           static_cast<std::int64_t>(size)));
        return false;
    }
    buffer = std::move(result.buffer);
    return true;
}

TextureSize Collector::size_of(File& file, std::uint64_t offset,
                               std::uint64_t size) const noexcept {
    if (!storage_.options.texture_sizes) return {};
    unsigned char head[kPictureHead];
    const std::uint64_t got =
        archive::read_fully(file, offset, head, std::min<std::uint64_t>(size, sizeof head));
    return picture_size({head, static_cast<std::size_t>(got)});
}

/// What the bytes of a lump or file say, where its name makes them of interest.
Outcome Collector::use(Bytes bytes, string_view name, string_view path) noexcept {
    // Many lumps may be the same bytes.
    if (!storage_.charge_text(bytes.size(), path)) return Outcome::refused;
    if (!is_texture_lump(name)) return add_textures_text(bytes, storage_);
    bool damaged = false;
    const Outcome outcome = add_texture_lump(bytes, same_name(name, "TEXTURE1"), storage_, damaged);
    if (damaged) {
        storage_.report(path, make_finding(Rule::resource_lump, Lump::none, FLATLINE_NO_OFFSET,
                                           archive::pack_lump_name(name)));
    }
    return outcome;
}

Outcome Collector::read_lump(File& file, const WadLump& lump, string_view path) noexcept {
    Buffer bytes;
    Outcome outcome = Outcome::ok;
    if (!read(file, lump.offset, lump.size, path, bytes, outcome)) return outcome;
    return use(bytes.bytes(), lump.name(), path);
}

Outcome Collector::contents(File& file, const archive::Wad& wad, string_view path) noexcept {
    const Markers* open = nullptr;
    for (const WadLump& lump : wad.lumps) {
        const string_view name = lump.name();
        Outcome outcome = storage_.add(ResourceKind::lump, name, {});
        if (outcome != Outcome::ok) return outcome;
        bool is_marker = false;
        for (const Markers& row : kMarkers) {
            const bool starts = same_name(name, row.start) || same_name(name, row.start_too);
            const bool ends = same_name(name, row.end) || same_name(name, row.end_too);
            if (!starts && !ends) continue;
            open = starts ? &row : nullptr;
            is_marker = true;
        }
        // Markers inside, such as F1_START, have no bytes.
        if (is_marker || lump.size == 0 || !lump.readable) continue;
        if (open != nullptr) {
            const bool wall = (open->kinds & kWall) != 0;
            outcome = add(open->kinds, name,
                          wall ? size_of(file, lump.offset, lump.size) : TextureSize{});
        } else if (is_texture_lump(name) || same_name(name, "TEXTURES")) {
            outcome = read_lump(file, lump, path);
        }
        if (outcome != Outcome::ok) return outcome;
    }
    return Outcome::ok;
}

Outcome Collector::wad(File& file, string_view path) noexcept {
    archive::Wad wad(storage_.options.memory);
    Finding problem = {};
    if (!archive::read_wad(file, file.size(), limits().archive_entries, wad, problem)) {
        storage_.report(path, problem);
        return is_out_of_memory(problem) ? Outcome::out_of_memory : Outcome::ok;
    }
    const Outcome outcome = contents(file, wad, path);
    return outcome == Outcome::ok ? add_classes(file, wad, path, storage_) : outcome;
}

Outcome Collector::nested_wad(Source& source, const Source::Entry& entry) noexcept {
    const std::unique_ptr<File> file = source.open(entry.path);
    if (file == nullptr) {
        return storage_.unopened(source, entry.path);
    }
    if (!source.packed()) return wad(*file, entry.path);
    const std::uint64_t size = file->size();
    if (size > limits().container_bytes) {
        storage_.report(entry.path,
                        over_limit(Rule::limit_container_bytes, size, limits().container_bytes));
        return Outcome::ok;
    }
    // To go back in a packed file means to unpack it from its start.
    Buffer bytes;
    Outcome outcome = Outcome::ok;
    if (!read(*file, 0, size, entry.path, bytes, outcome)) return outcome;
    archive::MemoryFile memory(bytes.bytes());
    return wad(memory, entry.path);
}

Outcome Collector::file_of_tree(Source& source, const Source::Entry& entry) noexcept {
    const string_view path = entry.path;
    if (path.empty() || path.back() == '/') return Outcome::ok;
    const std::size_t slash = path.find('/');
    const string_view folder = slash != string_view::npos ? path.substr(0, slash) : string_view();
    const string_view stem = archive::stem(path);
    const string_view name = stem.substr(0, kNameBytes);
    Outcome outcome = storage_.add(ResourceKind::file, path, {});
    if (outcome == Outcome::ok) outcome = storage_.add(ResourceKind::lump, name, {});
    if (outcome != Outcome::ok) return outcome;
    for (const Folder& row : kFolders) {
        if (!same_name(folder, row.name)) continue;
        TextureSize size;
        if (storage_.options.texture_sizes && row.kind == ResourceKind::texture) {
            const std::unique_ptr<File> file = source.open(path);
            if (file == nullptr && is_out_of_memory(source.reason(path))) {
                return Outcome::out_of_memory;
            }
            if (file != nullptr) size = size_of(*file, 0, file->size());
            outcome = storage_.add(row.kind, path, size);
            if (outcome != Outcome::ok) return outcome;
        }
        return storage_.add(row.kind, name, size);
    }
    if (slash != string_view::npos) return Outcome::ok;
    if (same_name(archive::suffix(path), ".wad")) return nested_wad(source, entry);
    if (!is_texture_lump(stem) && !same_name(stem, "TEXTURES")) return Outcome::ok;
    const std::unique_ptr<File> file = source.open(path);
    if (file == nullptr) {
        return storage_.unopened(source, path);
    }
    Buffer bytes;
    if (!read(*file, 0, file->size(), path, bytes, outcome)) return outcome;
    return use(bytes.bytes(), stem, path);
}

Outcome Collector::tree(Source& source) noexcept {
    const std::uint64_t most = limits().archive_entries;
    Source::Entries listed(storage_.options.memory);
    const bool fits = source.list(most, listed);
    if (listed.out_of_memory()) return Outcome::out_of_memory;
    const View<Source::Entry> entries = listed.view();
    if (!fits || entries.size() > most) {
        storage_.report("", over_limit(Rule::limit_archive_entries, most + 1, most));
        return Outcome::refused;
    }
    for (const Source::Entry& entry : entries) {
        const Outcome outcome = file_of_tree(source, entry);
        if (outcome != Outcome::ok) return outcome;
    }
    return add_classes(source, entries, storage_);
}

}  // namespace

Outcome collect(Archive& archive, ResourcesStorage& storage) noexcept {
    Source* const source = archive.source();
    const bool is_packed = source != nullptr && source->packed();
    storage.text_bytes = 0;
    Collector collector(storage, is_packed ? source->packed_bytes() : 0);
    if (source != nullptr) return collector.tree(*source);
    if (File* const file = archive.file()) return collector.wad(*file, "");
    storage.report("", make_finding(Rule::file_unreadable));
    return Outcome::refused;
}

}  // namespace flatline::engine::resources
