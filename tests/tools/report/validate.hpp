// validate.hpp: what Python's parsers say of a report (validate.py).
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/needs.hpp"
#include "support/paths.hpp"

namespace flatline::engine::tool_test {

struct Said {
    int code = -1;  ///< 77: what it needs is not here, and `words` say why a test is skipped
    std::string words;
};

/// Runs a command line of the shell; its output and errors are `words`.
inline Said run_shell(const std::string& line) {
    Said said;
    std::FILE* pipe = popen((line + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return said;
    std::array<char, 4096> block;
    for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) != 0;) {
        said.words.append(block.data(), got);
    }
    const int status = pclose(pipe);
    said.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return said;
}

/// `schema`: a file of docs/schema, or a path. Precondition: no path has a quote in it.
inline Said validate(const std::string& kind, const std::string& schema,
                     const std::vector<std::string>& files) {
    constexpr char kPython[] = "/usr/bin/python3";
    if (access(kPython, X_OK) != 0) return {77, needs::package("python3")};
    const std::string folder = paths::source() + "/docs/schema/";
    const bool is_path = schema.empty() || schema[0] == '/';
    std::string line = kPython;
    line += " " + paths::source() + "/tests/tools/report/validate.py " + kind + " '" +
            (is_path ? schema : folder + schema) + "'";
    for (const std::string& file : files) line += " '" + file + "'";
    return run_shell(line);
}

/// An XML file as nested arrays: [tag, attributes, text, [children]].
inline nlohmann::json parse_xml(const std::string& file) {
    const Said said = validate("xml", "", {file});
    EXPECT_EQ(said.code, 0) << said.words;
    return nlohmann::json::parse(said.words, nullptr, false);
}

}  // namespace flatline::engine::tool_test
