#include "physfs/tree.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "archive/names.hpp"
#include "base/arena.hpp"
#include "base/list.hpp"
#include "physfs/native_file.hpp"

namespace flatline::engine::physfs {
namespace {

constexpr std::size_t kDepth = 32;  // folders in folders; deeper ones are listed as unreadable

bool below(std::string_view root, std::string_view path, List<char>& out) noexcept {
    return path.empty() ? join({root}, out) : join({root, "/", path}, out);
}

bool is_alive(const Mount::Ref& mount) noexcept {
    return mount ? mount->alive() : PHYSFS_isInit() != 0;
}

/// What PHYSFS_enumerate calls back into.
struct FolderNames {
    explicit FolderNames(const MemoryHooks& memory) noexcept : kept(memory), names(memory) {}

    Arena kept;
    List<std::string_view> names;
    std::uint64_t room = 0;
    bool cut = false;
    bool failed = false;
};

PHYSFS_EnumerateCallbackResult add_name(void* data, const char*, const char* name) {
    FolderNames& names = *static_cast<FolderNames*>(data);
    const std::string_view text(name);
    // A ZIP entry "a//b" gives `a` a child with an empty name, which contains itself without end.
    if (text.empty() || text == "." || text == "..") return PHYSFS_ENUM_OK;
    if (names.room == 0) {
        names.cut = true;
        return PHYSFS_ENUM_STOP;
    }
    --names.room;
    std::string_view kept;
    names.failed = !names.kept.keep(text, kept) || !names.names.push(kept);
    return names.failed ? PHYSFS_ENUM_STOP : PHYSFS_ENUM_OK;
}

/// Walks a tree with a list of folders instead of recursion. Everything that is met counts towards
/// the limit, because a tree of empty folders or of links takes time too.
class FolderWalk {
public:
    FolderWalk(std::string_view root, std::uint64_t limit, const MemoryHooks& memory,
               Source::Entries& entries) noexcept
        : root_(root),
          room_(limit),
          memory_(memory),
          entries_(entries),
          kept_(memory),
          folders_(memory),
          found_(memory) {}

    /// False if the limit is met.
    bool run() noexcept {
        bool fits = true;
        bool has_memory = folders_.push({"", 0});
        while (has_memory && fits && !folders_.empty()) {
            const Folder folder = folders_.back();
            folders_.truncate(folders_.size() - 1);
            has_memory = list(folder, fits);
        }
        if (!has_memory) entries_.set_out_of_memory();
        if (!has_memory || !fits) return fits;
        std::sort(found_.begin(), found_.end(),
                  [](const Found& a, const Found& b) { return a.path < b.path; });
        for (std::size_t i = 0; i < found_.size(); ++i) {
            // PhysFS lists a name again where the host has mounted one thing over another.
            if (i != 0 && found_[i].path == found_[i - 1].path) continue;
            entries_.add(found_[i].path, found_[i].size);
        }
        return true;
    }

private:
    struct Folder {
        std::string_view path;  // "" or with a slash at the end
        std::size_t depth;
    };
    struct Found {
        std::string_view path;
        std::uint64_t size;
    };

    // False if memory is out.
    bool list(const Folder& folder, bool& fits) noexcept {
        if (!below(root_, folder.path, virtual_path_)) return false;
        FolderNames names(memory_);
        names.room = room_;
        if (folder.depth > kDepth ||
            PHYSFS_enumerate(virtual_path_.data(), add_name, &names) == 0) {
            if (folder.depth <= kDepth && is_out_of_memory()) return false;
            return found_.push({folder.path.empty() ? "/" : folder.path, 0});
        }
        room_ = names.room;
        fits = !names.cut;
        bool has_memory = !names.failed;
        for (const std::string_view name : names.names) {
            has_memory = has_memory && look_at(folder, name);
        }
        return has_memory;
    }

    bool look_at(const Folder& folder, std::string_view name) noexcept {
        if (!join({folder.path, name}, path_) || !below(root_, text_of(path_), virtual_path_)) {
            return false;
        }
        PHYSFS_Stat stat = {};
        std::string_view path;
        if (PHYSFS_stat(virtual_path_.data(), &stat) == 0) {
            if (is_out_of_memory()) return false;
            // PhysFS lists names with ':' or a backslash and refuses to open them. A name without a
            // suffix is more likely a folder, and all that is in it would be missing.
            const bool is_folder = name.find('.') == std::string_view::npos;
            return keep(is_folder, path) && found_.push({path, 0});
        }
        if (stat.filetype == PHYSFS_FILETYPE_DIRECTORY) {
            return keep(true, path) && folders_.push({path, folder.depth + 1});
        }
        if (stat.filetype != PHYSFS_FILETYPE_REGULAR) return true;
        const auto size = static_cast<std::uint64_t>(std::max<PHYSFS_sint64>(stat.filesize, 0));
        return keep(false, path) && found_.push({path, size});
    }

    // path_, with a slash after it where it is a folder.
    bool keep(bool is_folder, std::string_view& kept) noexcept {
        if (is_folder) {
            path_.back() = '/';
            return kept_.keep({path_.data(), path_.size()}, kept);
        }
        return kept_.keep(text_of(path_), kept);
    }

    std::string_view root_;
    std::uint64_t room_;
    const MemoryHooks& memory_;
    Source::Entries& entries_;
    Arena kept_;
    List<Folder> folders_;
    List<Found> found_;
    List<char> path_, virtual_path_;
};

/// A file in a folder that is mounted. What the mount shows is read as long as it is there.
class FolderFile final : public File {
public:
    static std::unique_ptr<File> open(const char* folder, const char* virtual_path,
                                      Mount::Ref mount) noexcept {
        const char* const path = virtual_path + mount->point().size() + 1;
        bool no_memory = false;
        std::unique_ptr<NativeFile> native;
        if (!is_refused_path(path)) native = NativeFile::open(folder, path, no_memory);
        std::unique_ptr<File> opened;
        if (native != nullptr) {
            opened.reset(new (std::nothrow) FolderFile(std::move(native), std::move(mount)));
            no_memory = opened == nullptr;
        }
        if (opened == nullptr) {
            PHYSFS_setErrorCode(no_memory ? PHYSFS_ERR_OUT_OF_MEMORY : PHYSFS_ERR_NOT_FOUND);
        }
        return opened;
    }

    std::uint64_t size() const noexcept override { return file_->size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        return is_alive(mount_) ? file_->read_at(offset, out, size) : 0;
    }

private:
    FolderFile(std::unique_ptr<NativeFile> file, Mount::Ref mount) noexcept
        : file_(std::move(file)), mount_(std::move(mount)) {}

    /// Names that PhysFS does not accept as file names. This way every part of it finds the same
    /// files.
    static bool is_refused_path(std::string_view path) noexcept {
        while (true) {
            const std::string_view part = path.substr(0, path.find('/'));
            if (part.empty() || part == "." || part == ".." || is_refused_name(part)) return true;
            if (part.size() == path.size()) return false;
            path.remove_prefix(part.size() + 1);
        }
    }

    std::unique_ptr<NativeFile> file_;
    Mount::Ref mount_;
};

/// An open file of PhysFS.
class PhysfsFile final : public File {
public:
    static std::unique_ptr<File> open(const char* virtual_path, Mount::Ref mount) noexcept {
        PHYSFS_File* file = PHYSFS_openRead(virtual_path);
        if (file == nullptr) return nullptr;
        const PHYSFS_sint64 size = PHYSFS_fileLength(file);
        if (size < 0) {
            PHYSFS_close(file);
            return nullptr;
        }
        std::unique_ptr<File> opened(new (std::nothrow) PhysfsFile(
            file, static_cast<std::uint64_t>(size), std::move(mount)));
        if (opened == nullptr) {
            PHYSFS_close(file);
            PHYSFS_setErrorCode(PHYSFS_ERR_OUT_OF_MEMORY);
        }
        return opened;
    }
    PhysfsFile(const PhysfsFile&) = delete;
    PhysfsFile& operator=(const PhysfsFile&) = delete;
    ~PhysfsFile() override {
        if (is_alive(mount_)) PHYSFS_close(file_);
    }

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (!is_alive(mount_)) return 0;
        if (offset != at_) {
            at_ = kNowhere;
            if (PHYSFS_seek(file_, offset) == 0) return 0;
            at_ = offset;
        }
        const PHYSFS_sint64 got = PHYSFS_readBytes(file_, out, size);
        if (got < 0) {
            at_ = kNowhere;
            return 0;
        }
        at_ += static_cast<std::uint64_t>(got);
        return static_cast<std::uint64_t>(got);
    }

private:
    PhysfsFile(PHYSFS_File* file, std::uint64_t size, Mount::Ref mount) noexcept
        : file_(file), size_(size), mount_(std::move(mount)) {}

    static constexpr std::uint64_t kNowhere = UINT64_MAX;

    PHYSFS_File* file_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;  // where PhysFS stands; kNowhere after an error
    Mount::Ref mount_;
};

/// The file at `path` below `root`; null, and why in `no_memory`, where it cannot be opened.
std::unique_ptr<File> open_below(std::string_view root, std::string_view path,
                                 const Mount::Ref& mount, bool& no_memory) noexcept {
    no_memory = false;
    if (!is_alive(mount)) return nullptr;
    List<char> virtual_path;
    no_memory = true;
    if (!below(root, path, virtual_path)) return nullptr;
    std::unique_ptr<File> file = open_virtual(virtual_path.data(), mount);
    no_memory = file == nullptr && is_out_of_memory();
    return file;
}

}  // namespace

std::unique_ptr<File> open_virtual(const char* virtual_path, Mount::Ref mount) noexcept {
    const char* const folder = mount ? mount->folder() : nullptr;
    return folder != nullptr ? FolderFile::open(folder, virtual_path, std::move(mount))
                             : PhysfsFile::open(virtual_path, std::move(mount));
}

bool PhysfsSource::list(std::uint64_t limit, Entries& entries) noexcept {
    return is_alive(mount_) ? FolderWalk(text_of(root_), limit, memory_, entries).run() : true;
}

Finding PhysfsSource::reason(std::string_view path) const noexcept {
    if (no_memory_) return make_finding(Rule::out_of_memory);
    return is_refused_name(path) ? make_finding(Rule::file_name) : Source::reason(path);
}

std::unique_ptr<File> PhysfsSource::open(std::string_view path) noexcept {
    return open_below(text_of(root_), path, mount_, no_memory_);
}

std::unique_ptr<File> ContainerSource::open(std::string_view path) noexcept {
    return open_below(mount_->point(), path, mount_, no_memory_);
}

Finding ContainerSource::reason(std::string_view path) const noexcept {
    return no_memory_ ? make_finding(Rule::out_of_memory) : PackedSource::reason(path);
}

}  // namespace flatline::engine::physfs
