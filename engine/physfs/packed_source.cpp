#include "physfs/packed_source.hpp"

#include "archive/names.hpp"
#include "archive/read.hpp"
#include "physfs/zip_directory.hpp"

namespace flatline::engine::physfs {

archive::FileKind archive_kind(File& file) noexcept {
    constexpr std::uint64_t kMagicBytes = 8;
    unsigned char head[kMagicBytes];
    const std::uint64_t got = archive::read_fully(file, 0, head, kMagicBytes);
    const archive::FileKind kind =
        archive::sniff({head, static_cast<std::size_t>(got)}, false).kind;
    zip::Directory directory;
    return kind == archive::FileKind::unknown && zip::find_directory(file, directory)
               ? archive::FileKind::zip
               : kind;
}

bool PackedSource::list(std::uint64_t limit, Entries& entries) noexcept {
    const View<PackedEntry> own = container_.entries();
    if (own.size() > limit) return false;
    for (const PackedEntry& entry : own) {
        if (!entries.add(container_.path_of(entry), entry.size)) break;
    }
    return true;
}

Finding PackedSource::reason(std::string_view path) const noexcept {
    const PackedEntry* entry = container_.find(path);
    if (is_refused_name(path) || entry == nullptr) return make_finding(Rule::file_name);
    return container_.reason(*entry);
}

bool PackedSource::is_damaged(std::string_view path) const noexcept {
    const PackedEntry* entry = container_.find(path);
    return entry != nullptr && entry->is_damaged;
}

}  // namespace flatline::engine::physfs
