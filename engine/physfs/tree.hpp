// Files and folders of PhysFS as the archive room wants them. What PhysFS says of them is a claim:
// sizes may lie and reads come short (docs/archives.md, "PhysFS"); the archive room checks both.
#pragma once

#include <physfs.h>

#include <memory>
#include <string_view>

#include "flatline/archive.hpp"
#include "physfs/mount.hpp"
#include "physfs/packed_source.hpp"

namespace flatline::physfs {

/// An open file. Keeps the mount that it lies in; null for a file of the host's search path.
class PhysfsFile final : public File {
public:
    /// Null where PhysFS cannot open it, or memory is out. Precondition: PHYSFS_isInit().
    static std::unique_ptr<PhysfsFile> open(const char* virtual_path, Mount::Ref mount) noexcept;
    /// The file at `path` below `root`; null, and why in `no_memory`, as above.
    static std::unique_ptr<PhysfsFile> open_below(std::string_view root, std::string_view path,
                                                  const Mount::Ref& mount,
                                                  bool& no_memory) noexcept;
    ~PhysfsFile() override;

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override;

private:
    PhysfsFile(PHYSFS_File* file, std::uint64_t size, Mount::Ref mount) noexcept;

    static constexpr std::uint64_t kNowhere = UINT64_MAX;

    PHYSFS_File* file_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;  // where PhysFS stands; kNowhere after an error
    Mount::Ref mount_;
};

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

}  // namespace flatline::physfs
