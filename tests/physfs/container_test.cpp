// The sorted list of a container's files: what is found in it.
#include "physfs/container.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace container_test {

using namespace flatline::engine;
using testing_support::FakeFile;
using testing_support::HeldContainer;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;

HeldContainer opened(const ZipBuilder& zip) {
    Finding problem = {};
    return HeldContainer(
        physfs::open_zip(std::make_unique<FakeFile>(zip.build()), {}, {}, problem));
}

// A link behind all files by its name: the list ends in front of it.
TEST(Container, WhatWasLeftOutIsNotFound) {
    ZipEntry link;
    link.name = "z/link.wad";
    link.attributes = 0120777u << 16;
    const HeldContainer zip = opened(ZipBuilder().file("a", "1").add(link));
    ASSERT_NE(zip, nullptr);
    ASSERT_EQ(zip->entries().size(), 1u);
    EXPECT_EQ(zip->find("a"), zip->entries().begin());
    EXPECT_EQ(zip->find("z/link.wad"), nullptr);
    EXPECT_FALSE(zip->is_folder("z"));
    EXPECT_TRUE(zip->is_folder(""));
}

TEST(Container, AFileAndAFolderOfOneName) {
    const HeldContainer zip = opened(ZipBuilder().file("a", "1").file("zz", "2").file("a/b", "3"));
    ASSERT_NE(zip, nullptr);
    EXPECT_TRUE(zip->is_folder("a"));
    for (const char* path : {"A", "a/", "a/b", "zz", "zzz"}) {
        EXPECT_FALSE(zip->is_folder(path)) << path;
    }
    ASSERT_NE(zip->find("a"), nullptr);
    EXPECT_EQ(zip->path_of(*zip->find("a")), "a");
    for (const char* path : {"", "A", "a/", "zzz"}) EXPECT_EQ(zip->find(path), nullptr) << path;
}

}  // namespace container_test
