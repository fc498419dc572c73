// The C functions that take a text over: who owns it after which status, for both kinds of maps.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "flatline/flatline.h"
#include "support/counting_memory.hpp"

namespace capi_owned_test {

constexpr const char* kTextmap =
    "namespace = \"zdoom\";\n"
    "vertex { x = 0; y = 0; }\nvertex { x = 64; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; }\n"
    "sidedef { sector = 0; texturemiddle = \"STONE\"; }\n"
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; gravity = 0.5; }\n";
constexpr const char* kDoom3Text =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n{ brushDef3 {\n"
    "( 0 0 1 -8 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/a\" 0 0 0\n} }\n}\n";

// A text that is given away, and what became of it.
struct Given {
    std::string bytes;
    int released = 0;

    flatline_buffer buffer() { return {bytes.data(), bytes.size(), release, this}; }
    static void release(void* context, void* data, std::size_t size) {
        auto& given = *static_cast<Given*>(context);
        EXPECT_EQ(data, given.bytes.data());
        EXPECT_EQ(size, given.bytes.size());
        ++given.released;
    }
};

// The functions of each kind under one name.
struct Udmf {
    using Map = flatline_map;
    static constexpr const char* kText = kTextmap;
    static constexpr const char* kBad = "namespace = \"zdoom\";\nvertex { x = ; }\n";
    static constexpr int kBadLine = 2;

    static flatline_status load(flatline_buffer text, const flatline_memory_hooks& memory,
                                const flatline_limits* limits, Map** map) {
        flatline_options options = FLATLINE_OPTIONS_INIT;
        options.memory = memory;
        options.limits = limits;
        return flatline_load_owned(nullptr, text, &options, map);
    }
    static flatline_status load_bad_options(flatline_buffer text, Map** map) {
        flatline_options options = FLATLINE_OPTIONS_INIT;
        options.struct_size = 0;
        return flatline_load_owned(nullptr, text, &options, map);
    }
    static std::string first_text(const Map* map) {
        std::size_t size = 0;
        const char* name =
            flatline_map_name(map, flatline_map_arrays(map)->sidedefs[0].texturemiddle, &size);
        return {name, size};
    }
    static constexpr const char* kFirstText = "STONE";
};

struct Doom3 {
    using Map = flatline_doom3_map;
    static constexpr const char* kText = kDoom3Text;
    static constexpr const char* kBad = "Version 2\n{\n\"a\"\n}\n";
    static constexpr int kBadLine = 4;

    static flatline_status load(flatline_buffer text, const flatline_memory_hooks& memory,
                                const flatline_limits* limits, Map** map) {
        flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
        options.memory = memory;
        options.limits = limits;
        return flatline_doom3_load_owned(nullptr, text, &options, map);
    }
    static flatline_status load_bad_options(flatline_buffer text, Map** map) {
        flatline_doom3_options options = FLATLINE_DOOM3_OPTIONS_INIT;
        options.struct_size = 0;
        return flatline_doom3_load_owned(nullptr, text, &options, map);
    }
    static std::string first_text(const Map* map) {
        std::size_t size = 0;
        const char* text =
            flatline_doom3_map_text(map, flatline_doom3_map_arrays(map)->materials[0], &size);
        return {text, size};
    }
    static constexpr const char* kFirstText = "textures/a";
};

template <class Kind>
class CApiOwned : public testing::Test {
protected:
    ~CApiOwned() override { flatline_free(map); }

    Given given{Kind::kText};
    typename Kind::Map* map = nullptr;
    const flatline_memory_hooks of_system = {};
};
using Kinds = testing::Types<Udmf, Doom3>;
TYPED_TEST_SUITE(CApiOwned, Kinds);

TYPED_TEST(CApiOwned, AMapReleasesTheTextThatItOwns) {
    ASSERT_EQ(TypeParam::load(this->given.buffer(), this->of_system, nullptr, &this->map),
              FLATLINE_OK);
    EXPECT_EQ(TypeParam::first_text(this->map), TypeParam::kFirstText);
    EXPECT_EQ(this->given.released, 0);
    flatline_free(this->map);
    this->map = nullptr;
    EXPECT_EQ(this->given.released, 1);
}

TYPED_TEST(CApiOwned, NobodyHasToReleaseIt) {
    flatline_buffer text = this->given.buffer();
    text.release = nullptr;
    EXPECT_EQ(TypeParam::load(text, this->of_system, nullptr, &this->map), FLATLINE_OK);
}

TYPED_TEST(CApiOwned, ARefusedTextStaysTheCallers) {
    this->given.bytes = TypeParam::kBad;
    ASSERT_EQ(TypeParam::load(this->given.buffer(), this->of_system, nullptr, &this->map),
              FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(this->map, &count);
    ASSERT_GE(count, 1u);
    std::uint64_t line = 0;
    flatline_place(this->map, finding->offset, &line, nullptr);
    EXPECT_EQ(line, std::uint64_t{TypeParam::kBadLine}) << "findings look at the text";
    flatline_free(this->map);
    this->map = nullptr;
    EXPECT_EQ(this->given.released, 0);
}

TYPED_TEST(CApiOwned, ATextOverItsLimitStaysTheCallers) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "text-bytes", "10"), FLATLINE_OK);
    ASSERT_EQ(TypeParam::load(this->given.buffer(), this->of_system, &limits, &this->map),
              FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(this->map, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(finding->rule), "limit-text-bytes");
    EXPECT_EQ(this->given.released, 0);
}

TYPED_TEST(CApiOwned, BadArgumentsTakeNothing) {
    EXPECT_EQ(TypeParam::load_bad_options(this->given.buffer(), &this->map), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(this->map, nullptr);
    EXPECT_EQ(TypeParam::load(this->given.buffer(), this->of_system, nullptr, nullptr),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(TypeParam::load({nullptr, 1, nullptr, nullptr}, this->of_system, nullptr, &this->map),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(this->map, nullptr);
    EXPECT_EQ(this->given.released, 0);
}

// Each call for memory fails once; the same call with the same text then succeeds.
TYPED_TEST(CApiOwned, WithoutMemoryTheSameCallMayBeRepeated) {
    counting_memory::Memory memory;
    const flatline::engine::MemoryHooks hooks = memory.hooks();
    const flatline_memory_hooks lent{hooks.acquire, hooks.release, hooks.context, hooks.seed};
    flatline_status status = FLATLINE_OUT_OF_MEMORY;
    std::uint64_t k = 0;
    for (; status != FLATLINE_OK; ++k) {
        ASSERT_LT(k, 100u);
        memory.fail_at(k, false);
        status = TypeParam::load(this->given.buffer(), lent, nullptr, &this->map);
        if (status == FLATLINE_OK) break;
        ASSERT_EQ(status, FLATLINE_OUT_OF_MEMORY);
        std::size_t count = 0;
        const flatline_finding* finding = flatline_findings(this->map, &count);
        ASSERT_EQ(count, 1u);
        EXPECT_STREQ(flatline_rule_id(finding->rule), "out-of-memory");
        EXPECT_EQ(this->given.released, 0);
        flatline_free(this->map);
        this->map = nullptr;
        memory.heal();
        ASSERT_EQ(TypeParam::load(this->given.buffer(), lent, nullptr, &this->map), FLATLINE_OK);
        flatline_free(this->map);
        this->map = nullptr;
        EXPECT_EQ(this->given.released, 1);
        this->given.released = 0;
    }
    EXPECT_GT(k, 0u);
    flatline_free(this->map);
    this->map = nullptr;
    EXPECT_EQ(this->given.released, 1);
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

TEST(CApiBuffer, IsReleasedOnce) {
    Given given{"bytes"};
    flatline_buffer buffer = given.buffer();
    flatline_buffer_free(&buffer);
    EXPECT_EQ(given.released, 1);
    flatline_buffer_free(&buffer);
    EXPECT_EQ(given.released, 1);
    EXPECT_EQ(buffer.data, nullptr);
    flatline_buffer_free(nullptr);
}

}  // namespace capi_owned_test
