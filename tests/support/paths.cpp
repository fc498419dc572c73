#include "support/paths.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace paths {

std::string source() { return FLATLINE_SOURCE_DIR; }
std::string shared() {
    const char* const named = std::getenv("FLATLINE_SHARED");
    return named != nullptr ? named : FLATLINE_SHARED_DIR;
}
std::string tool() { return FLATLINE_TOOL_PATH; }

static bool missed = false;
bool has_corpus() {
    std::error_code error;
    return std::filesystem::is_directory(shared() + "/corpus/open", error);
}
std::string corpus() {
    missed = missed || !has_corpus();
    return shared() + "/corpus";
}
bool take_missed_corpus() { return std::exchange(missed, false); }

}  // namespace paths
