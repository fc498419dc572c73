#include "physfs/mount.hpp"

#include <charconv>
#include <iterator>
#include <new>
#include <string_view>

#include "physfs/archiver.hpp"

namespace flatline::engine::physfs {
namespace {

using std::string_view;

constexpr string_view kPoint = ".flatline-";
constexpr string_view kOwnPoint = ".flatline-own-";

struct SearchPath {
    bool empty = true;
    bool has_own = false;  // a mount of an Archive that relies on our PHYSFS_init
};

// Unlike PHYSFS_getSearchPath this takes no memory, so it cannot fail. With a wrong answer we would
// take a host's PhysFS for our own.
SearchPath look_at_search_path() noexcept {
    SearchPath result;
    const auto look = [](void* data, const char* name) {
        auto& seen = *static_cast<SearchPath*>(data);
        seen.empty = false;
        const char* const point = PHYSFS_getMountPoint(name);
        if (point != nullptr && string_view(point).starts_with(kOwnPoint)) seen.has_own = true;
    };
    PHYSFS_getSearchPathCallback(look, &result);
    return result;
}

// Deinitialises PhysFS where nothing uses it any more. Only called for mounts that rely on our
// PHYSFS_init.
void deinit_if_unused() noexcept {
    if (look_at_search_path().empty && PHYSFS_getWriteDir() == nullptr) PHYSFS_deinit();
}

// The name of a virtual folder that does not exist, neither as a mount point nor in what the host
// has mounted. False if memory is out.
bool free_point(bool own, List<char>& point) noexcept {
    for (unsigned number = 0;; ++number) {
        char digits[12];
        const char* const end = std::to_chars(digits, std::end(digits), number).ptr;
        if (!join({own ? kOwnPoint : kPoint, {digits, static_cast<std::size_t>(end - digits)}},
                  point)) {
            return false;
        }
        if (PHYSFS_exists(point.data()) == 0) return true;
    }
}

// PhysFS knows mounts by the spelling of their path, and mounting a spelling again does nothing
// and says that all is well. "/x", "/./x", "/././x" are one file and three mounts. The first is
// left to the host, who may come to mount the folder while ours is there.
bool free_spelling(string_view native_path, List<char>& spelling) noexcept {
    const std::size_t root = root_bytes(native_path);
    List<char> dots;
    do {
        if (!dots.append("./", 2) ||
            !join(
                {native_path.substr(0, root), {dots.data(), dots.size()}, native_path.substr(root)},
                spelling)) {
            return false;
        }
    } while (PHYSFS_getMountPoint(spelling.data()) != nullptr);
    return true;
}

Mount::Failure last_failure() noexcept {
    return is_out_of_memory() ? Mount::Failure::no_memory : Mount::Failure::refused;
}

// Initialises PhysFS where it is not; `own`: that is our doing, now or before. False: it cannot be.
bool start(bool& own) noexcept {
    own = PHYSFS_isInit() == 0 || look_at_search_path().has_own;
    // PhysFS makes its base directory of this name; nothing here uses that directory.
    return PHYSFS_isInit() != 0 || PHYSFS_init("./flatline") != 0;
}

}  // namespace

bool is_out_of_memory() noexcept { return PHYSFS_getLastErrorCode() == PHYSFS_ERR_OUT_OF_MEMORY; }

template <class Spell, class Attach>
Mount::Ref Mount::make(const Spell& spell, const Attach& attach, Failure& failure) noexcept {
    bool own = false;
    failure = Failure::no_physfs;
    if (!start(own)) return Ref();
    List<char> name;
    List<char> point;
    auto* const mount = new (std::nothrow) Mount;
    failure = Failure::no_memory;
    if (mount != nullptr && free_point(own, point) && spell(text_of(point), name)) {
        failure = attach(*mount, name.data(), point.data());
        if (failure == Failure::none) {
            mount->name_ = std::move(name);
            mount->point_ = std::move(point);
            return Ref(mount);
        }
    }
    delete mount;
    if (own) deinit_if_unused();
    return Ref();
}

Mount::Ref Mount::of_path(string_view native_path, Failure& failure) noexcept {
    const auto spell = [&](string_view, List<char>& name) {
        return free_spelling(native_path, name);
    };
    const auto attach = [](Mount& mount, const char* name, const char* point) {
        mount.is_folder_ = is_folder(name);
        // At the end of the search path, so that nothing of the host's is hidden.
        if (PHYSFS_mount(name, point, 1) != 0) return Failure::none;
        // PhysFS loses the error of one allocation; a second try either works or says it.
        return PHYSFS_mount(name, point, 1) != 0 ? Failure::none : last_failure();
    };
    return make(spell, attach, failure);
}

Mount::Ref Mount::of_container(Container& container, Failure& failure) noexcept {
    const auto spell = [](string_view point, List<char>& name) {
        return join({point, ".", kContainerSuffix}, name);
    };
    const auto attach = [&](Mount& mount, const char* name, const char* point) {
        if (mount_container(container, name, point)) {
            container.retain();
            mount.container_ = &container;
            return Failure::none;
        }
        // Our archiver refuses nothing of ours, and PhysFS forgets why it has failed.
        forget_archiver();
        return Failure::no_memory;
    };
    return make(spell, attach, failure);
}

bool Mount::alive() const noexcept {
    if (name_.empty() || PHYSFS_isInit() == 0) return false;
    const char* const found = PHYSFS_getMountPoint(name_.data());
    const string_view at = found != nullptr ? found : "";
    return at.size() == point().size() + 1 && at.starts_with(point());  // the slash is PhysFS's
}

Mount::~Mount() {
    if (alive()) {
        const bool own = point().starts_with(kOwnPoint);
        // A file that the host has opened in our folder keeps the mount; it can read no more.
        const bool is_kept = PHYSFS_unmount(name_.data()) == 0;
        if (is_kept && container_ != nullptr) container_->close_file();
        if (container_ != nullptr) forget_archiver();
        if (own) deinit_if_unused();
    }
    if (container_ != nullptr) container_->release();
}

}  // namespace flatline::engine::physfs
