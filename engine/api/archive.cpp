// The C functions of flatline.h: opening an archive, the maps in it, and loading one.
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "api/handle.hpp"
#include "api/source.hpp"
#include "base/finding_edit.hpp"
#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/findings.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

flatline_status flatline::engine::capi::give(Archive&& archive, flatline_archive** out) noexcept {
    auto* const made = new (std::nothrow) flatline_archive(std::move(archive));
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    const View<ArchiveFinding> found = made->value.findings();
    made->findings = FindingList(found.size(), found.size());
    for (const ArchiveFinding& each : found) made->findings.add(each.finding);
    for (const Severity severity : {Severity::note, Severity::warning, Severity::error}) {
        detail::FindingEdit::set_count(made->findings, severity,
                                       made->value.finding_count(severity));
    }
    if (made->findings.kept().size() != found.size()) {
        delete made;
        return FLATLINE_OUT_OF_MEMORY;
    }
    *out = made;
    if (!made->value.broken()) return FLATLINE_OK;
    made->status = Status::refused;
    if (!made->findings.rules().has(Rule::out_of_memory)) return FLATLINE_REFUSED;
    delete made;
    *out = nullptr;
    return FLATLINE_OUT_OF_MEMORY;
}

namespace {

// What both ways to open have in common; `open` makes the archive.
template <class Open>
flatline_status open_archive(const flatline_source* source, bool is_tree,
                             const flatline_archive_options* options, flatline_archive** out,
                             const Open& open) noexcept {
    if (!start(out)) return FLATLINE_BAD_ARGUMENT;
    flatline_source host = FLATLINE_SOURCE_INIT;
    ArchiveOptions taken;
    if (!read_source(source, is_tree, host) || !taken.read(options)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return give(open(host, taken), out);
}

const MapEntry* entry_of(const flatline_archive* archive, size_t i) noexcept {
    if (archive == nullptr || i >= archive->value.maps().size()) return nullptr;
    return &archive->value.maps()[i];
}

}  // namespace

// ---- Opening -----------------------------------------------------------------------------------

flatline_status flatline_archive_from_file(const flatline_source* source, const char* name,
                                           const flatline_archive_options* options,
                                           flatline_archive** archive) {
    return open_archive(source, false, options, archive,
                        [&](const flatline_source& host, const ArchiveOptions& taken) {
                            Finding problem;
                            std::unique_ptr<File> file = HostFile::open(host, 0, true, problem);
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
            std::unique_ptr<Source> tree(new (std::nothrow) HostSource(host, taken));
            if (tree == nullptr) {
                release(host);
                return Archive::unusable(make_finding(Rule::out_of_memory));
            }
            return Archive::from_source(std::move(tree), taken.limits, taken.memory);
        });
}

flatline_status flatline_archive_unusable(const flatline_finding* reason,
                                          flatline_archive** archive) {
    if (!start(archive)) return FLATLINE_BAD_ARGUMENT;
    if (reason == nullptr || !is_finding(*reason)) return FLATLINE_BAD_ARGUMENT;
    return give(Archive::unusable(*reason), archive);
}

int flatline_archive_broken(const flatline_archive* archive) {
    return archive == nullptr || archive->value.broken();
}

// ---- What is in it -----------------------------------------------------------------------------

size_t flatline_archive_map_count(const flatline_archive* archive) {
    return archive != nullptr ? archive->value.maps().size() : 0;
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
    const MapLump& found = entry->lumps[lump];
    return {found.name.c_str(), found.offset, found.size, found.readable};
}

uint32_t flatline_archive_find(const flatline_archive* archive, const char* name) {
    const MapEntry* entry = archive != nullptr ? archive->value.find(view(name)) : nullptr;
    if (entry == nullptr) return FLATLINE_NONE;
    return static_cast<uint32_t>(entry - archive->value.maps().data());
}

uint32_t flatline_archive_twin_of(const flatline_archive* archive, size_t i) {
    return entry_of(archive, i) != nullptr ? static_cast<uint32_t>(archive->value.twin_of(i))
                                           : FLATLINE_NONE;
}

uint32_t flatline_archive_find_lump(const flatline_archive* archive, size_t i, const char* name,
                                    int32_t first_wins) {
    const MapEntry* entry = entry_of(archive, i);
    const MapLump* lump = entry != nullptr ? entry->lump(view(name), first_wins != 0) : nullptr;
    return lump != nullptr ? static_cast<uint32_t>(lump - entry->lumps.data()) : FLATLINE_NONE;
}

const flatline_finding* flatline_archive_finding(const flatline_archive* archive, size_t i,
                                                 const char** path, const char** map) {
    if (path != nullptr) *path = "";
    if (map != nullptr) *map = "";
    if (archive == nullptr || i >= archive->value.findings().size()) return nullptr;
    const ArchiveFinding& found = archive->value.findings()[i];
    if (path != nullptr) *path = found.path.c_str();
    if (map != nullptr) *map = found.map.c_str();
    return &found.finding;
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_status flatline_archive_load(flatline_archive* archive, size_t i, flatline_loader* loader,
                                      const flatline_options* options, flatline_map** map) {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    MapOptions taken;
    if (entry_of(archive, i) == nullptr || !taken.read(options)) return FLATLINE_BAD_ARGUMENT;
    return make(map, [&](flatline_map& made) {
        Loader own(taken.get().memory);
        Loader& used = loader != nullptr ? loader->value.maps : own;
        const flatline_status status =
            keep_load(made, load_map(archive->value, i, used, taken.get()));
        if (status == FLATLINE_OK) made.text = bytes_of(made.value.textmap());
        return status;
    });
}

flatline_status flatline_archive_load_doom3(flatline_archive* archive, size_t i,
                                            flatline_loader* loader,
                                            const flatline_doom3_options* options,
                                            flatline_doom3_map** map) {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    flatline_doom3_options given;
    Doom3Options taken;
    if (entry_of(archive, i) == nullptr || !read_options(options, given, taken)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return make(map, [&](flatline_doom3_map& made) {
        Doom3Loader own(taken.memory);
        Doom3Loader& used = loader != nullptr ? loader->value.doom3 : own;
        const flatline_status status = keep_load(made, load_doom3(archive->value, i, used, taken));
        if (status == FLATLINE_OK) made.text = bytes_of(made.value.source());
        return status;
    });
}

namespace {

// What the functions that read have in common: `read` gives the bytes, or why there are none.
template <class Read>
flatline_status read_into(flatline_buffer* buffer, flatline_finding* problem,
                          const Read& read) noexcept {
    if (buffer == nullptr) return FLATLINE_BAD_ARGUMENT;
    Finding why = make_finding(Rule::out_of_memory);
    Buffer bytes = read(why);
    if (bytes.data() != nullptr) {
        *buffer = hand_over(std::move(bytes));
        if (buffer->data != nullptr) return FLATLINE_OK;
        why = make_finding(Rule::out_of_memory);
    }
    if (problem != nullptr) *problem = why;
    return status_of(why);
}

const MapLump* lump_of(const flatline_archive* archive, size_t i, uint32_t lump) noexcept {
    const MapEntry* entry = entry_of(archive, i);
    return entry != nullptr && lump < entry->lumps.size() ? &entry->lumps[lump] : nullptr;
}

}  // namespace

flatline_status flatline_archive_read_lump(flatline_archive* archive, size_t i, uint32_t lump,
                                           flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    const MapLump* own = lump_of(archive, i, lump);
    if (own == nullptr) return FLATLINE_BAD_ARGUMENT;
    return read_into(buffer, problem,
                     [&](Finding& why) { return archive->value.read_lump(i, *own, why); });
}

flatline_status flatline_archive_read_file(flatline_archive* archive, size_t i,
                                           flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    if (entry_of(archive, i) == nullptr) return FLATLINE_BAD_ARGUMENT;
    return read_into(buffer, problem, [&](Finding& why) {
        FindingList findings;
        Buffer bytes = archive->value.read_file(i, findings);
        if (!findings.kept().empty()) why = findings.kept()[0];
        return bytes;
    });
}

uint64_t flatline_archive_directory_of(const flatline_archive* archive, size_t i) {
    return entry_of(archive, i) != nullptr ? archive->value.directory_of(i) : 0;
}
