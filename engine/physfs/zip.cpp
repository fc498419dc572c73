// The files of a ZIP: its directory, and the local records that the directory points to.
#include <algorithm>
#include <new>
#include <utility>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "base/bytes.hpp"
#include "physfs/container.hpp"
#include "physfs/method_name.hpp"
#include "physfs/unpackers.hpp"
#include "physfs/zip_directory.hpp"
#include "physfs/zip_format.hpp"

namespace flatline::engine::physfs {
namespace {

using zip::Directory;
using zip::Record;
using zip::RecordState;

class ZipContainer final : public Container {
public:
    using Container::Container;

    [[nodiscard]] bool read(Finding& problem) noexcept;

private:
    std::unique_ptr<Unpacker> unpack(const PackedEntry& entry, bool& no_memory) noexcept override;
    Finding obstacle(const PackedEntry& entry) const noexcept override;

    /// Where the local record of an entry lies; numbers of entries_ go along while it is sorted.
    struct Span {
        std::uint64_t begin;
        std::uint64_t end;
        std::uint32_t entry;
        std::uint32_t name_size;  ///< as the local record gives it
        bool is_doubtful;         ///< shares bytes with another
    };

    static bool is_known(std::uint64_t method) noexcept {
        return method == zip::kStored || method == zip::kDeflated;
    }
    bool read_directory(Finding& problem) noexcept;
    bool add(const Record& record, std::uint32_t order) noexcept;
    bool read_locals(Finding& problem) noexcept;
    bool read_local(Window& window, PackedEntry& entry, Span& span) const noexcept;
    bool charge_reads(Window& window, Finding& problem) noexcept;
    bool leave_out_overlaps(Window& window, List<Span>& spans) noexcept;
    bool has_own_name(Window& window, const Span& span) const noexcept;
    bool leave_out(PackedEntry& entry, Rule rule) noexcept {
        entry.is_left_out = true;
        return add_finding(entry, rule);
    }

    Directory directory_;
};

bool ZipContainer::read(Finding& problem) noexcept {
    problem = make_finding(Rule::archive_unreadable);
    if (!zip::find_directory(*file(), directory_)) {
        if (directory_.no_memory) problem = make_finding(Rule::out_of_memory);
        return false;
    }
    if (!read_directory(problem) || !read_locals(problem)) return false;
    if (finish_entries()) return true;
    problem = make_finding(Rule::out_of_memory);
    return false;
}

bool ZipContainer::read_directory(Finding& problem) noexcept {
    constexpr std::size_t kWindow = 128u << 10;  // more than any part of an entry
    problem = make_finding(Rule::out_of_memory);
    if (!charge(directory_.end - directory_.begin)) {
        problem = over_charge(directory_.end - directory_.begin);
        return false;
    }
    Window window(*file(), kWindow);
    if (!window.has_memory()) return false;
    std::uint64_t found = 0;
    bool is_whole = true;
    Record record;
    for (std::uint64_t at = directory_.begin;;) {
        const RecordState state = zip::read_record(window, directory_, at, record);
        if (state == RecordState::end) break;
        if (state == RecordState::bad) {
            is_whole = false;
            at = zip::next_record(window, directory_, at);
            continue;
        }
        if (found == limits().archive_entries) {
            problem = archive::over_limit(Rule::limit_archive_entries,
                                          std::max(directory_.entries, found + 1),
                                          limits().archive_entries);
            return false;
        }
        if (!add(record, static_cast<std::uint32_t>(found))) return false;
        ++found;
        at += record.bytes;
    }
    const std::uint64_t counted = directory_.is_64 ? found : found & 0xFFFF;
    if (is_whole && counted == directory_.entries) return true;
    return add_finding(Rule::archive_directory, static_cast<std::int64_t>(directory_.entries),
                       static_cast<std::int64_t>(found));
}

// An entry that is no file, or whose name leads out of the archive, has a local record all the
// same, which no other may share.
bool ZipContainer::add(const Record& record, std::uint32_t order) noexcept {
    PackedEntry entry;
    const std::string_view name(reinterpret_cast<const char*>(record.name.data()),
                                record.name.size());
    const Name kind = take_name(name, entry);
    if (kind == Name::no_memory) return false;
    if (kind == Name::folder || (record.is_folder && record.size == 0)) return true;
    entry.order = order;
    // What is stored is as long as it is, whatever its other length says.
    entry.size = record.method == zip::kStored ? record.packed : record.size;
    entry.packed = record.packed;
    entry.place = record.local + directory_.shift;
    entry.method = record.method;
    entry.crc = record.crc;
    entry.has_crc = true;
    entry.is_encrypted = record.is_encrypted;
    entry.is_left_out = kind == Name::left_out;
    if (record.is_link && !entry.is_left_out && !leave_out(entry, Rule::archive_link)) {
        return false;
    }
    return entries_.push(entry);
}

bool ZipContainer::read_local(Window& window, PackedEntry& entry, Span& span) const noexcept {
    Bytes bytes;
    if (!window.get(entry.place, zip::kLocalBytes, bytes)) return false;
    if (load_u32le(bytes.data()) != zip::kLocalMagic) return false;
    span.begin = entry.place;
    span.name_size = load_le<std::uint16_t>(bytes.data() + 26);
    entry.place += zip::kLocalBytes + span.name_size + load_le<std::uint16_t>(bytes.data() + 28);
    if (entry.packed > window.file_size() || entry.place > window.file_size() - entry.packed) {
        return false;
    }
    span.end = entry.place + entry.packed;
    return span.end <= directory_.begin || span.begin >= directory_.end;
}

bool ZipContainer::read_locals(Finding& problem) noexcept {
    constexpr std::size_t kWindow = 4096;
    problem = make_finding(Rule::out_of_memory);
    List<Span> spans(memory());
    if (!spans.reserve(entries_.size())) return false;
    for (const PackedEntry& entry : entries_) {
        const auto number = static_cast<std::uint32_t>(&entry - entries_.data());
        if (!spans.push({entry.place, 0, number, 0, false})) return false;
    }
    const auto by_place = [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.entry < b.entry;
    };
    std::sort(spans.begin(), spans.end(), by_place);

    Window window(*file(), kWindow);
    if (!window.has_memory()) return false;
    std::size_t kept = 0;
    for (const Span& place : spans) {
        PackedEntry& entry = entries_[place.entry];
        Span span = place;
        if (read_local(window, entry, span)) {
            spans[kept++] = span;
        } else if (!entry.is_left_out && !leave_out(entry, Rule::archive_entry)) {
            return false;
        }
        if (!charge_reads(window, problem)) return false;
    }
    spans.truncate(kept);
    return leave_out_overlaps(window, spans) && charge_reads(window, problem);
}

// What was read since the last call.
bool ZipContainer::charge_reads(Window& window, Finding& problem) noexcept {
    const std::uint64_t bytes = window.take_work();
    if (charge(bytes)) return true;
    problem = over_charge(bytes);
    return false;
}

/// Whether the local record says the name that the directory says, of which the path was made.
bool ZipContainer::has_own_name(Window& window, const Span& span) const noexcept {
    const PackedEntry& entry = entries_[span.entry];
    const std::string_view path = path_of(entry);
    Bytes bytes;
    if (span.name_size != path.size() ||
        !window.get(span.begin + zip::kLocalBytes, path.size(), bytes)) {
        return false;
    }
    const auto same = [](unsigned char a, char b) {
        return a == static_cast<unsigned char>(b) || (a == '\\' && b == '/');
    };
    return std::equal(bytes.begin(), bytes.end(), path.begin(), same);
}

// Of records that share bytes those come first under suspicion whose local name is another's: so an
// entry that points to a wrong place does not cost the one that lies there. Of the rest whoever
// reaches over the beginning of the next is left out: so does an entry that claims to be longer
// than it is, and so do all but the last of those that are packed into one another.
bool ZipContainer::leave_out_overlaps(Window& window, List<Span>& spans) noexcept {
    std::uint64_t reach = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const bool shares_next = i + 1 < spans.size() && spans[i + 1].begin < spans[i].end;
        spans[i].is_doubtful = shares_next || spans[i].begin < reach;
        reach = std::max(reach, spans[i].end);
    }
    std::size_t kept = 0;
    for (const Span& span : spans) {
        PackedEntry& entry = entries_[span.entry];
        if (span.is_doubtful && !has_own_name(window, span)) {
            if (!entry.is_left_out && !leave_out(entry, Rule::archive_overlap)) return false;
        } else {
            spans[kept++] = span;
        }
    }
    spans.truncate(kept);
    for (std::size_t i = 0; i < spans.size(); ++i) {
        PackedEntry& entry = entries_[spans[i].entry];
        const bool shares_next = i + 1 < spans.size() && spans[i + 1].begin < spans[i].end;
        const bool shares_last = i > 0 && spans[i - 1].begin == spans[i].begin;
        if (!shares_next && !shares_last) continue;
        if (!entry.is_left_out && !leave_out(entry, Rule::archive_overlap)) return false;
    }
    return true;
}

std::unique_ptr<Unpacker> ZipContainer::unpack(const PackedEntry& entry, bool& no_memory) noexcept {
    if (file() == nullptr || entry.is_encrypted || !is_known(entry.method)) return nullptr;
    std::unique_ptr<Unpacker> unpacker = entry.method == zip::kStored
                                             ? unpack_stored(*file(), entry.place, entry.packed)
                                             : unpack_deflated(*file(), entry.place, entry.packed);
    no_memory = unpacker == nullptr;
    return unpacker;
}

Finding ZipContainer::obstacle(const PackedEntry& entry) const noexcept {
    if (entry.is_encrypted) return make_finding(Rule::archive_encrypted);
    if (is_known(entry.method)) return make_finding(Rule::file_unreadable);
    return make_finding(Rule::archive_method, Lump::file, FLATLINE_NO_OFFSET,
                        pack_zip_method(entry.method));
}

}  // namespace

Container* open_zip(std::unique_ptr<File> file, const Limits& limits, const MemoryHooks& memory,
                    Finding& problem) noexcept {
    auto* container = new (std::nothrow) ZipContainer(std::move(file), limits, memory);
    if (container == nullptr) {
        problem = make_finding(Rule::out_of_memory);
    } else if (!container->read(problem)) {
        container->release();
        container = nullptr;
    }
    return container;
}

}  // namespace flatline::engine::physfs
