#include "physfs/mount.hpp"

#include <filesystem>
#include <string_view>
#include <utility>

#include "physfs/archiver.hpp"

namespace flatline::physfs {
namespace {

using std::string_view;

constexpr string_view kPoint = ".flatline-";
constexpr string_view kOwnPoint = ".flatline-own-";

struct SearchPath {
    bool empty = true;
    bool has_own = false;  // a mount of an Archive that relies on our PHYSFS_init
};

SearchPath look_at_search_path() noexcept {
    SearchPath result;
    char** names = PHYSFS_getSearchPath();
    if (names == nullptr) return {false, true};  // out of memory: change nothing
    for (char** name = names; *name != nullptr; ++name) {
        result.empty = false;
        const char* point = PHYSFS_getMountPoint(*name);
        if (point != nullptr && string_view(point).starts_with(kOwnPoint)) result.has_own = true;
    }
    PHYSFS_freeList(names);
    return result;
}

// Deinitialises PhysFS where nothing uses it any more. Only called for mounts that rely on our
// PHYSFS_init.
void deinit_if_unused() noexcept {
    if (look_at_search_path().empty && PHYSFS_getWriteDir() == nullptr) PHYSFS_deinit();
}

// The name of a virtual folder that does not exist, neither as a mount point nor in what the host
// has mounted.
std::string free_point(bool own) {
    for (unsigned number = 0;; ++number) {
        std::string point(own ? kOwnPoint : kPoint);
        point += std::to_string(number);
        if (PHYSFS_exists(point.c_str()) == 0) return point;
    }
}

// PhysFS knows mounts by the spelling of their path, and mounting a spelling again does nothing
// and says that all is well. "/x", "/./x", "/././x" are one file and three mounts. The first is
// left to the host, who may come to mount the folder while ours is there.
std::string free_spelling(const std::string& native_path) {
    const std::filesystem::path path(native_path);
    std::filesystem::path dots = path.root_path();
    std::string spelling;
    do {
        dots /= ".";
        spelling = (dots / path.relative_path()).string();
    } while (PHYSFS_getMountPoint(spelling.c_str()) != nullptr);
    return spelling;
}

// Initialises PhysFS where it is not; `own`: that is our doing, now or before. False: it cannot be.
bool start(bool& own) noexcept {
    own = PHYSFS_isInit() == 0 || look_at_search_path().has_own;
    // PhysFS makes its base directory of this name; nothing here uses that directory.
    return PHYSFS_isInit() != 0 || PHYSFS_init("./flatline") != 0;
}

}  // namespace

std::shared_ptr<Mount> Mount::of_path(const std::string& native_path, bool& no_physfs) noexcept {
    bool own = false;
    no_physfs = !start(own);
    if (no_physfs) return nullptr;
    std::shared_ptr<Mount> mount(new Mount);
    std::string point = free_point(own);
    std::string name = free_spelling(native_path);
    // At the end of the search path, so that nothing of the host's is hidden.
    if (PHYSFS_mount(name.c_str(), point.c_str(), 1) == 0) {
        if (own) deinit_if_unused();
        return nullptr;
    }
    mount->name_ = std::move(name);
    mount->point_ = std::move(point);
    return mount;
}

std::shared_ptr<Mount> Mount::of_container(Container& container) noexcept {
    bool own = false;
    if (!start(own)) return nullptr;
    std::shared_ptr<Mount> mount(new Mount);
    std::string point = free_point(own);
    std::string name = point + "." + kContainerSuffix;
    if (!mount_container(container, name, point)) {
        forget_archiver();
        if (own) deinit_if_unused();
        return nullptr;
    }
    container.retain();
    mount->container_ = &container;
    mount->name_ = std::move(name);
    mount->point_ = std::move(point);
    return mount;
}

bool Mount::alive() const noexcept {
    if (name_.empty() || PHYSFS_isInit() == 0) return false;
    const char* point = PHYSFS_getMountPoint(name_.c_str());
    return point != nullptr && string_view(point) == point_ + "/";  // the slash is PhysFS's
}

Mount::~Mount() {
    if (alive()) {
        const bool own = point_.starts_with(kOwnPoint);
        // A file that the host has opened in our folder keeps the mount; it can read no more.
        const bool is_kept = PHYSFS_unmount(name_.c_str()) == 0;
        if (is_kept && container_ != nullptr) container_->close_file();
        if (container_ != nullptr) forget_archiver();
        if (own) deinit_if_unused();
    }
    if (container_ != nullptr) container_->release();
}

}  // namespace flatline::physfs
