#include "archive/wad.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "archive/finding.hpp"
#include "archive/read.hpp"
#include "base/cursor.hpp"

namespace flatline::engine::archive {
namespace {

struct Header {
    std::uint32_t count = 0;
    std::uint32_t directory = 0;
};

bool read_header(File& file, std::uint64_t size, Header& header, Finding& problem) noexcept {
    unsigned char bytes[kWadHeaderBytes];
    const auto file_size = static_cast<std::int64_t>(size);
    if (size < sizeof bytes) {
        problem = make_finding(Rule::wad_header, Lump::file, 0, file_size, sizeof bytes);
        return false;
    }
    const std::uint64_t got = read_fully(file, 0, bytes, sizeof bytes);
    if (got < sizeof bytes) {
        problem = make_finding(Rule::short_read, Lump::file, got, static_cast<std::int64_t>(got),
                               sizeof bytes);
        return false;
    }
    Cursor cursor({bytes, sizeof bytes});
    Bytes magic;
    if (!cursor.take(4, magic) || !cursor.u32(header.count) || !cursor.u32(header.directory)) {
        return false;
    }
    if (std::memcmp(magic.data(), "IWAD", 4) != 0 && std::memcmp(magic.data(), "PWAD", 4) != 0) {
        problem = make_finding(Rule::wad_magic, Lump::file, 0);
        return false;
    }
    const std::uint64_t end = header.directory + std::uint64_t{header.count} * kWadEntryBytes;
    if (end > size) {
        problem =
            make_finding(Rule::wad_directory_range, Lump::file, 4, header.count, header.directory);
        return false;
    }
    return true;
}

bool parse_entry(Cursor& cursor, std::uint64_t file_size, WadLump& lump) noexcept {
    Bytes name;
    if (!cursor.u32(lump.offset) || !cursor.u32(lump.size) || !cursor.take(8, name)) return false;
    std::memcpy(lump.bytes, name.data(), sizeof lump.bytes);
    // What stands after the first NUL is garbage in many real WADs.
    const char* end = std::find(lump.bytes, lump.bytes + sizeof lump.bytes, '\0');
    lump.name_size = static_cast<std::uint8_t>(end - lump.bytes);
    // The format's numbers are signed. A file has no negative places, and one of 3 GB has lumps
    // that lie beyond 2 GB.
    lump.readable = lump.size == 0 || std::uint64_t{lump.offset} + lump.size <= file_size;
    lump.overlaps = false;
    return true;
}

struct Span {
    std::uint64_t begin;
    std::uint64_t end;
    WadLump* lump;  // null: the header or the directory
};

/// Marks lumps that share bytes, by one sort and one pass. Comparing each with each would take
/// hours for a hostile directory. False if memory is out.
bool mark_overlaps(Wad& wad) noexcept {
    List<Span> spans(wad.hooks);
    if (!spans.reserve(wad.lumps.size() + 2)) return false;
    const auto add = [&](const Span& span) { return spans.push(span); };
    bool has_all = add({0, kWadHeaderBytes, nullptr}) &&
                   add({wad.directory, wad.entry_offset(wad.lumps.size()), nullptr});
    for (WadLump& lump : wad.lumps) {
        if (lump.readable && lump.size != 0) {
            has_all = has_all && add({lump.offset, std::uint64_t{lump.offset} + lump.size, &lump});
        }
    }
    if (!has_all) return false;
    // Lumps that begin at one place stay in directory order, so the later one is marked; the header
    // and the directory stand before them.
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
        if (a.begin != b.begin) return a.begin < b.begin;
        return a.lump != b.lump && std::less<>()(a.lump, b.lump);
    });
    const Span* reach = spans.begin();  // the span that ends last, of those that were passed
    for (std::size_t i = 1; i < spans.size(); ++i) {
        const Span& span = spans[i];
        if (span.begin < reach->end) {
            WadLump* lump = span.lump != nullptr ? span.lump : reach->lump;
            if (lump != nullptr) lump->overlaps = true;
        }
        if (span.end > reach->end) reach = &span;
    }
    return true;
}

}  // namespace

bool read_wad(File& file, std::uint64_t size, std::uint64_t most_lumps, Wad& wad,
              Finding& problem) noexcept {
    wad.lumps.truncate(0);
    Header header;
    if (!read_header(file, size, header, problem)) return false;
    wad.directory = header.directory;
    if (header.count > most_lumps) {
        problem = over_limit(Rule::limit_archive_entries, header.count, most_lumps);
        return false;
    }
    const std::uint64_t bytes = std::uint64_t{header.count} * kWadEntryBytes;
    const ReadBuffer directory = read_buffer(file, header.directory, bytes);
    if (directory.state != ReadBuffer::State::ok) {
        problem = directory.state == ReadBuffer::State::no_memory
                      ? make_finding(Rule::out_of_memory)
                      : make_finding(Rule::short_read, Lump::file, wad.directory + directory.got,
                                     static_cast<std::int64_t>(directory.got),
                                     static_cast<std::int64_t>(bytes));
        return false;
    }
    problem = make_finding(Rule::out_of_memory);
    if (!wad.lumps.reserve(header.count)) return false;
    Cursor cursor(directory.buffer.bytes());
    WadLump lump;
    while (parse_entry(cursor, size, lump)) {
        if (!wad.lumps.push(lump)) return false;
    }
    if (mark_overlaps(wad)) return true;
    wad.lumps.truncate(0);
    return false;
}

}  // namespace flatline::engine::archive
