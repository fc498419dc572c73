#include "write/wad.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "archive/wad.hpp"
#include "base/bytes.hpp"
#include "model/buffer.hpp"
#include "write/byte_stream.hpp"

namespace flatline::engine::write {
namespace {

using archive::kWadEntryBytes;
using archive::kWadHeaderBytes;

constexpr std::uint64_t kMostBytes = 0xFFFFFFFFu;  // offsets have 32 bits

WriteResult refused(Rule rule, std::int64_t a = 0, std::int64_t b = 0) noexcept {
    WriteResult result;
    Finding finding = make_finding(rule, Lump::file, FLATLINE_NO_OFFSET, a, b);
    finding.refuses = 1;
    result.findings.add(finding);
    if (rule == Rule::out_of_memory) result.status = Status::out_of_memory;
    return result;
}

WriteResult too_long(std::uint64_t bytes) noexcept {
    return refused(Rule::limit_container_bytes, static_cast<std::int64_t>(bytes),
                   static_cast<std::int64_t>(kMostBytes));
}

std::uint64_t bytes_of(View<LumpView> lumps) noexcept {
    std::uint64_t bytes = 0;
    for (const LumpView& lump : lumps) bytes += lump.bytes.size();
    return bytes;
}

void put_header(ByteStream& out, Bytes magic, std::uint64_t count,
                std::uint64_t directory) noexcept {
    out.put(magic);
    out.u32(static_cast<std::uint32_t>(count));
    out.u32(static_cast<std::uint32_t>(directory));
}

// The entries of new lumps, whose bytes stand together from `offset` on.
void put_entries(ByteStream& out, View<LumpView> lumps, std::uint64_t offset) noexcept {
    for (const LumpView& lump : lumps) {
        unsigned char name[8] = {};
        const std::string_view given = lump.name.substr(0, sizeof name);
        std::copy(given.begin(), given.end(), name);
        out.u32(static_cast<std::uint32_t>(offset));
        out.u32(static_cast<std::uint32_t>(lump.bytes.size()));
        out.put({name, sizeof name});
        offset += lump.bytes.size();
    }
}

WriteResult finish(ByteStream& out) noexcept {
    WriteResult result;
    result.status = out.finish() ? Status::ok : Status::cancelled;
    result.bytes = out.written();
    return result;
}

struct Span {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t before;  // bytes of the spans in front of it
};

/// A WAD that is being changed: where its bytes come to lie.
class Change {
public:
    Change(Bytes wad, Entries gone, View<LumpView> lumps) noexcept
        : wad_(wad),
          gone_(gone),
          lumps_(lumps),
          count_(load_u32le(wad.data() + 4)),
          directory_(load_u32le(wad.data() + 8)),
          directory_end_(directory_ + count_ * kWadEntryBytes),
          added_(bytes_of(lumps)) {}

    bool fits() const noexcept {
        return directory_ >= kWadHeaderBytes && directory_end_ <= wad_.size() &&
               gone_.first <= count_ && gone_.count <= count_ - gone_.first;
    }
    /// Finds the bytes that go. `spans` has room for count_ + 1.
    bool find_cuts(Span* spans, Span* cuts) noexcept;
    std::uint64_t entry_count() const noexcept { return count_; }
    std::uint64_t bytes() const noexcept {
        const std::uint64_t cut =
            cut_count_ == 0 ? 0 : cuts_[cut_count_ - 1].before + length(cuts_[cut_count_ - 1]);
        return wad_.size() - cut + added_ + new_count() * kWadEntryBytes - count_ * kWadEntryBytes;
    }
    WriteResult write(const Sink& sink) const noexcept;

private:
    static std::uint64_t length(const Span& span) noexcept { return span.end - span.begin; }
    std::uint64_t new_count() const noexcept { return count_ - gone_.count + lumps_.size(); }
    bool goes(std::size_t entry) const noexcept {
        return entry - gone_.first < gone_.count;  // modulo 2^64: those before are far behind
    }
    const unsigned char* entry(std::size_t i) const noexcept {
        return wad_.data() + directory_ + i * kWadEntryBytes;
    }
    // The bytes of an entry's lump; empty if they are not in the file.
    Span span_of(std::size_t i) const noexcept {
        const std::uint64_t begin = load_u32le(entry(i));
        const std::uint64_t size = load_u32le(entry(i) + 4);
        return begin + size <= wad_.size() ? Span{begin, begin + size, 0} : Span{0, 0, 0};
    }
    std::uint64_t cut_before(std::uint64_t offset) const noexcept;
    std::uint64_t moved(std::uint64_t offset, bool is_marker) const noexcept;
    void put_directory(ByteStream& out) const noexcept;

    Bytes wad_;
    Entries gone_;
    View<LumpView> lumps_;
    std::uint64_t count_;
    std::uint64_t directory_;
    std::uint64_t directory_end_;
    std::uint64_t added_;
    const Span* cuts_ = nullptr;
    std::size_t cut_count_ = 0;
    std::uint64_t insert_ = 0;  // where the new lumps come to stand, in the old file
};

bool begins_before(const Span& a, const Span& b) noexcept { return a.begin < b.begin; }

// Sorts the spans and joins those that share bytes or touch; returns how many are left.
std::size_t join(Span* spans, std::size_t count) noexcept {
    std::sort(spans, spans + count, begins_before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (kept != 0 && spans[i].begin <= spans[kept - 1].end) {
            spans[kept - 1].end = std::max(spans[kept - 1].end, spans[i].end);
        } else {
            spans[kept++] = spans[i];
        }
    }
    return kept;
}

bool share_bytes(const Span& a, const Span& b) noexcept {
    return a.begin < b.end && b.begin < a.end;
}

bool Change::find_cuts(Span* spans, Span* cuts) noexcept {
    const Span header{0, kWadHeaderBytes, 0};
    const Span directory{directory_, directory_end_, 0};
    std::size_t stay = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const Span span = span_of(i);
        if (goes(i) || length(span) == 0) continue;
        if (share_bytes(span, header) || share_bytes(span, directory)) return false;
        spans[stay++] = span;
    }
    spans[stay++] = directory;
    spans[stay++] = header;
    stay = join(spans, stay);
    for (std::size_t i = gone_.first; i < gone_.first + gone_.count; ++i) {
        const Span span = span_of(i);
        if (length(span) == 0) continue;
        // The first span that ends after its begin.
        const Span* other =
            std::upper_bound(spans, spans + stay, span.begin,
                             [](std::uint64_t at, const Span& kept) { return at < kept.end; });
        if (other == spans + stay || !share_bytes(span, *other)) cuts[cut_count_++] = span;
    }
    cut_count_ = join(cuts, cut_count_);
    for (std::size_t i = 1; i < cut_count_; ++i) {
        cuts[i].before = cuts[i - 1].before + length(cuts[i - 1]);
    }
    cuts_ = cuts;
    insert_ = cut_count_ != 0 ? cuts_[0].begin : directory_;
    return true;
}

std::uint64_t Change::cut_before(std::uint64_t offset) const noexcept {
    const Span* cut =
        std::upper_bound(cuts_, cuts_ + cut_count_, offset,
                         [](std::uint64_t at, const Span& other) { return at < other.begin; });
    if (cut == cuts_) return 0;
    --cut;
    return cut->before + std::min(offset, cut->end) - cut->begin;
}

// The new file offset of a byte of the old file. A marker at the place of the new lumps stays in
// front of them: labels mostly have the offset of what follows.
std::uint64_t Change::moved(std::uint64_t offset, bool is_marker) const noexcept {
    std::uint64_t to = offset - cut_before(offset);
    if (offset > insert_ || (offset == insert_ && !is_marker)) to += added_;
    if (offset > directory_) to += (new_count() - count_) * kWadEntryBytes;  // modulo 2^64
    return to;
}

void Change::put_directory(ByteStream& out) const noexcept {
    for (std::size_t i = 0; i <= count_; ++i) {
        if (i == gone_.first) put_entries(out, lumps_, moved(insert_, true));
        if (i == count_ || goes(i)) continue;
        const std::uint64_t offset = load_u32le(entry(i));
        const bool is_marker = load_u32le(entry(i) + 4) == 0;
        out.u32(static_cast<std::uint32_t>(moved(offset, is_marker)));
        out.put({entry(i) + 4, kWadEntryBytes - 4});
    }
}

WriteResult Change::write(const Sink& sink) const noexcept {
    ByteStream out(sink);
    put_header(out, {wad_.data(), 4}, new_count(), moved(directory_, false));
    std::uint64_t at = kWadHeaderBytes;
    const Span* cut = cuts_;
    bool inserted = false;
    bool listed = false;
    while (!out.failed()) {
        std::uint64_t next = wad_.size();
        if (!inserted) next = std::min(next, insert_);
        if (!listed) next = std::min(next, directory_);
        if (cut != cuts_ + cut_count_) next = std::min(next, cut->begin);
        out.put({wad_.data() + at, static_cast<std::size_t>(next - at)});
        at = next;
        if (!inserted && at == insert_) {
            for (const LumpView& lump : lumps_) out.put(lump.bytes);
            inserted = true;
        } else if (!listed && at == directory_) {
            put_directory(out);
            at = directory_end_;
            listed = true;
        } else if (cut != cuts_ + cut_count_) {
            at = cut->end;
            ++cut;
        } else {
            break;
        }
    }
    return finish(out);
}

}  // namespace

WriteResult write_new_wad(View<LumpView> lumps, const Sink& sink) noexcept {
    const std::uint64_t directory = kWadHeaderBytes + bytes_of(lumps);
    const std::uint64_t end = directory + lumps.size() * kWadEntryBytes;
    if (end > kMostBytes) return too_long(end);
    static constexpr unsigned char kMagic[] = {'P', 'W', 'A', 'D'};
    ByteStream out(sink);
    put_header(out, {kMagic, sizeof kMagic}, lumps.size(), directory);
    for (const LumpView& lump : lumps) out.put(lump.bytes);
    put_entries(out, lumps, kWadHeaderBytes);
    return finish(out);
}

WriteResult write_changed_wad(Bytes wad, Entries entries, View<LumpView> lumps,
                              const Sink& sink) noexcept {
    if (wad.size() < kWadHeaderBytes) {
        return refused(Rule::wad_header, static_cast<std::int64_t>(wad.size()), kWadHeaderBytes);
    }
    Change change(wad, entries, lumps);
    if (!change.fits()) {
        return refused(Rule::wad_directory_range, load_u32le(wad.data() + 4),
                       load_u32le(wad.data() + 8));
    }
    const auto count = static_cast<std::size_t>(change.entry_count());
    const Buffer spans = Buffer::allocate((count + 2) * sizeof(Span));
    const Buffer cuts = Buffer::allocate((entries.count + 1) * sizeof(Span));
    if (spans.data() == nullptr || cuts.data() == nullptr) return refused(Rule::out_of_memory);
    if (!change.find_cuts(reinterpret_cast<Span*>(spans.data()),
                          reinterpret_cast<Span*>(cuts.data()))) {
        return refused(Rule::wad_lump_overlap, 1);
    }
    if (change.bytes() > kMostBytes) return too_long(change.bytes());
    return change.write(sink);
}

}  // namespace flatline::engine::write
