// Opening files and folders, of the host's file system and of its PhysFS search path.
#include <physfs.h>

#include <new>
#include <utility>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "physfs/container.hpp"
#include "physfs/mount.hpp"
#include "physfs/native_file.hpp"
#include "physfs/native_path.hpp"
#include "physfs/open.hpp"
#include "physfs/tree.hpp"
#include "physfs/unpackers.hpp"

namespace flatline::engine::physfs {
namespace {

using archive::FileKind;

OpenResult opened(Archive archive) noexcept {
    OpenResult result;
    result.archive.reset(new (std::nothrow) Archive(std::move(archive)));
    if (result.archive == nullptr) result.error = OpenError::out_of_memory;
    return result;
}

OpenResult failed(OpenError error) noexcept {
    OpenResult result;
    result.error = error;
    return result;
}

OpenResult unusable(Rule rule) noexcept { return opened(Archive::unusable(make_finding(rule))); }

OpenResult not_mounted(Mount::Failure failure) noexcept {
    if (failure == Mount::Failure::no_physfs) return failed(OpenError::no_physfs);
    return unusable(failure == Mount::Failure::no_memory ? Rule::out_of_memory
                                                         : Rule::file_unreadable);
}

Rule unopened() noexcept {
    return is_out_of_memory() ? Rule::out_of_memory : Rule::file_unreadable;
}

/// A ZIP or a 7z, mounted for our own archiver.
OpenResult open_container(std::unique_ptr<File> file, FileKind kind, const Limits& limits,
                          const MemoryHooks& memory) noexcept {
    const std::uint64_t size = file->size();
    if (size > limits.container_bytes) {
        return opened(Archive::unusable(
            archive::over_limit(Rule::limit_container_bytes, size, limits.container_bytes)));
    }
    Finding problem = {};
    Container* container = kind == FileKind::zip
                               ? open_zip(std::move(file), limits, memory, problem)
                               : open_seven_zip(std::move(file), limits, memory, problem);
    if (container == nullptr) return opened(Archive::unusable(problem));
    Mount::Failure failure = Mount::Failure::none;
    Mount::Ref mount = Mount::of_container(*container, failure);
    std::unique_ptr<Source> source;
    if (mount) source.reset(new (std::nothrow) ContainerSource(*container, std::move(mount)));
    container->release();
    const bool no_memory = failure == Mount::Failure::none || failure == Mount::Failure::no_memory;
    if (source == nullptr && no_memory) return unusable(Rule::out_of_memory);
    return opened(Archive::from_source(std::move(source), limits, memory));
}

/// `root` is joined.
OpenResult open_tree(List<char> root, bool packed, Mount::Ref mount, const Limits& limits,
                     const MemoryHooks& memory) noexcept {
    std::unique_ptr<Source> source(
        new (std::nothrow) PhysfsSource(std::move(root), packed, std::move(mount), memory));
    if (source == nullptr) return unusable(Rule::out_of_memory);
    return opened(Archive::from_source(std::move(source), limits, memory));
}

OpenResult open_folder(std::string_view path, const Limits& limits,
                       const MemoryHooks& memory) noexcept {
    Mount::Failure failure = Mount::Failure::none;
    Mount::Ref mount = Mount::of_path(path, failure);
    if (!mount) return not_mounted(failure);
    List<char> root;
    if (!join({mount->point()}, root)) return unusable(Rule::out_of_memory);
    return open_tree(std::move(root), false, std::move(mount), limits, memory);
}

#ifndef _WIN32
// PhysFS opens no file of such a name.
OpenResult open_refused_name(std::string_view folder, std::string_view file_name,
                             std::string_view name, const Limits& limits,
                             const MemoryHooks& memory) noexcept {
    List<char> folder_path;
    List<char> file_path;
    if (!join({folder}, folder_path) || !join({file_name}, file_path)) {
        return unusable(Rule::out_of_memory);
    }
    bool no_memory = false;
    std::unique_ptr<File> file = NativeFile::open(folder_path.data(), file_path.data(), no_memory);
    if (file == nullptr) return unusable(no_memory ? Rule::out_of_memory : Rule::file_unreadable);
    return open_file(std::move(file), name, limits, memory);
}
#endif

// `path` is where the file really lies, `name` what the caller called it.
OpenResult open_named(std::string_view path, std::string_view name, const Limits& limits,
                      const MemoryHooks& memory) noexcept {
    const std::string_view file_name = last_part(path);
    const std::size_t folder_bytes = path.size() - file_name.size();
    const std::size_t root = root_bytes(path);
    const std::string_view folder_path =
        path.substr(0, folder_bytes > root ? folder_bytes - 1 : root);
#ifndef _WIN32
    if (is_refused_name(file_name)) {
        return open_refused_name(folder_path, file_name, name, limits, memory);
    }
#endif
    Mount::Failure failure = Mount::Failure::none;
    const Mount::Ref folder = Mount::of_path(folder_path, failure);
    if (!folder) return not_mounted(failure);
    List<char> virtual_path;
    if (!join({folder->point(), "/", file_name}, virtual_path)) {
        return unusable(Rule::out_of_memory);
    }
    std::unique_ptr<File> file = open_virtual(virtual_path.data(), folder);
    if (file == nullptr) return unusable(is_refused_name(file_name) ? Rule::file_name : unopened());
    return open_file(std::move(file), name, limits, memory);
}

// True where the file lies in a folder, not in an archive that is mounted.
bool is_loose(const char* virtual_path) noexcept {
    const char* real = PHYSFS_getRealDir(virtual_path);
    return real != nullptr && is_folder(real);
}

}  // namespace

OpenResult open_path(std::string_view path, const Limits& limits,
                     const MemoryHooks& memory) noexcept {
    if (path.empty() || path.find('\0') != std::string_view::npos) {
        return failed(OpenError::not_found);
    }
    List<char> given;
    List<char> real;
    if (!join({path}, given)) return unusable(Rule::out_of_memory);
    // PhysFS follows no links, which is right for what lies in an archive. A link that the caller
    // names is meant to be followed.
    switch (resolve(given.data(), real)) {
        case PathKind::folder:
            return open_folder(text_of(real), limits, memory);
        case PathKind::file:
            return open_named(text_of(real), last_part(path), limits, memory);
        case PathKind::no_memory:
            return unusable(Rule::out_of_memory);
        case PathKind::none:
        case PathKind::other:  // a FIFO or a device would block, or never end
            break;
    }
    return failed(OpenError::not_found);
}

OpenResult open_file(std::unique_ptr<File> file, std::string_view name, const Limits& limits,
                     const MemoryHooks& memory) noexcept {
    if (file == nullptr) return unusable(Rule::file_unreadable);
    const FileKind kind = archive_kind(*file);
    if (kind != FileKind::zip && kind != FileKind::seven_zip) {
        return opened(Archive::from_file(std::move(file), name, limits, memory));
    }
    return open_container(std::move(file), kind, limits, memory);
}

LibraryVersions library_versions() noexcept {
    PHYSFS_Version physfs = {};
    PHYSFS_getLinkedVersion(&physfs);
    return {{physfs.major, physfs.minor, physfs.patch}, lzma_version()};
}

OpenResult open_mounted(std::string_view virtual_path, const Limits& limits,
                        const MemoryHooks& memory) noexcept {
    if (PHYSFS_isInit() == 0) return failed(OpenError::no_physfs);
    if (virtual_path.find('\0') != std::string_view::npos) return failed(OpenError::not_found);
    List<char> path;
    if (!join({virtual_path}, path)) return unusable(Rule::out_of_memory);
    PHYSFS_Stat stat = {};
    if (PHYSFS_stat(path.data(), &stat) == 0) {
        return unopened() == Rule::out_of_memory ? unusable(Rule::out_of_memory)
                                                 : failed(OpenError::not_found);
    }
    if (stat.filetype == PHYSFS_FILETYPE_DIRECTORY) {
        return open_tree(std::move(path), true, Mount::Ref(), limits, memory);
    }
    if (stat.filetype != PHYSFS_FILETYPE_REGULAR) return failed(OpenError::not_found);
    std::unique_ptr<File> file = open_virtual(path.data(), Mount::Ref());
    if (file == nullptr) return unusable(unopened());

    const FileKind kind = archive_kind(*file);
    if (kind != FileKind::zip && kind != FileKind::seven_zip) {
        return opened(
            Archive::from_file(std::move(file), archive::file_name(virtual_path), limits, memory));
    }
    // Only a container and the WADs in it are opened, nothing deeper.
    if (!is_loose(path.data())) return unusable(Rule::archive_nesting);
    return open_container(std::move(file), kind, limits, memory);
}

}  // namespace flatline::engine::physfs
