// What `flatline check --json` says of files of the open corpus, by file and map.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/corpus.hpp"
#include "tools/run_tool.hpp"

namespace tool_findings {

/// A file below the corpus, with what is inside it, and the map; "-" where a finding has none.
using Place = std::pair<std::string, std::string>;

struct Checked {
    std::string status = "-";  ///< of the map; "-" of a file that cannot be read
    std::vector<nlohmann::json> findings;
};

inline std::map<Place, Checked> check(std::vector<std::string> paths,
                                      const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"check", "--json", "--limit", "findings=1000000"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    const auto run = flatline::engine::tool_test::run_tool(arguments);
    EXPECT_EQ(run.err, "");
    std::map<Place, Checked> all;
    for (nlohmann::json& line : run.lines()) {
        if (line["type"] != "finding" && line["type"] != "map") continue;
        Checked& at = all[{corpus::short_name(line["file"]), line.value("map", "-")}];
        if (line["type"] == "map") {
            at.status = line["status"];
        } else {
            at.findings.push_back(std::move(line));
        }
    }
    return all;
}

}  // namespace tool_findings
