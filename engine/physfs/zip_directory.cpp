#include "physfs/zip_directory.hpp"

#include <algorithm>
#include <string_view>

#include "archive/read.hpp"
#include "base/bytes.hpp"
#include "base/cursor.hpp"
#include "physfs/zip_format.hpp"

namespace flatline::engine::physfs::zip {
namespace {

// A comment may hold what looks like end records; each that is tried takes some reads.
constexpr int kMostEnds = 64;
constexpr std::uint64_t kTailBytes = kEndBytes + kCommentBytes;
constexpr std::uint64_t kLongTailBytes = 1u << 20;

std::string_view as_text(Bytes bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool read_exactly(File& file, std::uint64_t offset, unsigned char* out,
                  std::uint64_t size) noexcept {
    const std::uint64_t end = file.size();
    return offset <= end && size <= end - offset &&
           archive::read_fully(file, offset, out, size) == size;
}

bool has_magic(File& file, std::uint64_t offset, std::uint32_t magic) noexcept {
    unsigned char bytes[4];
    return read_exactly(file, offset, bytes, sizeof bytes) && load_u32le(bytes) == magic;
}

/// What an end record says.
struct End {
    std::uint64_t entries;
    std::uint64_t bytes;
    std::uint64_t begin;
};

/// The directory stands right before its end record; the place that the archive gives is wrong
/// where something was put in front. Only where that is no directory the place counts.
bool place_directory(File& file, const End& end, std::uint64_t at, Directory& directory) noexcept {
    directory.entries = end.entries;
    directory.end = at;
    const bool is_empty = end.entries == 0 && end.bytes == 0;
    if (end.bytes <= at && (is_empty || has_magic(file, at - end.bytes, kEntryMagic))) {
        directory.begin = at - end.bytes;
        directory.shift = directory.begin - end.begin;
        return true;
    }
    directory.begin = end.begin;
    directory.shift = 0;
    return end.begin < at && has_magic(file, end.begin, kEntryMagic);
}

bool read_end64(File& file, std::uint64_t locator, Directory& directory) noexcept {
    unsigned char bytes[kEnd64Bytes];
    if (!read_exactly(file, locator, bytes, kLocatorBytes)) return false;
    std::uint64_t at = load_u64le(bytes + 8);
    if (!has_magic(file, at, kEnd64Magic)) {
        if (locator < kEnd64Bytes) return false;
        at = locator - kEnd64Bytes;
        if (!has_magic(file, at, kEnd64Magic)) return false;
    }
    if (!read_exactly(file, at, bytes, kEnd64Bytes)) return false;
    directory.is_64 = true;
    const End end{load_u64le(bytes + 32), load_u64le(bytes + 40), load_u64le(bytes + 48)};
    return place_directory(file, end, at, directory);
}

bool read_end(File& file, std::uint64_t at, Directory& directory) noexcept {
    directory = {};
    if (at >= kLocatorBytes && has_magic(file, at - kLocatorBytes, kLocatorMagic)) {
        return read_end64(file, at - kLocatorBytes, directory);
    }
    unsigned char bytes[kEndBytes];
    if (!read_exactly(file, at, bytes, kEndBytes)) return false;
    const End end{load_le<std::uint16_t>(bytes + 10), load_u32le(bytes + 12),
                  load_u32le(bytes + 16)};
    return place_directory(file, end, at, directory);
}

/// Looks for end records in the last `tail` bytes, from the last one on.
bool find_in_tail(File& file, std::uint64_t tail, Directory& directory) noexcept {
    const std::uint64_t size = std::min(file.size(), tail);
    const Buffer buffer = Buffer::allocate(static_cast<std::size_t>(size));
    directory.no_memory = buffer.data() == nullptr;
    if (directory.no_memory || !read_exactly(file, file.size() - size, buffer.data(), size)) {
        return false;
    }
    std::string_view text = as_text(buffer.bytes());
    for (int tried = 0; tried < kMostEnds; ++tried) {
        const std::size_t at = text.rfind("PK\x05\x06");
        if (at == std::string_view::npos) return false;
        if (read_end(file, file.size() - size + at, directory)) return true;
        if (at == 0) return false;
        text = as_text({buffer.data(), at});
    }
    return false;
}

/// Puts the 64-bit numbers of an extra field in the place of those that are all ones.
void read_extra(Bytes extra, Record& record) noexcept {
    constexpr std::uint16_t kZip64 = 1;
    Cursor fields(extra);
    std::uint16_t id = 0;
    std::uint16_t bytes = 0;
    Bytes field;
    while (fields.u16(id) && fields.u16(bytes) && fields.take(bytes, field)) {
        if (id != kZip64) continue;
        Cursor numbers(field);
        for (std::uint64_t* number : {&record.size, &record.packed, &record.local}) {
            if (*number == 0xFFFFFFFF && !numbers.u64(*number)) return;
        }
        return;
    }
}

constexpr std::uint32_t kUnix = 3;
constexpr std::uint32_t kMac = 19;
constexpr std::uint32_t kDosFolder = 0x10;
constexpr std::uint32_t kTypeMask = 0170000;
constexpr std::uint32_t kLinkType = 0120000;
constexpr std::uint32_t kFolderType = 0040000;

void read_attributes(std::uint16_t made_by, std::uint32_t attributes, Record& record) noexcept {
    const std::uint32_t system = made_by >> 8;
    const std::uint32_t type = (attributes >> 16) & kTypeMask;
    const bool has_mode = system == kUnix || system == kMac;
    record.is_link = has_mode && type == kLinkType;
    record.is_folder = has_mode && type != 0 ? type == kFolderType : (attributes & kDosFolder) != 0;
}

}  // namespace

bool find_directory(File& file, Directory& directory) noexcept {
    return find_in_tail(file, kTailBytes, directory) ||
           (file.size() > kTailBytes && !directory.no_memory &&
            find_in_tail(file, kLongTailBytes, directory));
}

RecordState read_record(Window& window, const Directory& directory, std::uint64_t offset,
                        Record& record) noexcept {
    record = {};
    if (offset + 4 > directory.end) return RecordState::end;
    Bytes bytes;
    if (!window.get(offset, 4, bytes)) return RecordState::bad;
    const std::uint32_t magic = load_u32le(bytes.data());
    if (magic == kSignatureMagic) return RecordState::end;
    if (magic != kEntryMagic || !window.get(offset, kEntryBytes, bytes)) return RecordState::bad;
    const unsigned char* const entry = bytes.data();
    const std::uint16_t name_size = load_le<std::uint16_t>(entry + 28);
    const std::uint16_t extra_size = load_le<std::uint16_t>(entry + 30);
    const std::uint16_t comment_size = load_le<std::uint16_t>(entry + 32);
    record.method = load_le<std::uint16_t>(entry + 10);
    record.crc = load_u32le(entry + 16);
    record.packed = load_u32le(entry + 20);
    record.size = load_u32le(entry + 24);
    record.local = load_u32le(entry + 42);
    record.bytes = kEntryBytes + name_size + extra_size + comment_size;
    record.is_encrypted =
        (load_le<std::uint16_t>(entry + 8) & kEncryptedFlag) != 0 || record.method == kAes;
    read_attributes(load_le<std::uint16_t>(entry + 4), load_u32le(entry + 38), record);
    // One that goes over the end record is cut, and so is one of which not even the numbers fit.
    if (record.bytes > directory.end - offset) return RecordState::bad;
    if (extra_size != 0) {
        if (!window.get(offset + kEntryBytes + name_size, extra_size, bytes)) {
            return RecordState::bad;
        }
        read_extra(bytes, record);
    }
    return window.get(offset + kEntryBytes, name_size, record.name) ? RecordState::ok
                                                                    : RecordState::bad;
}

std::uint64_t next_record(Window& window, const Directory& directory,
                          std::uint64_t offset) noexcept {
    constexpr std::uint64_t kStep = 4096;
    while (++offset + kEntryBytes <= directory.end) {
        const std::uint64_t bytes = std::min(kStep, directory.end - offset);
        Bytes piece;
        if (!window.get(offset, bytes, piece)) break;
        const std::size_t at = as_text(piece).find("PK\x01\x02");
        if (at != std::string_view::npos) return offset + at;
        offset += bytes - 4;  // a magic may begin in the last three bytes
    }
    return directory.end;
}

}  // namespace flatline::engine::physfs::zip
