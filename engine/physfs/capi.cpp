// The C functions of flatline_physfs.h.
#include "api/capi.hpp"
#include "flatline/archive.hpp"
#include "flatline/flatline_physfs.h"
#include "flatline/physfs.hpp"

namespace {

using flatline::Rule;
using flatline::physfs::OpenError;

Rule rule_of(OpenError error) noexcept {
    switch (error) {
        case OpenError::not_found:
            return Rule::file_not_found;
        case OpenError::no_physfs:
            return Rule::physfs_unavailable;
        default:
            return Rule::file_unreadable;
    }
}

// What both functions have in common; `open` is that of physfs.hpp.
template <class Open>
flatline_status open_archive(const char* path, const flatline_archive_options* options,
                             flatline_archive** archive, const Open& open) noexcept {
    if (archive == nullptr) return FLATLINE_BAD_ARGUMENT;
    *archive = nullptr;
    flatline_archive_options given = FLATLINE_ARCHIVE_OPTIONS_INIT;
    if (path == nullptr || !flatline::capi::take(options, given)) return FLATLINE_BAD_ARGUMENT;
    const flatline::Limits limits =
        given.limits != nullptr ? flatline::capi::limits_of(*given.limits) : flatline::Limits{};
    flatline::physfs::OpenResult opened = open(path, limits);
    if (opened.error != OpenError::ok) {
        return flatline::capi::give(
            flatline::Archive::unusable(flatline::make_finding(rule_of(opened.error))), archive);
    }
    return flatline::capi::give(std::move(*opened.archive), archive);
}

}  // namespace

flatline_status flatline_physfs_open_path(const char* path, const flatline_archive_options* options,
                                          flatline_archive** archive) {
    return open_archive(path, options, archive, flatline::physfs::open_path);
}

flatline_status flatline_physfs_open_mounted(const char* virtual_path,
                                             const flatline_archive_options* options,
                                             flatline_archive** archive) {
    return open_archive(virtual_path, options, archive, flatline::physfs::open_mounted);
}
