// The C functions of c_archive.h: a host's files behind three functions, the maps in them, and
// loading one.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/capi.hpp"
#include "flatline/archive.hpp"
#include "flatline/archive_map.hpp"
#include "flatline/findings.hpp"

using flatline::Bytes;
using flatline::Finding;
using flatline::MapEntry;
using flatline::MapFormat;
using flatline::Rule;
using flatline::capi::take;
using flatline::capi::view;

static_assert(FLATLINE_FORMAT_UDMF == static_cast<int>(MapFormat::udmf) &&
              FLATLINE_FORMAT_DOOM == static_cast<int>(MapFormat::doom) &&
              FLATLINE_FORMAT_HEXEN == static_cast<int>(MapFormat::hexen) &&
              FLATLINE_FORMAT_DOOM3 == static_cast<int>(MapFormat::doom3));

namespace {

class HostFile final : public flatline::File {
public:
    HostFile(const flatline_source& host, std::uint64_t number, std::uint64_t size) noexcept
        : host_(host), number_(number), size_(size) {}

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        return std::min(host_.read(host_.context, number_, offset, out, size), size);
    }

    /// Null where the host cannot open it, or memory is out; the reason goes to `problem`.
    static std::unique_ptr<flatline::File> open(const flatline_source& host, std::uint64_t number,
                                                Finding& problem) noexcept {
        const std::uint64_t size = host.size(host.context, number);
        problem = flatline::make_finding(size == FLATLINE_NO_FILE ? Rule::file_unreadable
                                                                  : Rule::out_of_memory);
        if (size == FLATLINE_NO_FILE) return nullptr;
        return std::unique_ptr<flatline::File>(new (std::nothrow) HostFile(host, number, size));
    }

private:
    flatline_source host_;
    std::uint64_t number_;
    std::uint64_t size_;
};

class HostSource final : public flatline::Source {
public:
    HostSource(const flatline_source& host, bool is_packed) noexcept
        : host_(host), is_packed_(is_packed) {}

    bool packed() const noexcept override { return is_packed_; }

    bool list(std::uint64_t limit, std::vector<Entry>& entries) noexcept override {
        paths_.clear();
        for (std::uint64_t i = 0;; ++i) {
            const char* path = host_.list(host_.context, i);
            if (path == nullptr) break;
            if (i == limit) return false;
            paths_.emplace_back(path, i);
            entries.push_back({path, host_.size(host_.context, i)});
        }
        std::sort(paths_.begin(), paths_.end());
        return true;
    }

    std::unique_ptr<flatline::File> open(std::string_view path) noexcept override {
        const auto found = std::lower_bound(
            paths_.begin(), paths_.end(), path,
            [](const auto& own, std::string_view wanted) { return own.first < wanted; });
        if (found == paths_.end() || found->first != path) return nullptr;
        return HostFile::open(host_, found->second, problem_);
    }
    // Asked for right after an open that gave nothing.
    Finding reason(std::string_view) const noexcept override { return problem_; }

private:
    flatline_source host_;
    bool is_packed_;
    Finding problem_ = flatline::make_finding(Rule::file_unreadable);
    std::vector<std::pair<std::string, std::uint64_t>> paths_;  // sorted, with their numbers
};

// What both ways to open have in common; `open` makes the archive.
template <class Open>
flatline_status open_archive(const flatline_source* source, const flatline_archive_options* options,
                             flatline_archive** out, const Open& open) noexcept {
    if (out == nullptr) return FLATLINE_BAD_ARGUMENT;
    *out = nullptr;
    flatline_archive_options given = FLATLINE_ARCHIVE_OPTIONS_INIT;
    if (source == nullptr || source->size == nullptr || source->read == nullptr ||
        !take(options, given)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const flatline::Limits limits =
        given.limits != nullptr ? flatline::capi::limits_of(*given.limits) : flatline::Limits{};
    return flatline::capi::give(open(limits, given.packed != 0), out);
}

const MapEntry* entry_of(const flatline_archive* archive, size_t i) noexcept {
    if (archive == nullptr || i >= archive->archive.maps().size()) return nullptr;
    return &archive->archive.maps()[i];
}

flatline_status status_of(const Finding& problem) noexcept {
    return problem.rule == static_cast<uint16_t>(Rule::out_of_memory) ? FLATLINE_OUT_OF_MEMORY
                                                                      : FLATLINE_REFUSED;
}

}  // namespace

// ---- Opening -----------------------------------------------------------------------------------

flatline_status flatline_archive_from_file(const flatline_source* source, const char* name,
                                           const flatline_archive_options* options,
                                           flatline_archive** archive) {
    return open_archive(source, options, archive, [&](const flatline::Limits& limits, bool) {
        Finding problem;
        std::unique_ptr<flatline::File> file = HostFile::open(*source, 0, problem);
        if (file == nullptr) return flatline::Archive::unusable(problem);
        return flatline::Archive::from_file(std::move(file), view(name), limits);
    });
}

flatline_status flatline_archive_from_source(const flatline_source* source,
                                             const flatline_archive_options* options,
                                             flatline_archive** archive) {
    if (source != nullptr && source->list == nullptr) source = nullptr;
    return open_archive(source, options, archive, [&](const flatline::Limits& limits, bool packed) {
        return flatline::Archive::from_source(
            std::unique_ptr<flatline::Source>(new (std::nothrow) HostSource(*source, packed)),
            limits);
    });
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

flatline_status flatline_archive_read_lump(flatline_archive* archive, size_t i, uint32_t lump,
                                           flatline_buffer* buffer, flatline_finding* problem) {
    if (buffer != nullptr) *buffer = {};
    const MapEntry* entry = entry_of(archive, i);
    if (buffer == nullptr || entry == nullptr || lump >= entry->lumps.size()) {
        return FLATLINE_BAD_ARGUMENT;
    }
    auto* bytes = new (std::nothrow) flatline::Buffer;
    Finding why = flatline::make_finding(Rule::out_of_memory);
    if (bytes != nullptr) {
        flatline::FindingList findings;
        *bytes = archive->archive.read_lump(i, entry->lumps[lump], findings);
        if (bytes->data() != nullptr) {
            *buffer = {
                bytes->data(), bytes->size(),
                [](void* owner, void*, size_t) { delete static_cast<flatline::Buffer*>(owner); },
                bytes};
            return FLATLINE_OK;
        }
        delete bytes;
        if (!findings.kept().empty()) why = findings.kept()[0];
    }
    if (problem != nullptr) *problem = why;
    return status_of(why);
}
