// Flatline's own archiver: how PhysFS gets at the files of a Container.
//
// PhysFS shows a file to its archivers by its name, and to all of them where none has claimed it;
// ten are built in, of which two read what maps come in. None of those ever sees a file of ours: a
// container is mounted as a PHYSFS_Io of our own whose name ends in our archiver's suffix, so ours
// is asked first and claims it. The Io has no bytes at all, only the container. In turn ours looks
// at nothing else: it knows its Io by the address of a function, so what a host mounts goes on to
// the archivers that the host has. Nothing of the host's is deregistered.
#pragma once

#include <physfs.h>

#include "physfs/container.hpp"

namespace flatline::engine::physfs {

/// What the names of our mounts end in, without the dot.
inline constexpr const char* kContainerSuffix = "flatline-container";

/// Mounts a container at `point`; PhysFS holds it until it is unmounted. `name` ends in our suffix.
/// Registers the archiver where it is not. Precondition: PHYSFS_isInit().
[[nodiscard]] bool mount_container(Container& container, const char* name,
                                   const char* point) noexcept;
/// Takes the archiver back, so that a host's PhysFS is as it was; where a container is mounted
/// still, nothing happens.
void forget_archiver() noexcept;

}  // namespace flatline::engine::physfs
