#include "physfs/tree.hpp"

#include <algorithm>
#include <utility>

#include "archive/names.hpp"

namespace flatline::physfs {
namespace {

constexpr std::size_t kDepth = 32;  // folders in folders; deeper ones are listed as unreadable

std::string below(const std::string& root, std::string_view path) {
    return path.empty() ? root : (root + "/").append(path);
}

bool is_alive(const std::shared_ptr<Mount>& mount) noexcept {
    return mount != nullptr ? mount->alive() : PHYSFS_isInit() != 0;
}

/// What PHYSFS_enumerate calls back into.
struct Names {
    std::vector<std::string> names;
    std::uint64_t room;
    bool cut = false;
};

PHYSFS_EnumerateCallbackResult add_name(void* data, const char*, const char* name) {
    Names& names = *static_cast<Names*>(data);
    const std::string_view text(name);
    // A ZIP entry "a//b" gives `a` a child with an empty name, which contains itself without end.
    if (text.empty() || text == "." || text == "..") return PHYSFS_ENUM_OK;
    if (names.room == 0) {
        names.cut = true;
        return PHYSFS_ENUM_STOP;
    }
    --names.room;
    names.names.emplace_back(text);
    return PHYSFS_ENUM_OK;
}

/// Walks a tree with a list of folders instead of recursion. Everything that is met counts towards
/// the limit, because a tree of empty folders or of links takes time too.
class Walk {
public:
    Walk(std::string root, std::uint64_t limit, std::vector<Source::Entry>& entries) noexcept
        : root_(std::move(root)), room_(limit), entries_(entries) {}

    bool run() {
        folders_.push_back({"", 0});
        while (!folders_.empty()) {
            const Folder folder = std::move(folders_.back());
            folders_.pop_back();
            if (!list(folder)) return false;
        }
        std::sort(entries_.begin(), entries_.end(),
                  [](const auto& a, const auto& b) { return a.path < b.path; });
        // PhysFS lists a name again where the host has mounted one thing over another.
        entries_.erase(std::unique(entries_.begin(), entries_.end(),
                                   [](const auto& a, const auto& b) { return a.path == b.path; }),
                       entries_.end());
        return true;
    }

private:
    struct Folder {
        std::string path;  // "" or with a slash at the end
        std::size_t depth;
    };

    bool list(const Folder& folder) {
        Names names{{}, room_};
        if (folder.depth > kDepth ||
            PHYSFS_enumerate(below(root_, folder.path).c_str(), add_name, &names) == 0) {
            entries_.push_back({folder.path.empty() ? "/" : folder.path, 0});
            return true;
        }
        room_ = names.room;
        for (const std::string& name : names.names) look_at(folder, name);
        return !names.cut;
    }

    void look_at(const Folder& folder, const std::string& name) {
        std::string path = folder.path + name;
        PHYSFS_Stat stat = {};
        if (PHYSFS_stat(below(root_, path).c_str(), &stat) == 0) {
            // PhysFS lists names with ':' or a backslash and refuses to open them. A name without a
            // suffix is more likely a folder, and all that is in it would be missing.
            if (name.find('.') == std::string::npos) path += '/';
            entries_.push_back({std::move(path), 0});
        } else if (stat.filetype == PHYSFS_FILETYPE_DIRECTORY) {
            folders_.push_back({std::move(path) + "/", folder.depth + 1});
        } else if (stat.filetype == PHYSFS_FILETYPE_REGULAR) {
            const auto size = static_cast<std::uint64_t>(std::max<PHYSFS_sint64>(stat.filesize, 0));
            entries_.push_back({std::move(path), size});
        }
    }

    std::string root_;
    std::uint64_t room_;
    std::vector<Source::Entry>& entries_;
    std::vector<Folder> folders_;
};

}  // namespace

PhysfsFile::PhysfsFile(PHYSFS_File* file, std::uint64_t size, std::shared_ptr<Mount> mount) noexcept
    : file_(file), size_(size), mount_(std::move(mount)) {}

std::unique_ptr<PhysfsFile> PhysfsFile::open(const std::string& virtual_path,
                                             std::shared_ptr<Mount> mount) noexcept {
    PHYSFS_File* file = PHYSFS_openRead(virtual_path.c_str());
    if (file == nullptr) return nullptr;
    const PHYSFS_sint64 size = PHYSFS_fileLength(file);
    if (size < 0) {
        PHYSFS_close(file);
        return nullptr;
    }
    return std::unique_ptr<PhysfsFile>(
        new PhysfsFile(file, static_cast<std::uint64_t>(size), std::move(mount)));
}

PhysfsFile::~PhysfsFile() {
    if (is_alive(mount_)) PHYSFS_close(file_);
}

std::uint64_t PhysfsFile::read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept {
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

bool PhysfsSource::list(std::uint64_t limit, std::vector<Entry>& entries) noexcept {
    return is_alive(mount_) ? Walk(root_, limit, entries).run() : true;
}

Finding PhysfsSource::reason(std::string_view path) const noexcept {
    return is_refused_name(path) ? make_finding(Rule::file_name) : Source::reason(path);
}

std::unique_ptr<File> PhysfsSource::open(std::string_view path) noexcept {
    return is_alive(mount_) ? PhysfsFile::open(below(root_, path), mount_) : nullptr;
}

std::unique_ptr<File> ContainerSource::open(std::string_view path) noexcept {
    return is_alive(mount_) ? PhysfsFile::open(below(mount_->point(), path), mount_) : nullptr;
}

}  // namespace flatline::physfs
