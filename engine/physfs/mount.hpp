// A place of ours in PhysFS's search path. PhysFS is one global state that belongs to the host.
// Flatline does not move, reuse or unmount the host's mounts, and deinitialises PhysFS only if it
// initialised it.
#pragma once

#include <physfs.h>

#include <atomic>
#include <cstddef>
#include <string_view>
#include <utility>

#include "physfs/container.hpp"
#include "physfs/native_path.hpp"

namespace flatline::engine::physfs {

/// True if the last call of PhysFS that failed had no memory.
bool is_out_of_memory() noexcept;

/// Mounts a folder or an archive under a name that nobody else uses, and unmounts it at the end.
///
/// Who started PhysFS is written into the mount points themselves: those of Archives that rely on
/// our PHYSFS_init begin with ".flatline-own-". The search path so counts them, and no variable of
/// ours lives longer than an Archive. The last such mount deinitialises PhysFS, unless the host
/// uses it by then, with mounts or a write directory of its own.
class Mount {
public:
    /// One owner of a mount, which ends with its last one. Null if there is none.
    class Ref {
    public:
        Ref() noexcept = default;
        explicit Ref(Mount* mount) noexcept : mount_(mount) {}
        Ref(const Ref& other) noexcept : mount_(other.mount_) {
            if (mount_ != nullptr) mount_->owners_.fetch_add(1, std::memory_order_relaxed);
        }
        Ref(Ref&& other) noexcept : mount_(std::exchange(other.mount_, nullptr)) {}
        Ref& operator=(Ref other) noexcept {
            std::swap(mount_, other.mount_);
            return *this;
        }
        ~Ref() {
            if (mount_ != nullptr && mount_->owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                delete mount_;
            }
        }
        const Mount* operator->() const noexcept { return mount_; }
        explicit operator bool() const noexcept { return mount_ != nullptr; }

    private:
        Mount* mount_ = nullptr;
    };

    enum class Failure : std::uint8_t { none, no_physfs, refused, no_memory };

    /// Null, and why, where PhysFS cannot be initialised or refuses the file. `native_path` is
    /// absolute.
    static Ref of_path(std::string_view native_path, Failure& failure) noexcept;
    /// Mounts a container for our own archiver, and holds it; the caller goes on to hold it too.
    static Ref of_container(Container& container, Failure& failure) noexcept;
    Mount(const Mount&) = delete;
    Mount& operator=(const Mount&) = delete;
    ~Mount();

    /// The virtual folder, such as ".flatline-0".
    std::string_view point() const noexcept { return text_of(point_); }
    /// The folder of the system that is mounted, with a NUL after it; null for an archive.
    const char* folder() const noexcept { return is_folder_ ? name_.data() : nullptr; }
    /// False if the host has deinitialised PhysFS since: then nothing of it may be touched.
    bool alive() const noexcept;

private:
    Mount() noexcept = default;
    /// `spell` makes the name of a mount from its point; `attach` mounts it, and says how that
    /// went.
    template <class Spell, class Attach>
    static Ref make(const Spell& spell, const Attach& attach, Failure& failure) noexcept;

    List<char> name_;   // what PhysFS knows it by
    List<char> point_;  // where its files appear
    std::atomic<std::size_t> owners_{1};
    Container* container_ = nullptr;
    bool is_folder_ = false;
};

}  // namespace flatline::engine::physfs
