// Every classic binary map of the open corpus and of freedoom, in every namespace whose row its
// format allows: what the loader gives, by its API and by `flatline dump`, is what the reference
// reader reads; and it is what the loader gives for the text that the reference reader writes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "reference/binary_corpus.hpp"
#include "reference/reference_binary.hpp"
#include "support/json_diff.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"

namespace binary_agrees {

using nlohmann::json;
using reference::BinaryMap;

// The parts that the reference reader makes.
const char* const kParts[] = {"vertices", "linedefs", "sidedefs",     "sectors",
                              "things",   "unknown",  "sector_lines", "namespace"};

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

// The rule is a text, so the text must be one that both readers of texts read alike.
TEST(BinaryText, LoadsAsTheReferenceReadsIt) {
    if (!corpus::present()) GTEST_SKIP() << "the corpus is not there: " << corpus::folder();
    std::size_t maps = 0;
    for (const binary_corpus::MapFile& file : binary_corpus::of_corpus()) {
        for (const BinaryMap& map : file.maps) {
            const bool is_small = full() || map.lump("LINEDEFS").size() < 10'000;
            for (const std::string& name : binary_corpus::namespaces_of(map)) {
                SCOPED_TRACE(corpus::short_name(file.path) + ":" + map.name + " as " + name);
                const reference::BinaryText text = reference::write_udmf(map, name);
                if (!text.good || !map.supported) continue;
                const flatline::LoadResult<flatline::Map> result = load_text::load(text.text);
                ASSERT_TRUE(result) << load_text::story(result, text.text);
                ++maps;
                if (!is_small) continue;
                const json dump = map_json::dump(result.value);
                const reference::Result expected = reference::read_binary(map, name);
                ASSERT_TRUE(expected.dump.has_value());
                for (const char* part : kParts) {
                    EXPECT_EQ(json_diff::first_difference(dump[part], (*expected.dump)[part]), "")
                        << part;
                }
            }
        }
    }
    EXPECT_GT(maps, 500u);
}

// The one WAD of the corpus that holds a map in both forms.
TEST(BinaryText, IsTheCopyThatAnEditorMade) {
    const std::string path = (corpus::folder() /
                              "udmf-zdoom/jewalky__UltimateDoomBuilder/"
                              "Tests__Textures__Medricel__textest@54644424.wad")
                                 .string();
    const std::string wad = corpus::read_file(path);
    if (wad.empty()) GTEST_SKIP() << "the corpus is not there: " << path;
    const std::vector<BinaryMap> binary = reference::binary_maps(wad);
    const std::vector<corpus::TextMap> text = corpus::maps_of_wad(wad);
    ASSERT_EQ(binary.size(), 1u);
    ASSERT_EQ(text.size(), 1u);
    const reference::Result ours = reference::read_binary(binary[0], "zdoom");
    const reference::Result theirs = reference::read(text[0].text);
    ASSERT_TRUE(ours.dump.has_value() && theirs.dump.has_value());
    // Its vertices, things and scales were edited since.
    for (const char* part : {"linedefs", "sectors", "sector_lines", "unknown"}) {
        EXPECT_EQ(json_diff::first_difference((*ours.dump)[part], (*theirs.dump)[part]), "")
            << part;
    }
}

}  // namespace binary_agrees
