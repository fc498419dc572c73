// The C functions of physfs.h.
#include <memory>
#include <new>
#include <utility>

#include "api/handle.hpp"
#include "api/source.hpp"
#include "flatline/physfs.h"
#include "model/archive.hpp"
#include "physfs/open.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

using physfs::OpenError;

namespace {

Rule rule_of(OpenError error) noexcept {
    switch (error) {
        case OpenError::not_found:
            return Rule::file_not_found;
        case OpenError::no_physfs:
            return Rule::physfs_unavailable;
        default:
            return Rule::out_of_memory;
    }
}

// What all functions have in common; `open` calls that of physfs.hpp.
template <class Open>
flatline_status open_archive(bool is_complete, const flatline_archive_options* options,
                             flatline_archive** archive, const Open& open) noexcept {
    if (archive == nullptr) return FLATLINE_BAD_ARGUMENT;
    *archive = nullptr;
    ArchiveOptions taken;
    if (!is_complete || !taken.read(options)) return FLATLINE_BAD_ARGUMENT;
    physfs::OpenResult opened = open(taken);
    if (opened.error != OpenError::ok) {
        return give(Archive::unusable(make_finding(rule_of(opened.error))), archive);
    }
    return give(std::move(*opened.archive), archive);
}

}  // namespace

flatline_status flatline_physfs_open_path(const char* path, const flatline_archive_options* options,
                                          flatline_archive** archive) {
    return open_archive(path != nullptr, options, archive, [&](const ArchiveOptions& taken) {
        return physfs::open_path(path, taken.limits, taken.memory);
    });
}

flatline_status flatline_physfs_open_file(const flatline_source* source, const char* name,
                                          const flatline_archive_options* options,
                                          flatline_archive** archive) {
    flatline_source host = FLATLINE_SOURCE_INIT;
    const bool is_complete = read_source(source, false, host);
    return open_archive(is_complete, options, archive, [&](const ArchiveOptions& taken) {
        Finding problem;
        std::unique_ptr<File> file = HostFile::open(host, 0, true, problem);
        if (file == nullptr) {
            physfs::OpenResult none;
            none.archive.reset(new (std::nothrow) Archive(Archive::unusable(problem)));
            if (none.archive == nullptr) none.error = OpenError::out_of_memory;
            return none;
        }
        return physfs::open_file(std::move(file), view(name), taken.limits, taken.memory);
    });
}

flatline_status flatline_physfs_open_mounted(const char* virtual_path,
                                             const flatline_archive_options* options,
                                             flatline_archive** archive) {
    return open_archive(virtual_path != nullptr, options, archive,
                        [&](const ArchiveOptions& taken) {
                            return physfs::open_mounted(virtual_path, taken.limits, taken.memory);
                        });
}
