#include "physfs/zip_guard.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "archive/finding.hpp"
#include "archive/read.hpp"
#include "base/cursor.hpp"

namespace flatline::physfs {
namespace {

// APPNOTE.TXT sections 4.3.12 to 4.3.16.
constexpr std::uint32_t kEntryMagic = 0x02014B50;
constexpr std::uint32_t kEnd64Magic = 0x06064B50;
constexpr std::uint32_t kLocatorMagic = 0x07064B50;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kLocatorBytes = 20;
constexpr std::uint64_t kTailBytes = kEndBytes + 0xFFFF;  // the end record and the longest comment

constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

struct MethodRow {
    std::uint16_t method;
    const char* name;
};
constexpr MethodRow kMethods[] = {
    {1, "shrink"}, {6, "implode"}, {9, "deflat64"}, {12, "bzip2"},
    {14, "LZMA"},  {93, "zstd"},   {95, "XZ"},      {98, "PPMd"},
};

// Twice as deep as our own walk goes. Each folder of a name costs PhysFS the length of the whole
// name.
constexpr std::ptrdiff_t kMostSlashes = 64;

/// A piece of the file in memory; it is read anew when bytes outside it are asked for.
class Window {
public:
    explicit Window(File& file) noexcept
        : file_(file), size_(file.size()), buffer_(Buffer::allocate(kBytes)) {}

    std::uint64_t file_size() const noexcept { return size_; }
    /// `count` bytes at `offset`. False where the file does not have them.
    bool get(std::uint64_t offset, std::uint64_t count, Bytes& out) noexcept {
        if (buffer_.data() == nullptr || count > kBytes || offset > size_ ||
            count > size_ - offset) {
            return false;
        }
        if (offset < begin_ || offset + count > end_) {
            begin_ = offset;
            const std::uint64_t want = std::min<std::uint64_t>(kBytes, size_ - offset);
            end_ = offset + archive::read_fully(file_, offset, buffer_.data(), want);
            if (offset + count > end_) return false;
        }
        out = {buffer_.data() + (offset - begin_), static_cast<std::size_t>(count)};
        return true;
    }

private:
    static constexpr std::size_t kBytes = 128u << 10;  // more than any record or the tail

    File& file_;
    std::uint64_t size_;
    Buffer buffer_;
    std::uint64_t begin_ = 0;
    std::uint64_t end_ = 0;
};

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t entries = 0;
};

bool has_magic(Window& window, std::uint64_t offset, std::uint32_t magic) noexcept {
    Bytes bytes;
    std::uint32_t word = 0;
    return window.get(offset, 4, bytes) && Cursor(bytes).u32(word) && word == magic;
}

/// Finds the last end record of the file, as PhysFS does.
bool find_end(Window& window, std::uint64_t& offset) noexcept {
    const std::uint64_t size = std::min(window.file_size(), kTailBytes);
    Bytes bytes;
    if (!window.get(window.file_size() - size, size, bytes)) return false;
    const std::string_view tail(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t at = tail.rfind("PK\x05\x06");
    if (at == std::string_view::npos) return false;
    offset = window.file_size() - size + at;
    return true;
}

/// The directory stands right before its end record; its own offset is wrong where something was
/// put in front of the archive.
bool place_directory(std::uint64_t end, std::uint64_t bytes, Directory& directory) noexcept {
    if (bytes > end) return false;
    directory.offset = end - bytes;
    return true;
}

bool read_end64(Window& window, std::uint64_t locator, Directory& directory) noexcept {
    Bytes bytes;
    std::uint64_t at = 0;
    if (!window.get(locator, kLocatorBytes, bytes)) return false;
    Cursor place(bytes);
    if (!place.skip(8) || !place.u64(at)) return false;
    if (!has_magic(window, at, kEnd64Magic)) {
        if (locator < kEnd64Bytes) return false;
        at = locator - kEnd64Bytes;
        if (!has_magic(window, at, kEnd64Magic)) return false;
    }
    if (!window.get(at, kEnd64Bytes, bytes)) return false;
    Cursor end(bytes);
    std::uint64_t size = 0;
    return end.skip(32) && end.u64(directory.entries) && end.u64(size) &&
           place_directory(at, size, directory);
}

bool read_end(Window& window, Directory& directory) noexcept {
    std::uint64_t at = 0;
    if (!find_end(window, at)) return false;
    if (at >= kLocatorBytes && has_magic(window, at - kLocatorBytes, kLocatorMagic)) {
        return read_end64(window, at - kLocatorBytes, directory);
    }
    Bytes bytes;
    if (!window.get(at, kEndBytes, bytes)) return false;
    Cursor end(bytes);
    std::uint16_t entries = 0;
    std::uint32_t size = 0;
    if (!end.skip(10) || !end.u16(entries) || !end.u32(size)) return false;
    directory.entries = entries;
    return place_directory(at, size, directory);
}

/// Steps over one entry; false where there is none or its name is nested too deeply.
bool pass_entry(Window& window, std::uint64_t& offset, std::vector<PackedFile>& packed) noexcept {
    Bytes bytes;
    if (!window.get(offset, kEntryBytes, bytes)) return false;
    Cursor entry(bytes);
    std::uint32_t magic = 0;
    std::uint16_t method = 0;
    std::uint16_t name_size = 0;
    std::uint16_t extra_size = 0;
    std::uint16_t comment_size = 0;
    if (!entry.u32(magic) || magic != kEntryMagic || !entry.skip(6) || !entry.u16(method) ||
        !entry.skip(16) || !entry.u16(name_size) || !entry.u16(extra_size) ||
        !entry.u16(comment_size)) {
        return false;
    }
    Bytes name;
    if (!window.get(offset + kEntryBytes, name_size, name)) return false;
    // PhysFS takes a backslash for a slash where the archive comes from DOS.
    const auto slashes = std::count_if(name.begin(), name.end(),
                                       [](unsigned char c) { return c == '/' || c == '\\'; });
    offset += kEntryBytes + name_size + extra_size + comment_size;
    if (slashes > kMostSlashes) return false;
    if (method != kStored && method != kDeflated) {
        std::string path(name.begin(), name.end());
        std::replace(path.begin(), path.end(), '\\', '/');
        packed.push_back({std::move(path), method});
    }
    return true;
}

}  // namespace

std::string method_name(std::uint16_t method) {
    for (const MethodRow& row : kMethods) {
        if (row.method == method) return row.name;
    }
    return "no." + std::to_string(method);
}

bool zip_is_safe(File& file, const Limits& limits, Finding& problem,
                 std::vector<PackedFile>& packed) noexcept {
    problem = make_finding(Rule::archive_unreadable);
    Window window(file);
    Directory directory;
    if (!read_end(window, directory)) return false;
    if (directory.entries > limits.archive_entries) {
        problem = archive::over_limit(Rule::limit_archive_entries, directory.entries,
                                      limits.archive_entries);
        return false;
    }
    std::uint64_t offset = directory.offset;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (!pass_entry(window, offset, packed)) return false;
    }
    std::stable_sort(packed.begin(), packed.end(),
                     [](const PackedFile& a, const PackedFile& b) { return a.path < b.path; });
    return true;
}

}  // namespace flatline::physfs
