#include "physfs/packed_source.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "physfs/tree.hpp"
#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace packed_source_test {

using namespace flatline::engine;
using testing_support::FakeFile;
using testing_support::HeldContainer;
using testing_support::ZipBuilder;

TEST(PackedSource, AListMeetsItsLimit) {
    Finding problem = {};
    const HeldContainer zip(physfs::open_zip(
        std::make_unique<FakeFile>(ZipBuilder().file("b", "22").file("a", "1").build()), {}, {},
        problem));
    ASSERT_NE(zip, nullptr);
    physfs::ContainerSource source(*zip, physfs::Mount::Ref());
    Source::Entries entries;
    EXPECT_FALSE(source.list(1, entries));
    ASSERT_TRUE(source.list(2, entries));
    ASSERT_EQ(entries.view().size(), 2u);
    EXPECT_EQ(entries.view()[0].path, "a");
    EXPECT_EQ(entries.view()[1].size, 2u);
}

}  // namespace packed_source_test
