// Every read of opening and loading gives nothing, comes short, or gives other bytes than the file
// had before: once, for the first read, the second, and so on. A read that gives nothing is told or
// made up for; a short one costs nothing; of other bytes there is a sound map or an error. The same
// archive gives all once the file is itself again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flatline/flatline.h"
#include "model/archive_map.hpp"
#include "physfs/open.hpp"
#include "support/fake_file.hpp"
#include "support/map_content.hpp"
#include "support/oracle.hpp"
#include "support/seven_zip_builder.hpp"
#include "support/temp_folder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace read_faults_test {

using namespace flatline::engine;
using testing_support::deflated;
using testing_support::map_lines;
using testing_support::SevenZipBuilder;
using testing_support::square_text;
using testing_support::TempFolder;
using testing_support::WadBuilder;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;

enum class Fault { nothing, half, flipped, of_another };
constexpr Fault kFaults[] = {Fault::nothing, Fault::half, Fault::flipped, Fault::of_another};

// Which read goes wrong, and how. All files of one archive share it.
struct Plan {
    Fault fault = Fault::nothing;
    std::uint64_t wrong = UINT64_MAX;
    std::uint64_t reads = 0;

    std::uint64_t read(const std::string& bytes, const std::string& other, std::uint64_t offset,
                       void* out, std::uint64_t size) {
        constexpr std::uint64_t kMost = 512;
        const bool is_wrong = reads++ == wrong;
        if (offset >= bytes.size()) return 0;
        std::uint64_t count = std::min<std::uint64_t>({size, kMost, bytes.size() - offset});
        if (is_wrong && fault == Fault::nothing) return 0;
        if (is_wrong && fault == Fault::half) count = (count + 1) / 2;
        std::memcpy(out, bytes.data() + offset, count);
        auto* const given = static_cast<unsigned char*>(out);
        for (std::uint64_t i = 0; is_wrong && i < count; ++i) {
            if (fault == Fault::flipped) given[i] ^= 0xFF;
            if (fault == Fault::of_another && offset + i < other.size()) {
                given[i] = static_cast<unsigned char>(other[offset + i]);
            }
        }
        return count;
    }
};

class PlannedFile final : public File {
public:
    PlannedFile(const std::string& bytes, const std::string& other, Plan& plan)
        : bytes_(bytes), other_(other), plan_(plan) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        return plan_.read(bytes_, other_, offset, out, size);
    }

private:
    const std::string& bytes_;
    const std::string& other_;
    Plan& plan_;
};

std::string wad(const std::string& text) {
    return WadBuilder().map("MAP01", text).map("MAP02", text).build();
}
// As long as square_text, and another map.
std::string other_text() {
    std::string text = square_text();
    std::replace(text.begin(), text.end(), '4', '5');
    return text;
}

struct Loaded {
    bool told = false;
    std::string content;
};

Loaded load_all(Archive& archive) {
    Loaded all;
    all.told = archive.broken();
    for (const ArchiveFinding& found : archive.findings()) {
        all.told = all.told || found.finding.severity == static_cast<std::uint8_t>(Severity::error);
    }
    all.content = map_lines(archive);
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        Loader loader;
        const LoadResult<Map> map = load_map(archive, i, loader, {});
        all.told = all.told || map.status != Status::ok;
        if (!map) continue;
        EXPECT_EQ(oracle::first_fault(map.value), "");
        all.content += map_content::of(map.value);
    }
    return all;
}

using Open = std::function<Archive(Plan&)>;

void expect_each_fault_is_told(const Open& open) {
    Plan sound;
    Loaded expected;
    {
        Archive archive = open(sound);
        expected = load_all(archive);
        ASSERT_FALSE(expected.told);
        ASSERT_GT(sound.reads, 3u);
    }
    for (const Fault fault : kFaults) {
        for (std::uint64_t k = 0; k < sound.reads; ++k) {
            SCOPED_TRACE(std::to_string(static_cast<int>(fault)) + " at read " + std::to_string(k));
            Plan plan;
            plan.fault = fault;
            plan.wrong = k;
            Archive archive = open(plan);
            const bool is_open = plan.reads <= k;  // and the fault comes in a load
            const Loaded seen = load_all(archive);
            if (fault == Fault::nothing) {
                EXPECT_TRUE(seen.told || seen.content == expected.content);
            }
            if (fault == Fault::half) {
                EXPECT_FALSE(seen.told);
                EXPECT_TRUE(seen.content == expected.content);
            }
            plan.wrong = UINT64_MAX;
            if (is_open) {
                const Loaded again = load_all(archive);
                EXPECT_FALSE(again.told);
                EXPECT_TRUE(again.content == expected.content);
            }
            if (testing::Test::HasFailure()) return;
        }
    }
}

// A file through open_file.
void expect_of_file(const std::string& bytes, const std::string& other, std::string_view name) {
    ASSERT_EQ(bytes.size(), other.size());
    expect_each_fault_is_told([&](Plan& plan) {
        physfs::OpenResult opened =
            physfs::open_file(std::make_unique<PlannedFile>(bytes, other, plan), name, {});
        EXPECT_EQ(opened.error, physfs::OpenError::ok);
        return std::move(*opened.archive);
    });
}

TEST(ReadFaults, OfAWad) { expect_of_file(wad(square_text()), wad(other_text()), "a.wad"); }

TEST(ReadFaults, OfAText) { expect_of_file(square_text(), other_text(), "a.udmf"); }

std::string zip(const std::string& text) {
    ZipEntry packed;
    packed.name = "maps/b.wad";
    packed.data = deflated(wad(text));
    packed.method = 8;
    packed.size = static_cast<std::int64_t>(wad(text).size());
    packed.crc = testing_support::crc32_of(wad(text));
    return ZipBuilder().file("maps/a.wad", wad(text)).add(packed).file("c.udmf", text).build();
}

TEST(ReadFaults, OfAZip) { expect_of_file(zip(square_text()), zip(other_text()), "a.pk3"); }

std::string seven_zip(const std::string& text) {
    return SevenZipBuilder()
        .block({{{"maps/a.wad", wad(text), 0}, {"b.udmf", text, 0}}})
        .file("maps/c.wad", wad(text))
        .build();
}

TEST(ReadFaults, OfASevenZip) {
    expect_of_file(seven_zip(square_text()), seven_zip(other_text()), "a.pk7");
}

// ---- Trees -------------------------------------------------------------------------------------

using Files = std::vector<std::pair<std::string, std::string>>;

Files files(const std::string& text) {
    return {{"maps/a.wad", wad(text)}, {"b.udmf", text}, {"c.wad", wad(text)}};
}

class PlannedSource final : public Source {
public:
    PlannedSource(bool is_packed, Plan& plan)
        : files_(files(square_text())),
          others_(files(other_text())),
          is_packed_(is_packed),
          plan_(plan) {}
    bool packed() const noexcept override { return is_packed_; }
    bool list(std::uint64_t, Entries& entries) noexcept override {
        for (const auto& [path, bytes] : files_) entries.add(path, bytes.size());
        return true;
    }
    std::unique_ptr<File> open(std::string_view path) noexcept override {
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (files_[i].first == path) {
                return std::make_unique<PlannedFile>(files_[i].second, others_[i].second, plan_);
            }
        }
        return nullptr;
    }

private:
    const Files files_, others_;
    bool is_packed_;
    Plan& plan_;
};

TEST(ReadFaults, OfAHostsSource) {
    for (const bool is_packed : {false, true}) {
        expect_each_fault_is_told([is_packed](Plan& plan) {
            return Archive::from_source(std::make_unique<PlannedSource>(is_packed, plan), {});
        });
    }
}

// In C: the texts of all maps that load, and whether an error was told.
struct CHost {
    Files files = read_faults_test::files(square_text());
    Files others = read_faults_test::files(other_text());
    Plan plan;

    flatline_source source() {
        flatline_source source = FLATLINE_SOURCE_INIT;
        source.list = [](void* context, std::uint64_t i) -> const char* {
            const auto& self = *static_cast<CHost*>(context);
            return i < self.files.size() ? self.files[i].first.c_str() : nullptr;
        };
        source.size = [](void* context, std::uint64_t i) -> std::uint64_t {
            return static_cast<CHost*>(context)->files[i].second.size();
        };
        source.read = [](void* context, std::uint64_t i, std::uint64_t offset, void* out,
                         std::uint64_t size) {
            auto& self = *static_cast<CHost*>(context);
            return self.plan.read(self.files[i].second, self.others[i].second, offset, out, size);
        };
        source.context = this;
        return source;
    }
};

Loaded load_all(flatline_archive* archive, bool told) {
    Loaded all;
    all.told = told || flatline_finding_count(archive, FLATLINE_ERROR) != 0;
    for (std::size_t i = 0; i < flatline_archive_map_count(archive); ++i) {
        all.content += flatline_archive_map(archive, i).name;
        flatline_map* map = nullptr;
        const flatline_status status = flatline_archive_load(archive, i, nullptr, nullptr, &map);
        all.told = all.told || status != FLATLINE_OK;
        if (status == FLATLINE_OK) {
            const flatline_arrays* arrays = flatline_map_arrays(map);
            for (std::uint32_t v = 0; v < arrays->vertex_count; ++v) {
                all.content += std::to_string(arrays->vertices[v].x) + " ";
            }
        }
        flatline_free(map);
    }
    return all;
}

TEST(ReadFaults, OfAHostsSourceInC) {
    CHost sound;
    const auto open = [](CHost& host, flatline_archive** archive) {
        const flatline_source source = host.source();
        return flatline_archive_from_source(&source, nullptr, archive) != FLATLINE_OK;
    };
    flatline_archive* archive = nullptr;
    const bool is_refused = open(sound, &archive);
    const Loaded expected = load_all(archive, is_refused);
    flatline_free(archive);
    ASSERT_FALSE(expected.told);
    for (const Fault fault : kFaults) {
        for (std::uint64_t k = 0; k < sound.plan.reads; ++k) {
            SCOPED_TRACE(std::to_string(static_cast<int>(fault)) + " at read " + std::to_string(k));
            CHost host;
            host.plan.fault = fault;
            host.plan.wrong = k;
            const bool told = open(host, &archive);
            const bool is_open = host.plan.reads <= k;
            const Loaded seen = load_all(archive, told);
            if (fault == Fault::nothing) {
                EXPECT_TRUE(seen.told || seen.content == expected.content);
            }
            if (fault == Fault::half) {
                EXPECT_FALSE(seen.told);
                EXPECT_TRUE(seen.content == expected.content);
            }
            if (is_open) {
                const Loaded again = load_all(archive, false);
                EXPECT_FALSE(again.told);
                EXPECT_TRUE(again.content == expected.content);
            }
            flatline_free(archive);
        }
    }
}

// Files of the system change between opening and loading.
TEST(ReadFaults, OfAFolderThatChanges) {
    const TempFolder folder;
    const auto write = [&](const std::string& bytes) { folder.write("tree/maps/a.wad", bytes); };
    const std::string good = wad(square_text());
    write(good);
    physfs::OpenResult opened = physfs::open_path(folder.at("tree"), {});
    ASSERT_EQ(opened.error, physfs::OpenError::ok);
    const Loaded expected = load_all(*opened.archive);
    ASSERT_FALSE(expected.told);
    for (std::size_t cut = 0; cut < good.size(); cut += 37) {
        SCOPED_TRACE(cut);
        physfs::OpenResult other = physfs::open_path(folder.at("tree"), {});
        write(good.substr(0, cut));
        // The lumps come first, and what is after them is not read again.
        const Loaded shorter = load_all(*other.archive);
        EXPECT_TRUE(shorter.told || shorter.content == expected.content);
        std::string flipped = good;
        for (std::size_t i = cut; i < std::min(cut + 16, good.size()); ++i) flipped[i] ^= '\x55';
        write(flipped);
        (void)load_all(*other.archive);
        write(wad(other_text()));
        (void)load_all(*other.archive);
        write(good);
        const Loaded again = load_all(*other.archive);
        EXPECT_FALSE(again.told);
        EXPECT_TRUE(again.content == expected.content);
    }
}

}  // namespace read_faults_test
