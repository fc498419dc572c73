#include "nodes/blockmap_lump.hpp"
#include "base/layout.hpp"

namespace flatline::nodes {
namespace {

constexpr std::size_t kHeaderWords = 4;
constexpr std::size_t kMostWords = 65535;  // ports build anew from 65,536 words on
constexpr std::uint32_t kEnd = 0xFFFF;

// Where a list ends, while the ends are being found.
constexpr std::uint32_t kNoEnd = FLATLINE_NONE;
constexpr std::uint32_t kBadLine = FLATLINE_NONE - 1;

class Reader {
public:
    Reader(Bytes lump, std::size_t line_count) noexcept : lump_(lump), line_count_(line_count) {}

    std::size_t words() const noexcept { return lump_.size() / 2; }
    std::uint32_t word(std::size_t i) const noexcept {
        return lump_[2 * i] | std::uint32_t{lump_[2 * i + 1]} << 8;
    }
    std::int32_t signed_word(std::size_t i) const noexcept {
        return static_cast<std::int16_t>(word(i));
    }

    std::uint32_t columns() const noexcept { return word(2); }
    std::uint32_t rows() const noexcept { return word(3); }
    std::size_t blocks() const noexcept { return std::size_t{columns()} * rows(); }
    std::size_t lists_at() const noexcept { return kHeaderWords + blocks(); }
    std::size_t list_words() const noexcept { return words() - lists_at(); }

    // Where one of these returns false, bad() is the word that does not fit.
    bool header_fits() noexcept {
        if (lump_.size() % 2 != 0 || words() < kHeaderWords) return fail(words());
        if (words() > kMostWords) return fail(kMostWords);
        if (columns() == 0) return fail(2);
        if (rows() == 0 || lists_at() > words()) return fail(3);
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
            if (value == kEnd) {
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
            lines[i] = value < line_count_ && value != kEnd ? value : FLATLINE_NONE;
        }
    }

    std::size_t bad() const noexcept { return bad_; }

private:
    bool fail(std::size_t at) noexcept {
        bad_ = at;
        return false;
    }
    std::size_t first_bad(std::size_t i) const noexcept {
        while (word(lists_at() + i) < line_count_) ++i;
        return i;
    }

    Bytes lump_;
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
Outcome invalid(const Reader& reader, Bytes lump, FindingList& findings) noexcept {
    const std::uint64_t at = reader.bad() * 2;
    const std::uint32_t length = at + 2 <= lump.size() ? 2 : 0;
    return drop(Rule::blockmap_invalid, at, length, reader.bad(), reader.words(), findings);
}

}  // namespace

Outcome read_blockmap(Bytes lump, std::size_t line_count, const Limits& limits,
                      const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                      FindingList& findings, flatline_blockmap& out) noexcept {
    out = {};
    if (lump.empty()) return Outcome::refused;
    Reader reader(lump, line_count);
    if (!reader.header_fits()) return invalid(reader, lump, findings);
    if (reader.blocks() > limits.blockmap_cells) {
        return drop(Rule::limit_blockmap_cells, 4, 4, reader.blocks(), limits.blockmap_cells,
                    findings);
    }
    if (reader.list_words() > limits.blockmap_entries) {
        return drop(Rule::limit_blockmap_entries, FLATLINE_NO_OFFSET, 0, reader.list_words(),
                    limits.blockmap_entries, findings);
    }
    if (!reader.offsets_fit()) return invalid(reader, lump, findings);

    Layout layout;
    const std::uint64_t cells_at = layout.add(reader.blocks(), sizeof(flatline_blockmap_cell));
    const std::uint64_t lines_at = layout.add(reader.list_words(), sizeof(std::uint32_t));
    budget.announce(layout.bytes());
    const std::uint64_t mark = budget.used();
    if (!budget.charge(layout.bytes())) return Outcome::over_limit;
    if (!memory.ensure_whole(hooks, layout.bytes())) return Outcome::out_of_memory;
    auto* cells = reinterpret_cast<flatline_blockmap_cell*>(memory.data() + cells_at);
    auto* lines = reinterpret_cast<std::uint32_t*>(memory.data() + lines_at);
    if (!reader.lists_fit(lines, cells)) {  // the ends lie where the lines will lie
        budget.rewind(mark);
        return invalid(reader, lump, findings);
    }
    reader.decode(lines);

    out.cells = cells;
    out.lines = lines;
    out.origin_x = reader.signed_word(0);
    out.origin_y = reader.signed_word(1);
    out.columns = reader.columns();
    out.rows = reader.rows();
    out.entry_count = static_cast<std::uint32_t>(reader.list_words());
    out.from_lump = 1;
    return Outcome::ok;
}

}  // namespace flatline::nodes
