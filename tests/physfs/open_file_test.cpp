// open_file on files in memory, and archives that several threads have.
#include <gtest/gtest.h>
#include <physfs.h>

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/fake_file.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace open_file_test {

using namespace flatline::engine;
using testing_support::FakeFile;
using testing_support::finding_lines;
using testing_support::map_lines;
using testing_support::square_text;
using testing_support::TempFolder;
using testing_support::WadBuilder;
using testing_support::ZipBuilder;

std::string wad() { return WadBuilder().map("MAP01", square_text("zdoom")).build(); }

std::string pk3() {
    testing_support::ZipEntry entry;
    entry.name = "maps/one.wad";
    entry.size = static_cast<std::int64_t>(wad().size());
    entry.data = testing_support::deflated(wad());
    entry.method = 8;
    entry.crc = testing_support::crc32_of(wad());
    return ZipBuilder().add(entry).build();
}

std::size_t vertices_of(Archive& archive) {
    Loader loader;
    std::size_t count = 0;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        count += load_map(archive, i, loader, {}).value.vertices().size();
    }
    return count;
}

TEST(OpenFile, ContentTellsWhatItIs) {
    struct Row {
        std::string bytes;
        const char* maps;
    };
    for (const Row& row : {Row{wad(), "MAP01 udmf TEXTMAP,ENDMAP\n"},
                           Row{pk3(), "maps/one.wad: ONE udmf TEXTMAP,ENDMAP\n"},
                           Row{square_text("zdoom"), "name udmf TEXTMAP\n"}}) {
        EXPECT_EQ(PHYSFS_isInit(), 0);
        const physfs::OpenResult opened =
            physfs::open_file(std::make_unique<FakeFile>(row.bytes), "name.anything", {});
        ASSERT_EQ(opened.error, physfs::OpenError::ok);
        EXPECT_EQ(map_lines(*opened.archive), row.maps) << finding_lines(*opened.archive);
        EXPECT_EQ(vertices_of(*opened.archive), 4u);
    }
    EXPECT_EQ(PHYSFS_isInit(), 0) << "who starts PhysFS ends it";
}

TEST(OpenFile, FilesThatCannotBeUsed) {
    const auto findings = [](std::unique_ptr<File> file, const Limits& limits) {
        return finding_lines(*physfs::open_file(std::move(file), "a", limits).archive);
    };
    EXPECT_EQ(findings(nullptr, {}), "file-unreadable\n");
    Limits limits;
    limits.container_bytes = pk3().size() - 1;
    EXPECT_EQ(findings(std::make_unique<FakeFile>(pk3()), limits), "limit-container-bytes\n");
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

// Opening and closing take turns; everything between goes on at the same time.
TEST(OpenFile, ThreadsWithArchivesOfTheirOwn) {
    const TempFolder folder;
    folder.write("a.wad", wad());
    folder.write("b.pk3", pk3());
    folder.write("tree/maps/c.wad", wad());
    const std::vector<std::string> paths = {folder.at("a.wad"), folder.at("b.pk3"),
                                            folder.at("tree")};
    std::mutex turns;
    std::vector<std::size_t> vertices(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        threads.emplace_back([&, i] {
            for (std::size_t n = 0; n < 60; ++n) {
                physfs::OpenResult opened;
                {
                    const std::lock_guard lock(turns);
                    opened = physfs::open_path(paths[(i + n) % paths.size()], {});
                }
                if (opened.archive != nullptr) vertices[i] += vertices_of(*opened.archive);
                const std::lock_guard lock(turns);
                opened.archive.reset();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::size_t count : vertices) EXPECT_EQ(count, 4u * 60);
    EXPECT_EQ(PHYSFS_isInit(), 0);
}

}  // namespace open_file_test
