#include "udmf/threads/split.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string all;
    while (all.size() < bytes) all += piece;
    return all;
}

constexpr std::string_view kHead = "namespace = \"zdoom\";\n";
constexpr std::string_view kThing = "thing { x = 1; y = 2; type = 3; angle = 90; }\n";

TEST(Split, PlacesAreGuessedBehindBlocks) {
    const std::string text = std::string(kHead) + repeated(kThing, 40'000);
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    const unsigned char* splits[flatline::engine::udmf::kMostSlices];
    for (const std::size_t threads : {2, 3, 8, 64}) {
        const std::size_t count =
            flatline::engine::udmf::guess_splits(begin, begin + text.size(), threads, splits);
        EXPECT_GE(count, threads < 8 ? threads : 7);
        EXPECT_LT(count, flatline::engine::udmf::kMostSlices);
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(std::string(reinterpret_cast<const char*>(splits[i]), 5), "thing");
            EXPECT_GE(splits[i] - (i == 0 ? begin : splits[i - 1]), 2048);
        }
    }
    EXPECT_EQ(flatline::engine::udmf::guess_splits(begin, begin + 4000, 8, splits), 0u);
    // Blanks and short comments may stand between, a long one or another statement may not.
    for (const auto& [gap, most] : {std::pair<std::string, std::size_t>{"} // 12\n\t", 9},
                                    {"}\r\n\r\n", 9},
                                    {"}", 9},
                                    {"} //" + std::string(400, '-') + "\n", 0},
                                    {"} /* */ ", 9},
                                    {"} things = 1; ", 0},
                                    {"} ; ", 0}}) {
        const std::string odd = repeated("thing { x = 1; y = 2; type = 3; " + gap, 40'000);
        const auto* at = reinterpret_cast<const unsigned char*>(odd.data());
        const std::size_t count =
            flatline::engine::udmf::guess_splits(at, at + odd.size(), 2, splits);
        EXPECT_EQ(count > 0, most > 0) << gap;
    }
}

// As many threads as nobody has: there is room for so many places and no more.
TEST(Split, NoMorePlacesThanThereIsRoomFor) {
    const std::string text = repeated(kThing, 4'000'000);
    const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
    std::vector<const unsigned char*> splits(flatline::engine::udmf::kMostSlices - 1);
    EXPECT_EQ(flatline::engine::udmf::guess_splits(begin, begin + text.size(), 3000, splits.data()),
              splits.size());
}

TEST(Split, TheNamespaceIsTheFirstStatement) {
    const auto guessed = [](std::string_view text) -> std::string {
        const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
        const flatline::engine::NamespaceRow* row =
            flatline::engine::udmf::guess_namespace(begin, begin + text.size());
        return row != nullptr ? std::string(row->name) : "";
    };
    EXPECT_EQ(guessed("namespace = \"zdoom\";"), "zdoom");
    EXPECT_EQ(guessed("// by hand\n/* */ NameSpace=\"ZDoom\""), "zdoom");
    for (const char* text :
         {"", "namespace", "namespace=", "namespace=\"zdoom", "namespace=zdoom;", "x=\"zdoom\";",
          "namespace=\"nobody's\";", "namespace=\"z\\doom\";", "vertex{}namespace=\"zdoom\";",
          "x=1;namespace=\"zdoom\";", "/* namespace=\"zdoom\";"}) {
        EXPECT_EQ(guessed(text), "") << text;
    }
}

}  // namespace
