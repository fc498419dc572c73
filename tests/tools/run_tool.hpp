// run_tool.hpp: runs the program flatline as a user does, and makes files for it to read.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/temp_folder.hpp"

namespace flatline::engine::tool_test {

struct Outcome {
    int exit_code = -1;  ///< -1: it did not exit but got a signal
    std::string out;
    std::string err;
    std::uint64_t peak_bytes = 0;  ///< the most memory that the process had; of the test if more

    /// Every line of standard output as JSON; a line that is none fails the test.
    std::vector<nlohmann::json> lines() const;
    /// The objects with this "type".
    std::vector<nlohmann::json> of_type(std::string_view type) const;
    /// All of standard output as one JSON text.
    nlohmann::json object() const;
};

Outcome run_tool(const std::vector<std::string>& arguments, std::string_view standard_input = {},
                 const std::vector<std::string>& environment = {});

/// The text without what differs between equal runs: the seconds of rows about files.
std::string without_seconds(const std::string& text);

/// A file of tests/maps.
std::string fixture(std::string_view name);
std::string bytes_of(const std::string& path);
/// The names of what a folder holds, sorted.
std::vector<std::string> names_in(const std::string& folder);

/// A folder that goes with the test.
class TempFolder {
public:
    /// Writes a file, with the folders above it; returns its path.
    std::string write(std::string_view name, std::string_view bytes) const {
        return folder_.write(std::string(name), bytes);
    }
    std::string path(std::string_view name = {}) const;

private:
    testing_support::TempFolder folder_;
};

using Lumps = std::vector<std::pair<std::string, std::string>>;

/// A PWAD of these lumps in order. Names longer than 8 bytes are cut.
std::string make_wad(const Lumps& lumps);
/// label, TEXTMAP, ENDMAP.
Lumps map_lumps(const std::string& label, const std::string& textmap);
/// A ZIP with stored files.
std::string make_zip(const Lumps& files);

/// A valid map, smaller than any other: one triangle.
std::string small_map(std::string_view extra = {});

}  // namespace flatline::engine::tool_test
