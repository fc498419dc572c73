#include "physfs/archiver.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "physfs/packed_file.hpp"

namespace flatline::engine::physfs {
namespace {

using std::string_view;

Container& container_of(void* opaque) noexcept { return *static_cast<Container*>(opaque); }

template <class T>
T* failed(PHYSFS_ErrorCode code) noexcept {
    PHYSFS_setErrorCode(code);
    return nullptr;
}

// ---- An open file ------------------------------------------------------------------------------

PackedFile& file_of(PHYSFS_Io* io) noexcept { return *static_cast<PackedFile*>(io->opaque); }

PHYSFS_Io* make_file_io(std::unique_ptr<PackedFile> file) noexcept;

PHYSFS_sint64 file_read(PHYSFS_Io* io, void* out, PHYSFS_uint64 size) {
    return static_cast<PHYSFS_sint64>(file_of(io).read(static_cast<unsigned char*>(out), size));
}
PHYSFS_sint64 no_write(PHYSFS_Io*, const void*, PHYSFS_uint64) {
    PHYSFS_setErrorCode(PHYSFS_ERR_READ_ONLY);
    return -1;
}
int file_seek(PHYSFS_Io* io, PHYSFS_uint64 place) {
    if (file_of(io).seek(place)) return 1;
    PHYSFS_setErrorCode(PHYSFS_ERR_PAST_EOF);
    return 0;
}
PHYSFS_sint64 file_tell(PHYSFS_Io* io) { return static_cast<PHYSFS_sint64>(file_of(io).place()); }
PHYSFS_sint64 file_length(PHYSFS_Io* io) {
    return static_cast<PHYSFS_sint64>(std::min<std::uint64_t>(file_of(io).size(), INT64_MAX));
}
PHYSFS_Io* file_duplicate(PHYSFS_Io* io) { return make_file_io(file_of(io).again()); }
int no_flush(PHYSFS_Io*) { return 1; }
void file_destroy(PHYSFS_Io* io) {
    delete &file_of(io);
    delete io;
}

PHYSFS_Io* make_file_io(std::unique_ptr<PackedFile> file) noexcept {
    auto* io = file != nullptr ? new (std::nothrow) PHYSFS_Io : nullptr;
    if (io == nullptr) return failed<PHYSFS_Io>(PHYSFS_ERR_OUT_OF_MEMORY);
    *io = {0,         file.release(), file_read,      no_write, file_seek,
           file_tell, file_length,    file_duplicate, no_flush, file_destroy};
    return io;
}

// ---- What stands for the container at its mounting ---------------------------------------------

// Its address says that an Io is ours. There is nothing to read.
PHYSFS_sint64 container_read(PHYSFS_Io*, void*, PHYSFS_uint64) { return 0; }
int container_seek(PHYSFS_Io*, PHYSFS_uint64 place) { return place == 0 ? 1 : 0; }
PHYSFS_sint64 container_tell(PHYSFS_Io*) { return 0; }
PHYSFS_Io* container_duplicate(PHYSFS_Io*) { return failed<PHYSFS_Io>(PHYSFS_ERR_UNSUPPORTED); }
void container_destroy(PHYSFS_Io*) {}

// ---- The archiver ------------------------------------------------------------------------------

void* open_archive(PHYSFS_Io* io, const char*, int for_write, int* claimed) {
    if (io == nullptr || io->read != container_read) {
        return failed<void>(PHYSFS_ERR_UNSUPPORTED);
    }
    *claimed = 1;
    if (for_write != 0) return failed<void>(PHYSFS_ERR_READ_ONLY);
    Container& container = container_of(io->opaque);
    container.retain();
    return &container;
}

void close_archive(void* opaque) { container_of(opaque).release(); }

PHYSFS_EnumerateCallbackResult enumerate(void* opaque, const char* folder,
                                         PHYSFS_EnumerateCallback callback, const char* origin,
                                         void* data) {
    const Container& container = container_of(opaque);
    const string_view prefix(folder);
    const std::size_t skip = prefix.empty() ? 0 : prefix.size() + 1;
    string_view last;
    List<char> name(container.memory());  // with the NUL that a path of the container has not
    for (const PackedEntry& entry : container.entries()) {
        const string_view path = container.path_of(entry);
        const bool is_below =
            skip == 0 ||
            (path.size() > skip && path.substr(0, skip - 1) == prefix && path[skip - 1] == '/');
        if (!is_below) continue;
        const string_view rest = path.substr(skip);
        const string_view child = rest.substr(0, rest.find('/'));
        if (child == last) continue;  // another file of the same folder
        last = child;
        name.truncate(0);
        if (!name.append(child.data(), child.size()) || !name.push('\0')) {
            PHYSFS_setErrorCode(PHYSFS_ERR_OUT_OF_MEMORY);
            return PHYSFS_ENUM_ERROR;
        }
        const PHYSFS_EnumerateCallbackResult result = callback(data, origin, name.data());
        if (result == PHYSFS_ENUM_ERROR) PHYSFS_setErrorCode(PHYSFS_ERR_APP_CALLBACK);
        if (result != PHYSFS_ENUM_OK) return result;
    }
    return PHYSFS_ENUM_OK;
}

PHYSFS_Io* open_read(void* opaque, const char* name) {
    Container& container = container_of(opaque);
    const PackedEntry* entry = container.find(name);
    if (entry == nullptr) return failed<PHYSFS_Io>(PHYSFS_ERR_NOT_FOUND);
    std::unique_ptr<PackedFile> file(new (std::nothrow) PackedFile(container, *entry));
    if (file == nullptr) return failed<PHYSFS_Io>(PHYSFS_ERR_OUT_OF_MEMORY);
    if (!file->start()) {
        return failed<PHYSFS_Io>(container.no_memory() ? PHYSFS_ERR_OUT_OF_MEMORY
                                                       : PHYSFS_ERR_CORRUPT);
    }
    return make_file_io(std::move(file));
}

PHYSFS_Io* no_open(void*, const char*) { return failed<PHYSFS_Io>(PHYSFS_ERR_READ_ONLY); }
int no_change(void*, const char*) {
    PHYSFS_setErrorCode(PHYSFS_ERR_READ_ONLY);
    return 0;
}

int stat(void* opaque, const char* name, PHYSFS_Stat* out) {
    const Container& container = container_of(opaque);
    const PackedEntry* entry = container.find(name);
    if (entry == nullptr && !container.is_folder(name)) {
        PHYSFS_setErrorCode(PHYSFS_ERR_NOT_FOUND);
        return 0;
    }
    *out = {};
    out->modtime = out->createtime = out->accesstime = -1;
    out->filetype = entry != nullptr ? PHYSFS_FILETYPE_REGULAR : PHYSFS_FILETYPE_DIRECTORY;
    out->filesize =
        entry != nullptr
            ? static_cast<PHYSFS_sint64>(std::min<std::uint64_t>(entry->size, INT64_MAX))
            : 0;
    out->readonly = 1;
    return 1;
}

constexpr PHYSFS_Archiver kArchiver = {
    0,
    {kContainerSuffix, "ZIP and 7z as Flatline reads them", "Flatline", "", 0},
    open_archive,
    enumerate,
    open_read,
    no_open,
    no_open,
    no_change,
    no_change,
    stat,
    close_archive,
};

bool is_registered() noexcept {
    const PHYSFS_ArchiveInfo** infos = PHYSFS_supportedArchiveTypes();
    for (; infos != nullptr && *infos != nullptr; ++infos) {
        if (string_view((*infos)->extension) == kContainerSuffix) return true;
    }
    return false;
}

}  // namespace

bool mount_container(Container& container, const char* name, const char* point) noexcept {
    if (!is_registered() && PHYSFS_registerArchiver(&kArchiver) == 0) return false;
    // open_archive takes the container out of it, and nobody keeps it.
    PHYSFS_Io io = {0,
                    &container,
                    container_read,
                    no_write,
                    container_seek,
                    container_tell,
                    container_tell,
                    container_duplicate,
                    no_flush,
                    container_destroy};
    // At the end of the search path, so that nothing of the host's is hidden.
    return PHYSFS_mountIo(&io, name, point, 1) != 0;
}

void forget_archiver() noexcept {
    if (is_registered()) PHYSFS_deregisterArchiver(kContainerSuffix);
}

}  // namespace flatline::engine::physfs
