#include "base/bytes.hpp"
#include "nodes/lump_writer.hpp"
#include "nodes/write.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::uint64_t kWrittenHeaderWords = 4;
constexpr std::uint64_t kMostWords = 65535;  // the last word that an offset reaches, and the most
constexpr std::uint32_t kMostShortLine = 0xFFFE;
constexpr std::uint32_t kEnd = 0xFFFF;

// The lists of a built blockmap lie behind each other in the order of the cells that have them
// first, so that such a cell's list begins where the lists before it end.
class Lists {
public:
    explicit Lists(const flatline_blockmap& blockmap) noexcept : b_(blockmap) {}

    std::uint64_t cell_count() const noexcept { return std::uint64_t{b_.columns} * b_.rows; }
    std::uint64_t base() const noexcept { return kWrittenHeaderWords + cell_count(); }

    // Calls visit(cell, word, is_first): the word at which its list begins, and whether no cell
    // before it has that list. The word is 0 where one has. Returns the words of the lump.
    template <class Visit>
    std::uint64_t each_cell(const Visit& visit) const noexcept {
        std::uint64_t word = base();
        std::uint32_t listed = 0;
        bool empty_met = false;
        for (std::uint64_t i = 0; i < cell_count(); ++i) {
            const flatline_blockmap_cell& cell = b_.cells[i];
            const bool first = cell.count == 0 ? !empty_met : cell.first == listed;
            empty_met = empty_met || cell.count == 0;
            visit(cell, first ? word : 0, first);
            if (!first) continue;
            word += 2 + std::uint64_t{cell.count};
            listed += cell.count;
        }
        return word;
    }

private:
    const flatline_blockmap& b_;
};

}  // namespace

std::uint64_t blockmap_lump_bytes(const flatline_blockmap& blockmap) noexcept {
    const Lists lists(blockmap);
    if (lists.base() > kMostWords || lists.cell_count() == 0 ||
        !LumpWriter::is_whole(blockmap.origin_x) || !LumpWriter::is_whole(blockmap.origin_y)) {
        return 0;
    }
    for (std::uint32_t i = 0; i < blockmap.entry_count; ++i) {
        if (blockmap.lines[i] > kMostShortLine) return 0;
    }
    const std::uint64_t words =
        lists.each_cell([](const flatline_blockmap_cell&, std::uint64_t, bool) {});
    return words > kMostWords ? 0 : 2 * words;
}

void write_blockmap_lump(const flatline_blockmap& blockmap, unsigned char* out) noexcept {
    LumpWriter table(out);
    table.nearest(blockmap.origin_x);
    table.nearest(blockmap.origin_y);
    table.u16(blockmap.columns);
    table.u16(blockmap.rows);
    const Lists lists(blockmap);
    // Until the lists are written, their room remembers at which word the list of entry i begins.
    unsigned char* const room = out + 2 * lists.base();
    std::uint64_t empty = 0;
    lists.each_cell([&](const flatline_blockmap_cell& cell, std::uint64_t word, bool first) {
        if (cell.count == 0) {
            if (first) empty = word;
            return table.u16(static_cast<std::uint32_t>(empty));
        }
        unsigned char* const known = room + 2 * std::uint64_t{cell.first};
        if (first) LumpWriter(known).u16(static_cast<std::uint32_t>(word));
        table.u16(load_le<std::uint16_t>(known));
    });
    lists.each_cell([&](const flatline_blockmap_cell& cell, std::uint64_t word, bool first) {
        if (!first) return;
        LumpWriter w(out + 2 * word);
        w.u16(0);
        for (std::uint32_t k = 0; k < cell.count; ++k) w.u16(blockmap.lines[cell.first + k]);
        w.u16(kEnd);
    });
}

}  // namespace flatline::engine::nodes
