// The C functions over an archive's files: those that are in no map, those around a map, and what a
// host says about its own.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "flatline/flatline.h"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_files_test {

using capi_tools::HostFiles;
using testing_support::square_text;
using testing_support::WadBuilder;

flatline_finding finding_of(const char* rule) {
    return flatline_make_finding(flatline_find_rule(rule), FLATLINE_LUMP_FILE, FLATLINE_NO_OFFSET,
                                 0, 0);
}

class CApiFiles : public testing::Test {
protected:
    CApiFiles() {
        wad = WadBuilder().map("MAP01", square_text()).build();
        files.files = {{"b.wad", wad}, {"notes.txt", "hello"}};
    }
    ~CApiFiles() override {
        flatline_free(file);
        flatline_buffer_free(&buffer);
        flatline_free(archive);
    }
    flatline_status open_tree() {
        const flatline_source source = files.source();
        return flatline_archive_from_source(&source, nullptr, &archive);
    }
    flatline_status open_one(std::string bytes) {
        files.files = {{"a.wad", std::move(bytes)}};
        const flatline_source source = files.source();
        return flatline_archive_from_file(&source, "a.wad", nullptr, &archive);
    }
    static const char* rule_of(const flatline_finding& finding) {
        return flatline_rule_id(finding.rule);
    }
    std::string bytes() const { return {static_cast<const char*>(buffer.data), buffer.size}; }

    HostFiles files;
    std::string wad;
    flatline_archive* archive = nullptr;
    flatline_file* file = nullptr;
    flatline_buffer buffer = {};
    flatline_finding problem = {};
};

TEST_F(CApiFiles, ListsThem) {
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_broken(archive), 0);
    EXPECT_EQ(flatline_archive_packed(archive), 1);
    std::map<std::string, std::uint64_t> listed;
    const auto visit = [](void* context, const char* path, std::uint64_t size) {
        (*static_cast<std::map<std::string, std::uint64_t>*>(context))[path] = size;
        return 1;
    };
    ASSERT_EQ(flatline_archive_list(archive, 2, visit, &listed), FLATLINE_OK);
    EXPECT_EQ(listed,
              (std::map<std::string, std::uint64_t>{{"b.wad", wad.size()}, {"notes.txt", 5}}));
    EXPECT_EQ(flatline_archive_list(archive, 1, visit, &listed), FLATLINE_REFUSED) << "too many";
    int visits = 0;
    const auto once = [](void* context, const char*, std::uint64_t) {
        ++*static_cast<int*>(context);
        return 0;
    };
    EXPECT_EQ(flatline_archive_list(archive, 2, once, &visits), FLATLINE_OK);
    EXPECT_EQ(visits, 1);
    EXPECT_EQ(flatline_archive_list(archive, 2, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiFiles, ReadsOneOfATree) {
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_open(archive, "notes.txt", &file, nullptr), FLATLINE_OK);
    EXPECT_EQ(flatline_file_size(file), 5u);
    char out[8] = {};
    EXPECT_EQ(flatline_file_read_at(file, 1, out, sizeof out), 4u);
    EXPECT_STREQ(out, "ello");
    EXPECT_EQ(flatline_file_read_at(file, 9, out, sizeof out), 0u);
    EXPECT_EQ(flatline_file_read_at(file, 0, nullptr, 5), 0u);
    flatline_free(file);
    EXPECT_EQ(flatline_archive_open(archive, "missing", &file, &problem), FLATLINE_REFUSED);
    EXPECT_EQ(file, nullptr);
    EXPECT_STREQ(rule_of(problem), "file-unreadable");
    files.closed = 1;
    EXPECT_EQ(flatline_archive_open(archive, "notes.txt", &file, nullptr), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_archive_open(archive, nullptr, &file, nullptr), FLATLINE_BAD_ARGUMENT)
        << "a tree is not one file";
    EXPECT_EQ(flatline_archive_open(archive, "notes.txt", nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
}

// A name after the last one, where the list of names ends with its memory, too.
TEST_F(CApiFiles, NoneBehindTheLast) {
    files.files.clear();
    for (const int count : {1, 85, 341, 1365}) {
        while (files.files.size() < static_cast<std::size_t>(count)) {
            files.files.push_back({"file" + std::to_string(10'000 + files.files.size()), "x"});
        }
        ASSERT_EQ(open_tree(), FLATLINE_OK);
        EXPECT_EQ(flatline_archive_open(archive, "zzz", &file, &problem), FLATLINE_REFUSED);
        EXPECT_STREQ(rule_of(problem), "file-unreadable");
        flatline_free(archive);
    }
    archive = nullptr;
}

TEST_F(CApiFiles, ReadsTheOneThatAnArchiveIs) {
    ASSERT_EQ(open_one(wad), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_open(archive, nullptr, &file, nullptr), FLATLINE_OK);
    EXPECT_EQ(flatline_file_size(file), wad.size());
    char magic[4];
    EXPECT_EQ(flatline_file_read_at(file, 0, magic, 4), 4u);
    EXPECT_EQ(std::string(magic, 4), "PWAD");
    flatline_file* none = nullptr;
    EXPECT_EQ(flatline_archive_open(archive, "a.wad", &none, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_packed(archive), 0);
    EXPECT_EQ(flatline_archive_is_damaged(archive, "a.wad"), 0);
    const auto visit = [](void*, const char*, std::uint64_t) { return 1; };
    EXPECT_EQ(flatline_archive_list(archive, 10, visit, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiFiles, TheWadAroundAMap) {
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_read_file(archive, 0, &buffer, nullptr), FLATLINE_OK);
    EXPECT_EQ(bytes(), wad);
    // The entry of TEXTMAP has its name in its last eight bytes.
    const std::uint64_t at = flatline_archive_directory_of(archive, 0);
    ASSERT_LE(at + 16, wad.size());
    EXPECT_EQ(wad.substr(at + 8, 7), "TEXTMAP");
    EXPECT_EQ(flatline_archive_directory_of(archive, 1), 0u);
    flatline_buffer_free(&buffer);
    EXPECT_EQ(flatline_archive_read_file(archive, 1, &buffer, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_file(archive, 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiFiles, AFileThatCannotBeReadAnyMore) {
    ASSERT_EQ(open_one(wad), FLATLINE_OK);
    files.most = 0;
    EXPECT_EQ(flatline_archive_read_file(archive, 0, &buffer, &problem), FLATLINE_REFUSED);
    EXPECT_STREQ(rule_of(problem), "short-read");
    EXPECT_EQ(buffer.data, nullptr);
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, 0, &buffer, &problem), FLATLINE_REFUSED);
    EXPECT_STREQ(rule_of(problem), "short-read");
    EXPECT_EQ(buffer.data, nullptr);
}

TEST_F(CApiFiles, SharedBytesStayWithoutTheArchive) {
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    ASSERT_EQ(flatline_archive_read_lump(archive, 0, 0, &buffer, nullptr), FLATLINE_OK);
    flatline_free(archive);
    archive = nullptr;
    EXPECT_EQ(bytes(), square_text());
}

TEST_F(CApiFiles, SharingHasTheErrorsOfReading) {
    ASSERT_EQ(open_tree(), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, 99, &buffer, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_lump(archive, 1, 0, &buffer, nullptr), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_archive_read_lump(archive, 0, 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
}

TEST_F(CApiFiles, AnArchiveThatStandsForNone) {
    const flatline_finding why = finding_of("archive-encrypted");
    EXPECT_EQ(flatline_archive_unusable(&why, &archive), FLATLINE_REFUSED);
    ASSERT_NE(archive, nullptr);
    EXPECT_EQ(flatline_archive_broken(archive), 1);
    EXPECT_EQ(flatline_archive_map_count(archive), 0u);
    const flatline_finding* kept = flatline_archive_finding(archive, 0, nullptr, nullptr);
    ASSERT_NE(kept, nullptr);
    EXPECT_STREQ(rule_of(*kept), "archive-encrypted");
    flatline_free(archive);

    flatline_finding wrong = why;
    wrong.severity = 3;
    EXPECT_EQ(flatline_archive_unusable(&wrong, &archive), FLATLINE_BAD_ARGUMENT);
    wrong = why;
    wrong.rule = FLATLINE_NO_RULE;
    EXPECT_EQ(flatline_archive_unusable(&wrong, &archive), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(archive, nullptr);
    EXPECT_EQ(flatline_archive_unusable(&why, nullptr), FLATLINE_BAD_ARGUMENT);
}

// ---- What a host may say besides ---------------------------------------------------------------

struct Says {
    HostFiles* files;
    flatline_finding reason;
    flatline_finding report;
    std::uint64_t damaged = UINT64_MAX;
};

class CApiHostSays : public CApiFiles {
protected:
    flatline_source source() {
        flatline_source source = FLATLINE_SOURCE_INIT;
        source.context = &says;
        source.list = [](void* context, std::uint64_t i) {
            const flatline_source own = static_cast<Says*>(context)->files->source();
            return own.list(own.context, i);
        };
        source.size = [](void* context, std::uint64_t i) {
            const flatline_source own = static_cast<Says*>(context)->files->source();
            return own.size(own.context, i);
        };
        source.read = [](void* context, std::uint64_t i, std::uint64_t offset, void* out,
                         std::uint64_t size) {
            const flatline_source own = static_cast<Says*>(context)->files->source();
            return own.read(own.context, i, offset, out, size);
        };
        source.reason = [](void* context, std::uint64_t, flatline_finding* finding) {
            *finding = static_cast<Says*>(context)->reason;
        };
        source.report = [](void* context, flatline_add_finding add, void* add_context) {
            add(add_context, "maps/latest.wad", &static_cast<Says*>(context)->report);
            add(add_context, nullptr, nullptr);
        };
        source.is_damaged = [](void* context, std::uint64_t i) {
            return static_cast<Says*>(context)->damaged == i ? 1 : 0;
        };
        return source;
    }
    // The rules of all findings of the archive, by path.
    std::map<std::string, std::string> rules() const {
        std::map<std::string, std::string> all;
        const char* path = nullptr;
        for (std::size_t i = 0;; ++i) {
            const flatline_finding* finding = flatline_archive_finding(archive, i, &path, nullptr);
            if (finding == nullptr) return all;
            all[path] = rule_of(*finding);
        }
    }

    Says says{&files, finding_of("archive-encrypted"), finding_of("archive-link")};
};

TEST_F(CApiHostSays, WhyAFileDoesNotOpenAndWhatItDidNotList) {
    files.closed = 0;
    flatline_source own = source();
    ASSERT_EQ(flatline_archive_from_source(&own, nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(rules(), (std::map<std::string, std::string>{{"", "no-maps"},
                                                           {"b.wad", "archive-encrypted"},
                                                           {"maps/latest.wad", "archive-link"}}));
    flatline_free(archive);
    EXPECT_EQ(flatline_archive_from_file(&own, "b.wad", nullptr, &archive), FLATLINE_REFUSED);
    EXPECT_EQ(rules(), (std::map<std::string, std::string>{{"", "archive-encrypted"}}));
}

TEST_F(CApiHostSays, AFolderThatCannotBeListed) {
    files.files = {{"locked/", ""}};
    flatline_source own = source();
    ASSERT_EQ(flatline_archive_from_source(&own, nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(rules()["locked/"], "archive-encrypted");
}

TEST_F(CApiHostSays, FindingsThatAreNoneDoNotCount) {
    files.closed = 0;
    says.reason.rule = 60000;
    says.report.severity = 9;
    flatline_source own = source();
    ASSERT_EQ(flatline_archive_from_source(&own, nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(rules(),
              (std::map<std::string, std::string>{{"", "no-maps"}, {"b.wad", "file-unreadable"}}));
}

TEST_F(CApiHostSays, WhichFilesAreDamaged) {
    says.damaged = 1;
    flatline_source own = source();
    ASSERT_EQ(flatline_archive_from_source(&own, nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(flatline_archive_is_damaged(archive, "notes.txt"), 1);
    EXPECT_EQ(flatline_archive_is_damaged(archive, "b.wad"), 0);
    EXPECT_EQ(flatline_archive_is_damaged(archive, "missing"), 0);
    EXPECT_EQ(flatline_archive_is_damaged(archive, nullptr), 0);
}

TEST_F(CApiHostSays, NothingBesidesTheThree) {
    files.closed = 0;
    flatline_source own = source();
    own.reason = nullptr;
    own.report = nullptr;
    own.is_damaged = nullptr;
    ASSERT_EQ(flatline_archive_from_source(&own, nullptr, &archive), FLATLINE_OK);
    EXPECT_EQ(rules(),
              (std::map<std::string, std::string>{{"", "no-maps"}, {"b.wad", "file-unreadable"}}));
    EXPECT_EQ(flatline_archive_is_damaged(archive, "notes.txt"), 0);
}

}  // namespace capi_files_test
