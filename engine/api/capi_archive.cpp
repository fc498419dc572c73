// The C functions of c_archive.h: opening an archive, the maps in it, and loading one.
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "api/capi.hpp"
#include "api/capi_source.hpp"
#include "flatline/archive.hpp"
#include "flatline/archive_map.hpp"
#include "flatline/findings.hpp"

using flatline::Archive;
using flatline::Bytes;
using flatline::Finding;
using flatline::MapEntry;
using flatline::MapFormat;
using flatline::Rule;
using flatline::capi::ArchiveOptions;
using flatline::capi::HostFile;
using flatline::capi::HostSource;
using flatline::capi::view;

static_assert(FLATLINE_FORMAT_UDMF == static_cast<int>(MapFormat::udmf) &&
              FLATLINE_FORMAT_DOOM == static_cast<int>(MapFormat::doom) &&
              FLATLINE_FORMAT_HEXEN == static_cast<int>(MapFormat::hexen) &&
              FLATLINE_FORMAT_DOOM3 == static_cast<int>(MapFormat::doom3));

namespace {

// What both ways to open have in common; `open` makes the archive.
template <class Open>
flatline_status open_archive(const flatline_source* source, bool is_tree,
                             const flatline_archive_options* options, flatline_archive** out,
                             const Open& open) noexcept {
    if (out == nullptr) return FLATLINE_BAD_ARGUMENT;
    *out = nullptr;
    flatline_source host = FLATLINE_SOURCE_INIT;
    flatline::capi::ArchiveOptions taken;
    if (!flatline::capi::read_source(source, is_tree, host) || !taken.read(options)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return flatline::capi::give(open(host, taken), out);
}

const MapEntry* entry_of(const flatline_archive* archive, size_t i) noexcept {
    if (archive == nullptr || i >= archive->archive.maps().size()) return nullptr;
    return &archive->archive.maps()[i];
}

}  // namespace

// ---- Opening -----------------------------------------------------------------------------------

flatline_status flatline_archive_from_file(const flatline_source* source, const char* name,
                                           const flatline_archive_options* options,
                                           flatline_archive** archive) {
    return open_archive(source, false, options, archive,
                        [&](const flatline_source& host, const ArchiveOptions& taken) {
                            Finding problem;
                            std::unique_ptr<flatline::File> file = HostFile::open(host, 0, problem);
                            if (file == nullptr) return Archive::unusable(problem);
                            return Archive::from_file(std::move(file), view(name), taken.limits,
                                                      taken.memory);
                        });
}

flatline_status flatline_archive_from_source(const flatline_source* source,
                                             const flatline_archive_options* options,
                                             flatline_archive** archive) {
    return open_archive(
        source, true, options, archive,
        [&](const flatline_source& host, const ArchiveOptions& taken) {
            std::unique_ptr<flatline::Source> tree(new (std::nothrow) HostSource(host, taken));
            if (tree == nullptr) {
                return Archive::unusable(flatline::make_finding(Rule::out_of_memory));
            }
            return Archive::from_source(std::move(tree), taken.limits, taken.memory);
        });
}

flatline_status flatline_archive_unusable(const flatline_finding* reason,
                                          flatline_archive** archive) {
    if (archive == nullptr) return FLATLINE_BAD_ARGUMENT;
    *archive = nullptr;
    if (reason == nullptr || !flatline::capi::is_finding(*reason)) return FLATLINE_BAD_ARGUMENT;
    return flatline::capi::give(Archive::unusable(*reason), archive);
}

int flatline_archive_broken(const flatline_archive* archive) {
    return archive == nullptr || archive->archive.broken();
}

void flatline_archive_free(flatline_archive* archive) { delete archive; }

// ---- What is in it -----------------------------------------------------------------------------

size_t flatline_archive_map_count(const flatline_archive* archive) {
    return archive != nullptr ? archive->archive.maps().size() : 0;
}

flatline_map_entry flatline_archive_map(const flatline_archive* archive, size_t i) {
    const MapEntry* entry = entry_of(archive, i);
    if (entry == nullptr) return {"", "", 0, 0, 0, 0};
    return {entry->name.c_str(),
            entry->path.c_str(),
            static_cast<uint32_t>(entry->lumps.size()),
            static_cast<uint8_t>(entry->format),
            static_cast<uint8_t>(entry->bare),
            static_cast<uint8_t>(entry->supported)};
}

flatline_map_lump flatline_archive_lump(const flatline_archive* archive, size_t i, uint32_t lump) {
    const MapEntry* entry = entry_of(archive, i);
    if (entry == nullptr || lump >= entry->lumps.size()) return {"", 0, 0, 0};
    const flatline::MapLump& found = entry->lumps[lump];
    return {found.name.c_str(), found.offset, found.size, found.readable};
}

uint32_t flatline_archive_find(const flatline_archive* archive, const char* name) {
    const MapEntry* entry = archive != nullptr ? archive->archive.find(view(name)) : nullptr;
    if (entry == nullptr) return FLATLINE_NONE;
    return static_cast<uint32_t>(entry - archive->archive.maps().data());
}

uint32_t flatline_archive_twin_of(const flatline_archive* archive, size_t i) {
    return entry_of(archive, i) != nullptr ? static_cast<uint32_t>(archive->archive.twin_of(i))
                                           : FLATLINE_NONE;
}

uint32_t flatline_archive_find_lump(const flatline_archive* archive, size_t i, const char* name,
                                    int32_t first_wins) {
    const MapEntry* entry = entry_of(archive, i);
    const flatline::MapLump* lump =
        entry != nullptr ? entry->lump(view(name), first_wins != 0) : nullptr;
    return lump != nullptr ? static_cast<uint32_t>(lump - entry->lumps.data()) : FLATLINE_NONE;
}

const flatline_finding* flatline_archive_finding(const flatline_archive* archive, size_t i,
                                                 const char** path, const char** map) {
    if (path != nullptr) *path = "";
    if (map != nullptr) *map = "";
    if (archive == nullptr || i >= archive->archive.findings().size()) return nullptr;
    const flatline::ArchiveFinding& found = archive->archive.findings()[i];
    if (path != nullptr) *path = found.path.c_str();
    if (map != nullptr) *map = found.map.c_str();
    return &found.finding;
}

uint64_t flatline_archive_finding_count(const flatline_archive* archive, uint8_t severity) {
    if (archive == nullptr || severity > FLATLINE_ERROR) return 0;
    return archive->archive.finding_count(static_cast<flatline::Severity>(severity));
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_status flatline_archive_load(flatline_archive* archive, size_t i, flatline_loader* loader,
                                      const flatline_options* options, flatline_map** map) {
    if (map == nullptr) return FLATLINE_BAD_ARGUMENT;
    *map = nullptr;
    flatline::capi::MapOptions taken;
    if (entry_of(archive, i) == nullptr || !taken.read(options)) return FLATLINE_BAD_ARGUMENT;
    const flatline_status status = flatline::capi::load_text({}, map, [&](Bytes) {
        flatline::Loader own(taken.get().memory);
        return flatline::load_map(archive->archive, i, loader != nullptr ? loader->loader : own,
                                  taken.get());
    });
    if (*map != nullptr) {
        const flatline::LoadResult<flatline::Map>& result = (*map)->result;
        (*map)->text =
            result ? flatline::capi::bytes_of(result.value.textmap()) : result.text.bytes();
    }
    return status;
}

flatline_status flatline_archive_load_doom3(flatline_archive* archive, size_t i,
                                            flatline_doom3_loader* loader,
                                            const flatline_doom3_options* options,
                                            flatline_doom3_map** map) {
    if (map == nullptr) return FLATLINE_BAD_ARGUMENT;
    *map = nullptr;
    flatline_doom3_options given;
    flatline::Doom3Options taken;
    if (entry_of(archive, i) == nullptr || !flatline::capi::read_options(options, given, taken)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const flatline_status status = flatline::capi::load_text({}, map, [&](Bytes) {
        flatline::Doom3Loader own(taken.memory);
        return flatline::load_doom3(archive->archive, i, loader != nullptr ? loader->loader : own,
                                    taken);
    });
    if (*map != nullptr) {
        const flatline::LoadResult<flatline::Doom3Map>& result = (*map)->result;
        (*map)->text =
            result ? flatline::capi::bytes_of(result.value.source()) : result.text.bytes();
    }
    return status;
}

namespace {

// What the functions that read have in common: `read` gives the bytes, or why there are none.
template <class Read>
flatline_status read_into(flatline_buffer* buffer, flatline_finding* problem,
                          const Read& read) noexcept {
    if (buffer == nullptr) return FLATLINE_BAD_ARGUMENT;
    Finding why = flatline::make_finding(Rule::out_of_memory);
    flatline::Buffer bytes = read(why);
    if (bytes.data() != nullptr) {
        *buffer = flatline::capi::hand_over(std::move(bytes));
        if (buffer->data != nullptr) return FLATLINE_OK;
        why = flatline::make_finding(Rule::out_of_memory);
    }
    if (problem != nullptr) *problem = why;
    return flatline::capi::status_of(why);
}

// The same by a function of Archive that adds its finding to a list.
template <class Read>
flatline_status read_listed(flatline_buffer* buffer, flatline_finding* problem,
                            const Read& read) noexcept {
    return read_into(buffer, problem, [&](Finding& why) {
        flatline::FindingList findings;
        flatline::Buffer bytes = read(findings);
        if (!findings.kept().empty()) why = findings.kept()[0];
        return bytes;
    });
}

const flatline::MapLump* lump_of(const flatline_archive* archive, size_t i,
                                 uint32_t lump) noexcept {
    const MapEntry* entry = entry_of(archive, i);
    return entry != nullptr && lump < entry->lumps.size() ? &entry->lumps[lump] : nullptr;
}

}  // namespace

flatline_status flatline_archive_read_lump(flatline_archive* archive, size_t i, uint32_t lump,
                                           flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    const flatline::MapLump* own = lump_of(archive, i, lump);
    if (own == nullptr) return FLATLINE_BAD_ARGUMENT;
    return read_listed(buffer, problem, [&](flatline::FindingList& findings) {
        return archive->archive.read_lump(i, *own, findings);
    });
}

flatline_status flatline_archive_share_lump(flatline_archive* archive, size_t i, uint32_t lump,
                                            flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    const flatline::MapLump* own = lump_of(archive, i, lump);
    if (own == nullptr) return FLATLINE_BAD_ARGUMENT;
    return read_into(buffer, problem,
                     [&](Finding& why) { return archive->archive.share_lump(i, *own, why); });
}

flatline_status flatline_archive_read_file(flatline_archive* archive, size_t i,
                                           flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    if (entry_of(archive, i) == nullptr) return FLATLINE_BAD_ARGUMENT;
    return read_listed(buffer, problem, [&](flatline::FindingList& findings) {
        return archive->archive.read_file(i, findings);
    });
}

uint64_t flatline_archive_directory_of(const flatline_archive* archive, size_t i) {
    return entry_of(archive, i) != nullptr ? archive->archive.directory_of(i) : 0;
}
