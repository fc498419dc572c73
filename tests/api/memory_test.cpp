// The C functions where the C++ heap is out: each allocation of a call fails once. What comes out
// is a status, and a handle that can be freed, or none.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "flatline/flatline.h"
#include "support/failing_new.hpp"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_memory_test {

using testing_support::square_text;

const char* const kAltar =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n{ patchDef2 { \"m\" ( 3 3 0 0 0 ) (\n"
    "( ( 0 0 0 0 0 ) ( 0 9 0 0 0 ) ( 0 9 9 0 0 ) ) ( ( 5 0 0 0 0 ) ( 5 9 0 0 0 ) ( 5 9 9 0 0 ) )\n"
    "( ( 9 0 0 0 0 ) ( 9 9 0 0 0 ) ( 9 9 9 0 0 ) ) ) } }\n}\n";

// Calls make(&handle) with one allocation failing after the other until none is left to fail, and
// frees what came. The last call has to succeed, the first to fail.
template <class Handle, class Make, class Free>
void each_allocation_fails_once(const Make& make, const Free& free_handle) {
    bool fired = true;
    for (std::int64_t k = 0; fired; ++k) {
        ASSERT_LT(k, 200);
        Handle* handle = nullptr;
        failing_new::fail_at(static_cast<std::uint64_t>(k));
        const flatline_status status = make(&handle);
        fired = failing_new::heal();
        if (k == 0) {
            EXPECT_EQ(status, FLATLINE_OUT_OF_MEMORY);
            EXPECT_EQ(handle, nullptr) << "the first allocation is that of the handle";
        }
        if (!fired) {
            EXPECT_EQ(status, FLATLINE_OK);
            EXPECT_NE(handle, nullptr);
        } else {
            EXPECT_TRUE(status == FLATLINE_OK || status == FLATLINE_OUT_OF_MEMORY) << k;
        }
        free_handle(handle);
    }
}

class CApiMemory : public testing::Test {
protected:
    CApiMemory() {
        EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
                  FLATLINE_OK);
        EXPECT_EQ(
            flatline_doom3_load_borrowed(nullptr, altar.data(), altar.size(), nullptr, &doom3),
            FLATLINE_OK);
        files.files = {{"a.map", altar},
                       {"b.wad", testing_support::WadBuilder().map("MAP01", text).build()}};
        EXPECT_EQ(flatline_archive_from_source(&source, nullptr, &archive), FLATLINE_OK);
    }
    ~CApiMemory() override {
        flatline_free(map);
        flatline_free(doom3);
        flatline_free(archive);
    }

    std::string text = square_text();
    std::string altar = kAltar;
    capi_tools::HostFiles files;
    flatline_source source = files.source();
    flatline_map* map = nullptr;
    flatline_doom3_map* doom3 = nullptr;
    flatline_archive* archive = nullptr;
};

TEST_F(CApiMemory, Loads) {
    each_allocation_fails_once<flatline_map>(
        [&](flatline_map** out) {
            return flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, out);
        },
        flatline_free);
    each_allocation_fails_once<flatline_doom3_map>(
        [&](flatline_doom3_map** out) {
            return flatline_doom3_load_borrowed(nullptr, altar.data(), altar.size(), nullptr, out);
        },
        flatline_free);
}

TEST_F(CApiMemory, TextsThatAreGivenAwayAreReleasedByMapsAlone) {
    int released = 0;
    int loaded = 0;
    const flatline_buffer given{
        text.data(), text.size(),
        [](void* context, void*, std::size_t) { ++*static_cast<int*>(context); }, &released};
    each_allocation_fails_once<flatline_map>(
        [&](flatline_map** out) {
            const flatline_status status = flatline_load_owned(nullptr, given, nullptr, out);
            loaded += status == FLATLINE_OK ? 1 : 0;
            return status;
        },
        flatline_free);
    EXPECT_GT(loaded, 0);
    EXPECT_EQ(released, loaded);
}

TEST_F(CApiMemory, Loaders) {
    failing_new::fail_at(0);
    EXPECT_EQ(flatline_loader_create(nullptr), nullptr);
    failing_new::fail_at(0);
    EXPECT_EQ(flatline_loader_create(nullptr), nullptr);
    failing_new::heal();
}

TEST_F(CApiMemory, WhatIsBuiltFromAMap) {
    each_allocation_fails_once<flatline_built_nodes>(
        [&](flatline_built_nodes** out) { return flatline_build_nodes(map, nullptr, out); },
        flatline_free);
    each_allocation_fails_once<flatline_built_runtime>(
        [&](flatline_built_runtime** out) {
            return flatline_build_runtime(map, FLATLINE_RUNTIME_ALL, nullptr, out);
        },
        flatline_free);
    each_allocation_fails_once<flatline_doom3_built_windings>(
        [&](flatline_doom3_built_windings** out) {
            return flatline_doom3_build_windings(doom3, nullptr, out);
        },
        flatline_free);
    each_allocation_fails_once<flatline_doom3_built_surfaces>(
        [&](flatline_doom3_built_surfaces** out) {
            return flatline_doom3_build_surfaces(doom3, nullptr, out);
        },
        flatline_free);
}

TEST_F(CApiMemory, Checks) {
    each_allocation_fails_once<flatline_report>(
        [&](flatline_report** out) { return flatline_check(map, nullptr, out); }, flatline_free);
    each_allocation_fails_once<flatline_report>(
        [&](flatline_report** out) { return flatline_doom3_check(doom3, nullptr, out); },
        flatline_free);
}

TEST_F(CApiMemory, LoadsOutOfArchives) {
    each_allocation_fails_once<flatline_map>(
        [&](flatline_map** out) {
            return flatline_archive_load(archive, 1, nullptr, nullptr, out);
        },
        flatline_free);
    each_allocation_fails_once<flatline_doom3_map>(
        [&](flatline_doom3_map** out) {
            return flatline_archive_load_doom3(archive, 0, nullptr, nullptr, out);
        },
        flatline_free);
}

TEST_F(CApiMemory, Lumps) {
    flatline_buffer bytes = {};
    flatline_finding problem{};
    failing_new::fail_at(0);
    EXPECT_EQ(flatline_archive_read_lump(archive, 1, 0, &bytes, &problem), FLATLINE_OUT_OF_MEMORY);
    failing_new::heal();
    EXPECT_STREQ(flatline_rule_id(problem.rule), "out-of-memory");
    EXPECT_EQ(bytes.data, nullptr);
    EXPECT_EQ(flatline_archive_read_lump(archive, 1, 0, &bytes, &problem), FLATLINE_OK);
    flatline_buffer_free(&bytes);
}

TEST_F(CApiMemory, Archives) {
    bool fired = true;
    for (std::int64_t k = 0; fired; ++k) {
        ASSERT_LT(k, 200);
        flatline_archive* opened = nullptr;
        failing_new::fail_at(static_cast<std::uint64_t>(k));
        const flatline_status status = flatline_archive_from_source(&source, nullptr, &opened);
        fired = failing_new::heal();
        EXPECT_TRUE(fired || status == FLATLINE_OK) << k;
        // Without memory for what it holds an archive is of no use.
        EXPECT_TRUE(status != FLATLINE_REFUSED || flatline_archive_map_count(opened) == 0) << k;
        flatline_free(opened);
    }
}

}  // namespace capi_memory_test
