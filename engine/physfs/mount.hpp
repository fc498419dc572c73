// A place of ours in PhysFS's search path. PhysFS is one global state that belongs to the host:
// nothing of the host's is moved, reused or unmounted, and PhysFS is deinitialised only where
// Flatline initialised it.
#pragma once

#include <physfs.h>

#include <memory>
#include <string>

#include "physfs/container.hpp"

namespace flatline::physfs {

/// Mounts a folder or an archive under a name that nobody else uses, and unmounts it at the end.
///
/// Who started PhysFS is written into the mount points themselves: those of Archives that rely on
/// our PHYSFS_init begin with ".flatline-own-". The search path so counts them, and no variable of
/// ours lives longer than an Archive. The last such mount deinitialises PhysFS, unless the host
/// uses it by then, with mounts or a write directory of its own.
class Mount {
public:
    /// Null where PhysFS cannot be initialised (then `no_physfs` is set) or refuses the file.
    /// `native_path` is absolute.
    static std::shared_ptr<Mount> of_path(const std::string& native_path, bool& no_physfs) noexcept;
    /// Mounts a container for our own archiver, and holds it. Null where PhysFS refuses; the caller
    /// goes on to hold it too.
    static std::shared_ptr<Mount> of_container(Container& container) noexcept;
    Mount(const Mount&) = delete;
    Mount& operator=(const Mount&) = delete;
    ~Mount();

    /// The virtual folder, such as ".flatline-0".
    const std::string& point() const noexcept { return point_; }
    /// False where the host has deinitialised PhysFS since: then nothing of it may be touched.
    bool alive() const noexcept;

private:
    Mount() noexcept = default;

    std::string name_;   // what PhysFS knows it by
    std::string point_;  // where its files appear
    Container* container_ = nullptr;
};

}  // namespace flatline::physfs
