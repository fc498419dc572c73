#include "open.hpp"

#include <mutex>
#include <utility>

#if defined(FLATLINE_TOOL_PHYSFS)
#include "flatline/findings.hpp"
#include "flatline/physfs.hpp"
#else
#include <algorithm>
#include <cstring>
#include <vector>

#include "files.hpp"
#include "flatline/findings.hpp"
#include "input_file.hpp"
#include "platform.hpp"
#endif

namespace flatline::tool {

#if defined(FLATLINE_TOOL_PHYSFS)

namespace {

// PhysFS has one search path, which only one thread at a time may change: by opening an archive or
// by closing it. What is in an archive any thread may read.
std::mutex search_path;

/// Null where there is no such file.
OpenArchive archive_of(physfs::OpenResult opened) {
    if (opened.archive != nullptr) return OpenArchive(opened.archive.release());
    if (opened.error == physfs::OpenError::not_found) return nullptr;
    const Rule why = opened.error == physfs::OpenError::no_physfs ? Rule::physfs_unavailable
                                                                  : Rule::out_of_memory;
    return OpenArchive(new Archive(Archive::unusable(make_finding(why))));
}

}  // namespace

void CloseArchive::operator()(Archive* archive) const {
    const std::lock_guard lock(search_path);
    delete archive;
}

OpenArchive open_archive(const std::string& path, const Limits& limits) {
    const std::lock_guard lock(search_path);
    return archive_of(physfs::open_path(path, limits));
}

OpenArchive open_archive(std::unique_ptr<File> file, const std::string& name,
                         const Limits& limits) {
    const std::lock_guard lock(search_path);
    return archive_of(physfs::open_file(std::move(file), name, limits));
}

#else

namespace {

/// A file that was read whole.
class HeldFile final : public File {
public:
    explicit HeldFile(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t count = std::min<std::uint64_t>(size, bytes_.size() - offset);
        std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(count));
        return count;
    }

private:
    std::vector<char> bytes_;
};

/// Null where it cannot be read. One byte more than the limit is enough to be refused.
std::unique_ptr<File> held_file(InputFile& file, std::uint64_t limit) {
    constexpr std::size_t kPiece = 1u << 20;
    std::vector<char> bytes;
    for (std::size_t got = kPiece; got == kPiece && bytes.size() <= limit;) {
        const std::size_t size = bytes.size();
        bytes.resize(size + kPiece);
        got = file.read(bytes.data() + size, kPiece);
        bytes.resize(size + got);
    }
    if (*file.wrong() != '\0') return nullptr;
    return std::make_unique<HeldFile>(std::move(bytes));
}

}  // namespace

void CloseArchive::operator()(Archive* archive) const { delete archive; }

OpenArchive open_archive(const std::string& path, const Limits& limits) {
    if (is_folder(path)) {
        return OpenArchive(new Archive(Archive::unusable(make_finding(Rule::archive_unreadable))));
    }
    InputFile file(path);
    if (*file.wrong() != '\0') return nullptr;
    return open_archive(held_file(file, limits.container_bytes), text_of(path_of(path).filename()),
                        limits);
}

OpenArchive open_archive(std::unique_ptr<File> file, const std::string& name,
                         const Limits& limits) {
    return OpenArchive(new Archive(Archive::from_file(std::move(file), name, limits)));
}

#endif

}  // namespace flatline::tool
