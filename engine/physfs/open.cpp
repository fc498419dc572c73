// Opening files and folders, of the host's file system and of its PhysFS search path.
#include <physfs.h>

#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "flatline/physfs.hpp"
#include "physfs/container.hpp"
#include "physfs/mount.hpp"
#include "physfs/tree.hpp"

namespace flatline::physfs {
namespace {

namespace fs = std::filesystem;
using archive::FileKind;

OpenResult opened(Archive archive) noexcept {
    OpenResult result;
    result.archive.reset(new (std::nothrow) Archive(std::move(archive)));
    if (result.archive == nullptr) result.error = OpenError::unreadable;
    return result;
}

OpenResult failed(OpenError error) noexcept {
    OpenResult result;
    result.error = error;
    return result;
}

OpenResult unusable(Rule rule) noexcept { return opened(Archive::unusable(make_finding(rule))); }

/// A ZIP or a 7z, mounted for our own archiver.
OpenResult open_container(std::unique_ptr<File> file, FileKind kind,
                          const Limits& limits) noexcept {
    const std::uint64_t size = file->size();
    if (size > limits.container_bytes) {
        return opened(Archive::unusable(
            archive::over_limit(Rule::limit_container_bytes, size, limits.container_bytes)));
    }
    Finding problem = {};
    Container* container = kind == FileKind::zip ? open_zip(std::move(file), limits, problem)
                                                 : open_seven_zip(std::move(file), limits, problem);
    if (container == nullptr) return opened(Archive::unusable(problem));
    std::shared_ptr<Mount> mount = Mount::of_container(*container);
    std::unique_ptr<Source> source;
    if (mount != nullptr) {
        source.reset(new (std::nothrow) ContainerSource(*container, std::move(mount)));
    }
    container->release();
    return opened(Archive::from_source(std::move(source), limits));
}

OpenResult open_tree(std::string root, bool packed, std::shared_ptr<Mount> mount,
                     const Limits& limits) noexcept {
    std::unique_ptr<Source> source(new (std::nothrow)
                                       PhysfsSource(std::move(root), packed, std::move(mount)));
    return opened(Archive::from_source(std::move(source), limits));
}

OpenResult open_folder(const fs::path& path, const Limits& limits) noexcept {
    bool no_physfs = false;
    std::shared_ptr<Mount> mount = Mount::of_path(path.string(), no_physfs);
    if (no_physfs) return failed(OpenError::no_physfs);
    if (mount == nullptr) return unusable(Rule::file_unreadable);
    std::string root = mount->point();
    return open_tree(std::move(root), false, std::move(mount), limits);
}

// `path` is where the file really lies, `name` what the caller called it.
OpenResult open_named(const fs::path& path, std::string_view name, const Limits& limits) noexcept {
    bool no_physfs = false;
    const std::shared_ptr<Mount> folder = Mount::of_path(path.parent_path().string(), no_physfs);
    if (no_physfs) return failed(OpenError::no_physfs);
    if (folder == nullptr) return unusable(Rule::file_unreadable);
    std::unique_ptr<File> file =
        PhysfsFile::open(folder->point() + "/" + path.filename().string(), folder);
    if (file == nullptr) {
        return unusable(is_refused_name(path.filename().string()) ? Rule::file_name
                                                                  : Rule::file_unreadable);
    }

    return open_file(std::move(file), name, limits);
}

// True where the file lies in a folder, not in an archive that is mounted.
bool is_loose(const std::string& virtual_path) noexcept {
    const char* real = PHYSFS_getRealDir(virtual_path.c_str());
    std::error_code error;
    return real != nullptr && fs::is_directory(fs::path(real), error);
}

}  // namespace

OpenResult open_path(std::string_view path, const Limits& limits) noexcept {
    if (path.empty() || path.find('\0') != std::string_view::npos) {
        return failed(OpenError::not_found);
    }
    // PhysFS follows no links, which is right for what lies in an archive. A link that the caller
    // names is meant to be followed.
    const fs::path given(path);
    std::error_code error;
    const fs::path real = fs::canonical(given, error);
    if (error) return failed(OpenError::not_found);
    const fs::file_status status = fs::status(real, error);
    if (fs::is_directory(status)) return open_folder(real, limits);
    // A FIFO or a device would block, or never end.
    if (!fs::is_regular_file(status)) return failed(OpenError::not_found);
    return open_named(real, given.filename().string(), limits);
}

OpenResult open_file(std::unique_ptr<File> file, std::string_view name,
                     const Limits& limits) noexcept {
    if (file == nullptr) return unusable(Rule::file_unreadable);
    const FileKind kind = archive_kind(*file);
    if (kind != FileKind::zip && kind != FileKind::seven_zip) {
        return opened(Archive::from_file(std::move(file), name, limits));
    }
    return open_container(std::move(file), kind, limits);
}

OpenResult open_mounted(std::string_view virtual_path, const Limits& limits) noexcept {
    if (PHYSFS_isInit() == 0) return failed(OpenError::no_physfs);
    if (virtual_path.find('\0') != std::string_view::npos) return failed(OpenError::not_found);
    const std::string path(virtual_path);
    PHYSFS_Stat stat = {};
    if (PHYSFS_stat(path.c_str(), &stat) == 0) return failed(OpenError::not_found);
    if (stat.filetype == PHYSFS_FILETYPE_DIRECTORY) {
        return open_tree(path, true, nullptr, limits);
    }
    if (stat.filetype != PHYSFS_FILETYPE_REGULAR) return failed(OpenError::not_found);
    std::unique_ptr<File> file = PhysfsFile::open(path, nullptr);
    if (file == nullptr) return unusable(Rule::file_unreadable);

    const FileKind kind = archive_kind(*file);
    if (kind != FileKind::zip && kind != FileKind::seven_zip) {
        return opened(Archive::from_file(std::move(file), archive::file_name(path), limits));
    }
    // Only a container and the WADs in it are opened, nothing deeper.
    if (!is_loose(path)) return unusable(Rule::archive_nesting);
    return open_container(std::move(file), kind, limits);
}

}  // namespace flatline::physfs
