// Every UDMF map of the open corpus: what the loader gives, by its API and by `flatline dump`, is
// what the reference reader reads, field by field.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>
#include <vector>

#include "reference/reference_reader.hpp"
#include "support/corpus.hpp"
#include "support/json_diff.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"
#include "support/needs.hpp"
#include "support/oracle.hpp"
#include "support/paths.hpp"
#include "support/sampled.hpp"

namespace {

using nlohmann::json;

// The folders that hold UDMF maps outside of ZIP archives.
const char* const kCategories[] = {"udmf-zdoom", "udmf-srb2", "udmf-eternity", "udmf-odd",
                                   "udmf-raw-textmap"};

// The parts that the reference reader makes, brought to one shape.
json comparable(const json& dump) {
    json result;
    for (const char* part : {"namespace", "format", "vertices", "linedefs", "sidedefs", "sectors",
                             "things", "sector_lines"}) {
        result[part] = dump.contains(part) ? dump[part] : json();
    }
    for (const char* kind : {"vertices", "linedefs", "sidedefs", "sectors", "things"}) {
        result["counts"][kind] =
            dump.contains("counts") ? dump["counts"].value(kind, json()) : json();
    }
    for (const char* kind :
         {"vertex", "linedef", "sidedef", "sector", "thing", "global", "block"}) {
        const json& unknown = dump["unknown"];
        result["unknown"][kind] = unknown.contains(kind) ? unknown[kind] : json::array();
    }
    return result;
}

struct Output {
    int exit_code = -1;
    std::string text;
};

std::string quoted(const std::string& argument) {
    std::string result = "'";
    for (const char c : argument) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

Output run(const std::string& command) {
    Output output;
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return output;
    }
    char buffer[65536];
    while (const std::size_t size = fread(buffer, 1, sizeof buffer, pipe)) {
        output.text.append(buffer, size);
    }
    const int status = pclose(pipe);
    output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return output;
}

class Corpus : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (!corpus::present()) {
            GTEST_SKIP() << needs::corpus();
        }
    }

    // Calls `check` with each map of the category that is asked, and makes sure that there are any.
    template <class Check>
    void for_each_map(Check check) {
        std::size_t maps = 0;
        testing_support::Sample sample(3);
        for (const std::string& path : corpus::files(GetParam())) {
            for (const corpus::TextMap& map : corpus::maps_of(path)) {
                if (!sample.takes()) continue;
                SCOPED_TRACE(corpus::short_name(path) + ":" + map.name);
                check(path, map);
                ++maps;
            }
        }
        EXPECT_GT(maps, 0u);
    }
};

TEST_P(Corpus, LoaderAgreesWithTheReference) {
    for_each_map([](const std::string&, const corpus::TextMap& map) {
        const flatline::engine::LoadResult<flatline::engine::Map> result =
            load_text::load(map.text);
        const reference::Result expected = reference::read(map.text);
        EXPECT_EQ(oracle::first_fault(result, map.text), "");
        ASSERT_EQ(static_cast<bool>(result), expected.dump.has_value())
            << expected.refusal.rule << " at " << expected.refusal.offset << "\n"
            << load_text::story(result, map.text);
        if (result) {
            EXPECT_EQ(json_diff::first_difference(comparable(map_json::dump(result.value)),
                                                  comparable(*expected.dump)),
                      "")
                << "loader against reference";
        }
    });
}

TEST_P(Corpus, DumpAgreesWithTheReference) {
    if (paths::tool().empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
    for_each_map([](const std::string& path, const corpus::TextMap& map) {
        const Output output = run(paths::tool() + " dump " + quoted(path) + " --map " +
                                  quoted(map.name) + " 2>/dev/null");
        const reference::Result expected = reference::read(map.text);
        ASSERT_EQ(output.exit_code, expected.dump.has_value() ? 0 : 1)
            << expected.refusal.rule << " at " << expected.refusal.offset;
        if (!expected.dump) {
            EXPECT_EQ(output.text, "");
            return;
        }
        const json dump = json::parse(output.text, nullptr, false);
        ASSERT_TRUE(dump.is_object()) << output.text.substr(0, 200);
        EXPECT_EQ(dump.value("schema", ""), "flatline.dump/1");
        EXPECT_EQ(dump.value("map", ""), map.name);
        EXPECT_EQ(json_diff::first_difference(comparable(dump), comparable(*expected.dump)), "")
            << "dump against reference";
    });
}

// The one map of the corpus without a `sidefront`: refused, and repaired on demand (issue 2).
TEST(CorpusRepair, DaffodilsLoadsWhenRepaired) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const std::string path =
        (corpus::folder() / "udmf-zdoom/RUSSINbydlo__Daffodils.pk3-open-source/MAP01.wad").string();
    const std::vector<corpus::TextMap> maps = corpus::maps_of(path);
    ASSERT_FALSE(maps.empty()) << path;
    const flatline::engine::LoadResult<flatline::engine::Map> refused =
        load_text::load(maps[0].text);
    EXPECT_EQ(refused.status, flatline::engine::Status::refused);
    EXPECT_NE(load_text::find(refused, "line-no-sides"), nullptr);
    flatline::engine::LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    const flatline::engine::LoadResult<flatline::engine::Map> repaired =
        load_text::load(maps[0].text, options);
    ASSERT_TRUE(repaired) << load_text::story(repaired, maps[0].text);
    EXPECT_EQ(oracle::first_fault(repaired, maps[0].text), "");
    const flatline::engine::Finding* finding = load_text::find(repaired, "line-no-sides");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->repaired, 1);
    EXPECT_EQ(repaired.value.linedefs()[finding->index].sidefront, 0u);
}

std::string category_title(const testing::TestParamInfo<const char*>& info) {
    std::string name = info.param;
    for (char& c : name) {
        c = c == '-' ? '_' : c;
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(Open, Corpus, testing::ValuesIn(kCategories), category_title);

}  // namespace
