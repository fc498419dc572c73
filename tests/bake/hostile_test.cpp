// Baked files that are none, old, cut, damaged or made to hurt.
#include <gtest/gtest.h>

#include <string>

#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/diff.hpp"
#include "model/runtime.hpp"
#include "model/user_fields.hpp"
#include "model/write.hpp"
#include "support/baked.hpp"
#include "support/binary_maps.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"
#include "support/runtime_oracle.hpp"
#include "support/sampled.hpp"

namespace bake_hostile_test {

using namespace flatline::engine;
using baked_tools::File;

const char kText[] = R"(namespace = "zdoom"; vertex { x = 0; y = 0; zfloor = 1; }
vertex { x = 0; y = 64; } vertex { x = 64; y = 0; }
thing { x = 8; y = 8; type = 1; comment = "c"; user_a = 1; }
linedef { v1 = 0; v2 = 1; sidefront = 0; moreids = "4 5"; } linedef { v1 = 1; v2 = 2; sidefront = 1; }
linedef { v1 = 2; v2 = 0; sidefront = 2; } sidedef { sector = 0; scalex_top = 2.0; }
sidedef { sector = 0; } sidedef { sector = 0; }
sector { texturefloor = "F"; textureceiling = "C"; heightceiling = 64; } odd { a = 1; b { c = true; } })";

const char kDoom3[] = R"(Version 2
{ "classname" "worldspawn"
{ brushDef3 {
( 1 0 0 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "a" 0 0 0
( -1 0 0 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "a" 0 0 0
( 0 1 0 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "b" 0 0 0
( 0 -1 0 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "b" 0 0 0 } }
{ patchDef2 { "p" ( 3 3 0 0 0 )
( ( ( 0 0 0 0 0 ) ( 0 1 0 0 0 ) ( 0 2 0 0 0 ) ) ( ( 1 0 0 0 0 ) ( 1 1 0 0 0 ) ( 1 2 0 0 0 ) )
( ( 2 0 0 0 0 ) ( 2 1 0 0 0 ) ( 2 2 0 0 0 ) ) ) } } }
)";

File udmf_file() {
    LoadOptions options;
    options.products =
        FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BUILD_NODES | FLATLINE_PRODUCT_BLOCKMAP;
    const auto result = load_text::load(kText, options);
    EXPECT_TRUE(result);
    const Result<Runtime> runtime = build_runtime(result.value);
    EXPECT_TRUE(runtime);
    BakeOptions with;
    with.findings = &result.findings;
    with.runtime = &runtime.value.arrays();
    return baked_tools::bake(result.value, with);
}

File doom3_file() {
    const auto result = load_doom3_borrowed(load_text::bytes(kDoom3));
    EXPECT_TRUE(result);
    BakeOptions with;
    with.findings = &result.findings;
    return baked_tools::bake(result.value, with);
}

// Goes everywhere in a map that was opened.
void use(const Map& map) {
    EXPECT_EQ(oracle::first_fault(map), "");
    if (const flatline_runtime* runtime = baked_runtime(map)) {
        EXPECT_EQ(runtime_oracle::first_fault(map, *runtime), "");
    }
    std::string out;
    static_cast<void>(write_textmap(map, baked_tools::sink_of(out)));
    const auto report = check(map, CheckOptions());
    const Result<Runtime> runtime = build_runtime(map);
    const auto again = open_baked(baked_tools::bake(map).bytes());
    EXPECT_TRUE(again);
}
void use(const Doom3Map& map) {
    const auto report = check(map, CheckOptions());
    EXPECT_TRUE(open_baked_doom3(baked_tools::bake(map).bytes()));
}

TEST(BakedThreat, BAKE_01_EveryByteFlipped) {
    File files[] = {udmf_file(), doom3_file()};
    for (File& file : files) {
        for (std::size_t i = 0; i < file.size(); ++i) {
            const unsigned char was = file[i];
            for (const int bit : {1, 128}) {
                file[i] = static_cast<unsigned char>(was ^ bit);
                ASSERT_EQ(open_baked(file.bytes()).status, Status::unusable) << i;
                ASSERT_EQ(open_baked_doom3(file.bytes()).status, Status::unusable) << i;
            }
            file[i] = was;
        }
    }
}

TEST(BakedThreat, BAKE_02_EveryLength) {
    const File files[] = {udmf_file(), doom3_file()};
    for (const File& file : files) {
        for (std::size_t size = 0; size < file.size(); ++size) {
            File cut(file.text().substr(0, size));
            ASSERT_EQ(open_baked(cut.bytes()).status, Status::unusable) << size;
            cut.sum_up();
            ASSERT_EQ(open_baked(cut.bytes()).status, Status::unusable) << size;
            ASSERT_EQ(open_baked_doom3(cut.bytes()).status, Status::unusable) << size;
        }
        File longer(std::string(file.text()) + std::string(64, '\0'));
        longer.sum_up();
        EXPECT_EQ(open_baked(longer.bytes()).status, Status::unusable);
        EXPECT_EQ(open_baked_doom3(longer.bytes()).status, Status::unusable);
    }
}

// Behind a checksum that is right again each byte is one that somebody may have chosen.
TEST(BakedThreat, BAKE_03_EveryByteChangedUnderItsChecksum) {
    std::size_t opened = 0;
    testing_support::Sample sample(17);
    File udmf = udmf_file();
    File doom3 = doom3_file();
    for (File* file : {&udmf, &doom3}) {
        for (std::size_t i = 16; i < file->size(); ++i) {
            const unsigned char was = (*file)[i];
            for (const int change : {1, 0x80, 0xFF}) {
                (*file)[i] = static_cast<unsigned char>(was ^ change);
                file->sum_up();
                if (!sample.takes()) continue;
                const auto map = open_baked(file->bytes());
                if (map) use(map.value);
                const auto of_doom3 = open_baked_doom3(file->bytes());
                if (of_doom3) use(of_doom3.value);
                opened += map || of_doom3 ? 1u : 0u;
            }
            (*file)[i] = was;
        }
    }
    EXPECT_GT(opened, 20u);  // coordinates may be any
}

// Overwrites a word of the first section for an array and says whether the file still opens.
template <class Value>
bool opens_with(File file, const char* array, std::size_t at, Value value) {
    namespace bake = flatline::engine::bake;
    std::size_t section = bake::first_array;
    for (const auto& row : bake::BakedRows<flatline_arrays>::kArrays) {
        if (std::string(row.name) == array) break;
        ++section;
    }
    bake::SectionEntry entry;
    std::memcpy(&entry, file.bytes().data() + sizeof(bake::FileHeader) + section * sizeof entry,
                sizeof entry);
    EXPECT_LE(at + sizeof value, entry.bytes) << array;
    std::memcpy(&file[entry.offset + at], &value, sizeof value);
    file.sum_up();
    return static_cast<bool>(open_baked(file.bytes()));
}

struct BadValue {
    const char* array;
    std::size_t at;
    std::uint32_t value;
};

TEST(BakedThreat, BAKE_04_IndicesOfNothing) {
    constexpr BadValue kBad[] = {
        {"linedefs", offsetof(flatline_linedef, v1), 3},
        {"linedefs", offsetof(flatline_linedef, sidefront), FLATLINE_NONE},
        {"linedefs", offsetof(flatline_linedef, sideback), 3},
        {"sidedefs", offsetof(flatline_sidedef, sector), 1},
        {"sidedefs", offsetof(flatline_sidedef, texturetop), 99},
        {"sectors", offsetof(flatline_sector, texturefloor), 99},
        {"sectors", offsetof(flatline_sector, planes), 4},
        {"names", 4, 1u << 20},
        {"names", 4, 0},
        {"names", sizeof(flatline_text), 0},  // a second name over the first one
        {"columns", 4, 99},
        {"ids", 0, 0},  // ids may be any number: this one opens
        {"unknowns", offsetof(flatline_unknown, index), 7},
        {"unknowns", offsetof(flatline_unknown, name), 1u << 30},
        {"sector_line_rows", 4, 2},
        {"sector_lines", 0, 1},
        {"nodes.segs", offsetof(flatline_seg, v1), 999},
        {"nodes.segs", offsetof(flatline_seg, linedef), 999},
        {"nodes.subsectors", offsetof(flatline_subsector, sector), 1},
        {"nodes.subsectors", offsetof(flatline_subsector, count), 999},
        {"blockmap.cells", 0, 999},
        {"blockmap.lines", 0, 999},
        {"blockmap.lines", 0, FLATLINE_NONE},
    };
    const File file = udmf_file();
    for (const BadValue& bad : kBad) {
        const bool may_be_any = std::string(bad.array) == "ids";
        EXPECT_EQ(opens_with(File(file.text()), bad.array, bad.at, bad.value), may_be_any)
            << bad.array << " " << bad.at;
    }
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(opens_with(File(file.text()), "vertices", 0, kNone));
    EXPECT_FALSE(opens_with(File(file.text()), "vertices", 0, 40000.0));
    EXPECT_FALSE(opens_with(File(file.text()), "things", 16, kNone));
    EXPECT_FALSE(opens_with(File(file.text()), "sectors", 0, kNone));
}

// A finding of a baked file, or of a host, may name keys that no game has.
TEST(BakedThreat, BAKE_04_FindingsOfKeysThatAreNone) {
    Finding finding = make_finding(Rule::key_missing);
    for (const std::int64_t keys : {INT64_MIN, std::int64_t{1} << 40}) {
        finding.a = keys;
        EXPECT_NE(load_text::sentence(finding, "").find("a key of any kind"), std::string::npos);
    }
}

TEST(BakedThreat, BAKE_04_TablesThatAreSaidToBeHere) {
    const auto result = load_text::load(kText);
    flatline_runtime none{};
    const flatline_arrays& a = result.value.arrays();
    none.line_count = a.linedef_count;
    none.side_count = a.sidedef_count;
    none.vertex_count = a.vertex_count;
    none.sector_count = a.sector_count;
    none.thing_count = a.thing_count;
    BakeOptions with;
    with.runtime = &none;
    for (std::uint32_t bit = 1; bit <= FLATLINE_RUNTIME_ALL; bit <<= 1) {
        none.tables = bit;
        // The map has no nodes.
        const bool may_be_empty = bit == FLATLINE_RUNTIME_POLYOBJECTS ||
                                  bit == FLATLINE_RUNTIME_SEG_DATA ||
                                  bit == FLATLINE_RUNTIME_SUBSECTOR_LINES;
        EXPECT_EQ(baked_tools::bake(result.value, with).size() != 0, may_be_empty) << bit;
    }
}

TEST(BakedThreat, BAKE_05_OtherKeysVersionsAndMachines) {
    const auto result = load_text::load(kText);
    BakeKey key{};
    key.bytes[3] = 7;
    BakeOptions with;
    with.key = &key;
    File file = baked_tools::bake(result.value, with);
    BakedOptions options;
    options.key = &key;
    EXPECT_TRUE(open_baked(file.bytes(), options));
    BakeKey other = key;
    other.bytes[15] = 1;
    options.key = &other;
    EXPECT_EQ(open_baked(file.bytes(), options).status, Status::unusable);
    // A file of another format, a machine with the other byte order, another library.
    for (const std::size_t at : {16u, 20u, 24u, 48u, 56u, 60u}) {
        const unsigned char was = file[at];
        file[at] = static_cast<unsigned char>(was + 1);
        file.sum_up();
        EXPECT_EQ(open_baked(file.bytes()).status, Status::unusable) << at;
        file[at] = was;
    }
    file.sum_up();
    EXPECT_TRUE(open_baked(file.bytes()));
    // Bytes that do not begin where numbers can lie.
    File shifted("1234" + std::string(file.text()));
    EXPECT_EQ(open_baked({shifted.bytes().data() + 4, file.size()}).status, Status::unusable);
    BakedOptions tight;
    tight.limits.linedefs = 2;
    EXPECT_EQ(open_baked(file.bytes(), tight).status, Status::unusable);
}

TEST(BakedThreat, BAKE_06_MemoryThatRunsOut) {
    const File file = udmf_file();
    BakedOptions options;
    options.memory.acquire = [](void*, std::size_t) -> void* { return nullptr; };
    options.memory.release = [](void*, void*, std::size_t) {};
    const auto opened = open_baked(file.bytes(), options);
    EXPECT_EQ(opened.status, Status::out_of_memory);
    EXPECT_EQ(opened.findings.total(), 1u);
}

TEST(Baking, IsCancelledByItsSink) {
    const auto result = load_text::load(kText);
    const Sink stops{[](void*, const unsigned char*, std::size_t) { return false; }, nullptr};
    EXPECT_EQ(bake_map(result.value, BakeOptions(), stops), Status::cancelled);
    EXPECT_EQ(bake_map(Map(), BakeOptions(), stops), Status::unusable);
    EXPECT_EQ(bake_map(Doom3Map(), BakeOptions(), stops), Status::unusable);
}

}  // namespace bake_hostile_test
