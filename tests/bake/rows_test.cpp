// The tables of what is baked name all that a map holds.
#include <gtest/gtest.h>

#include "bake/format.hpp"
#include "load/doom3_storage.hpp"
#include "load/map_storage.hpp"

namespace bake_rows_test {

namespace bake = flatline::engine::bake;

// These do not compile when a struct gets a member. Then it needs a row in bake/rows.hpp, or for
// what no struct of arrays has a member of bake::Facts; and the format gets a new version.
template <class T>
bool names_all(const T&);
template <>
bool names_all(const flatline_arrays& a) {
    const auto& [vertices, linedefs, sidedefs, sectors, things, names, columns, ids, unknowns, rows,
                 lines, vc, lc, sc, ec, tc, nc, cc, ic, uc, slc, nodes, blockmap, reject, planes,
                 sources, pc] = a;
    return pc == a.plane_count;
}
template <>
bool names_all(const flatline_bsp& a) {
    const auto& [vertices, segs, subsectors, nodes, vc, sc, ssc, nc, original, depth, format, kind,
                 boxes, angles] = a;
    return angles == a.stored_angles;
}
template <>
bool names_all(const flatline_blockmap& a) {
    const auto& [cells, lines, x, y, columns, rows, entries, from_lump, skipped] = a;
    return skipped == a.skipped_zero;
}
template <>
bool names_all(const flatline_reject& a) {
    const auto& [bits, count] = a;
    return count == a.sector_count;
}
template <>
bool names_all(const flatline_doom3_arrays& a) {
    const auto& [entities, pairs, primitive, brushes, sides, quake, patches, points, materials, ec,
                 pc, ppc, bc, sc, qc, pac, poc, mc, has, version] = a;
    return version == a.version;
}
template <>
bool names_all(const flatline_runtime& a) {
    const auto& [ld, sl, vr, vl, nr, n, sb, st, lt, tt, tp, p, pl, gr, g, lc, sc, vc, sec, tc, vlc,
                 nc, pc, plc, gc, tables, tvc, segc, ssc, slc, tv, sd, slr, sll, sg, snr, sn, sgc,
                 snc] = a;
    return snc == a.sound_neighbour_count;
}
template <>
bool names_all(const flatline_tags& a) {
    const auto& [tags, rows, elements, tc, ec] = a;
    return ec == a.element_count;
}
// owned, text, more_text, decoded, terminated, blocks, baked, baked_text: where strings and arrays
// lie, of which the file has its own. The rest is in Facts.
template <>
bool names_all(const flatline::engine::detail::MapStorage& a) {
    const auto& [owned, text, more, decoded, decoded_size, terminated, ns, own, stored, dialect,
                 grammar, format, blocks, is_baked, baked_text, text_bytes, baked, runtime] = a;
    return is_baked == a.is_baked;
}
template <>
bool names_all(const flatline::engine::detail::Doom3Storage& a) {
    const auto& [owned, text, complete, blocks, baked] = a;
    return complete == a.complete;
}

TEST(BakeRows, NameEveryMember) {
    EXPECT_TRUE(names_all(flatline_arrays{}));
    EXPECT_TRUE(names_all(flatline_bsp{}));
    EXPECT_TRUE(names_all(flatline_blockmap{}));
    EXPECT_TRUE(names_all(flatline_reject{}));
    EXPECT_TRUE(names_all(flatline_doom3_arrays{}));
    EXPECT_TRUE(names_all(flatline_runtime{}));
    EXPECT_TRUE(names_all(flatline_tags{}));
    EXPECT_TRUE(names_all(flatline::engine::detail::MapStorage{}));
    EXPECT_TRUE(names_all(flatline::engine::detail::Doom3Storage{}));
}

// Padding stands in front of a pointer or a double and behind the last member: what is more is a
// member without a row.
TEST(BakeRows, LeaveOnlyPadding) {
    if (sizeof(void*) != 8) return;  // the padding is that of 64 bits
    EXPECT_EQ(bake::unnamed_bytes<flatline_arrays>(), 4u + 4u + 4u);
    EXPECT_EQ(bake::unnamed_bytes<flatline_doom3_arrays>(), 0u);
    EXPECT_EQ(bake::unnamed_bytes<flatline_runtime>(), 4u);
}

template <class Arrays>
void expect_once() {
    for (std::size_t i = 0; i < sizeof(Arrays); ++i) {
        int times = 0;
        for (const auto& row : bake::BakedRows<Arrays>::kArrays) {
            times += i >= row.pointer && i < row.pointer + sizeof(void*) ? 1 : 0;
        }
        for (const bake::ScalarRow& row : bake::BakedRows<Arrays>::kScalars) {
            times += i >= row.begin && i < row.end ? 1 : 0;
        }
        EXPECT_LE(times, 1) << i;
    }
}

TEST(BakeRows, NameNothingTwice) {
    expect_once<flatline_arrays>();
    expect_once<flatline_doom3_arrays>();
    expect_once<flatline_runtime>();
}

}  // namespace bake_rows_test
