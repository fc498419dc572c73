#include <gtest/gtest.h>

#include <string>

#include "flatline/flatline.h"

namespace write_capi_test {

int append(void* context, const void* bytes, size_t size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(bytes), size);
    return 1;
}
int refuse(void*, const void*, size_t) { return 0; }

class WriteCapi : public testing::Test {
protected:
    WriteCapi() {
        const std::string text = "namespace = \"zdoom\"; vertex { x = 1; y = 2.5; }";
        EXPECT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map_),
                  FLATLINE_OK);
        text_ = text;
    }
    ~WriteCapi() override { flatline_map_free(map_); }

    std::string text_;
    flatline_map* map_ = nullptr;
};

TEST_F(WriteCapi, WritesInBothStyles) {
    std::string out;
    const flatline_sink sink = {append, &out};
    EXPECT_EQ(flatline_write_textmap(map_, &sink, nullptr, nullptr), FLATLINE_OK);
    EXPECT_EQ(out, "namespace = \"zdoom\";\nvertex // 0\n{\nx = 1.0;\ny = 2.5;\n}\n\n");
    out.clear();
    flatline_textmap_options options = FLATLINE_TEXTMAP_OPTIONS_INIT;
    options.style = FLATLINE_STYLE_COMPACT;
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_OK);
    EXPECT_EQ(out, "namespace=\"zdoom\";\nvertex{\nx=1;\ny=2.5;\n}\n");
    EXPECT_EQ(flatline_written_bytes(written), out.size());
    size_t count = 1;
    flatline_written_findings(written, &count);
    EXPECT_EQ(count, 0u);
    flatline_written_free(written);
}

TEST_F(WriteCapi, BadArguments) {
    std::string out;
    const flatline_sink sink = {append, &out};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(nullptr, &sink, nullptr, &written), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_write_textmap(map_, nullptr, nullptr, &written), FLATLINE_BAD_ARGUMENT);
    flatline_textmap_options options = FLATLINE_TEXTMAP_OPTIONS_INIT;
    options.style = 2;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_BAD_ARGUMENT);
    options.style = 0;
    options.size = 0;
    EXPECT_EQ(flatline_write_textmap(map_, &sink, &options, &written), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(written, nullptr);
    EXPECT_EQ(out, "");
    EXPECT_EQ(flatline_written_bytes(nullptr), 0u);
    EXPECT_EQ(flatline_written_findings(nullptr, nullptr), nullptr);
    flatline_written_free(nullptr);
}

TEST_F(WriteCapi, ASinkMayEndIt) {
    const flatline_sink full = {refuse, nullptr};
    const flatline_sink none = {nullptr, nullptr};
    flatline_written* written = nullptr;
    EXPECT_EQ(flatline_write_textmap(map_, &full, nullptr, &written), FLATLINE_CANCELLED);
    ASSERT_NE(written, nullptr);
    EXPECT_EQ(flatline_written_bytes(written), 0u);
    flatline_written_free(written);
    EXPECT_EQ(flatline_write_textmap(map_, &none, nullptr, nullptr), FLATLINE_CANCELLED);
}

}  // namespace write_capi_test
