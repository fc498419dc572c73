// flatline/archive.hpp: files and trees of a host, their maps and lumps.
#include "flatline/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "boundary/maps.hpp"
#include "support/wad_builder.hpp"

namespace archive_test {

using namespace boundary;
using namespace flatline;
using testing_support::WadBuilder;

std::string wad() { return WadBuilder().map("MAP01", kRooms).map("MAP02", kBadLine).build(); }

class StringFile : public File {
public:
    explicit StringFile(std::string bytes, int* ended = nullptr)
        : bytes_(std::move(bytes)), ended_(ended) {}
    ~StringFile() override {
        if (ended_ != nullptr) ++*ended_;
    }
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        return bytes_.copy(static_cast<char*>(out), size, offset);
    }

private:
    std::string bytes_;
    int* ended_;
};

// A tree with a file that cannot be opened, one that is damaged, and a link that it leaves out.
class Tree : public Source {
public:
    std::vector<std::pair<std::string, std::string>> files = {
        {"maps/one.wad", wad()},
        {"maps/two.textmap", kRooms},
        {"maps/crate.map", kCrate},
        {"maps/locked.wad", ""},
        {"textures/STONE2.png", "no picture"}};

    const char* path(std::uint64_t i) noexcept override {
        return i < files.size() ? files[i].first.c_str() : nullptr;
    }
    std::uint64_t size(std::uint64_t i) noexcept override {
        return i != 3 ? files[i].second.size() : FLATLINE_NO_FILE;
    }
    std::uint64_t read_at(std::uint64_t i, std::uint64_t offset, void* out,
                          std::uint64_t size) noexcept override {
        const std::string& bytes = files[i].second;
        return offset < bytes.size() ? bytes.copy(static_cast<char*>(out), size, offset) : 0;
    }
    void reason(std::uint64_t i, flatline_finding& finding) noexcept override {
        if (i == 3) finding = make_finding(Rule::archive_encrypted);
    }
    void report(const Report& add) noexcept override {
        add("maps/latest.wad", make_finding(Rule::archive_link));
    }
    bool is_damaged(std::uint64_t i) noexcept override { return i == 4; }
    bool open(std::uint64_t i) noexcept override {
        ++opened;
        return i != refused;
    }
    void close(std::uint64_t) noexcept override { --opened; }

    int opened = 0;
    std::uint64_t refused = FLATLINE_NO_FILE;
};

Result<Archive> tree() {
    ArchiveOptions options;
    options.direct = 1;
    return Archive::from_source(std::make_unique<Tree>(), options);
}

TEST(Archives, AFileOfTheHostsIsRead) {
    int ended = 0;
    {
        const std::string bytes = wad();
        Result<Archive> archive =
            Archive::from_file(std::make_unique<StringFile>(bytes, &ended), "my.wad");
        ASSERT_TRUE(archive);
        EXPECT_TRUE(archive.findings().empty());
        ASSERT_EQ(archive->maps().size(), 2u);
        const MapEntry entry = archive->maps()[0];
        EXPECT_STREQ(entry.name, "MAP01");
        EXPECT_STREQ(entry.path, "");
        EXPECT_EQ(entry.format, FLATLINE_FORMAT_UDMF);
        EXPECT_EQ(entry.bare, 0);
        EXPECT_EQ(entry.supported, 1);
        std::string names;
        for (const MapLump& lump : entry.lumps()) {
            EXPECT_EQ(lump.readable, 1);
            names += std::to_string(lump.index) + lump.name + " ";
        }
        EXPECT_EQ(names, "0TEXTMAP 1ENDMAP ");
        EXPECT_EQ(entry.find_lump("textmap"), 0u);
        EXPECT_EQ(entry.find_lump("textmap", true), 0u);
        EXPECT_EQ(entry.find_lump("ZNODES"), FLATLINE_NONE);
        EXPECT_EQ(archive->find("map02"), 1u);
        EXPECT_EQ(archive->find("MAP03"), FLATLINE_NONE);
        EXPECT_EQ(archive->twin_of(1), 1u);
        EXPECT_FALSE(archive->packed());

        const Result<Buffer> text = archive->read_lump(0, 0);
        ASSERT_TRUE(text);
        EXPECT_EQ(text->bytes().text(), kRooms);
        const Result<Buffer> whole = archive->read_file(0);
        ASSERT_TRUE(whole);
        EXPECT_EQ(whole->bytes().text(), bytes);
        EXPECT_EQ(bytes.substr(archive->directory_of(0) + 8, 7), "TEXTMAP");
        EXPECT_EQ(archive->read_lump(0, 9).status(), Status::bad_argument);
        EXPECT_EQ(archive->read_lump(9, 0).status(), Status::bad_argument);
        EXPECT_EQ(archive->read_file(9).status(), Status::bad_argument);

        Result<ArchiveFile> file = archive->open();
        ASSERT_TRUE(file);
        EXPECT_EQ(file->size(), bytes.size());
        char magic[4];
        EXPECT_EQ(file->read_at(0, magic, 4), 4u);
        EXPECT_EQ(std::string(magic, 4), "PWAD");
        EXPECT_EQ(file->read_at(bytes.size() - 1, magic, 4), 1u);
        EXPECT_EQ(archive->list(10, [](const char*, std::uint64_t) {}), Status::bad_argument);

        Archive moved = std::move(archive).take();
        EXPECT_EQ(moved.maps().size(), 2u);
        moved = Archive();
        EXPECT_EQ(moved.maps().size(), 0u);
        EXPECT_EQ(ended, 1) << "the file ends with its archive";
    }
    EXPECT_EQ(ended, 1);
}

TEST(Archives, BytesInMemoryAreBorrowedOrOwned) {
    const std::string bytes = wad();
    Result<Archive> borrowed = Archive::from_bytes(bytes, "a.wad");
    Result<Archive> owned = Archive::from_bytes(std::string(bytes), "b.wad");
    for (Result<Archive>* archive : {&borrowed, &owned}) {
        ASSERT_TRUE(*archive);
        EXPECT_EQ((*archive)->load(0)->linedefs().size(), 7u);
    }
    EXPECT_STREQ(Archive::from_bytes(kRooms, "rooms.textmap")->maps()[0].name, "rooms");
}

TEST(Archives, MapsAreLoadedWithAndWithoutALoader) {
    Result<Archive> archive = Archive::from_bytes(wad(), "a.wad");
    Pool pool;
    {
        Loader loader(pool.hooks());
        const Result<Map> map = archive->load(0, loader);
        ASSERT_TRUE(map);
        EXPECT_GT(pool.pieces, 0u);
        EXPECT_EQ(map->name(map->sidedefs()[0].texturemiddle), "STARTAN2");
    }
    EXPECT_EQ(pool.pieces, 0u);
    const Result<Map> map = archive->load(0, LoadOptions().add_products(FLATLINE_PRODUCT_BLOCKMAP));
    EXPECT_GT(map->blockmap().columns, 0u);
    Result<Map> refused = archive->load(1);
    ASSERT_EQ(refused.status(), Status::refused);
    archive = Archive::from_bytes("", "none");
    EXPECT_EQ(sentence(refused.findings()[0]), "linedef 0: v2 is 7, but the map has 1 vertices");
    EXPECT_EQ(place(refused.findings()[0]).line, 2u);
    EXPECT_EQ(archive->load(7).status(), Status::bad_argument);
}

TEST(Archives, ATreeOfTheHostsIsRead) {
    Result<Archive> archive = tree();
    ASSERT_TRUE(archive);
    std::map<std::string, std::string> maps;
    for (const MapEntry& entry : archive->maps()) maps[entry.name] = entry.path;
    ASSERT_EQ(maps.size(), 4u);
    EXPECT_EQ(maps["ONE"], "maps/one.wad");
    EXPECT_EQ(maps["crate"], "maps/crate.map");
    const std::uint32_t crate = archive->find("crate");
    EXPECT_EQ(archive->maps()[crate].bare, 1);
    EXPECT_EQ(archive->maps()[crate].format, FLATLINE_FORMAT_DOOM3);
    EXPECT_EQ(archive->load_doom3(crate)->entities().size(), 3u);
    Loader loader;
    EXPECT_EQ(archive->load_doom3(crate, loader)->entities().size(), 3u);
    EXPECT_TRUE(archive->load(crate).has(Rule::map_unsupported));
    EXPECT_EQ(archive->load_doom3(archive->find("two")).status(), Status::refused);

    std::string told;
    for (const ArchiveFinding& f : archive.findings()) {
        told += std::string(f.path) + ": " + rule_row(f.rule).id + "\n";
        EXPECT_STREQ(f.map, "");
        EXPECT_FALSE(sentence(f).empty());
    }
    EXPECT_NE(told.find("maps/locked.wad: archive-encrypted\n"), std::string::npos) << told;
    EXPECT_NE(told.find("maps/latest.wad: archive-link\n"), std::string::npos) << told;
    EXPECT_EQ(archive->findings().total(), archive.findings().total());
    EXPECT_TRUE(archive.has(Rule::archive_encrypted));
}

TEST(Archives, FilesOfATreeCanBeListedAndOpened) {
    Result<Archive> archive = tree();
    std::map<std::string, std::uint64_t> files;
    EXPECT_EQ(archive->list(100, [&](const char* path, std::uint64_t size) { files[path] = size; }),
              Status::ok);
    EXPECT_EQ(files.size(), 5u);
    EXPECT_EQ(files["textures/STONE2.png"], 10u);
    int seen = 0;
    EXPECT_EQ(archive->list(100, [&](const char*, std::uint64_t) { return ++seen < 2; }),
              Status::ok);
    EXPECT_EQ(seen, 2);
    EXPECT_EQ(archive->list(2, [](const char*, std::uint64_t) {}), Status::refused);

    Result<ArchiveFile> file = archive->open("textures/STONE2.png");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), 10u);
    char word[2];
    EXPECT_EQ(file->read_at(0, word, 2), 2u);
    EXPECT_EQ(std::string(word, 2), "no");
    EXPECT_TRUE(archive->is_damaged("textures/STONE2.png"));
    EXPECT_FALSE(archive->is_damaged("maps/one.wad"));
    const Result<ArchiveFile> locked = archive->open("maps/locked.wad");
    EXPECT_EQ(locked.status(), Status::refused);
    ASSERT_EQ(locked.findings().size(), 1u);
    EXPECT_TRUE(locked.has(Rule::archive_encrypted));
    EXPECT_FALSE(archive->packed());
    EXPECT_TRUE(Archive::from_source(std::make_unique<Tree>())->packed());
}

class CountedTree : public Tree {
public:
    CountedTree(int& most, int& ended) : most_(most), ended_(ended) { refused = 1; }
    ~CountedTree() override {
        ++ended_;
        EXPECT_EQ(opened, 0);
    }
    bool open(std::uint64_t i) noexcept override {
        most_ = std::max(most_, ++opened);
        const bool is_open = i != refused;
        if (!is_open) --opened;
        return is_open;
    }

private:
    int& most_;
    int& ended_;
};

TEST(Archives, FilesAreClosedAndTheTreeEnds) {
    int most = 0;
    int ended = 0;
    {
        const Result<Archive> archive =
            Archive::from_source(std::make_unique<CountedTree>(most, ended));
        ASSERT_TRUE(archive);
        EXPECT_EQ(archive->find("two"), FLATLINE_NONE);
        EXPECT_NE(archive->find("one"), FLATLINE_NONE);
        EXPECT_EQ(ended, 0);
    }
    EXPECT_GT(most, 0);
    EXPECT_EQ(ended, 1);
    ArchiveOptions wrong;
    wrong.struct_size = 2;
    EXPECT_EQ(Archive::from_source(std::make_unique<CountedTree>(most, ended), wrong).status(),
              Status::bad_argument);
    EXPECT_EQ(ended, 2);
}

// A packed tree with one WAD of 40 MiB, which ends in zeros.
class Bomb : public Source {
public:
    explicit Bomb(std::uint64_t packed) : packed_(packed) {}
    const char* path(std::uint64_t i) noexcept override { return i == 0 ? "a.wad" : nullptr; }
    std::uint64_t size(std::uint64_t) noexcept override { return 40u << 20; }
    std::uint64_t read_at(std::uint64_t, std::uint64_t offset, void* out,
                          std::uint64_t size) noexcept override {
        std::memset(out, 0, size);
        if (offset < wad_.size()) wad_.copy(static_cast<char*>(out), size, offset);
        return size;
    }
    std::uint64_t packed_bytes() noexcept override { return packed_; }

private:
    std::string wad_ = wad();
    std::uint64_t packed_;
};

TEST(Archives, ThePackedSizeCounts) {
    const auto is_too_much = [](std::uint64_t packed) {
        return Archive::from_source(std::make_unique<Bomb>(packed))
            .has(Rule::limit_inflation_ratio);
    };
    EXPECT_FALSE(is_too_much(0));
    EXPECT_FALSE(is_too_much(1u << 20));
    EXPECT_TRUE(is_too_much(1000));
}

// Reads fail from a point on, whatever the size says.
class FailingFile : public File {
public:
    explicit FailingFile(std::string bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset < 12) return bytes_.copy(static_cast<char*>(out), size, offset);
        return 0;
    }

private:
    std::string bytes_;
};

TEST(Archives, WhatCannotBeReadIsAFinding) {
    const Result<Archive> null = Archive::from_file(nullptr, "none.wad");
    EXPECT_EQ(null.status(), Status::refused);
    EXPECT_TRUE(null.has(Rule::file_unreadable));
    EXPECT_EQ(null->maps().size(), 0u);
    const Result<Archive> none = Archive::from_source(nullptr);
    EXPECT_EQ(none.status(), Status::refused);
    EXPECT_TRUE(none.has(Rule::archive_unreadable));
    const Result<Archive> reason = Archive::unusable(make_finding(Rule::archive_encrypted));
    EXPECT_EQ(reason.status(), Status::refused);
    ASSERT_EQ(reason.findings().size(), 1u);
    EXPECT_TRUE(reason.findings()[0].is(Rule::archive_encrypted));
    EXPECT_EQ(Archive::from_file(std::make_unique<FailingFile>(wad()), "a.wad").status(),
              Status::refused);

    ArchiveOptions options;
    options.struct_size = 2;
    EXPECT_EQ(Archive::from_bytes(wad(), "a.wad", options).status(), Status::bad_argument);
    Pool pool;
    pool.spent = true;
    ArchiveOptions spent;
    spent.memory = pool.hooks();
    const Result<Archive> poor = Archive::from_bytes(wad(), "a.wad", spent);
    EXPECT_FALSE(poor);
    EXPECT_TRUE(poor.has(Rule::out_of_memory));
}

TEST(Archives, AMapThatCannotBeReadIsRefused) {
    std::string bytes = wad();
    bytes.resize(bytes.size() - 6 * 16);  // the directory is gone
    EXPECT_FALSE(Archive::from_bytes(bytes, "a.wad"));
    const std::string cut = WadBuilder().lump("MAP01").entry("TEXTMAP", 1u << 30, 99).build();
    Result<Archive> archive = Archive::from_bytes(cut, "a.wad");
    ASSERT_EQ(archive->maps().size(), 1u);
    EXPECT_EQ(archive->maps()[0].lumps()[0].readable, 0);
    const Result<Buffer> lump = archive->read_lump(0, 0);
    EXPECT_EQ(lump.status(), Status::refused);
    EXPECT_EQ(lump.findings().total(), 1u);
    EXPECT_EQ(lump->data(), nullptr);
    EXPECT_EQ(archive->load(0).status(), Status::refused);
}

TEST(Archives, EmptyOnesHaveNothing) {
    Archive archive;
    EXPECT_EQ(archive.maps().size(), 0u);
    EXPECT_EQ(archive.find("MAP01"), FLATLINE_NONE);
    EXPECT_TRUE(archive.findings().empty());
    EXPECT_EQ(archive.load(0).status(), Status::bad_argument);
    EXPECT_EQ(archive.load_doom3(0).status(), Status::bad_argument);
    EXPECT_EQ(archive.open().status(), Status::bad_argument);
    EXPECT_EQ(archive.directory_of(0), 0u);
}

}  // namespace archive_test
