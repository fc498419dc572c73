#include "support/nodes_tools.hpp"
#include "support/wad_builder.hpp"
#include "support/zlib_stream.hpp"
#include "work/shapes.hpp"

namespace work {
namespace {

using nodes_tools::Lump;
using testing_support::zlib_stream;
using u64 = std::uint64_t;

std::string beside(const std::string& lump) {
    return nodes_tools::two_squares_map() + '\x1E' + lump;
}

/// n nodes, each with a leaf and the one before it, or as `child` says.
Lump chain(u64 n, std::uint32_t (*child)(u64 i, u64 n)) {
    Lump lump = nodes_tools::two_squares_lump();
    lump.counts.assign(n + 1, 1);
    Lump::Seg seg = lump.segs[0];
    seg.second = FLATLINE_NONE;
    lump.segs.assign(n + 1, seg);
    const Lump::Node node = lump.nodes[0];
    lump.nodes.assign(n, node);
    for (u64 i = 0; i < n; ++i) {
        lump.nodes[i].children[0] = static_cast<std::uint32_t>(0x80000000 + i);
        lump.nodes[i].children[1] = child(i, n);
    }
    return lump;
}

std::uint32_t before(u64 i, u64 n) {
    return static_cast<std::uint32_t>(i == 0 ? 0x80000000 + n : i - 1);
}

std::string words(const std::vector<int>& values) {
    std::string lump;
    for (const int value : values) testing_support::put_u16(lump, static_cast<unsigned>(value));
    return lump;
}

/// n blocks, whose offsets offset(i, lists) gives, and one list of as many entries.
template <class Offset>
std::string blockmap(u64 n, Offset offset) {
    std::vector<int> lump = {0, 0, static_cast<int>(n), 1};
    const int lists = static_cast<int>(4 + n);
    for (u64 i = 0; i < n; ++i) lump.push_back(offset(static_cast<int>(i), lists));
    lump.push_back(0);
    lump.insert(lump.end(), n, 3);
    lump.push_back(-1);
    return beside(words(lump));
}

std::string scripts(u64 n) {
    std::string object = "ACS";
    object += '\0';
    testing_support::put_u32(object, static_cast<std::uint32_t>(8));
    std::string table;
    testing_support::put_u32(table, static_cast<std::uint32_t>(n));
    for (u64 i = 0; i < n; ++i) {
        testing_support::put_u32(table, static_cast<std::uint32_t>(i * 7919 % 30011));
        testing_support::put_u32(table, 8);
        testing_support::put_u32(table, 0);
    }
    testing_support::put_u32(table, 0);
    return object + table;
}

}  // namespace

const std::vector<Shape>& lump_shapes() {
    static const std::vector<Shape> shapes = {
        {"ZN-10 a chain of nodes", Kind::znodes,
         [](u64 n) { return beside(nodes_tools::uncompressed("XGL3", chain(n, before))); }, 400},
        {"ZN-09 nodes that are their own child", Kind::znodes,
         [](u64 n) {
             return beside(nodes_tools::uncompressed(
                 "XGL3", chain(n, [](u64 i, u64) { return static_cast<std::uint32_t>(i); })));
         },
         400},
        {"ZN-09 nodes that all have the root as a child", Kind::znodes,
         [](u64 n) {
             return beside(nodes_tools::uncompressed(
                 "XGL3",
                 chain(n, [](u64, u64 count) { return static_cast<std::uint32_t>(count - 1); })));
         },
         400},
        {"ZN-08 children of nothing", Kind::znodes,
         [](u64 n) {
             return beside(nodes_tools::uncompressed(
                 "XGL3", chain(n, [](u64, u64) { return std::uint32_t{0x7FFFFFFF}; })));
         },
         400},
        {"ZN-07 partners in circles", Kind::znodes,
         [](u64 n) {
             Lump lump = chain(n, before);
             for (std::uint32_t i = 0; i < lump.segs.size(); ++i) {
                 lump.segs[i].second = (i + 1) % static_cast<std::uint32_t>(lump.segs.size());
             }
             return beside(nodes_tools::uncompressed("XGL3", lump));
         },
         400},
        {"ZN-07 one partner for all", Kind::znodes,
         [](u64 n) {
             Lump lump = chain(n, before);
             for (Lump::Seg& seg : lump.segs) seg.second = 0;
             return beside(nodes_tools::uncompressed("XGL3", lump));
         },
         400},
        {"ZN-06 segs of no vertex", Kind::znodes,
         [](u64 n) {
             Lump lump = chain(n, before);
             for (Lump::Seg& seg : lump.segs) seg.v1 = 99;
             return beside(nodes_tools::uncompressed("XGL3", lump));
         },
         400},
        {"ZN-05 one subsector of all segs", Kind::znodes,
         [](u64 n) {
             Lump lump = chain(n, before);
             lump.counts = {static_cast<std::uint32_t>(lump.segs.size())};
             lump.nodes.clear();
             return beside(nodes_tools::uncompressed("XGL3", lump));
         },
         400},
        {"ZN-03 vertices of nodes alone", Kind::znodes,
         [](u64 n) {
             Lump lump = nodes_tools::two_squares_lump();
             lump.vertices.assign(n, {5, 5});
             return beside(nodes_tools::uncompressed("XGL3", lump));
         },
         1000},
        {"ZN-12 a compressed chain", Kind::znodes,
         [](u64 n) {
             return beside("ZGL3" + zlib_stream(nodes_tools::payload("ZGL3", chain(n, before))));
         },
         400},
        {"ZN-12 zeros, compressed", Kind::znodes,
         [](u64 n) { return beside("ZGL3" + zlib_stream(std::string(n, '\0'))); }, 20'000},
        {"ZN-14 bytes behind the end", Kind::znodes,
         [](u64 n) {
             return beside(nodes_tools::uncompressed("XGL3", nodes_tools::two_squares_lump()) +
                           std::string(n, 'x'));
         },
         4000},
        {"BM-05 all blocks on one long list", Kind::blockmap,
         [](u64 n) { return blockmap(n, [](int, int lists) { return lists; }); }, 400},
        {"BM-05 blocks that begin one later each", Kind::blockmap,
         [](u64 n) { return blockmap(n, [](int i, int lists) { return lists + i; }); }, 400},
        {"BM-03 a list without an end", Kind::blockmap,
         [](u64 n) {
             std::string text = blockmap(n, [](int, int lists) { return lists; });
             text.resize(text.size() - 2);
             return text;
         },
         400},
        {"BM-02 offsets into the table", Kind::blockmap,
         [](u64 n) { return blockmap(n, [](int, int) { return 4; }); }, 400},
        {"RJ-01 a long table", Kind::reject, [](u64 n) { return beside(std::string(n, '\xFF')); },
         4000},
        {"BEH-01 scripts", Kind::behavior, [](u64 n) { return beside(scripts(n)); }, 300},
        {"BEH-01 bytes of no object", Kind::behavior,
         [](u64 n) { return beside("ACSE" + std::string(n, '\1')); }, 4000},
    };
    return shapes;
}

}  // namespace work
