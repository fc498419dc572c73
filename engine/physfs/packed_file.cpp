#include "physfs/packed_file.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "physfs/checksum.hpp"

namespace flatline::engine::physfs {

bool PackedFile::start() noexcept {
    at_ = 0;
    crc_ = 0;
    unpacker_ = container_.open(entry_);
    return unpacker_ != nullptr;
}

std::uint64_t PackedFile::read(unsigned char* out, std::uint64_t size) noexcept {
    if (unpacker_ == nullptr) return 0;
    const std::uint64_t got = unpacker_->read(out, size);
    if (entry_.has_crc && at_ < entry_.size) {
        const std::uint64_t counted = std::min(got, entry_.size - at_);
        crc_ = checksum(crc_, {out, static_cast<std::size_t>(counted)});
        if (at_ + counted == entry_.size && crc_ != entry_.crc) container_.mark_damaged(entry_);
    }
    at_ += got;
    // A dictionary may be as large as the file, which stays open while its map is loaded.
    if (got < size) unpacker_.reset();
    return got;
}

bool PackedFile::seek(std::uint64_t place) noexcept {
    if (place < at_ && !start()) return false;
    while (at_ < place) {
        unsigned char passed[4096];
        const std::uint64_t want = std::min<std::uint64_t>(place - at_, sizeof passed);
        if (read(passed, want) < want) return false;
    }
    return true;
}

std::unique_ptr<PackedFile> PackedFile::again() const noexcept {
    std::unique_ptr<PackedFile> other(new (std::nothrow) PackedFile(container_, entry_));
    return other != nullptr && other->start() ? std::move(other) : nullptr;
}

}  // namespace flatline::engine::physfs
