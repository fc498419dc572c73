#include "open.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#if defined(FLATLINE_TOOL_PHYSFS)
#include "model/findings.hpp"
#include "physfs/open.hpp"
#else
#include "files.hpp"
#include "held_file.hpp"
#include "model/findings.hpp"
#include "platform.hpp"
#endif

namespace flatline::engine::tool {

#if defined(FLATLINE_TOOL_PHYSFS)

namespace {

// PhysFS has one search path, which only one thread at a time may change: by opening an archive or
// by closing it. What is in an archive any thread may read.
std::mutex search_path;

/// Null if there is no such file.
OpenArchive archive_of(physfs::OpenResult opened) {
    if (opened.archive != nullptr) return OpenArchive(opened.archive.release());
    if (opened.error == physfs::OpenError::not_found) return nullptr;
    const Rule why = opened.error == physfs::OpenError::no_physfs ? Rule::physfs_unavailable
                                                                  : Rule::out_of_memory;
    return OpenArchive(new Archive(Archive::unusable(make_finding(why))));
}

}  // namespace

void CloseArchive::operator()(Archive* archive) const {
    const std::lock_guard lock(search_path);
    delete archive;
}

OpenArchive open_archive(const std::string& path, const Limits& limits) {
    const std::lock_guard lock(search_path);
    return archive_of(physfs::open_path(path, limits));
}

OpenArchive open_archive(std::unique_ptr<File> file, const std::string& name,
                         const Limits& limits) {
    const std::lock_guard lock(search_path);
    return archive_of(physfs::open_file(std::move(file), name, limits));
}

std::string archive_libraries() {
    const physfs::LibraryVersions versions = physfs::library_versions();
    const auto& [major, minor, patch] = versions.physfs;
    if (versions.lzma.empty()) return "";
    return fmt::format("PhysFS {}.{}.{}, liblzma {}", major, minor, patch, versions.lzma);
}

#else

std::string archive_libraries() { return ""; }

void CloseArchive::operator()(Archive* archive) const { delete archive; }

OpenArchive open_archive(const std::string& path, const Limits& limits) {
    if (is_folder(path)) {
        return OpenArchive(new Archive(Archive::unusable(make_finding(Rule::archive_unreadable))));
    }
    InputFile file(path);
    if (*file.wrong() != '\0') return nullptr;
    return open_archive(held_file(file, limits.container_bytes), text_of(path_of(path).filename()),
                        limits);
}

OpenArchive open_archive(std::unique_ptr<File> file, const std::string& name,
                         const Limits& limits) {
    return OpenArchive(new Archive(Archive::from_file(std::move(file), name, limits)));
}

#endif

}  // namespace flatline::engine::tool
