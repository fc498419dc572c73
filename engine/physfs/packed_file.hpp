// One file of a container, unpacked as it is read.
#pragma once

#include <cstdint>
#include <memory>

#include "physfs/container.hpp"

namespace flatline::engine::physfs {

/// Unpacks one file from its first byte on, and compares its checksum at the end. To go back means
/// to begin again. The container must outlive it.
class PackedFile {
public:
    PackedFile(Container& container, const PackedEntry& entry) noexcept
        : container_(container), entry_(entry) {}

    /// False if the file cannot be unpacked.
    bool start() noexcept;
    /// The next bytes; fewer than asked for is the end, or damage.
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept;
    bool seek(std::uint64_t place) noexcept;
    std::uint64_t place() const noexcept { return at_; }
    std::uint64_t size() const noexcept { return entry_.size; }
    /// The same file from its first byte; null if that is impossible.
    std::unique_ptr<PackedFile> again() const noexcept;

private:
    Container& container_;
    const PackedEntry& entry_;
    std::unique_ptr<Unpacker> unpacker_;
    std::uint64_t at_ = 0;
    std::uint32_t crc_ = 0;
};

}  // namespace flatline::engine::physfs
