// Files and folders of PhysFS as the archive room wants them. What PhysFS says of them is a claim:
// sizes may lie and reads come short (docs/archives.md, "PhysFS"); the archive room checks both.
#pragma once

#include <physfs.h>

#include <memory>
#include <string_view>

#include "model/archive.hpp"
#include "physfs/mount.hpp"
#include "physfs/packed_source.hpp"

namespace flatline::engine::physfs {

/// Opens a file by its virtual path: in a folder of ours by its name in the system, because PhysFS
/// would wait for a FIFO; else through PhysFS. It keeps `mount`, which is null for a file of the
/// host's search path. Null if it cannot be opened; is_out_of_memory() says whether memory was
/// out. Precondition: PHYSFS_isInit().
std::unique_ptr<File> open_virtual(const char* virtual_path, Mount::Ref mount) noexcept;

/// All files below a virtual folder. Symbolic links are passed over, also where the host lets
/// PhysFS follow them: a link may lead out of the folder, or in a ring.
class PhysfsSource final : public Source {
public:
    /// `root` is joined.
    PhysfsSource(List<char> root, bool packed, Mount::Ref mount, const MemoryHooks& memory) noexcept
        : root_(std::move(root)), packed_(packed), mount_(std::move(mount)), memory_(memory) {}

    bool packed() const noexcept override { return packed_; }
    [[nodiscard]] bool list(std::uint64_t limit, Entries& entries) noexcept override;
    std::unique_ptr<File> open(std::string_view path) noexcept override;
    Finding reason(std::string_view path) const noexcept override;

private:
    List<char> root_;
    bool packed_;
    Mount::Ref mount_;
    MemoryHooks memory_;
    bool no_memory_ = false;  // for the last open
};

/// The files of a container that our archiver has mounted; their bytes come through PhysFS.
class ContainerSource final : public PackedSource {
public:
    /// Precondition: `mount` is the container's, and holds it.
    ContainerSource(const Container& container, Mount::Ref mount) noexcept
        : PackedSource(container), mount_(std::move(mount)) {}

    std::unique_ptr<File> open(std::string_view path) noexcept override;
    Finding reason(std::string_view path) const noexcept override;

private:
    Mount::Ref mount_;
    bool no_memory_ = false;  // for the last open
};

}  // namespace flatline::engine::physfs
