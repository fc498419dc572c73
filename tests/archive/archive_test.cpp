#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "support/lump_bytes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace {

using namespace flatline::engine;
using testing_support::Faults;
using testing_support::open_bytes;
using testing_support::open_tree;
using testing_support::refusal_lines;
using testing_support::square_text;
using testing_support::WadBuilder;

LoadResult<flatline::engine::Map> load(Archive& archive, std::size_t map = 0,
                                       const LoadOptions& options = {}) {
    Loader loader;
    return load_map(archive, map, loader, options);
}

std::string lump_text(Archive& archive, std::size_t map, std::string_view name,
                      FindingList& findings) {
    const MapLump* lump = archive.maps()[map].lump(name, false);
    if (lump == nullptr) return "(no lump)";
    const Buffer bytes = testing_support::lump_bytes(archive, map, *lump, findings);
    if (bytes.data() == nullptr) return "(no bytes)";
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Archive, LoadsEveryMapOfAWad) {
    Archive archive = open_bytes(
        WadBuilder().map("MAP01", square_text("zdoom")).map("MAP02", square_text("doom")).build());
    ASSERT_EQ(archive.maps().size(), 2u);
    Loader loader;
    for (const auto& [index, name] : {std::pair{1, "doom"}, std::pair{0, "zdoom"}}) {
        LoadResult<flatline::engine::Map> result =
            load_map(archive, static_cast<std::size_t>(index), loader, {});
        ASSERT_EQ(result.status, Status::ok);
        EXPECT_EQ(result.value.vertices().size(), 4u);
        EXPECT_EQ(result.value.map_namespace(), name);
        loader.recycle(std::move(result.value));
    }
}

// The memory of a long text comes back with its map and is read into by the next load_map.
TEST(Archive, TextsOfALoaderShareMemory) {
    const std::string text = square_text() + "//" + std::string(5u << 20, 'x') + "\n";
    const std::string other = square_text("doom") + "//" + std::string(5u << 20, 'y') + "\n";
    Archive archive = open_bytes(WadBuilder().map("MAP01", text).map("MAP02", other).build());
    Loader loader;
    LoadResult<flatline::engine::Map> result = load_map(archive, 0, loader, {});
    ASSERT_EQ(result.status, Status::ok);
    const char* const place = result.value.textmap().data();
    for (const std::size_t map : {1u, 0u}) {
        loader.recycle(std::move(result.value));
        result = load_map(archive, map, loader, {});
        ASSERT_EQ(result.status, Status::ok);
        EXPECT_EQ(result.value.textmap(), map == 0 ? text : other);
        EXPECT_EQ(result.value.textmap().data(), place);
    }
    // A map that was not given back keeps its text, and what is borrowed needs none.
    const LoadResult<flatline::engine::Map> second = load_map(archive, 1, loader, {});
    EXPECT_NE(second.value.textmap().data(), place);
    EXPECT_EQ(result.value.textmap(), text);
    loader.recycle(std::move(result.value));
    EXPECT_EQ(
        loader.load_borrowed({reinterpret_cast<const unsigned char*>(text.data()), 1000}).status,
        Status::ok);
    EXPECT_EQ(load_map(archive, 0, loader, {}).value.textmap(), text);
}

TEST(Archive, MapOutlivesTheArchive) {
    Map map;
    {
        Archive archive = open_bytes(WadBuilder().map("MAP01", square_text()).build());
        map = load(archive).value;
    }
    EXPECT_EQ(map.textmap(), square_text());
}

TEST(Archive, LoadsBareMapsAndMapsOfTrees) {
    Archive bare = open_bytes(square_text(), "a.udmf");
    EXPECT_EQ(load(bare).status, Status::ok);
    Archive tree = open_tree(
        {{"maps/a.wad", WadBuilder().map("X", square_text()).build()}, {"b.udmf", square_text()}});
    ASSERT_EQ(tree.maps().size(), 2u);
    EXPECT_EQ(load(tree, 0).status, Status::ok);
    EXPECT_EQ(load(tree, 1).status, Status::ok);
    EXPECT_EQ(load(tree, 0).status, Status::ok);
}

TEST(Archive, EmptyTextmapIsTheLoadersAffair) {
    Archive archive = open_bytes(WadBuilder().map("MAP01", "").build());
    EXPECT_EQ(refusal_lines(load(archive)).find("short-read"), std::string::npos);
    EXPECT_NE(load(archive).status, Status::out_of_memory);
}

TEST(Archive, OtherFormatsAreRefused) {
    Archive archive = open_bytes(
        WadBuilder()
            .lumps({"MAP01", "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "LEAFS"})
            .map("M", "")
            .build());
    const LoadResult<flatline::engine::Map> result = load(archive, 0);
    EXPECT_EQ(result.status, Status::refused);
    EXPECT_EQ(refusal_lines(result), "map-unsupported\n");
    EXPECT_FALSE(archive.maps()[0].supported);
    EXPECT_EQ(load(archive, 99).status, Status::refused);
    EXPECT_EQ(map_format_name(archive.maps()[0].format), "doom");
}

TEST(Archive, LoadsDoom3MapsAloneAndOutOfATree) {
    const std::string text = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    Archive bare = open_bytes(text, "altar.map");
    flatline::engine::Doom3Loader loader;
    const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
        load_doom3(bare, 0, loader);
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_EQ(result.value.source(), text);
    EXPECT_EQ(refusal_lines(load(bare, 0)), "map-unsupported\n");
    Archive tree = open_tree({{"maps/a.map", text}, {"b.udmf", square_text()}});
    ASSERT_EQ(tree.maps().size(), 2u);
    EXPECT_EQ(load_doom3(tree, tree.maps()[0].format == flatline::engine::MapFormat::doom3 ? 0 : 1,
                         loader)
                  .status,
              Status::ok);
    EXPECT_EQ(load_doom3(tree, tree.maps()[0].format == flatline::engine::MapFormat::doom3 ? 1 : 0,
                         loader)
                  .status,
              Status::refused);
    const auto none = load_doom3(tree, 7, loader);
    ASSERT_EQ(none.findings.total(), 1u);
    EXPECT_EQ(none.findings.kept()[0].rule, static_cast<std::uint16_t>(Rule::file_unreadable));
}

TEST(Archive, ADoom3MapOverTheTextLimitIsNotRead) {
    auto faults = std::make_shared<Faults>();
    Archive archive = open_bytes("Version 2\n{\n}\n", "altar.map", {}, faults);
    flatline::engine::Doom3Options options;
    options.limits.text_bytes = 4;
    flatline::engine::Doom3Loader loader;
    const std::uint64_t reads = faults->reads;
    const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
        load_doom3(archive, 0, loader, options);
    ASSERT_EQ(result.status, Status::refused);
    const flatline::engine::Finding& finding = result.findings.kept()[0];
    EXPECT_EQ(finding.rule, static_cast<std::uint16_t>(flatline::engine::Rule::limit_text_bytes));
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(flatline::engine::Lump::map));
    EXPECT_EQ(faults->reads, reads);
}

// ARC-04: the last TEXTMAP counts, in SRB2's maps the first.
TEST(Archive, ARC_04_WhichOfTwoTextmaps) {
    const auto loaded = [](const std::string& first, const std::string& last,
                           std::string_view name = "") {
        Archive archive = open_bytes(WadBuilder()
                                         .lump("MAP01")
                                         .lump("TEXTMAP", first)
                                         .lump("TEXTMAP", last)
                                         .lump("ENDMAP")
                                         .build());
        LoadOptions options;
        options.namespace_override = name;
        const LoadResult<flatline::engine::Map> result = load(archive, 0, options);
        EXPECT_EQ(result.status, Status::ok);
        return std::string(result.value.textmap());
    };
    const std::string zdoom = square_text("zdoom");
    const std::string doom = square_text("doom");
    const std::string srb2 = square_text("srb2");
    const std::string other = square_text("SRB2") + "\n";
    EXPECT_EQ(loaded(zdoom, doom), doom);
    EXPECT_EQ(loaded(srb2, doom), doom);
    EXPECT_EQ(loaded(srb2, other), srb2);
    EXPECT_EQ(loaded(doom, srb2), doom);
    EXPECT_EQ(loaded(doom, zdoom, "SRB2"), doom);
    EXPECT_EQ(loaded(doom, srb2, "zdoom"), srb2);
}

TEST(Archive, LumpLookup) {
    const Archive archive = open_bytes(WadBuilder()
                                           .lump("M")
                                           .lump("TEXTMAP", "a")
                                           .lump("ZNODES", "bb")
                                           .lump("znodes", "ccc")
                                           .lump("ENDMAP")
                                           .build());
    const MapEntry& map = archive.maps()[0];
    EXPECT_EQ(map.lump("ZNODES", false)->size, 3u);
    EXPECT_EQ(map.lump("ZNodes", true)->size, 2u);
    EXPECT_EQ(map.lump("REJECT", false), nullptr);
    EXPECT_EQ(map.lump("endmap", true)->size, 0u);
}

TEST(Archive, ReadsLumps) {
    Archive archive =
        open_bytes(WadBuilder().lump("M").lump("TEXTMAP", "text").lump("ZNODES", "nodes").build());
    FindingList findings;
    EXPECT_EQ(lump_text(archive, 0, "ZNODES", findings), "nodes");
    EXPECT_EQ(lump_text(archive, 0, "TEXTMAP", findings), "text");
    EXPECT_EQ(findings.total(), 0u);
}

TEST(Archive, MarkerIsAnEmptyBuffer) {
    Archive archive =
        open_bytes(WadBuilder().lump("M").lump("TEXTMAP").entry("ENDMAP", ~0u, 0).build());
    FindingList findings;
    EXPECT_EQ(lump_text(archive, 0, "ENDMAP", findings), "");
    EXPECT_EQ(findings.total(), 0u);
}

// ARC-02: refused where the map needs the lump, else a warning of the archive.
TEST(Archive, ARC_02_TextmapOutsideTheFile) {
    const WadBuilder builder = WadBuilder()
                                   .lump("MAP01")
                                   .entry("TEXTMAP", 5000, 10)
                                   .entry("DIALOGUE", ~0u, 4)
                                   .lump("ENDMAP");
    Archive archive = open_bytes(builder.build());
    // The load says it, so the archive does not say it again.
    EXPECT_EQ(testing_support::finding_lines(archive), "wad-lump-range MAP01\n");
    EXPECT_FALSE(archive.maps()[0].lumps[0].readable);
    const LoadResult<flatline::engine::Map> result = load(archive);
    EXPECT_EQ(result.status, Status::refused);
    ASSERT_EQ(refusal_lines(result), "wad-lump-range\n");
    const Finding& finding = result.findings.kept()[0];
    EXPECT_EQ(finding.severity, static_cast<std::uint8_t>(Severity::error));
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(Lump::directory));
    EXPECT_EQ(finding.offset, builder.directory() + 16);

    FindingList findings;
    EXPECT_EQ(lump_text(archive, 0, "DIALOGUE", findings), "(no bytes)");
    ASSERT_EQ(findings.total(), 1u);
    EXPECT_EQ(findings.kept()[0].offset, builder.directory() + 32);
    EXPECT_EQ(findings.kept()[0].severity, static_cast<std::uint8_t>(Severity::warning));
}

// What the load drops, the load reports.
TEST(Archive, ARC_02_DerivedLumpOutsideTheFile) {
    for (const char* name : {"ZNODES", "BLOCKMAP", "reject"}) {
        Archive archive = open_bytes(
            WadBuilder().lump("M").lump("TEXTMAP", square_text()).entry(name, 5000, 4).build());
        EXPECT_EQ(testing_support::finding_lines(archive), "wad-endmap-missing M\n");
        LoadOptions options;
        options.products =
            FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT;
        const LoadResult<flatline::engine::Map> result = load(archive, 0, options);
        ASSERT_EQ(result.status, Status::ok);
        std::size_t reported = 0;
        for (const Finding& f : result.findings.kept()) {
            reported += f.rule == static_cast<std::uint16_t>(Rule::wad_lump_range) ? 1 : 0;
        }
        EXPECT_EQ(reported, 1u) << name;
    }
}

TEST(Archive, LumpsOfCallersAreChecked) {
    Archive archive = open_bytes(WadBuilder().map("M", "text").build());
    for (const MapLump& lump :
         {MapLump{"X", 0, 1u << 20, true}, MapLump{"X", ~0ull, 4, true},
          MapLump{"X", 4, ~0ull, true}, MapLump{"a long name", 1u << 20, 1, true}}) {
        FindingList findings;
        EXPECT_EQ(testing_support::lump_bytes(archive, 0, lump, findings).data(), nullptr);
        ASSERT_EQ(findings.total(), 1u);
        EXPECT_EQ(findings.kept()[0].rule, static_cast<std::uint16_t>(Rule::wad_lump_range));
    }
    FindingList findings;
    EXPECT_EQ(testing_support::lump_bytes(archive, 7, archive.maps()[0].lumps[0], findings).data(),
              nullptr);
    EXPECT_EQ(findings.total(), 1u);
    EXPECT_EQ(testing_support::lump_bytes(archive, 0, MapLump{"X", 12, 4, true}, findings).size(),
              4u);
}

// Two entries of one name at one place: its own entry identifies each.
TEST(Archive, LumpsThatDifferOnlyInSize) {
    const WadBuilder builder = WadBuilder()
                                   .lump("MAP01")
                                   .lump("TEXTMAP", "text")
                                   .entry("DIALOGUE", 5000, 10)
                                   .entry("DIALOGUE", 5000, 20)
                                   .lump("ENDMAP");
    Archive archive = open_bytes(builder.build());
    const View<MapLump> lumps = archive.maps()[0].lumps;
    ASSERT_EQ(lumps.size(), 4u);
    for (const std::size_t i : {1u, 2u}) {
        FindingList findings;
        EXPECT_EQ(testing_support::lump_bytes(archive, 0, lumps[i], findings).data(), nullptr);
        ASSERT_EQ(findings.total(), 1u);
        EXPECT_EQ(findings.kept()[0].offset, builder.directory() + 16 * (i + 1));
    }
}

TEST(Archive, ReadsTheFileOfAMap) {
    const std::string wad = WadBuilder().map("M", square_text()).build();
    Archive archive = open_bytes(wad);
    FindingList findings;
    const Buffer bytes = archive.read_file(0, findings);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), wad);
    EXPECT_EQ(findings.total(), 0u);
    EXPECT_EQ(archive.read_file(1, findings).data(), nullptr);
    ASSERT_EQ(findings.total(), 1u);
    EXPECT_EQ(findings.kept()[0].rule, static_cast<std::uint16_t>(Rule::file_unreadable));
}

// What comes out of a packed tree as a whole is no larger than the memory of a map.
TEST(Archive, MEM_03_ArenaBytesBoundWhatIsUnpacked) {
    const std::string text = square_text();
    const std::string wad = WadBuilder().map("M", text).build();
    for (const bool is_wad : {true, false}) {
        const std::string& bytes = is_wad ? wad : text;
        Limits limits;
        limits.arena_bytes = bytes.size();
        const auto tree = [&](bool packed) {
            return open_tree({{is_wad ? "maps/a.wad" : "a.udmf", bytes}}, limits, packed);
        };
        Archive enough = tree(true);
        ASSERT_EQ(enough.maps().size(), 1u);
        FindingList findings;
        EXPECT_NE(enough.read_file(0, findings).data(), nullptr);
        limits.arena_bytes = bytes.size() - 1;
        EXPECT_EQ(tree(false).maps().size(), 1u);
        Archive over = tree(true);
        if (is_wad) {
            EXPECT_EQ(testing_support::finding_lines(over),
                      "limit-arena-bytes maps/a.wad\nno-maps\n");
            continue;
        }
        EXPECT_EQ(testing_support::lump_bytes(over, 0, over.maps()[0].lumps[0], findings).data(),
                  nullptr);
        ASSERT_EQ(findings.total(), 1u);
        EXPECT_EQ(findings.kept()[0].rule, static_cast<std::uint16_t>(Rule::limit_arena_bytes));
        EXPECT_EQ(findings.kept()[0].a, static_cast<std::int64_t>(bytes.size()));
        EXPECT_EQ(findings.kept()[0].b, static_cast<std::int64_t>(bytes.size() - 1));
    }
}

TEST(Archive, MEM_03_LimitOfTextBytes) {
    const std::string text = square_text();
    auto faults = std::make_shared<Faults>();
    Archive archive = open_bytes(WadBuilder().map("M", text).build(), "a.wad", {}, faults);
    LoadOptions options;
    options.limits.text_bytes = text.size();
    EXPECT_EQ(load(archive, 0, options).status, Status::ok);
    options.limits.text_bytes = text.size() - 1;
    const std::uint64_t reads = faults->reads;
    const LoadResult<flatline::engine::Map> result = load(archive, 0, options);
    EXPECT_EQ(result.status, Status::refused);
    EXPECT_EQ(refusal_lines(result), "limit-text-bytes\n");
    EXPECT_EQ(result.findings.kept()[0].a, static_cast<std::int64_t>(text.size()));
    EXPECT_EQ(faults->reads, reads);  // nothing was read, nothing allocated
}

// ARC-03: lumps that overlap add up, a lump that is read again does not.
TEST(Archive, ARC_03_OverlapsAreCharged) {
    const std::string text = square_text();
    const auto size = static_cast<std::uint32_t>(text.size());
    Limits limits;
    limits.inflated_bytes = 2 * text.size();
    WadBuilder builder = WadBuilder().map("A", text);
    for (const char* label : {"B", "C"}) {
        builder.lump(label).entry("TEXTMAP", 12, size).lump("ENDMAP");
    }
    Archive archive = open_bytes(builder.build(), "a.wad", limits);
    for (int repeat = 0; repeat < 3; ++repeat) {
        EXPECT_EQ(load(archive, 0).status, Status::ok);
        EXPECT_EQ(load(archive, 1).status, Status::ok);
    }
    const LoadResult<flatline::engine::Map> result = load(archive, 2);
    EXPECT_EQ(refusal_lines(result), "limit-inflated-bytes\n");
    EXPECT_EQ(result.findings.kept()[0].a, static_cast<std::int64_t>(3 * text.size()));
    EXPECT_EQ(result.findings.kept()[0].b, static_cast<std::int64_t>(2 * text.size()));
    EXPECT_EQ(load(archive, 0).status, Status::ok);
}

// ARC-08: a bare map comes out of the archive when it is loaded, and counts then.
TEST(Archive, ARC_08_BareMapsOfPackedTreesAreCharged) {
    // Longer than its head, which is read and counted when the archive is opened.
    const std::string text = square_text() + std::string(100000, ' ');
    Limits limits;
    limits.inflated_bytes = text.size();
    const auto tree = [&](bool packed) {
        return open_tree({{"a.udmf", text}, {"b.udmf", text}}, limits, packed);
    };
    Archive packed = tree(true);
    EXPECT_EQ(load(packed, 0).status, Status::ok);
    EXPECT_EQ(refusal_lines(load(packed, 1)), "limit-inflated-bytes\n");
    EXPECT_EQ(load(packed, 0).status, Status::ok);
    Archive folder = tree(false);
    EXPECT_EQ(load(folder, 0).status, Status::ok);
    EXPECT_EQ(load(folder, 1).status, Status::ok);
    limits.inflated_bytes = text.size() - 1;
    Archive over = tree(true);
    EXPECT_EQ(refusal_lines(load(over, 0)), "limit-inflated-bytes\n");
    limits.inflated_bytes = 1000;
    EXPECT_EQ(testing_support::finding_lines(tree(true)),
              "limit-inflated-bytes a.udmf\nlimit-inflated-bytes b.udmf\nno-maps\n");
}

// ARC-10: got and claimed differ.
TEST(Archive, ARC_10_BareMapThatLiesAboutItsSize) {
    for (const std::int64_t lie : {-1, 1, 1 << 20}) {
        auto faults = std::make_shared<Faults>();
        faults->size_lie = lie;
        Archive archive = open_bytes(square_text(), "a.udmf", {}, faults);
        const LoadResult<flatline::engine::Map> result = load(archive);
        EXPECT_EQ(result.status, Status::refused);
        EXPECT_EQ(refusal_lines(result), "short-read\n") << lie;
    }
}

TEST(Archive, ARC_10_LumpOfATruncatedFile) {
    auto faults = std::make_shared<Faults>();
    Archive archive = open_bytes(WadBuilder().map("M", square_text()).build(), "a.wad", {}, faults);
    faults->cut_at = 20;  // as if another program cut it while it is open
    const LoadResult<flatline::engine::Map> result = load(archive);
    EXPECT_EQ(refusal_lines(result), "short-read\n");
    const Finding& finding = result.findings.kept()[0];
    EXPECT_EQ(finding.a, 8);
    EXPECT_EQ(finding.b, static_cast<std::int64_t>(square_text().size()));
    EXPECT_EQ(finding.offset, 20u);
    EXPECT_EQ(finding.lump, static_cast<std::uint8_t>(Lump::file));
}

// IO-01: every read of a load fails once; nothing is half there, and the next try succeeds.
TEST(Archive, IO_01_FaultAtEveryReadOfALoad) {
    for (const bool in_tree : {false, true}) {
        auto faults = std::make_shared<Faults>();
        const std::string wad = WadBuilder().map("M", square_text()).build();
        Archive archive = in_tree ? open_tree({{"m.wad", wad}}, {}, false, faults)
                                  : open_bytes(wad, "m.wad", {}, faults);
        faults->most = 16;
        std::uint64_t k = 0;
        for (;; ++k) {
            const std::uint64_t before = faults->reads;
            faults->fail_from = before + k;
            faults->fail_count = 1;
            const LoadResult<flatline::engine::Map> result = load(archive);
            if (faults->reads <= before + k) {
                EXPECT_EQ(result.status, Status::ok);
                break;
            }
            EXPECT_EQ(result.status, Status::refused);
            EXPECT_EQ(refusal_lines(result), "short-read\n");
            faults->fail_from = Faults::kNever;
            EXPECT_EQ(load(archive).status, Status::ok);
        }
        EXPECT_GT(k, 10u);
    }
}

// The maps of one packed WAD, in order, are one pass over its bytes.
TEST(Archive, KeepsTheFileOfATreeOpen) {
    auto faults = std::make_shared<Faults>();
    Archive archive = open_tree({{"m.wad", WadBuilder()
                                               .map("A", square_text())
                                               .map("B", square_text())
                                               .map("C", square_text())
                                               .build()}},
                                {}, true, faults);
    faults->backward = 0;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(load(archive, i).status, Status::ok);
    EXPECT_LE(faults->backward, 1u);  // from the directory to the first map
}

// A packed WAD is read once, for its directory; what it holds is in memory then.
TEST(Archive, APackedWadIsReadOnce) {
    auto faults = std::make_shared<Faults>();
    Map map;
    {
        Archive archive =
            open_tree({{"m.wad", WadBuilder().map("A", square_text()).build()}}, {}, true, faults);
        const std::uint64_t reads = faults->reads;
        map = load(archive).value;
        // read_lump shares the bytes that the archive has in memory.
        FindingList findings;
        const MapLump& textmap = *archive.maps()[0].lump("TEXTMAP", false);
        const Buffer one = testing_support::lump_bytes(archive, 0, textmap, findings);
        EXPECT_EQ(one.data(), testing_support::lump_bytes(archive, 0, textmap, findings).data());
        EXPECT_EQ(lump_text(archive, 0, "TEXTMAP", findings), square_text());
        EXPECT_EQ(load(archive).status, Status::ok);
        EXPECT_EQ(faults->reads, reads);
    }
    EXPECT_EQ(map.textmap(), square_text());  // it outlives the archive
}

// One of several maps shares no memory with the rest of its WAD.
TEST(Archive, MapsOfAPackedWadAreCopied) {
    const std::string wad = WadBuilder()
                                .map("A", square_text())
                                .map("B", square_text())
                                .map("C", square_text())
                                .build();
    Archive archive = open_tree({{"m.wad", wad}, {"n.wad", wad}});
    for (const std::size_t i : {5u, 0u, 4u, 3u, 1u, 2u}) {
        EXPECT_EQ(load(archive, i).value.textmap(), square_text());
    }
}

TEST(Archive, FileOfATreeThatIsGone) {
    class Vanishing final : public Source {
    public:
        bool list(std::uint64_t, Entries& entries) noexcept override {
            entries.add("m.udmf", 10);
            entries.add("n.udmf", 10);
            return true;
        }
        std::unique_ptr<File> open(std::string_view) noexcept override {
            if (opens_++ > 1) return nullptr;
            return std::make_unique<testing_support::FakeFile>(square_text());
        }

    private:
        int opens_ = 0;
    };
    Archive archive = Archive::from_source(std::make_unique<Vanishing>(), {});
    ASSERT_EQ(archive.maps().size(), 2u);
    EXPECT_EQ(load(archive, 1).status, Status::ok);  // it is still open
    EXPECT_EQ(refusal_lines(load(archive, 0)), "file-unreadable\n");
}

TEST(Archive, MovedFromArchiveIsEmpty) {
    Archive archive = open_bytes(WadBuilder().map("M", "").build());
    Archive other = std::move(archive);
    EXPECT_EQ(other.maps().size(), 1u);
    EXPECT_TRUE(archive.maps().empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(archive.findings().empty());
    EXPECT_TRUE(archive.broken());
    EXPECT_EQ(archive.finding_count(Severity::error), 0u);
    EXPECT_EQ(archive.find("M"), nullptr);
    EXPECT_EQ(load(archive).status, Status::refused);
    archive = std::move(other);
    EXPECT_EQ(archive.maps().size(), 1u);
}

TEST(Archive, Unusable) {
    Finding reason = {};
    reason.rule = static_cast<std::uint16_t>(Rule::archive_unreadable);
    reason.severity = static_cast<std::uint8_t>(Severity::error);
    const Archive archive = Archive::unusable(reason);
    EXPECT_TRUE(archive.broken());
    EXPECT_EQ(testing_support::finding_lines(archive), "archive-unreadable\n");
    EXPECT_EQ(archive.finding_count(Severity::error), 1u);
}

}  // namespace
