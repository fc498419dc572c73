// Loads of which one allocation fails: the first, the second, and so on until none does. It may be
// one of a host's hooks or of the system's memory.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "model/doom3.hpp"
#include "model/load.hpp"
#include "support/allocation_faults.hpp"

namespace {

using allocation_faults::Faults;
using allocation_faults::with_each_failure;
using flatline::engine::Buffer;
using flatline::engine::Bytes;
using flatline::engine::Status;

constexpr char kTextmap[] =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; }\nvertex { x = 0; y = 64; }\nvertex { x = 64; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; arg0str = \"a\\\"b\"; user_x = 1; }\n"
    "linedef { v1 = 1; v2 = 2; sidefront = 0; moreids = \"1 2\"; }\n"
    "linedef { v1 = 2; v2 = 0; sidefront = 0; }\n"
    "sidedef { sector = 0; texturemiddle = \"STONE\"; }\n"
    "sector { texturefloor = \"F\"; textureceiling = \"C\"; }\n"
    "thing { x = 8; y = 8; type = 1; }\n";

constexpr char kDoom3[] =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n{\nbrushDef3\n{\n"
    "( 0 0 1 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/a\" 0 0 0\n}\n}\n}\n";

template <class Result>
void expect_out_of_memory(const Result& result) {
    ASSERT_EQ(result.status, Status::out_of_memory);
    bool said = false;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        said = said || f.rule == static_cast<std::uint16_t>(flatline::engine::Rule::out_of_memory);
    }
    EXPECT_TRUE(said);
}

// load(Buffer, hooks) of a text that is given away. A failure gives the same bytes back, unfreed,
// and with them the same call succeeds.
template <class Load>
void expect_text_given_back(std::string text, const Load& load) {
    with_each_failure([&](Faults& faults) {
        int freed = 0;
        Buffer given(
            text.data(), text.size(),
            [](void* context, void*, std::size_t) { ++*static_cast<int*>(context); }, &freed);
        auto result = load(std::move(given), faults.hooks());
        const bool failed = faults.disarm();
        if (result.status != Status::ok) {
            EXPECT_TRUE(failed);
            expect_out_of_memory(result);
            EXPECT_EQ(freed, 0);
            EXPECT_EQ(reinterpret_cast<const char*>(result.text.data()), text.data());
            EXPECT_EQ(result.text.size(), text.size());
            result = load(std::move(result.text), faults.hooks());
        }
        EXPECT_EQ(result.status, Status::ok);
        EXPECT_EQ(result.text.data(), nullptr);
        EXPECT_EQ(freed, 0);
        result = {};
        EXPECT_EQ(freed, 1);
        return failed;
    });
}

// The same for a text that the caller keeps.
template <class Load>
void expect_each_is_a_result(const std::string& text, const Load& load) {
    const Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    with_each_failure([&](Faults& faults) {
        auto result = load(bytes, faults.hooks());
        const bool failed = faults.disarm();
        if (result.status != Status::ok) {
            EXPECT_TRUE(failed);
            expect_out_of_memory(result);
            result = load(bytes, faults.hooks());
        }
        EXPECT_EQ(result.status, Status::ok);
        EXPECT_EQ(result.text.data(), nullptr);
        return failed;
    });
}

flatline::engine::LoadOptions map_options(const flatline::engine::MemoryHooks& hooks) {
    flatline::engine::LoadOptions options;
    options.memory = hooks;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_BUILD_NODES;
    return options;
}

flatline::engine::Doom3Options doom3_options(const flatline::engine::MemoryHooks& hooks) {
    flatline::engine::Doom3Options options;
    options.memory = hooks;
    return options;
}

TEST(AllocationFailures, AnOwnedTextmapIsGivenBack) {
    expect_text_given_back(kTextmap, [](Buffer text, const flatline::engine::MemoryHooks& hooks) {
        return flatline::engine::load_owned(std::move(text), map_options(hooks));
    });
}

TEST(AllocationFailures, AnOwnedDoom3MapIsGivenBack) {
    expect_text_given_back(kDoom3, [](Buffer text, const flatline::engine::MemoryHooks& hooks) {
        return flatline::engine::load_doom3_owned(std::move(text), doom3_options(hooks));
    });
}

TEST(AllocationFailures, ABorrowedTextmapCanBeLoadedAgain) {
    expect_each_is_a_result(kTextmap, [](Bytes text, const flatline::engine::MemoryHooks& hooks) {
        return flatline::engine::load_borrowed(text, map_options(hooks));
    });
}

TEST(AllocationFailures, ABorrowedDoom3MapCanBeLoadedAgain) {
    expect_each_is_a_result(kDoom3, [](Bytes text, const flatline::engine::MemoryHooks& hooks) {
        return flatline::engine::load_doom3_borrowed(text, doom3_options(hooks));
    });
}

}  // namespace
