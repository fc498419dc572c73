// Options and lumps of the C++ headers begin as the INIT macros of C do, to the last byte.
#include <gtest/gtest.h>

#include <cstring>

#include "flatline/flatline.hpp"

namespace options_test {

using namespace flatline;

template <class Derived, class Struct>
void expect_equal(const Struct& init) {
    static_assert(std::is_base_of_v<Struct, Derived> && sizeof(Derived) == sizeof(Struct));
    const Derived made;
    EXPECT_EQ(made.struct_size, sizeof(Struct));
    Struct copy;
    std::memcpy(&copy, static_cast<const Struct*>(&made), sizeof copy);
    EXPECT_EQ(std::memcmp(&copy, &init, sizeof init), 0);
    Struct zero;
    std::memset(&zero, 0, sizeof zero);
    zero.struct_size = sizeof zero;
    EXPECT_EQ(std::memcmp(&zero, &init, sizeof init), 0) << "zero is every default";
}

TEST(Options, BeginAsTheyDoInC) {
    expect_equal<LoadOptions, flatline_options>(FLATLINE_OPTIONS_INIT);
    expect_equal<BinaryLumps, flatline_binary_lumps>(FLATLINE_BINARY_LUMPS_INIT);
    expect_equal<Doom3Options, flatline_doom3_options>(FLATLINE_DOOM3_OPTIONS_INIT);
    expect_equal<Doom3GeometryOptions, flatline_doom3_geometry_options>(
        FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT);
    expect_equal<NodesOptions, flatline_nodes_options>(FLATLINE_NODES_OPTIONS_INIT);
    expect_equal<RuntimeOptions, flatline_runtime_options>(FLATLINE_RUNTIME_OPTIONS_INIT);
    expect_equal<UserFieldsOptions, flatline_user_fields_options>(
        FLATLINE_USER_FIELDS_OPTIONS_INIT);
    expect_equal<ArchiveOptions, flatline_archive_options>(FLATLINE_ARCHIVE_OPTIONS_INIT);
    expect_equal<ResourcesOptions, flatline_resources_options>(FLATLINE_RESOURCES_OPTIONS_INIT);
    expect_equal<CheckOptions, flatline_check_options>(FLATLINE_CHECK_OPTIONS_INIT);
    expect_equal<VerdictOptions, flatline_verdict_options>(FLATLINE_VERDICT_OPTIONS_INIT);
    expect_equal<TextmapOptions, flatline_textmap_options>(FLATLINE_TEXTMAP_OPTIONS_INIT);
    expect_equal<BinaryOptions, flatline_binary_options>(FLATLINE_BINARY_OPTIONS_INIT);
    expect_equal<MapLumpsOptions, flatline_map_lumps_options>(FLATLINE_MAP_LUMPS_OPTIONS_INIT);
}

}  // namespace options_test
