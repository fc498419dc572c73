#include "nodes/blockmap_lump.hpp"

#include <cstring>

#include "base/bytes.hpp"
#include "base/layout.hpp"
#include "base/take_memory.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::size_t kHeaderWords = 4;

// Where a list ends, while the ends are being found.
constexpr std::uint32_t kNoEnd = FLATLINE_NONE;
constexpr std::uint32_t kBadLine = FLATLINE_NONE - 1;

// The 16-bit lump: origin in signed whole units, all else unsigned.
struct Words16 {
    static constexpr std::size_t kSignatureBytes = 0;
    static constexpr std::size_t kWordBytes = 2;
    static constexpr std::size_t kMostWords = 65535;  // ports build anew from 65,536 words on
    static constexpr std::uint32_t kEnd = 0xFFFF;

    static std::uint32_t load(const unsigned char* p) noexcept { return load_le<std::uint16_t>(p); }
    static double origin(std::uint32_t word) noexcept { return static_cast<std::int16_t>(word); }
};

// The 32-bit lump of Woof: origin in 16.16.
struct Words32 {
    static constexpr unsigned char kSignature[] = {'X', 'B', 'M', '1', 0, 0, 0, 0};
    static constexpr std::size_t kSignatureBytes = sizeof kSignature;
    static constexpr std::size_t kWordBytes = 4;
    static constexpr std::size_t kMostWords = 0x7FFFFFFF;  // what the fields of a cell can count
    static constexpr std::uint32_t kEnd = 0xFFFFFFFF;

    static std::uint32_t load(const unsigned char* p) noexcept { return load_u32le(p); }
    static double origin(std::uint32_t word) noexcept {
        return static_cast<std::int32_t>(word) / 65536.0;
    }
    // As words of 16 bits these bytes are a map without columns, so no other lump begins so.
    static bool begin(Bytes lump) noexcept {
        return lump.size() >= kSignatureBytes &&
               std::memcmp(lump.data(), kSignature, kSignatureBytes) == 0;
    }
};

template <class Words>
class BlockmapReader {
public:
    BlockmapReader(Bytes lump, std::size_t line_count) noexcept
        : words_at_(lump.data() + Words::kSignatureBytes),
          size_(lump.size() - Words::kSignatureBytes),
          line_count_(line_count) {}

    std::size_t words() const noexcept { return size_ / Words::kWordBytes; }
    std::uint32_t word(std::size_t i) const noexcept {
        return Words::load(words_at_ + Words::kWordBytes * i);
    }

    double origin_x() const noexcept { return Words::origin(word(0)); }
    double origin_y() const noexcept { return Words::origin(word(1)); }
    std::uint32_t columns() const noexcept { return word(2); }
    std::uint32_t rows() const noexcept { return word(3); }
    std::uint64_t blocks() const noexcept { return std::uint64_t{columns()} * rows(); }
    std::size_t lists_at() const noexcept {
        return kHeaderWords + static_cast<std::size_t>(blocks());
    }
    std::size_t list_words() const noexcept { return words() - lists_at(); }

    // Where one of these returns false, bad() is the word that does not fit. Those behind the first
    // need a header that fits.
    bool header_fits() noexcept {
        if (size_ % Words::kWordBytes != 0 || words() < kHeaderWords) return fail(words());
        if (words() > Words::kMostWords) return fail(Words::kMostWords);
        if (columns() == 0) return fail(2);
        if (rows() == 0 || blocks() > words() - kHeaderWords) return fail(3);
        return true;
    }
    bool offsets_fit() noexcept {
        skip_ = 1;
        for (std::size_t i = 0; i < blocks(); ++i) {
            const std::uint32_t offset = word(kHeaderWords + i);
            if (offset < lists_at() || offset >= words()) return fail(kHeaderWords + i);
            if (word(offset) != 0) skip_ = 0;
        }
        return true;
    }
    // `ends` has list_words() entries. One pass from the back finds where a list that begins at any
    // word would end, so many blocks that share one long list cost no more than one block.
    bool lists_fit(std::uint32_t* ends, flatline_blockmap_cell* cells) noexcept {
        const std::size_t base = lists_at();
        std::uint32_t end = kNoEnd;
        for (std::size_t i = list_words(); i-- > 0;) {
            const std::uint32_t value = word(base + i);
            if (value == Words::kEnd) {
                end = static_cast<std::uint32_t>(i);
            } else if (end != kNoEnd && value >= line_count_) {
                end = kBadLine;
            }
            ends[i] = end;
        }
        for (std::size_t i = 0; i < blocks(); ++i) {
            const std::size_t first = word(kHeaderWords + i) - base + skip_;
            const std::uint32_t found = first < list_words() ? ends[first] : kNoEnd;
            if (found == kNoEnd) return fail(words());
            if (found == kBadLine) return fail(base + first_bad(first));
            cells[i].first = static_cast<std::uint32_t>(first);
            cells[i].count = found - cells[i].first;
        }
        return true;
    }
    void decode(std::uint32_t* lines) const noexcept {
        for (std::size_t i = 0; i < list_words(); ++i) {
            const std::uint32_t value = word(lists_at() + i);
            lines[i] = value < line_count_ && value != Words::kEnd ? value : FLATLINE_NONE;
        }
    }

    std::size_t bad() const noexcept { return bad_; }
    bool skipped_zero() const noexcept { return skip_ != 0; }

private:
    bool fail(std::size_t at) noexcept {
        bad_ = at;
        return false;
    }
    std::size_t first_bad(std::size_t i) const noexcept {
        while (word(lists_at() + i) < line_count_) ++i;
        return i;
    }

    const unsigned char* words_at_;
    std::size_t size_;  // of the words, in bytes
    std::size_t line_count_;
    std::size_t skip_ = 0;
    std::size_t bad_ = 0;
};

Outcome drop(Rule rule, std::uint64_t offset, std::uint32_t length, std::uint64_t a,
             std::uint64_t b, FindingList& findings) noexcept {
    Finding f = make_finding(rule, Lump::blockmap, offset, static_cast<std::int64_t>(a),
                             static_cast<std::int64_t>(b));
    f.length = length;
    findings.add(f);
    return Outcome::refused;
}

// The word that does not fit; behind the last one, the byte where the lump should go on.
template <class Words>
Outcome invalid(const BlockmapReader<Words>& reader, Bytes lump, FindingList& findings) noexcept {
    const std::uint64_t at = Words::kSignatureBytes + reader.bad() * Words::kWordBytes;
    const std::uint32_t length = at + Words::kWordBytes <= lump.size() ? Words::kWordBytes : 0;
    return drop(Rule::blockmap_invalid, at, length, reader.bad(), reader.words(), findings);
}

template <class Words>
Outcome read(Bytes lump, std::size_t line_count, const Limits& limits, const MemoryHooks& hooks,
             Budget& budget, Reservation& memory, FindingList& findings,
             flatline_blockmap& out) noexcept {
    BlockmapReader<Words> reader(lump, line_count);
    if (!reader.header_fits()) return invalid(reader, lump, findings);
    if (reader.blocks() > limits.blockmap_cells) {
        return drop(Rule::limit_blockmap_cells, Words::kSignatureBytes + 2 * Words::kWordBytes,
                    2 * Words::kWordBytes, reader.blocks(), limits.blockmap_cells, findings);
    }
    if (reader.list_words() > limits.blockmap_entries) {
        return drop(Rule::limit_blockmap_entries, FLATLINE_NO_OFFSET, 0, reader.list_words(),
                    limits.blockmap_entries, findings);
    }
    if (!reader.offsets_fit()) return invalid(reader, lump, findings);

    Layout layout;
    const std::uint64_t cells_at = layout.add(reader.blocks(), sizeof(flatline_blockmap_cell));
    const std::uint64_t lines_at = layout.add(reader.list_words(), sizeof(std::uint32_t));
    const std::uint64_t mark = budget.used();
    const Outcome taken = take_memory(layout.bytes(), hooks, budget, memory);
    if (taken != Outcome::ok) return taken;
    auto* cells = reinterpret_cast<flatline_blockmap_cell*>(memory.data() + cells_at);
    auto* lines = reinterpret_cast<std::uint32_t*>(memory.data() + lines_at);
    if (!reader.lists_fit(lines, cells)) {  // the ends lie where the lines will lie
        budget.rewind(mark);
        return invalid(reader, lump, findings);
    }
    reader.decode(lines);

    out.cells = cells;
    out.lines = lines;
    out.origin_x = reader.origin_x();
    out.origin_y = reader.origin_y();
    out.columns = reader.columns();
    out.rows = reader.rows();
    out.entry_count = static_cast<std::uint32_t>(reader.list_words());
    out.from_lump = 1;
    out.skipped_zero = reader.skipped_zero() ? 1 : 0;
    return Outcome::ok;
}

}  // namespace

Outcome read_blockmap(Bytes lump, std::size_t line_count, const Limits& limits,
                      const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                      FindingList& findings, flatline_blockmap& out) noexcept {
    out = {};
    if (lump.empty()) return Outcome::refused;
    const auto read_form = Words32::begin(lump) ? read<Words32> : read<Words16>;
    return read_form(lump, line_count, limits, hooks, budget, memory, findings, out);
}

}  // namespace flatline::engine::nodes
