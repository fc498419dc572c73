// needs.hpp: why a test is skipped. Every GTEST_SKIP() is followed by one of these, so that
// tools/test can tell what an installation would bring from what this machine cannot have
// (tests/checks/skips.pl).
#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

namespace needs {

/// Real maps, which lie beside the tree where somebody has put them.
inline std::string corpus() { return "needs the corpus, ../shared/corpus"; }

/// The tables of formats beside the tree.
inline std::string reference() { return "needs the reference, ../shared/reference"; }

/// A package of tools/packages.txt. `tools/test --full` installs them, and fails for this reason.
inline std::string package(const std::string& name) { return "needs the package " + name; }

/// What no package brings: a processor, a kind of build, a user.
inline std::string other(const std::string& what) { return "needs " + what; }

/// Whether the shell would find this program.
inline bool has_program(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::error_code error;
        const auto status = std::filesystem::status(std::filesystem::path(folder) / name, error);
        constexpr auto kRun = std::filesystem::perms::owner_exec |
                              std::filesystem::perms::group_exec |
                              std::filesystem::perms::others_exec;
        if (std::filesystem::is_regular_file(status) &&
            (status.permissions() & kRun) != std::filesystem::perms::none) {
            return true;
        }
    }
    return false;
}

}  // namespace needs
